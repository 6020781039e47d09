//! `dq map`: a scenario as a staff map.

use std::fs;

use library::Choices;
use picture::{Options, Scene};

use crate::args::MapArgs;
use crate::{Answer, Fault};

/// `dq map …`.
pub fn run(args: &MapArgs) -> Result<Answer, Fault> {
    let file = &args.file;
    let text =
        fs::read_to_string(file).map_err(|error| Fault(format!("cannot read {file}: {error}")))?;
    let (scenario, book) = library::scenario(&text, file, &Choices::new())?;
    let pixels_per_inch = picture::pixels_per_inch(&scenario, args.width);
    let options = Options { pixels_per_inch, ..Options::default() };
    let svg = picture::svg(&Scene { scenario: &scenario, book: &book, options });
    match (&args.svg, &args.png) {
        (Some(out), _) => write(out, svg.as_bytes())?,
        (None, Some(out)) => write(out, &picture::png(&svg, args.width)?)?,
        (None, None) => return Ok(Answer::good(svg)),
    }
    Ok(Answer::good(String::new()))
}

fn write(out: &str, content: &[u8]) -> Result<(), Fault> {
    fs::write(out, content).map_err(|error| Fault(format!("cannot write {out}: {error}")))
}
