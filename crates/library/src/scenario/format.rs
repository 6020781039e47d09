//! Formats of scenario files: an older one is brought up to date before it is read.
//!
//! A change that old files would not survive makes a new format: `NEWEST` is raised, and `STEPS` gets
//! what turns a file of the format before into one of the new. Lines stay as they are, so that
//! defects are told where the old file has them.

use crate::decode::{Node, Source};

/// The newest format, in which new files are written.
pub const NEWEST: usize = 1;

/// What brings a file up from its format to the next.
pub type Step = fn(&mut Node);

/// One step for each older format: the first from 1 to 2.
pub const STEPS: [Step; NEWEST - 1] = [];

/// Brings a file up to date; false if nobody here knows its format, which is then all that is said.
pub fn bring_up_to_date(source: &Source<'_>, root: &mut Node, steps: &[Step]) -> bool {
    let newest = steps.len() + 1;
    let Some(node) = root.under("format") else { return true };
    // What is no number is told by whoever reads the file.
    let Some(number) = node.as_whole() else { return true };
    let format = usize::try_from(number).unwrap_or(0);
    if format == 0 {
        let message = format!("there is no scenario format {number}: write `format = {newest}`");
        source.defect(node.place(), message, None);
        return false;
    }
    if format > newest {
        let message = format!(
            "this file is of scenario format {format} and this program reads up to {newest}: a newer program is needed"
        );
        source.defect(node.place(), message, None);
        return false;
    }
    steps[format - 1..].iter().for_each(|step| step(root));
    true
}

#[cfg(test)]
mod tests {
    use super::super::{Asked, Reading};
    use super::*;
    use crate::{BATTLES, Choices, Defects};

    /// Two formats to come: an army's `home` is called its `edge`, then a unit's `armed-with` its `weapon`.
    const TO_COME: [Step; 2] = [
        |root| root.rename("army", "home", "edge"),
        |root| root.rename("unit", "armed-with", "weapon"),
    ];

    fn read(text: &str, steps: &[Step]) -> Result<String, Defects> {
        let choices = Choices::new();
        let reading = Reading { steps, ..Reading::new(&choices, Asked::Battle) };
        reading.scenario(text, "old.toml").map(|(scenario, _)| format!("{scenario:?}"))
    }

    /// A battle as a file of one of the formats before those to come.
    fn as_of(format: usize) -> (String, String) {
        let (_, now) = BATTLES.iter().find(|(name, _)| *name == "acw-training").expect("built in");
        let mut old = now.replace("format = 1", &format!("format = {format}"));
        if format < 2 {
            old = old.replace("\nedge =", "\nhome =");
        }
        if format < 3 {
            old = old.replace("\nweapon =", "\narmed-with =");
        }
        (old, now.replace("format = 1", "format = 3"))
    }

    #[test]
    fn a_file_of_every_older_format_reads_as_if_it_were_new() {
        for format in 1..=3 {
            let (old, new) = as_of(format);
            assert_eq!(read(&old, &TO_COME), read(&new, &TO_COME), "format {format}");
            assert!(read(&old, &TO_COME).is_ok(), "format {format}");
        }
        // Without the steps the same file is full of unknown words.
        let (oldest, _) = as_of(1);
        assert!(read(&oldest, &STEPS).unwrap_err().to_string().contains("unknown key `home`"));
    }

    #[test]
    fn a_defect_of_an_old_file_is_told_where_the_old_file_has_it() {
        let (old, _) = as_of(1);
        let wrong = old.replacen("home = \"south\"", "home = \"sauth\"", 1);
        let Defects(defects) = read(&wrong, &TO_COME).unwrap_err();
        let line = wrong.lines().position(|line| line.contains("sauth")).unwrap() + 1;
        assert_eq!(defects.len(), 1, "{defects:?}");
        assert_eq!((defects[0].line, defects[0].column), (line, 8));
        assert_eq!(defects[0].suggestion.as_deref(), Some("south"));
    }

    #[test]
    fn a_format_that_nobody_knows_is_all_that_is_said_of_a_file() {
        for (format, words) in [
            ("4", "this file is of scenario format 4 and this program reads up to 3"),
            ("0", "there is no scenario format 0: write `format = 3`"),
            ("-1", "there is no scenario format -1"),
        ] {
            let text = format!("format = {format}\ntitle = 7\nnonsense = true\n");
            let Defects(defects) = read(&text, &TO_COME).unwrap_err();
            assert_eq!(defects.len(), 1, "{defects:?}");
            assert!(defects[0].message.starts_with(words), "{}", defects[0].message);
        }
    }
}
