//! `dq map`: a scenario as a staff map.

use std::fs;

use engine::battle::State;
use engine::scenario::Scenario;
use library::Choices;
use picture::{Options, Scene};
use rulebook::Rulebook;

use crate::args::MapArgs;
use crate::scenario::find;
use crate::{Answer, Fault};

/// How wide a picture is where nobody says.
const WIDTH: u32 = 1600;

/// `dq map …`.
pub fn run(args: &MapArgs) -> Result<Answer, Fault> {
    // A half-finished battle may be looked at: it has only to be a table.
    let found = find::one(&args.file)?;
    let (scenario, book) = library::scenario(&found.text, &found.file, &Choices::new())
        .map_err(|defects| found.refused(&defects))?;
    let svg = svg(&scenario, &book, args.width);
    match (&args.svg, &args.png) {
        (Some(out), _) => write(out, svg.as_bytes())?,
        (None, Some(out)) => write(out, &picture::png(&svg, args.width)?)?,
        (None, None) => return Ok(Answer::good(svg)),
    }
    Ok(Answer::good(String::new()))
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

/// A battle as it stands, as a scenario that could begin so.
pub fn as_it_stands(state: &State) -> Scenario {
    let mut scenario = (*state.scenario).clone();
    scenario.position = state.position.clone();
    scenario.date = format!("{}, turn {}", scenario.date, state.turn).into();
    for (key, holder) in scenario.key_positions.iter_mut().zip(&state.holders) {
        key.owner = *holder;
    }
    scenario
}

fn svg(scenario: &Scenario, book: &Rulebook, width: u32) -> String {
    let pixels_per_inch = picture::pixels_per_inch(scenario, width);
    let options = Options { pixels_per_inch, ..Options::default() };
    picture::svg(&Scene { scenario, book, options })
}

fn write(out: &str, content: &[u8]) -> Result<(), Fault> {
    fs::write(out, content).map_err(|error| Fault(format!("cannot write {out}: {error}")))
}
