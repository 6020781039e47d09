//! `dq record story`: a battle that was played, as a page with maps.

mod acts;
mod naming;
mod prose;

use std::fmt::Write;
use std::fs;
use std::path::Path;

use clap::Args;
use engine::battle::{Over, State};
use engine::table::Side;
use library::record::{Record, Replay};

use crate::{Answer, Fault, map};
use acts::Chapter;
use prose::Prose;

/// How wide a map is, in pixels.
const WIDTH: u32 = 900;

/// `record story`.
#[derive(Args)]
pub struct StoryArgs {
    /// Records
    #[arg(required = true)]
    pub files: Vec<String>,
    /// The folder for the pages and their maps
    #[arg(long, value_name = "FOLDER", default_value = ".")]
    pub out: String,
    /// The pages alone, without maps
    #[arg(long)]
    pub no_maps: bool,
}

/// A page of a battle, and the maps it shows.
struct Story {
    page: String,
    /// Name of the file, battle, caption.
    maps: Vec<(String, State, String)>,
}

/// `dq record story …`.
pub fn run(args: &StoryArgs) -> Result<Answer, Fault> {
    let folder = Path::new(&args.out);
    fs::create_dir_all(folder)
        .map_err(|error| Fault(format!("cannot make the folder {}: {error}", args.out)))?;
    let mut text = String::new();
    for file in &args.files {
        let record = crate::record::read(file)?;
        let story = story(file, &record)?;
        for (name, state, caption) in story.maps.iter().filter(|_| !args.no_maps) {
            write(&folder.join(name), &map::small(state, caption, WIDTH)?)?;
        }
        let page = folder.join(format!("{}.md", stem(file)));
        write(&page, story.page.as_bytes())?;
        let maps = if args.no_maps { 0 } else { story.maps.len() };
        let _ = writeln!(text, "{}, {maps} maps", page.display());
    }
    Ok(Answer::good(text))
}

fn write(file: &Path, content: &[u8]) -> Result<(), Fault> {
    fs::write(file, content)
        .map_err(|error| Fault(format!("cannot write {}: {error}", file.display())))
}

/// The name of a record without its folder and ending.
fn stem(file: &str) -> String {
    let stem = Path::new(file).file_stem().map(|stem| stem.to_string_lossy().into_owned());
    stem.unwrap_or_else(|| "battle".to_owned())
}

fn story(file: &str, record: &Record) -> Result<Story, Fault> {
    let replay = Replay::of(record).map_err(|fault| Fault(format!("{file}: {fault}")))?;
    let chapters =
        acts::chapters(record, &replay).map_err(|fault| Fault(format!("{file}: {fault}")))?;
    let (start, _) = record.start().map_err(|fault| Fault(format!("{file}: {fault}")))?;
    let name = stem(file);
    let mut story = Story { page: head(record, replay.end(), &name), maps: Vec::new() };
    story.show(&name, &start, 0);
    let every = pace(chapters.len());
    for (place, chapter) in chapters.iter().enumerate() {
        story.tell(chapter);
        let is_last = place + 1 == chapters.len();
        if is_last || (place + 1).is_multiple_of(every) {
            story.show(&name, &chapter.end, chapter.turn);
        }
    }
    Ok(story)
}

/// After how many turns there is a map: seven or eight of them in a battle.
fn pace(turns: usize) -> usize {
    match turns {
        0..=8 => 1,
        9..=15 => 2,
        _ => 3,
    }
}

impl Story {
    /// A map of the battle as it stands after a turn.
    fn show(&mut self, name: &str, state: &State, turn: u16) {
        let scenario = &state.scenario;
        let (file, caption) = match turn {
            0 => (format!("{name}-0.png"), scenario.date.to_string()),
            _ => (format!("{name}-{turn}.png"), format!("{}, after turn {turn}", scenario.date)),
        };
        let alt = if turn == 0 {
            "The field before the battle".to_owned()
        } else {
            format!("After turn {turn}")
        };
        let _ = writeln!(self.page, "![{alt}]({file})\n");
        self.maps.push((file, state.clone(), caption));
    }

    /// A turn: when it was, what each army did, how things stand.
    fn tell(&mut self, chapter: &Chapter) {
        let state = &chapter.end;
        let clock = &state.scenario.clock;
        let minutes = clock.begins + (chapter.turn - 1) * clock.minutes;
        let (hour, minute) = (minutes / 60 % 24, minutes % 60);
        let _ = writeln!(self.page, "## Turn {}, {hour}:{minute:02}\n", chapter.turn);
        let mut prose = Prose::of(state, chapter.turn);
        for act in &chapter.acts {
            let army = state.army_name(act.side);
            let _ = writeln!(self.page, "**{army}.** {}\n", prose.act(act));
        }
        let standing = |side: Side| {
            let (points, lost) = (state.points()[side as usize], state.lost[side as usize]);
            let count = |number: u16, what: &str| {
                format!("{number} {what}{}", if number == 1 { "" } else { "s" })
            };
            let (points, lost) = (count(points, "point"), count(lost, "stand"));
            format!("{}: {points}, {lost} lost", state.army_name(side))
        };
        let both = [Side::First, Side::Second].map(standing);
        let _ = writeln!(self.page, "*{}.*\n", both.join("; "));
    }
}

/// Who fought whom, and how it ended.
fn head(record: &Record, end: &State, name: &str) -> String {
    let scenario = &end.scenario;
    let mut page = format!("# {}, {}\n\n", scenario.title, scenario.date);
    let _ = writeln!(page, "{}\n", outcome(end));
    page += "| army | played by | stands | men | lost | points |\n| --- | --- | --- | --- | --- | --- |\n";
    for side in [Side::First, Side::Second] {
        let at = side as usize;
        let player = record.players.get(at).map_or("unknown", String::as_str);
        let (stands, lost) = (end.starting_stands(side), end.lost[at]);
        let men: u32 = scenario
            .position
            .units()
            .iter()
            .filter(|unit| unit.side == side && unit.unit.is_troops())
            .map(|unit| u32::from(unit.unit.strength.stands) * u32::from(scenario.men))
            .sum();
        let points = end.victory.map_or_else(|| end.points(), |victory| victory.points);
        let army = end.army_name(side);
        let _ =
            writeln!(page, "| {army} | {player} | {stands} | {men} | {lost} | {} |", points[at]);
    }
    let men = scenario.men;
    let _ = writeln!(
        page,
        "\nA stand is some {men} men. A number beside a name on the maps is the stands that are left. Every order and every die is in \
         [{name}.json]({name}.json): `dq record replay` prints them all.\n"
    );
    page
}

fn outcome(end: &State) -> String {
    let Some(victory) = end.victory else {
        return format!("The battle was left off in turn {}.", end.turn);
    };
    let how = match victory.why {
        Over::LastTurn => format!("after {} turns", end.turn),
        Over::ArmyGone => format!("when the other army had left the field, in turn {}", end.turn),
        Over::Resigned => format!("when the enemy gave up, in turn {}", end.turn),
        Over::Objective => format!("with what they had come for, in turn {}", end.turn),
    };
    match victory.winner {
        None => format!("A drawn battle {how}, {} points each.", victory.points[0]),
        Some(side) => {
            let [own, other] = [side, side.enemy()].map(|side| victory.points[side as usize]);
            let army = naming::capital(&naming::army(end.army_name(side)));
            format!("{army} won {how}, {own} to {other}.")
        }
    }
}
