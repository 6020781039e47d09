use std::fmt;
use std::marker::PhantomData;

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::Named;

/// A set of variants of a `named!` enum of at most 64 variants, as bits.
pub struct Set<T>(u64, PhantomData<T>);

impl<T: Named> Set<T> {
    const FITS: () = assert!(T::ALL.len() <= 64);

    /// The empty set.
    pub const fn new() -> Set<T> {
        Set(0, PhantomData)
    }

    const fn of_bits(bits: u64) -> Set<T> {
        Set(bits, PhantomData)
    }

    fn bit(item: T) -> u64 {
        let () = Self::FITS;
        1 << item.index()
    }

    /// Adds `item`.
    pub fn insert(&mut self, item: T) {
        self.0 |= Self::bit(item);
    }

    /// Adds `item` if `so`.
    pub fn insert_if(&mut self, so: bool, item: T) {
        self.0 |= u64::from(so) << item.index();
    }

    /// Takes `item` out.
    pub fn remove(&mut self, item: T) {
        self.0 &= !Self::bit(item);
    }

    /// Is `item` in the set?
    pub fn contains(self, item: T) -> bool {
        self.0 & Self::bit(item) != 0
    }

    /// Is there nothing in the set?
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Do the two sets share an item?
    pub fn meets(self, other: Set<T>) -> bool {
        self.0 & other.0 != 0
    }

    /// What is in both.
    pub fn both(self, other: Set<T>) -> Set<T> {
        Set::of_bits(self.0 & other.0)
    }

    /// What is in either.
    pub fn either(self, other: Set<T>) -> Set<T> {
        Set::of_bits(self.0 | other.0)
    }

    /// The items, in the enum's order.
    pub fn iter(self) -> impl Iterator<Item = T> {
        T::ALL.iter().copied().filter(move |&item| self.contains(item))
    }
}

impl<T> Clone for Set<T> {
    fn clone(&self) -> Set<T> {
        *self
    }
}
impl<T> Copy for Set<T> {}
impl<T> PartialEq for Set<T> {
    fn eq(&self, other: &Set<T>) -> bool {
        self.0 == other.0
    }
}
impl<T> Eq for Set<T> {}
impl<T> PartialOrd for Set<T> {
    fn partial_cmp(&self, other: &Set<T>) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
impl<T> Ord for Set<T> {
    fn cmp(&self, other: &Set<T>) -> std::cmp::Ordering {
        self.0.cmp(&other.0)
    }
}
impl<T: Named> Default for Set<T> {
    fn default() -> Set<T> {
        Set::new()
    }
}
impl<T: Named> FromIterator<T> for Set<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Set<T> {
        let mut set = Set::new();
        items.into_iter().for_each(|item| set.insert(item));
        set
    }
}
impl<T> fmt::Debug for Set<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Set({:#b})", self.0)
    }
}
impl<T: Named + Serialize> Serialize for Set<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}
impl<'de, T: Named + Deserialize<'de>> Deserialize<'de> for Set<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Set<T>, D::Error> {
        Ok(Vec::<T>::deserialize(deserializer)?.into_iter().collect())
    }
}
impl<T: JsonSchema> JsonSchema for Set<T> {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        format!("Set_of_{}", T::schema_name()).into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        <Vec<T>>::json_schema(generator)
    }
}
