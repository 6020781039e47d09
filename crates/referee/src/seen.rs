//! Does a unit see another: how far off it is, what stands in the way, what covers it.

use engine::battle::State;
use engine::sight::{self, Hidden, Screen};
use engine::table::UnitId;
use geometry::Rect;

use crate::place::Spot;
use crate::replies::{Barred, Blocked, Covered, Seen};
use crate::words::tenths;

/// Whether a unit sees another, and how well that one stands.
pub fn seen(state: &State, from: UnitId, to: UnitId) -> Seen {
    let (ours, theirs) = (state.unit(from), state.unit(to));
    let hidden = sight::unit_sees(&state.position, from, to).err();
    let pair = nearest(&ours.stands, &theirs.stands);
    Seen {
        from: state.name(from).to_owned(),
        to: state.name(to).to_owned(),
        sees: hidden.is_none(),
        range: sight::distance(&ours.stands, &theirs.stands),
        line: pair.map(|(stand, target)| {
            let front = stand.front();
            [Spot(front.point()), Spot(target.nearest(front).point())]
        }),
        blocked: hidden.map(|hidden| blocked(state, &hidden)),
        barred: barred(state, from, to),
        cover: pair.and_then(|(stand, target)| cover(state, stand, (to, target))),
        enfiladed: pair.is_some_and(|(stand, _)| sight::is_enfiladed_from(theirs, stand)),
    }
}

/// Why no stand of a unit could fire at another: none bears on it, or no shot gets there.
fn barred(state: &State, from: UnitId, to: UnitId) -> Option<Barred> {
    let (ours, theirs) = (state.unit(from), state.unit(to));
    ours.unit.weapon(&state.book)?;
    let pairs = ours.stands.iter().flat_map(|stand| theirs.stands.iter().map(|t| (*stand, *t)));
    let mut bearing: Vec<(Rect, Rect)> =
        pairs.filter(|(stand, target)| sight::bears_on(*stand, *target)).collect();
    bearing.sort_by_key(|(stand, target)| (sight::range(*stand, *target), *stand, *target));
    let mut first = None;
    for (stand, target) in bearing {
        match sight::shot(&state.book, &state.position, (from, stand), (to, target)) {
            Ok(_) => return None,
            Err(hidden) => first = first.or(Some(hidden)),
        }
    }
    let rule = first.as_ref().map_or("TERR-BASE-ARC".to_owned(), |hidden| hidden.rule.to_string());
    Some(Barred { blocked: first.map(|hidden| blocked(state, &hidden)), rule })
}

/// The two stands that are nearest to each other.
fn nearest(ours: &[Rect], theirs: &[Rect]) -> Option<(Rect, Rect)> {
    let pairs = ours.iter().flat_map(|stand| theirs.iter().map(move |target| (*stand, *target)));
    pairs.min_by_key(|(stand, target)| (sight::range(*stand, *target), *stand, *target))
}

fn piece(state: &State, place: usize) -> String {
    let piece = &state.position.table.pieces()[place];
    let name = if piece.name.is_empty() { &piece.kind.label } else { &piece.name };
    name.to_string()
}

fn blocked(state: &State, hidden: &Hidden) -> Blocked {
    let by = match hidden.by {
        Screen::Woods { piece: place } => format!("the depth of {}", piece(state, place)),
        Screen::Solid { piece: place } => piece(state, place),
        Screen::HighGround { piece: place } => {
            format!("the high ground of {}", piece(state, place))
        }
        Screen::Unit { unit } => state.name(unit).to_owned(),
        Screen::TooDark { limit } => {
            format!("the light: one sees no farther than {}", tenths(limit))
        }
    };
    Blocked { by, at: Spot(hidden.at), rule: hidden.rule.to_string() }
}

fn cover(state: &State, stand: Rect, (to, target): (UnitId, Rect)) -> Option<Covered> {
    let from = stand.front();
    let line = (from, target.nearest(from));
    let found = sight::cover_of(&state.position.table, line, target, &state.unit(to).unit)?;
    let rule = state.position.table.pieces()[found.piece].kind.rule.to_string();
    Some(Covered { cover: found.cover, why: found.told(&state.position.table), rule })
}
