use std::str::FromStr;

use rulebook::{Absent, Exception, Modifiers, Named, Row, Set, Share, Together};

use crate::decode::Table;
use crate::nearest;

/// The `modifier` and `absent` lists of a chapter. Every fact the engine knows must stand in one of
/// them exactly once (or as an exception), so that nothing is silently worth nothing.
pub fn modifiers<F: Named + FromStr>(chapter: &Table<'_>) -> Modifiers<F> {
    let tables = chapter.tables("modifier");
    let ids: Vec<String> = tables.iter().map(|t| t.maybe_text("id").to_string()).collect();
    if tables.len() > 64 {
        chapter.defect("a chapter has room for 64 modifier rows".to_owned());
    }
    let rows: Vec<Row<F>> =
        tables.into_iter().take(64).filter_map(|table| row(table, &ids)).collect();
    let absent: Vec<Absent<F>> =
        chapter.tables("absent").into_iter().filter_map(self::absent).collect();
    every_fact_once(chapter, &rows, &absent);
    Modifiers { rows, absent }
}

fn row<F: Named + FromStr>(table: Table<'_>, ids: &[String]) -> Option<Row<F>> {
    let id = table.text("id");
    let label = table.text("label");
    let value = table.number("value");
    let when = table.set("when");
    if when.is_empty() {
        table.defect("`when` must name at least one fact".to_owned());
    }
    let unless = table.tables("unless").into_iter().filter_map(exception).collect();
    let mut yields_to = 0;
    for other in table.texts("yields-to") {
        match ids.iter().position(|id| **id == *other) {
            Some(place) => yields_to |= 1 << place,
            None => {
                let near = nearest(&other, ids.iter().map(String::as_str)).map(str::to_owned);
                let message = format!("no modifier row is called `{other}`");
                table.source().defect(table.span("yields-to"), message, near);
            }
        }
    }
    let share = match &*table.maybe_text("share") {
        "" => Share::Whole,
        "half" => Share::HalfOrMore,
        other => {
            let message = format!("`share` is \"half\" or left out, not `{other}`");
            table.source().defect(table.span("share"), message, Some("half".to_owned()));
            Share::Whole
        }
    };
    let together = table.tables("together").into_iter().filter_map(self::together).collect();
    let rule = table.rule("rule");
    let id = id?;
    if ids.iter().filter(|other| **other == *id).count() > 1 {
        table.defect(format!("the row id `{id}` is used twice"));
    }
    table.finish();
    let (label, value, rule) = (label?, value?, rule?);
    Some(Row { id, label, value, when, unless, yields_to, share, together, rule })
}

fn together<F: Named + FromStr>(table: Table<'_>) -> Option<Together<F>> {
    let facts = table.set("facts");
    if facts.iter().count() < 2 {
        table.defect("`facts` must name at least two facts".to_owned());
    }
    let label = table.text("label");
    let rule = table.rule("rule");
    table.finish();
    Some(Together { facts, label: label?, rule: rule? })
}

fn exception<F: Named + FromStr>(table: Table<'_>) -> Option<Exception<F>> {
    let fact = table.name("is");
    let rule = table.rule("rule");
    let reason = table.text("reason");
    table.finish();
    Some(Exception { fact: fact?, rule: rule?, reason: reason? })
}

fn absent<F: Named + FromStr>(table: Table<'_>) -> Option<Absent<F>> {
    let fact = table.name("fact");
    let rule = table.rule("rule");
    let reason = table.text("reason");
    table.finish();
    Some(Absent { fact: fact?, rule: rule?, reason: reason? })
}

fn every_fact_once<F: Named>(chapter: &Table<'_>, rows: &[Row<F>], absent: &[Absent<F>]) {
    for &fact in F::ALL {
        let name = fact.name();
        let in_rows = rows.iter().filter(|r| r.when.contains(fact)).count();
        let in_absent = absent.iter().filter(|a| a.fact == fact).count();
        let stops = rows.iter().flat_map(|r| &r.unless).any(|e| e.fact == fact);
        let exceptions: Set<F> = rows.iter().flat_map(|r| &r.unless).map(|e| e.fact).collect();
        match in_rows + in_absent {
            0 if !stops && !exceptions.contains(fact) => {
                chapter.defect(format!(
                    "no modifier row, exception or `absent` entry speaks of `{name}`"
                ));
            }
            0 | 1 => {}
            _ => chapter
                .defect(format!("more than one modifier row or `absent` entry speaks of `{name}`")),
        }
    }
}
