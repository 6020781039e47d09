//! The battles that come with the program: what is told of them before they are begun, and their maps.

use std::sync::Arc;

use axum::body::Bytes;
use engine::battle::State;
use engine::scenario::Scenario;
use engine::table::Side;
use geometry::Length;
use library::{BATTLES, BOOKS, Choices};
use picture::{Layers, Options, Scene};
use referee::replies::Doubt;
use rulebook::Rulebook;
use tokio::sync::{OnceCell, Semaphore};

use crate::battle::SIDES;
use crate::error::{Code, Wrong};
use crate::hall::{beside, no_scenario};
use crate::wire::{ListedArmy, ListedScenario, ShownEdition, ShownScenario};

/// Pixels to an inch of a map that is drawn for the page; it is scaled there as one likes.
const PIXELS: f64 = 16.0;
/// How wide a small picture is.
const THUMBNAIL: u32 = 480;

/// A picture of a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Picture {
    /// The ground as an SVG: just the table, with the names of the ground, without troops.
    Map,
    /// The battle as a small PNG.
    Thumbnail,
}

/// Every battle, each read when somebody first asks for it.
pub struct Catalogue {
    battles: Vec<Arc<Known>>,
    /// How many may be drawn at a time.
    painters: Arc<Semaphore>,
}

struct Known {
    name: &'static str,
    text: &'static str,
    state: OnceCell<Arc<State>>,
    pictures: [OnceCell<Bytes>; 2],
}

impl Catalogue {
    /// All battles of the program.
    pub fn read(painters: Arc<Semaphore>) -> Catalogue {
        let known = |(name, text): &(&'static str, &'static str)| {
            Arc::new(Known { name, text, state: OnceCell::new(), pictures: Default::default() })
        };
        Catalogue { battles: BATTLES.iter().map(known).collect(), painters }
    }

    fn known(&self, name: &str) -> Result<&Arc<Known>, Wrong> {
        self.battles.iter().find(|known| known.name == name).ok_or_else(|| no_scenario(name))
    }

    /// All of them, in the order of the program.
    pub async fn listed(&self) -> Result<Vec<ListedScenario>, Wrong> {
        let mut all = Vec::new();
        for known in &self.battles {
            all.push(listed(&*known.state().await?));
        }
        Ok(all)
    }

    /// Everything about one.
    pub async fn shown(
        &self,
        name: &str,
        briefing: fn(&State) -> String,
    ) -> Result<ShownScenario, Wrong> {
        let state = self.known(name)?.state().await?;
        beside(move || {
            let period = state.book.period.to_string();
            let books = BOOKS.iter().filter(|book| book.period == period);
            let edition = |book: &library::Book| {
                let read = library::rulebook(book.period, Some(book.edition), &Choices::new());
                let read = read.map_err(|fault| Wrong::new(Code::Broken, fault))?;
                Ok(ShownEdition {
                    edition: book.edition.to_owned(),
                    title: read.title.to_string(),
                    rulings: read.rulings.iter().map(Doubt::of).collect(),
                })
            };
            Ok(ShownScenario {
                listed: listed(&state),
                briefing: briefing(&state),
                editions: books.map(edition).collect::<Result<_, Wrong>>()?,
            })
        })
        .await
    }

    /// A picture of one; each is drawn once.
    pub async fn picture(&self, name: &str, which: Picture) -> Result<Bytes, Wrong> {
        let known = self.known(name)?;
        let state = known.state().await?;
        let cell = &known.pictures[which as usize];
        let drawn = cell.get_or_try_init(async || {
            let _permit = self.painters.acquire().await;
            beside(move || drawn(&state.scenario, &state.book, which)).await
        });
        drawn.await.cloned()
    }
}

impl Known {
    async fn state(self: &Arc<Known>) -> Result<Arc<State>, Wrong> {
        let known = self.clone();
        let read = self.state.get_or_try_init(|| {
            beside(move || {
                let file = format!("{}/battle.toml", known.name);
                let (scenario, book) = library::scenario(known.text, &file, &Choices::new())
                    .map_err(|defects| Wrong::new(Code::Broken, defects.to_string()))?;
                Ok(Arc::new(State::start(Arc::new(scenario), Arc::new(book)).0))
            })
        });
        read.await.cloned()
    }
}

/// Draws a battle.
pub fn drawn(scenario: &Scenario, book: &Rulebook, which: Picture) -> Result<Bytes, Wrong> {
    let layers = Layers { frame: false, ..Layers::default() };
    let layers = match which {
        Picture::Map => Layers { units: false, ..layers },
        Picture::Thumbnail => Layers { labels: false, ..layers },
    };
    let inches = inches(scenario.position.table.width());
    let pixels_per_inch = match which {
        Picture::Map => PIXELS,
        Picture::Thumbnail => f64::from(THUMBNAIL) / inches,
    };
    let options = Options { pixels_per_inch, layers, ..Options::default() };
    let svg = picture::svg(&Scene { scenario, book, options });
    match which {
        Picture::Map => Ok(svg.into()),
        Picture::Thumbnail => {
            let png = picture::png(&svg, THUMBNAIL);
            png.map(Bytes::from).map_err(|error| Wrong::new(Code::Broken, error.to_string()))
        }
    }
}

fn inches(length: Length) -> f64 {
    f64::from(length.in_thousandths()) / 1000.0
}

fn listed(state: &State) -> ListedScenario {
    let (scenario, book) = (&state.scenario, &state.book);
    let table = &scenario.position.table;
    let address = format!("/api/scenarios/{}", scenario.id);
    ListedScenario {
        name: scenario.id.to_string(),
        title: scenario.title.to_string(),
        period: book.period.to_string(),
        war: book.title.to_string(),
        edition: book.edition.to_string(),
        date: scenario.date.to_string(),
        turns: scenario.clock.turns,
        minutes: scenario.clock.minutes,
        armies: SIDES.map(|side| army(scenario, side)).into(),
        table: [inches(table.width()), inches(table.height())],
        paragraph: paragraph(state),
        map: format!("{address}/map.svg"),
        thumbnail: format!("{address}/thumbnail.png"),
    }
}

fn army(scenario: &Scenario, side: Side) -> ListedArmy {
    let own = scenario.position.units().iter().filter(|placed| placed.side == side);
    ListedArmy {
        name: scenario.army(side).name.to_string(),
        nation: scenario.army(side).nation,
        units: own.clone().count(),
        stands: own.map(|placed| u32::from(placed.unit.strength.stands)).sum(),
    }
}

/// What a battle is about, in a few sentences.
fn paragraph(state: &State) -> String {
    let (scenario, clock) = (&state.scenario, state.scenario.clock);
    let force = |side: Side| {
        let ListedArmy { name, units, stands, .. } = army(scenario, side);
        let highest = |leader: &u16| scenario.posts[usize::from(*leader)].superior.is_none();
        let leaders = 0..state.position.leaders.len() as u16;
        let mut chiefs =
            leaders.filter(|leader| state.leader(*leader).side == side).filter(highest);
        let under = chiefs.next().map(|chief| format!(" under {}", state.leader_name(chief)));
        format!("{name}{} ({units} units, {stands} stands)", under.unwrap_or_default())
    };
    let time = format!("{:02}:{:02}", clock.begins / 60, clock.begins % 60);
    let mut text = format!(
        "{} against {}. {} turns from {time}; {} moves first.",
        force(Side::First),
        force(Side::Second),
        clock.turns,
        state.army_name(clock.first)
    );
    let keys: Vec<&str> = scenario.key_positions.iter().map(|key| &*key.name).collect();
    match keys[..] {
        [] => {}
        [only] => text += &format!(" They fight for {only}."),
        [ref others @ .., last] => {
            text += &format!(" They fight for {} and {last}.", others.join(", "));
        }
    }
    text
}
