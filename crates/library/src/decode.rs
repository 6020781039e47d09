//! Reads TOML into values and collects every defect on the way, each with its line.
//!
//! serde stops at the first fault; a writer of data files wants them all.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::rc::Rc;
use std::str::FromStr;
use std::sync::Arc;

use geometry::Length;
use rulebook::{Named, RuleId, Set};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::{Defect, listed, nearest};

/// A TOML value with its place in the file.
#[derive(Clone, Debug)]
pub struct Node {
    span: Range<usize>,
    value: Value,
}

#[derive(Clone, Debug)]
enum Value {
    Text(String),
    Whole(i64),
    Decimal(f64),
    Truth(bool),
    List(Vec<Node>),
    Table(Vec<Entry>),
    Date,
}

#[derive(Clone, Debug)]
struct Entry {
    key: String,
    key_span: Range<usize>,
    node: Node,
}

/// A file being read, and what was found wrong in it so far.
pub struct Source<'a> {
    file: &'a str,
    text: &'a str,
    rules: &'a BTreeSet<String>,
    defects: RefCell<Vec<Defect>>,
    heard: RefCell<BTreeSet<String>>,
    /// Keys that were misspelt, each with the beginning of its table.
    slips: RefCell<Vec<(usize, String)>>,
    /// Lines that are no TOML, each with what is said of it.
    garbled: RefCell<BTreeMap<usize, String>>,
    /// What is one mistake wherever it shows.
    single: RefCell<BTreeSet<String>>,
}

impl<'a> Source<'a> {
    /// A file called `file` whose rule ids must be among `rules`.
    pub fn new(file: &'a str, text: &'a str, rules: &'a BTreeSet<String>) -> Source<'a> {
        let (defects, heard, slips, garbled, single) = Default::default();
        Source { file, text, rules, defects, heard, slips, garbled, single }
    }

    /// The whole text.
    pub fn text(&self) -> &'a str {
        self.text
    }

    /// Parses the whole file, syntax defects included.
    pub fn parse(&self) -> Node {
        let (table, errors) = DeTable::parse_recoverable(self.text);
        for error in errors {
            let span = error.span().unwrap_or(0..0);
            let (message, meant) = self.no_toml(error.message().trim(), &span);
            // The first fault of a line makes the others.
            let told = self.garbled.borrow_mut().insert(self.line(span.start), message.clone());
            match told {
                None => self.defect(span, message, meant),
                Some(first) => {
                    self.garbled.borrow_mut().insert(self.line(span.start), first);
                }
            }
        }
        let span = table.span();
        Node { value: Value::Table(entries(table.into_inner())), span }
    }

    /// What is said of a place that is no TOML, and what is meant by it if it is a place on the table
    /// or a list of numbers without commas.
    fn no_toml(&self, message: &str, span: &Range<usize>) -> (String, Option<String>) {
        let numbers = |text: &str| -> Option<Vec<String>> {
            let parts = text.split([',', ' ']).filter(|part| !part.is_empty());
            let parts: Vec<String> = parts.map(str::to_owned).collect();
            let all = parts.len() > 1 && parts.iter().all(|part| part.parse::<f64>().is_ok());
            all.then_some(parts)
        };
        let begin = self.text.get(..span.start).and_then(|text| text.rfind('\n'));
        let line = self.text.get(begin.map_or(0, |end| end + 1)..).unwrap_or("");
        let value =
            line.lines().next().and_then(|line| line.split_once('=')).map(|(_, value)| value);
        let bare = value.map(|value| value.trim().trim_matches(['[', ']', '(', ')']));
        match bare.and_then(numbers).filter(|numbers| numbers.len() == 2) {
            Some(place) => {
                let meant = format!("[{}]", place.join(", "));
                ("a place is written `[x, y]`".to_owned(), Some(meant))
            }
            None => match self.text.get(span.clone()).and_then(numbers) {
                Some(several) => (
                    "numbers of a list have commas between them".to_owned(),
                    Some(several.join(", ")),
                ),
                None => (message.to_owned(), None),
            },
        }
    }

    /// Notes a defect that is one mistake wherever it shows: told where it is first, with the lines of
    /// the other places.
    pub fn defect_once(&self, span: Range<usize>, message: String, suggestion: Option<String>) {
        self.single.borrow_mut().insert(message.clone());
        self.defect(span, message, suggestion);
    }

    /// Notes a defect.
    pub fn defect(&self, span: Range<usize>, message: String, suggestion: Option<String>) {
        let start = (0..=span.start.min(self.text.len()))
            .rev()
            .find(|&at| self.text.is_char_boundary(at))
            .unwrap_or(0);
        let before = &self.text[..start];
        let line = self.line(start);
        let begin = before.rfind('\n').map_or(0, |end| end + 1);
        let column = before[begin..].chars().count() + 1;
        let excerpt = self.text[begin..].lines().next().unwrap_or("");
        let meant = self.text.get(start..span.end.max(start)).unwrap_or("");
        let width = meant.lines().next().unwrap_or("").chars().count().max(1);
        let (file, excerpt) = (self.file.to_owned(), excerpt.replace('\t', " "));
        let defect = Defect { file, line, column, message, suggestion, excerpt, width };
        let mut defects = self.defects.borrow_mut();
        if !defects.contains(&defect) {
            defects.push(defect);
        }
    }

    /// The line of a place in the file, from 1.
    fn line(&self, at: usize) -> usize {
        let before = self.text.as_bytes().iter().take(at);
        before.filter(|byte| **byte == b'\n').count() + 1
    }

    /// Notes what was found wrong in another file that this one needs.
    pub fn adopt(&self, others: Vec<Defect>) {
        self.defects.borrow_mut().extend(others);
    }

    /// Every key that a reader asked for, with the tables that it is in: `unit.arrives.turn`.
    pub fn heard(&self) -> BTreeSet<String> {
        self.heard.borrow().clone()
    }

    /// Everything found wrong, in the order of the file.
    pub fn into_defects(self) -> Vec<Defect> {
        let mut defects = self.defects.into_inner();
        // A key that is misspelt is not missing as well.
        for (start, key) in self.slips.into_inner() {
            let line = 1 + self.text.bytes().take(start).filter(|byte| *byte == b'\n').count();
            let missing = format!("`{key}` is missing");
            defects.retain(|defect| defect.line != line || !defect.message.starts_with(&missing));
        }
        let garbled = self.garbled.into_inner();
        defects
            .retain(|defect| garbled.get(&defect.line).is_none_or(|told| *told == defect.message));
        defects.sort();
        for message in self.single.into_inner() {
            join(&mut defects, &message);
        }
        defects
    }
}

/// Makes one defect of all that say `message`.
fn join(defects: &mut Vec<Defect>, message: &str) {
    let same = defects.iter().filter(|defect| defect.message == message);
    let others: Vec<String> = same.skip(1).map(|defect| defect.line.to_string()).collect();
    let mut told = false;
    defects.retain(|defect| defect.message != message || !std::mem::replace(&mut told, true));
    let first = defects.iter_mut().find(|defect| defect.message == message);
    if let (Some(first), false) = (first, others.is_empty()) {
        let lines = if others.len() == 1 { "line" } else { "lines" };
        first.message += &format!("; the same in {lines} {}", others.join(", "));
    }
}

fn entries(table: DeTable<'_>) -> Vec<Entry> {
    table
        .into_iter()
        .map(|(key, value)| Entry {
            key_span: key.span(),
            key: key.into_inner().into_owned(),
            node: node(value),
        })
        .collect()
}

fn node(value: Spanned<DeValue<'_>>) -> Node {
    let span = value.span();
    let value = match value.into_inner() {
        DeValue::String(text) => Value::Text(text.into_owned()),
        DeValue::Integer(number) => match i64::from_str_radix(number.as_str(), number.radix()) {
            Ok(number) => Value::Whole(number),
            Err(_) => Value::Decimal(f64::NAN),
        },
        DeValue::Float(number) => Value::Decimal(number.as_str().parse().unwrap_or(f64::NAN)),
        DeValue::Boolean(truth) => Value::Truth(truth),
        DeValue::Datetime(_) => Value::Date,
        DeValue::Array(list) => Value::List(list.into_iter().map(node).collect()),
        DeValue::Table(table) => Value::Table(entries(table)),
    };
    Node { span, value }
}

impl Node {
    /// Puts the chosen readings in place: `{ ruling = "…", reading = value, … }` becomes its chosen
    /// value, and a table with `only = "ruling=reading"` stays only under that reading.
    pub fn settle(&mut self, source: &Source<'_>, chosen: &dyn Fn(&str) -> Option<String>) {
        match &mut self.value {
            Value::Table(entries) => {
                if let Some(node) = choose(entries, &self.span, source, chosen) {
                    *self = node;
                    return self.settle(source, chosen);
                }
                entries.iter_mut().for_each(|e| e.node.settle(source, chosen));
            }
            Value::List(nodes) => {
                nodes.retain_mut(|node| node.stays(source, chosen));
                nodes.iter_mut().for_each(|n| n.settle(source, chosen));
            }
            _ => {}
        }
    }

    fn stays(&mut self, source: &Source<'_>, chosen: &dyn Fn(&str) -> Option<String>) -> bool {
        let Value::Table(entries) = &mut self.value else {
            return true;
        };
        let Some(at) = entries.iter().position(|e| e.key == "only") else {
            return true;
        };
        let only = entries.remove(at);
        let condition = match &only.node.value {
            Value::Text(text) => text.split_once('='),
            _ => None,
        };
        let Some((ruling, reading)) = condition else {
            let message = "`only` takes \"ruling=reading\"".to_owned();
            source.defect(only.node.span, message, None);
            return true;
        };
        match chosen(ruling) {
            Some(now) => now == reading,
            None => {
                source.defect(
                    only.node.span.clone(),
                    format!("no ruling is called `{ruling}`"),
                    None,
                );
                true
            }
        }
    }

    fn kind(&self) -> &'static str {
        match self.value {
            Value::Text(_) => "text",
            Value::Whole(_) => "a whole number",
            Value::Decimal(_) => "a decimal number",
            Value::Truth(_) => "true or false",
            Value::List(_) => "a list",
            Value::Table(_) => "a table",
            Value::Date => "a date",
        }
    }
}

fn choose(
    entries: &[Entry],
    span: &Range<usize>,
    source: &Source<'_>,
    chosen: &dyn Fn(&str) -> Option<String>,
) -> Option<Node> {
    let asked = entries.iter().find(|e| e.key == "ruling")?;
    let Value::Text(ruling) = &asked.node.value else {
        return None;
    };
    let Some(reading) = chosen(ruling) else {
        source.defect(asked.node.span.clone(), format!("no ruling is called `{ruling}`"), None);
        return None;
    };
    let value = entries.iter().find(|e| e.key == reading);
    if value.is_none() {
        let message = format!("no value for the reading `{reading}` of the ruling `{ruling}`");
        source.defect(span.clone(), message, None);
    }
    value.map(|e| e.node.clone())
}

/// A table being read; what nobody asked for is reported when it is done.
pub struct Table<'a> {
    source: &'a Source<'a>,
    span: Range<usize>,
    entries: &'a [Entry],
    asked: Rc<RefCell<Vec<&'static str>>>,
    path: String,
}

impl<'a> Table<'a> {
    /// `node` as a table.
    pub fn of(source: &'a Source<'a>, node: &'a Node) -> Option<Table<'a>> {
        match &node.value {
            Value::Table(entries) => {
                let (span, path) = (node.span.clone(), String::new());
                Some(Table { source, span, entries, asked: Rc::default(), path })
            }
            _ => {
                source.defect(
                    node.span.clone(),
                    format!("expected a table, found {}", node.kind()),
                    None,
                );
                None
            }
        }
    }

    /// `node`, which stands under `key`, as a table.
    fn within(&self, key: &str, node: &'a Node) -> Option<Table<'a>> {
        let table = Table::of(self.source, node)?;
        Some(Table { path: format!("{}{key}.", self.path), ..table })
    }

    /// The file the table is in.
    pub fn source(&self) -> &'a Source<'a> {
        self.source
    }

    /// The line at which the table begins.
    pub fn line(&self) -> usize {
        self.source.line(self.span.start)
    }

    /// Notes a defect of the value under `key`.
    pub fn defect_at(&self, key: &str, message: String, suggestion: Option<String>) {
        self.source.defect(self.span(key), message, suggestion);
    }

    /// Notes a defect of the whole table.
    pub fn defect(&self, message: String) {
        self.source.defect(self.span.clone(), message, None);
    }

    /// The value under `key`, if it is there.
    pub fn maybe(&self, key: &'static str) -> Option<&'a Node> {
        self.asked.borrow_mut().push(key);
        self.entries.iter().find(|e| e.key == key).map(|e| &e.node)
    }

    /// Takes keys as asked for, whether or not they were read.
    pub fn knows(&self, keys: &[&'static str]) {
        self.asked.borrow_mut().extend(keys);
    }

    /// The value under `key`; its absence is a defect.
    pub fn node(&self, key: &'static str) -> Option<&'a Node> {
        let found = self.maybe(key);
        if found.is_none() {
            self.defect(format!("`{key}` is missing"));
        }
        found
    }

    /// Keys and values, for tables whose keys are names.
    pub fn pairs(&self) -> impl Iterator<Item = (&'a str, Range<usize>, &'a Node)> {
        self.entries.iter().map(|e| (e.key.as_str(), e.key_span.clone(), &e.node))
    }

    /// Reports the keys nobody asked for.
    pub fn finish(self) {
        let asked = self.asked.borrow();
        let heard = asked.iter().map(|key| format!("{}{key}", self.path));
        self.source.heard.borrow_mut().extend(heard);
        for entry in self.entries.iter().filter(|e| !asked.contains(&e.key.as_str())) {
            let near = nearest(&entry.key, asked.iter().copied()).map(str::to_owned);
            // Who hits upon no key at all wants to see them.
            let known = match near {
                Some(_) => String::new(),
                None => listed(&entry.key, asked.iter().copied()),
            };
            if let Some(near) = &near {
                self.source.slips.borrow_mut().push((self.span.start, near.clone()));
            }
            let message = format!("unknown key `{}`{known}", entry.key);
            self.source.defect(entry.key_span.clone(), message, near);
        }
    }

    fn wrong(&self, node: &Node, expected: &str) {
        let message = format!("expected {expected}, found {}", node.kind());
        self.source.defect(node.span.clone(), message, None);
    }

    /// A text.
    pub fn text(&self, key: &'static str) -> Option<Arc<str>> {
        let node = self.node(key)?;
        self.text_of(node)
    }

    /// A text that may be missing.
    pub fn maybe_text(&self, key: &'static str) -> Arc<str> {
        self.maybe(key).and_then(|node| self.text_of(node)).unwrap_or_default()
    }

    fn text_of(&self, node: &Node) -> Option<Arc<str>> {
        match &node.value {
            Value::Text(text) => Some(text.as_str().into()),
            _ => {
                self.wrong(node, "text");
                None
            }
        }
    }

    /// A list of texts; missing is empty.
    pub fn texts(&self, key: &'static str) -> Vec<Arc<str>> {
        self.list(key).iter().filter_map(|node| self.text_of(node)).collect()
    }

    /// A list; missing is empty.
    pub fn list(&self, key: &'static str) -> &'a [Node] {
        match self.maybe(key).map(|node| (node, &node.value)) {
            None => &[],
            Some((_, Value::List(nodes))) => nodes,
            Some((node, _)) => {
                self.wrong(node, "a list");
                &[]
            }
        }
    }

    /// The tables of a list; missing is empty.
    pub fn tables(&self, key: &'static str) -> Vec<Table<'a>> {
        self.list(key).iter().filter_map(|node| self.within(key, node)).collect()
    }

    /// A table; its absence is a defect.
    pub fn table(&self, key: &'static str) -> Option<Table<'a>> {
        self.within(key, self.node(key)?)
    }

    /// A table that may be missing.
    pub fn maybe_table(&self, key: &'static str) -> Option<Table<'a>> {
        self.maybe(key).and_then(|node| self.within(key, node))
    }

    /// A whole number that fits the type asked for.
    pub fn number<N: TryFrom<i64>>(&self, key: &'static str) -> Option<N> {
        let node = self.node(key)?;
        self.number_of(node)
    }

    /// A whole number that may be missing.
    pub fn maybe_number<N: TryFrom<i64>>(&self, key: &'static str) -> Option<N> {
        self.maybe(key).and_then(|node| self.number_of(node))
    }

    /// `node` as a whole number that fits the type asked for.
    pub fn number_of<N: TryFrom<i64>>(&self, node: &Node) -> Option<N> {
        let Value::Whole(number) = node.value else {
            self.wrong(node, "a whole number");
            return None;
        };
        let fits = N::try_from(number).ok();
        if fits.is_none() {
            self.source.defect(node.span.clone(), format!("{number} is out of range here"), None);
        }
        fits
    }

    /// True or false.
    pub fn truth(&self, key: &'static str) -> Option<bool> {
        let node = self.node(key)?;
        match node.value {
            Value::Truth(truth) => Some(truth),
            _ => {
                self.wrong(node, "true or false");
                None
            }
        }
    }

    /// True or false; missing is `otherwise`.
    pub fn truth_or(&self, key: &'static str, otherwise: bool) -> bool {
        match self.maybe(key) {
            None => otherwise,
            Some(_) => self.truth(key).unwrap_or(otherwise),
        }
    }

    /// Inches.
    pub fn length(&self, key: &'static str) -> Option<Length> {
        let node = self.node(key)?;
        self.length_of(node)
    }

    /// Inches that may be missing.
    pub fn maybe_length(&self, key: &'static str) -> Option<Length> {
        self.maybe(key).and_then(|node| self.length_of(node))
    }

    /// A value as inches.
    pub fn length_of(&self, node: &Node) -> Option<Length> {
        let text = match node.value {
            Value::Whole(inches) => inches.to_string(),
            Value::Decimal(inches) => inches.to_string(),
            _ => {
                self.wrong(node, "inches");
                return None;
            }
        };
        let length = text.parse().ok();
        if length.is_none() {
            let message = format!("{text} is not a distance in inches to the thousandth");
            self.source.defect(node.span.clone(), message, None);
        }
        length
    }

    /// A list of inches.
    pub fn lengths(&self, key: &'static str) -> Vec<Length> {
        self.list(key).iter().filter_map(|node| self.length_of(node)).collect()
    }

    /// A ledger id that exists.
    pub fn rule(&self, key: &'static str) -> Option<RuleId> {
        let node = self.node(key)?;
        let text = self.text_of(node)?;
        self.rule_of(&text, node)
    }

    /// `text` as a ledger id that exists.
    pub fn rule_of(&self, text: &str, node: &Node) -> Option<RuleId> {
        if self.source.rules.contains(text) {
            return Some(RuleId::new(text));
        }
        let near = nearest(text, self.source.rules.iter().map(String::as_str)).map(str::to_owned);
        self.source.defect(node.span.clone(), format!("the ledger has no rule `{text}`"), near);
        None
    }

    /// A name of the enum `T`.
    pub fn name<T: Named + FromStr>(&self, key: &'static str) -> Option<T> {
        let node = self.node(key)?;
        let text = self.text_of(node)?;
        self.name_of(&text, node.span.clone())
    }

    /// A name of the enum `T` that may be missing.
    pub fn maybe_name<T: Named + FromStr>(&self, key: &'static str) -> Option<T> {
        self.maybe(key).and_then(|_| self.name(key))
    }

    /// A name of the enum `T`; missing is `otherwise`.
    pub fn name_or<T: Named + FromStr>(&self, key: &'static str, otherwise: T) -> T {
        match self.maybe(key) {
            None => otherwise,
            Some(_) => self.name(key).unwrap_or(otherwise),
        }
    }

    /// `text` as a name of the enum `T`.
    pub fn name_of<T: Named + FromStr>(&self, text: &str, span: Range<usize>) -> Option<T> {
        let found = text.parse().ok();
        if found.is_none() {
            let near = nearest(text, T::ALL.iter().map(|t| t.name())).map(str::to_owned);
            let known = listed(text, T::ALL.iter().map(|t| t.name()));
            self.source.defect(span, format!("`{text}` is not known here{known}"), near);
        }
        found
    }

    /// A list of names of the enum `T`; missing is empty.
    pub fn names<T: Named + FromStr>(&self, key: &'static str) -> Vec<T> {
        let nodes = self.list(key).iter();
        nodes.filter_map(|node| self.name_of(&self.text_of(node)?, node.span.clone())).collect()
    }

    /// A list of names as a set.
    pub fn set<T: Named + FromStr>(&self, key: &'static str) -> Set<T> {
        self.names(key).into_iter().collect()
    }

    /// What the file has under `key`, to the letter.
    pub fn raw(&self, key: &str) -> &'a str {
        self.source.text.get(self.span(key)).unwrap_or("")
    }

    /// How far the places `[x, y]` in it reach, east and north.
    pub fn farthest(&self) -> (f64, f64) {
        let all = self.entries.iter().map(|entry| entry.node.farthest());
        all.fold((0.0, 0.0), |far, one| (far.0.max(one.0), far.1.max(one.1)))
    }

    /// The place of the value under `key`, or of the table.
    pub fn span(&self, key: &str) -> Range<usize> {
        let found = self.entries.iter().find(|e| e.key == key);
        found.map_or(self.span.clone(), |e| e.node.span.clone())
    }
}

/// What a node says, for the few readers that take more than one kind of value.
impl Node {
    /// The text, if it is one.
    pub fn as_text(&self) -> Option<&str> {
        match &self.value {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The value under `key`, if it is a table that has one.
    pub fn under(&self, key: &str) -> Option<&Node> {
        match &self.value {
            Value::Table(entries) => entries.iter().find(|e| e.key == key).map(|e| &e.node),
            _ => None,
        }
    }

    /// The whole number, if it is one.
    pub fn as_whole(&self) -> Option<i64> {
        match self.value {
            Value::Whole(number) => Some(number),
            _ => None,
        }
    }

    /// How far the places `[x, y]` in it reach, east and north.
    fn farthest(&self) -> (f64, f64) {
        let of = |nodes: &mut dyn Iterator<Item = &Node>| {
            let all = nodes.map(Node::farthest);
            all.fold((0.0, 0.0), |far: (f64, f64), one| (far.0.max(one.0), far.1.max(one.1)))
        };
        match &self.value {
            Value::List(nodes) => match nodes.as_slice() {
                [x, y] if x.as_number().is_some() => {
                    (x.as_number().unwrap_or(0.0), y.as_number().unwrap_or(0.0))
                }
                nodes => of(&mut nodes.iter()),
            },
            Value::Table(entries) => of(&mut entries.iter().map(|entry| &entry.node)),
            _ => (0.0, 0.0),
        }
    }

    /// Is it a table?
    pub fn is_table(&self) -> bool {
        matches!(self.value, Value::Table(_))
    }

    /// The number, if it is one.
    pub fn as_number(&self) -> Option<f64> {
        match self.value {
            Value::Whole(number) => Some(number as f64),
            Value::Decimal(number) => Some(number),
            _ => None,
        }
    }

    /// The list, if it is one.
    pub fn as_list(&self) -> Option<&[Node]> {
        match &self.value {
            Value::List(nodes) => Some(nodes),
            _ => None,
        }
    }

    /// Where it stands.
    pub fn place(&self) -> Range<usize> {
        self.span.clone()
    }
}

/// What steps from an older format to a newer one are made of.
#[cfg(test)]
impl Node {
    /// Calls a key of every table in the list under `list` by another name.
    pub fn rename(&mut self, list: &str, old: &str, new: &str) {
        let Value::Table(entries) = &mut self.value else { return };
        let tables = entries.iter_mut().find(|e| e.key == list).map(|e| &mut e.node.value);
        let Some(Value::List(tables)) = tables else { return };
        for table in tables {
            let Value::Table(entries) = &mut table.value else { continue };
            entries.iter_mut().filter(|e| e.key == old).for_each(|e| e.key = new.to_owned());
        }
    }
}
