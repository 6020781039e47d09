//! Leaders and their posts.

use std::sync::Arc;

use engine::scenario::Post;
use engine::table::{Leader, Placed, Rank, Side, UnitId};
use geometry::{Length, Point, Spot};
use rulebook::{Bases, LeaderRating};

use super::Armies;
use super::arrivals::{self, Entry};
use super::places::{self, Size};
use crate::decode::Table;

/// A leader as the rest of the file knows him.
pub struct Known {
    /// His name.
    pub name: Arc<str>,
    /// His army, by its place.
    pub army: Option<usize>,
    /// He leads artillery.
    pub of_artillery: bool,
}

/// What a leader needs to know of the rest of the file.
pub struct Around<'a> {
    /// The armies.
    pub armies: &'a Armies,
    /// All leaders.
    pub leaders: &'a [Known],
    /// Names of units.
    pub unit_names: &'a [Arc<str>],
    /// Units, as far as they could be read.
    pub units: &'a [Option<&'a Placed>],
    /// The sizes of the pieces.
    pub bases: &'a Bases,
    /// The table.
    pub size: Size,
}

/// A leader that was read.
pub struct Ready {
    /// The leader.
    pub leader: Leader,
    /// His post.
    pub post: Post,
    /// When and where he comes, if he does.
    pub entry: Option<Entry>,
}

/// What the rest of the file must know of a `[[leader]]`.
pub fn known(table: &Table<'_>, name: Arc<str>, armies: &Armies) -> Known {
    let army = table.maybe_text("army");
    let army = armies.names.iter().position(|name| *name == army);
    Known { name, army, of_artillery: table.truth_or("artillery", false) }
}

/// Every `[[leader]]`.
pub fn leaders(root: &Table<'_>, around: &Around<'_>) -> Vec<Option<Ready>> {
    let tables = root.tables("leader");
    let ready: Vec<Option<Ready>> =
        root.tables("leader").into_iter().map(|table| leader(table, around)).collect();
    let posts: Vec<Option<&Post>> =
        ready.iter().map(|ready| ready.as_ref().map(|ready| &ready.post)).collect();
    check_posts(&tables, &posts);
    ready
}

/// One `[[leader]]`.
fn leader(table: Table<'_>, around: &Around<'_>) -> Option<Ready> {
    let Around { armies, unit_names, units, bases, size, .. } = *around;
    let army = armies.place(&table, "army");
    let name = table.text("name");
    let rank: Option<Rank> = table.name("rank");
    let rating = Some(table.name_or("rating", LeaderRating::Able));
    let side = army.map(Armies::side);
    let post = post(&table, army, around.leaders);
    let of_artillery = table.truth_or("artillery", false);
    let masses_guns = table.truth_or("masses-guns", of_artillery);
    let attached = match table.maybe("attached") {
        None => Some(None),
        Some(_) => attached(&table, side, unit_names, units),
    };
    let entry = match table.maybe("arrives") {
        None => Some(None),
        Some(_) => arrivals::entry(&table, size).map(Some),
    };
    let at = table.maybe("at").map(|_| places::point(&table, "at", size));
    if attached == Some(None) && matches!(entry, Some(None)) && at.is_none() {
        table.defect("a leader is `at` a place, `attached` to a unit, or `arrives`".to_owned());
    }
    if table.maybe("arrives").is_some() && at.is_some() {
        table.defect_at("at", "a leader who `arrives` is not `at` a place yet".into(), None);
    }
    let radius = rank.map(|rank| rank.diameter(bases).half());
    if let (Some(Some(point)), Some(radius)) = (at, radius)
        && !size.guessed
        && !clear(point, radius, size)
    {
        table.defect_at("at", "his base reaches over the edge of the table".into(), None);
    }
    table.finish();
    let (attached, entry, rank) = (attached?, entry?, rank?);
    let beside = |id: UnitId| behind(units[id.place()]?, rank.diameter(bases), size);
    let at = match at {
        Some(point) => Some(point?),
        None => attached.and_then(beside),
    };
    let leader = Leader {
        name: name?,
        side: side?,
        rank,
        rating: rating?,
        at,
        attached,
        dismounted: false,
        of_artillery,
        masses_guns,
    };
    Some(Ready { leader, post: post?, entry })
}

/// His superior and his successor.
fn post(table: &Table<'_>, army: Option<usize>, leaders: &[Known]) -> Option<Post> {
    let superior = one_of(table, "superior", army, leaders);
    let successor = match table.maybe("successor") {
        None => Some(None),
        Some(_) => successor(table, leaders).map(Some),
    };
    Some(Post { superior: superior?.map(|place| place as u16), successor: successor? })
}

/// The leader of the same army under `key`: an empty answer if none is named, nothing if he is not
/// known.
pub fn one_of(
    table: &Table<'_>,
    key: &'static str,
    army: Option<usize>,
    leaders: &[Known],
) -> Option<Option<usize>> {
    if table.maybe(key).is_none() {
        return Some(None);
    }
    let names: Vec<Arc<str>> = leaders.iter().map(|leader| leader.name.clone()).collect();
    let found = places::look_up(table, key, "leader", &names)?;
    let Known { name, army: of, .. } = &leaders[found];
    if army.is_some() && of.is_some() && army != *of {
        table.defect_at(key, format!("{name} leads in the other army"), None);
        return None;
    }
    Some(Some(found))
}

/// The table under `successor`: a name that nobody has yet, and a rating.
fn successor(table: &Table<'_>, leaders: &[Known]) -> Option<(Arc<str>, LeaderRating)> {
    let inner = table.table("successor")?;
    let name = inner.text("name");
    let rating = inner.name("rating");
    if let Some(name) = name.as_ref().filter(|name| leaders.iter().any(|l| l.name == **name)) {
        inner.defect_at("name", format!("{name} has a post of his own"), None);
    }
    inner.finish();
    name.zip(rating)
}

/// Notes leaders who are their own superiors, and successors named twice.
fn check_posts(tables: &[Table<'_>], posts: &[Option<&Post>]) {
    let superior = |place: usize| posts[place]?.superior.map(usize::from);
    let name = |post: &Post| post.successor.as_ref().map(|(name, _)| name.clone());
    for (place, table) in tables.iter().enumerate() {
        let above = std::iter::successors(superior(place), |place| superior(*place));
        let circle: Vec<usize> = above.take(posts.len()).take_while(|up| *up != place).collect();
        let closes = circle.last().map_or(superior(place), |last| superior(*last)) == Some(place);
        // A circle is told once, of the first who is in it.
        if closes && circle.iter().all(|up| *up > place) {
            let message = "his superiors are under his own command".to_owned();
            table.defect_at("superior", message, None);
        }
        let own = posts[place].and_then(name);
        if own.is_some() && posts[..place].iter().flatten().any(|post| name(post) == own) {
            table.defect_at("successor", "he already succeeds somebody".into(), None);
        }
    }
}

/// The unit he is attached to, which must be of his army.
fn attached(
    table: &Table<'_>,
    side: Option<Side>,
    names: &[Arc<str>],
    units: &[Option<&Placed>],
) -> Option<Option<UnitId>> {
    let found = places::look_up(table, "attached", "unit", names)?;
    if let Some(placed) = units[found].filter(|placed| side.is_some_and(|own| placed.side != own)) {
        let message = format!("{} is of the other army", placed.unit.name);
        table.defect_at("attached", message, None);
        return None;
    }
    u16::try_from(found).ok().map(|id| Some(UnitId(id)))
}

/// The place of a leader who rides with a unit: behind its middle, or in it where the table ends.
fn behind(placed: &Placed, diameter: Length, size: Size) -> Option<Point> {
    placed.stands.first()?;
    let corners = placed.stands.iter().flat_map(|stand| stand.corners());
    let rear = corners.map(|corner| placed.anchor.local(corner).y).fold(0.0, f64::min);
    let radius = f64::from(diameter.in_thousandths()) / 2.0;
    let spot: Spot = placed.anchor.spot(0.0, rear - radius);
    let point = spot.point();
    let on_table = clear(point, diameter.half(), size);
    Some(if on_table { point } else { placed.anchor.at })
}

/// Is a round base of that radius wholly on the table?
pub fn clear(at: Point, radius: Length, size: Size) -> bool {
    let low = radius.in_thousandths();
    let fits =
        |at: Length, far: Length| (low..=far.in_thousandths() - low).contains(&at.in_thousandths());
    fits(at.x, size.width) && fits(at.y, size.height)
}
