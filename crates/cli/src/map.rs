//! `dq map`: a scenario as a staff map.

use std::fs;

use engine::battle::{State, Whereabouts};
use engine::scenario::{Arriving, Scenario};
use library::{Choices, Defect, Drafted, Flaw};
use picture::{Mark, Options, Scene};
use rulebook::Rulebook;

use crate::args::MapArgs;
use crate::scenario::find;
use crate::{Answer, Fault};

/// How wide a picture is where nobody says.
const WIDTH: u32 = 1600;

/// `dq map …`. A battle that is not right yet is drawn as far as it can be read, its defects marked.
pub fn run(args: &MapArgs) -> Result<Answer, Fault> {
    let found = find::one(&args.file)?;
    let (svg, flaws) = match library::checked(&found.text, &found.file, &Choices::new()) {
        Ok(battle) => (svg(&battle.scenario, &battle.book, args.width), 0),
        Err(defects) => {
            let draft = library::draft(&found.text, &found.file);
            let draft = draft.map_err(|_| found.refused(&defects))?;
            (marked(&draft, args.width), draft.flaws.len())
        }
    };
    let out = match (&args.svg, &args.png) {
        (None, None) => return Ok(Answer::good(svg)),
        (Some(out), _) => {
            write(out, svg.as_bytes())?;
            out
        }
        (None, Some(out)) => {
            write(out, &picture::png(&svg, args.width)?)?;
            out
        }
    };
    let file = &found.file;
    Ok(Answer::good(match flaws {
        0 => String::new(),
        1 => format!("{out} has a defect marked: `dq scenario check {file}` tells it\n"),
        n => format!("{out} has {n} defects marked: `dq scenario check {file}` tells them\n"),
    }))
}

/// The map of what could be read, with rings and notes for the rest.
fn marked(draft: &Drafted, width: u32) -> String {
    let note = |flaw: &Flaw| {
        let Defect { line, message, suggestion, .. } = &flaw.defect;
        let hint = suggestion.as_ref().map(|word| format!("; did you mean {word}?"));
        let note = format!("line {line}: {message}{}", hint.unwrap_or_default());
        Mark { around: flaw.around, note: note.replace('`', "") }
    };
    let marks: Vec<Mark> = draft.flaws.iter().map(note).collect();
    let (scenario, book) = (&draft.scenario, &draft.book);
    picture::svg_marked(&Scene { scenario, book, options: options(scenario, width) }, &marks)
}

/// Draws a scenario to a file, as its ending says.
pub fn draw(scenario: &Scenario, book: &Rulebook, out: &str) -> Result<(), Fault> {
    let svg = svg(scenario, book, WIDTH);
    match out.rsplit_once('.').map(|(_, ending)| ending.to_lowercase()).as_deref() {
        Some("svg") => write(out, svg.as_bytes()),
        Some("png") => write(out, &picture::png(&svg, WIDTH)?),
        _ => Err(Fault(format!("{out} is no picture: expected a name that ends in .svg or .png"))),
    }
}

/// A battle as it stands, as a small PNG: what is left of every unit, with `caption` in the place of the day.
pub fn small(state: &State, caption: &str, width: u32) -> Result<Vec<u8>, Fault> {
    let scenario = Scenario { date: caption.into(), ..as_it_stands(state) };
    let mut options = options(&scenario, width);
    options.layers.strengths = true;
    let svg = picture::svg(&Scene { scenario: &scenario, book: &state.book, options });
    Ok(picture::small_png(&svg, width)?)
}

/// A battle as it stands, as a scenario that could begin so: who has come is no longer expected.
pub fn as_it_stands(state: &State) -> Scenario {
    let mut scenario = (*state.scenario).clone();
    scenario.position = state.position.clone();
    scenario.date = format!("{}, turn {}", scenario.date, state.turn).into();
    for (key, holder) in scenario.key_positions.iter_mut().zip(&state.holders) {
        key.owner = *holder;
    }
    scenario.arrivals.retain(|arrival| match arrival.who {
        Arriving::Unit(unit) => state.marks(unit).whereabouts == Whereabouts::Expected,
        Arriving::Leader(leader) => state.officer(leader).expected,
    });
    scenario
}

fn svg(scenario: &Scenario, book: &Rulebook, width: u32) -> String {
    picture::svg(&Scene { scenario, book, options: options(scenario, width) })
}

fn options(scenario: &Scenario, width: u32) -> Options {
    let pixels_per_inch = picture::pixels_per_inch(scenario, width);
    Options { pixels_per_inch, ..Options::default() }
}

fn write(out: &str, content: &[u8]) -> Result<(), Fault> {
    fs::write(out, content).map_err(|error| Fault(format!("cannot write {out}: {error}")))
}
