//! Draws a scenario file and says how long it took:
//! `cargo run --release -p picture --example draw -- FILE OUT.svg OUT.png WIDTH [all]`.

use std::time::Instant;

use library::Choices;
use picture::{Layers, Options, Scene};

#[allow(clippy::disallowed_methods)] // the time it takes is what this is for
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let text = std::fs::read_to_string(&args[1]).expect("a file to read");
    let (scenario, book) = library::scenario(&text, &args[1], &Choices::new()).expect("a scenario");
    let width: u32 = args[4].parse().expect("a width");
    let all = args.len() > 5;
    let layers = Layers { grid: all, command: all, ..Layers::default() };
    let options = Options {
        pixels_per_inch: picture::pixels_per_inch(&scenario, width),
        layers,
        highlighted: scenario.position.ids().next().filter(|_| all),
    };
    let began = Instant::now();
    let svg = picture::svg(&Scene { scenario: &scenario, book: &book, options });
    println!("svg {} bytes in {:?}", svg.len(), began.elapsed());
    std::fs::write(&args[2], &svg).expect("a file to write");
    let began = Instant::now();
    let png = picture::png(&svg, width).expect("a picture");
    println!("png {} bytes in {:?}", png.len(), began.elapsed());
    std::fs::write(&args[3], png).expect("a file to write");
}
