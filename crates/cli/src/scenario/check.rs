//! `dq scenario check`: every defect of every file, with its place.

use std::fmt::Write;

use library::{Choices, Defects, checked};

use super::{CheckArgs, find};
use crate::answers::{ScenarioCheck, ScenarioFlaw};
use crate::{Answer, Fault, show};

/// `dq scenario check …`.
pub fn run(args: &CheckArgs) -> Result<Answer, Fault> {
    let files = find::all(args.path.as_deref())?;
    let (mut defects, mut warnings) = (Vec::new(), Vec::new());
    for found in &files {
        match checked(&found.text, &found.file, &Choices::new()) {
            Ok(checked) => warnings.extend(checked.remarks),
            Err(Defects(more)) => defects.extend(more),
        }
    }
    let good = defects.is_empty();
    if args.json {
        let rows = defects.iter().map(ScenarioFlaw::defect);
        let rows = rows.chain(warnings.iter().map(ScenarioFlaw::warning)).collect();
        return Ok(Answer { text: show::json(&ScenarioCheck(rows)), good });
    }
    let mut text: String = warnings.iter().map(|w| format!("warning: {}\n", w.pointed())).collect();
    text.extend(defects.iter().map(|defect| format!("{}\n", defect.pointed())));
    writeln!(
        text,
        "{}, {}, {}",
        counted(files.len(), "battle"),
        counted(defects.len(), "defect"),
        counted(warnings.len(), "warning")
    )?;
    Ok(Answer { text, good })
}

fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}
