/// An enum whose variants have a written name, used in data files, JSON and messages.
///
/// Gives `ALL`, `name`, `FromStr`, `Display`, serde and a JSON schema, so that a name is written once.
#[macro_export]
macro_rules! named {
    ($(#[$meta:meta])* pub enum $Enum:ident { $($(#[$vmeta:meta])* $Variant:ident = $name:literal),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash,
            ::serde::Serialize, ::serde::Deserialize, ::schemars::JsonSchema)]
        pub enum $Enum {
            $($(#[$vmeta])* #[serde(rename = $name)] $Variant),+
        }

        impl $Enum {
            /// Every variant, in order.
            pub const ALL: &'static [$Enum] = &[$($Enum::$Variant),+];

            /// The written name.
            pub const fn name(self) -> &'static str {
                match self { $($Enum::$Variant => $name),+ }
            }
        }

        impl $crate::Named for $Enum {
            const ALL: &'static [$Enum] = $Enum::ALL;
            fn name(self) -> &'static str { $Enum::name(self) }
            fn index(self) -> u32 { self as u32 }
        }

        impl ::std::str::FromStr for $Enum {
            type Err = ();
            fn from_str(text: &str) -> Result<$Enum, ()> {
                match text { $($name => Ok($Enum::$Variant),)+ _ => Err(()) }
            }
        }

        impl ::std::fmt::Display for $Enum {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.pad(self.name())
            }
        }
    };
}

/// What every `named!` enum can do.
pub trait Named: Copy + Eq + 'static {
    /// Every variant, in order.
    const ALL: &'static [Self];
    /// The written name.
    fn name(self) -> &'static str;
    /// The place in `ALL`.
    fn index(self) -> u32;
}
