//! Die roll modifiers as rows of data, and the one way in which they are added up.
//!
//! A row counts when one of its facts is true and none of its exceptions is; it gives way to the
//! rows it yields to. Nothing else decides what is cumulative: the data does.

use std::sync::Arc;

use crate::{Named, RuleId, Set};

/// How much of the fire must have a row's property before the row counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Share {
    /// The row speaks of the unit or target as a whole.
    Whole,
    /// At least half of the fire points must come from stands with the property.
    HalfOrMore,
}

/// A fact that keeps a row from counting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exception<F> {
    /// The fact that stops the row.
    pub fact: F,
    /// The rule that says so.
    pub rule: RuleId,
    /// Words for the player.
    pub reason: Arc<str>,
}

/// Facts that come together, where a row is told by other words and another rule than its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Together<F> {
    /// All of them.
    pub facts: Set<F>,
    /// Words for the player.
    pub label: Arc<str>,
    /// The rule that says so.
    pub rule: RuleId,
}

/// One printed line of a modifier list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row<F> {
    /// Name within the list.
    pub id: Arc<str>,
    /// Words for the player.
    pub label: Arc<str>,
    /// What it adds to the die.
    pub value: i8,
    /// Alternatives: any one of these facts makes the row count, once.
    pub when: Set<F>,
    /// Facts that stop it.
    pub unless: Vec<Exception<F>>,
    /// Rows that replace this one when they count, as bits by place.
    pub yields_to: u64,
    /// Share of the fire that must have the property.
    pub share: Share,
    /// Facts that give it its own words where they come together.
    pub together: Vec<Together<F>>,
    /// The ledger entry.
    pub rule: RuleId,
}

/// A fact that another war gives a modifier to and this one does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Absent<F> {
    /// The fact.
    pub fact: F,
    /// The ledger entry that leaves it out.
    pub rule: RuleId,
    /// Words for the player.
    pub reason: Arc<str>,
}

/// The modifier list of a chapter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Modifiers<F> {
    /// The rows in printed order; at most 64.
    pub rows: Vec<Row<F>>,
    /// Facts without a modifier in this war, and why.
    pub absent: Vec<Absent<F>>,
}

/// Which rows count, and their sum.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The rows that count, as bits by place.
    pub counted: u64,
    /// Their sum.
    pub total: i8,
}

/// A modifier that counts, with its reason.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
pub struct Item {
    /// What it adds.
    pub value: i8,
    /// Words for the player.
    pub label: Arc<str>,
    /// The ledger entry.
    pub rule: RuleId,
}

/// A modifier that a player might expect and does not get, with the reason.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
pub struct NotCounted {
    /// Words for the player.
    pub label: Arc<str>,
    /// What it would have added; nothing where this war has no such row.
    pub value: Option<i8>,
    /// Why it does not count.
    pub reason: Arc<str>,
    /// The ledger entry that says so.
    pub rule: RuleId,
}

impl NotCounted {
    /// What does not count and why: `outnumbered 3:1 or more (-3) does not count: cavalry ignores it`.
    pub fn told(&self) -> String {
        let value = self.value.map_or(String::new(), |value| format!(" ({value:+})"));
        format!("{}{value} does not count: {}", self.label, self.reason)
    }
}

/// A sum with all its reasons.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
pub struct Reckoning {
    /// What counts.
    pub items: Vec<Item>,
    /// What does not, and why.
    pub not_counted: Vec<NotCounted>,
    /// The sum of what counts.
    pub total: i8,
}

impl<F: Named> Row<F> {
    /// The words for what makes the row count here: of its alternatives only those that are true.
    pub fn label_for(&self, facts: Set<F>) -> Arc<str> {
        if let Some(together) = self.together_in(facts) {
            return together.label.clone();
        }
        if self.when.iter().count() < 2 {
            return self.label.clone();
        }
        let parts: Vec<&str> = alternatives(&self.label);
        let words = |fact: F| fact.name().replace('-', " ");
        let says = |fact: F| parts.iter().find(|part| part.contains(&*words(fact))).copied();
        // One fact and one part that are left over belong together: this war has its own word for it.
        let named = |fact: F| parts.iter().any(|part| words(fact).contains(part));
        let silent = self.when.iter().filter(|fact| says(*fact).is_none() && !named(*fact));
        let silent: Vec<F> = silent.collect();
        let said: Vec<&str> = self.when.iter().filter_map(says).collect();
        let mut free = parts.iter().filter(|part| !said.contains(part));
        let own = match (silent.as_slice(), free.next(), free.next()) {
            ([_], Some(part), None) => Some(*part),
            _ => None,
        };
        let own = |fact: F| own.filter(|_| silent.contains(&fact));
        let told =
            |fact: F| says(fact).or_else(|| own(fact)).map_or_else(|| words(fact), str::to_owned);
        let mut found: Vec<String> = Vec::new();
        for text in self.when.both(facts).iter().map(told) {
            if !found.contains(&text) {
                found.push(text);
            }
        }
        if found.is_empty() { self.label.clone() } else { found.join(" and ").into() }
    }

    /// The ledger entry that makes the row count here.
    pub fn rule_for(&self, facts: Set<F>) -> RuleId {
        self.together_in(facts).map_or(&self.rule, |together| &together.rule).clone()
    }

    fn together_in(&self, facts: Set<F>) -> Option<&Together<F>> {
        self.together.iter().find(|together| together.facts.both(facts) == together.facts)
    }
}

/// The parts of a label that names several things, one of which is enough; a remark on all of them is none.
fn alternatives(label: &str) -> Vec<&str> {
    let parts = label.split(", ").flat_map(|part| part.split(" or "));
    let parts = parts.map(|part| part.strip_prefix("or ").unwrap_or(part));
    parts.filter(|part| !part.starts_with("always ")).collect()
}

impl<F: Named> Modifiers<F> {
    /// The rows that `facts` make true, before one replaces another.
    pub fn live(&self, facts: Set<F>) -> u64 {
        let mut live = 0;
        for (place, row) in self.rows.iter().enumerate() {
            let stopped = || row.unless.iter().any(|e| facts.contains(e.fact));
            if row.share == Share::Whole && facts.meets(row.when) && !stopped() {
                live |= 1 << place;
            }
        }
        live
    }

    /// Drops the rows that yield to another live row and adds up the rest.
    pub fn settle(&self, live: u64) -> Tally {
        let mut tally = Tally::default();
        let mut rest = live;
        while rest != 0 {
            let place = rest.trailing_zeros();
            rest &= rest - 1;
            let row = &self.rows[place as usize];
            if row.yields_to & live == 0 {
                tally.counted |= 1 << place;
                tally.total += row.value;
            }
        }
        tally
    }

    /// The sum for `facts`.
    pub fn tally(&self, facts: Set<F>) -> Tally {
        self.settle(self.live(facts))
    }

    /// The sum for `facts` with every reason.
    pub fn reckon(&self, facts: Set<F>) -> Reckoning {
        self.explain(facts, self.live(facts))
    }

    /// The reasons behind the sum of the `live` rows.
    pub fn explain(&self, facts: Set<F>, live: u64) -> Reckoning {
        let tally = self.settle(live);
        let mut reckoning = Reckoning { total: tally.total, ..Reckoning::default() };
        for (place, row) in self.rows.iter().enumerate() {
            let bit = 1 << place;
            if tally.counted & bit != 0 {
                reckoning.items.push(Item {
                    value: row.value,
                    label: row.label_for(facts),
                    rule: row.rule_for(facts),
                });
            } else if live & bit != 0 {
                reckoning.not_counted.push(self.replaced(row, facts, live));
            } else if facts.meets(row.when) {
                reckoning.not_counted.extend(Self::stopped(row, facts));
            }
        }
        for absent in self.absent.iter().filter(|a| facts.contains(a.fact)) {
            reckoning.not_counted.push(NotCounted {
                label: absent.fact.name().replace('-', " ").into(),
                value: None,
                reason: absent.reason.clone(),
                rule: absent.rule.clone(),
            });
        }
        reckoning
    }

    /// Does a row that goes by one of the facts `about`, and by no other, count in a reckoning?
    pub fn counts(&self, reckoning: &Reckoning, about: Set<F>) -> bool {
        let rows = self.rows.iter().filter(|row| row.when == about);
        rows.into_iter().any(|row| reckoning.items.iter().any(|item| item.label == row.label))
    }

    /// Says of the rows that count by one of the facts `about` who or what is behind them: `outflanked, by X`.
    pub fn attribute(&self, reckoning: &mut Reckoning, (facts, about): (Set<F>, Set<F>), by: &str) {
        let rows = self.rows.iter().filter(|row| row.when.both(facts).meets(about));
        let labels: Vec<Arc<str>> = rows.map(|row| row.label_for(facts)).collect();
        for item in reckoning.items.iter_mut().filter(|item| labels.contains(&item.label)) {
            item.label = format!("{}, {by}", item.label).into();
        }
    }

    fn replaced(&self, row: &Row<F>, facts: Set<F>, live: u64) -> NotCounted {
        let by = &self.rows[(row.yields_to & live).trailing_zeros() as usize];
        NotCounted {
            label: row.label_for(facts),
            value: Some(row.value),
            reason: format!("not added to {}, which replaces it", by.label_for(facts)).into(),
            rule: by.rule_for(facts),
        }
    }

    fn stopped(row: &Row<F>, facts: Set<F>) -> Option<NotCounted> {
        let exception = row.unless.iter().find(|e| facts.contains(e.fact))?;
        Some(NotCounted {
            label: row.label_for(facts),
            value: Some(row.value),
            reason: exception.reason.clone(),
            rule: exception.rule.clone(),
        })
    }
}
