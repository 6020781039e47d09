//! What is measured in a picture: sight, fire, arcs, fronts, distances. The engine gives every answer.

use engine::battle::State;
use engine::sight;
use engine::table::{Outline, Placed, Terrain, UnitId};
use geometry::{Angle, Length, Rect, Spot};
use library::sketch::words;
use picture::{Note, NoteKind, Sign};

/// The signs and notes of a line such as `sight A 1 B 2`.
pub fn drawn(state: &State, text: &str) -> Result<(Vec<Sign>, Vec<Note>), String> {
    let words = words(text)?;
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
        ["sight", a, one, b, two] => seen(state, stand(state, a, one)?, stand(state, b, two)?),
        ["fire", a, one, b, two] => fire(state, stand(state, a, one)?, stand(state, b, two)?),
        ["arc", a, one] => arc(state, stand(state, a, one)?),
        ["front", a] => front(state, unit(state, a)?),
        ["gap", a, b] => gap(state, unit(state, a)?, unit(state, b)?),
        ["passing", a, moment, b, number] => {
            let moment: f64 = moment.parse().map_err(|_| format!("`{moment}` is no moment"))?;
            passing(state, unit(state, a)?, moment / 1000.0, stand(state, b, number)?)
        }
        ["outflanked", a] => outflanked(state, unit(state, a)?),
        _ => Err(format!(
            "draw: `{text}`? expected sight A 1 B 2, fire A 1 B 2, arc A 1, front A, gap A B, outflanked A or passing A 500 B 2"
        )),
    }
}

type Found = Result<(Vec<Sign>, Vec<Note>), String>;

fn unit(state: &State, name: &str) -> Result<UnitId, String> {
    state.position.named(name).ok_or_else(|| format!("no unit is called `{name}`"))
}

fn stand(state: &State, name: &str, number: &str) -> Result<(UnitId, Rect), String> {
    let id = unit(state, name)?;
    let place = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    let stand = place.and_then(|place| state.unit(id).stands.get(place));
    stand.map(|stand| (id, *stand)).ok_or_else(|| format!("{name} has no stand {number}"))
}

fn measure(text: impl Into<String>, at: Spot) -> Note {
    Note { text: text.into(), beside: vec![at], kind: NoteKind::Measure }
}

fn halfway(from: Spot, to: Spot) -> Spot {
    from.plus(to).times(0.5)
}

/// A line of sight, and where it ends if it does.
fn seen(state: &State, (_, from): (UnitId, Rect), (_, to): (UnitId, Rect)) -> Found {
    let hidden = sight::sees(&state.position.table, from, to).err();
    let eye = from.front();
    let end = to.nearest(eye);
    let stop = hidden.as_ref().map(|hidden| hidden.at.spot());
    let text = if hidden.is_some() { "hidden from here on" } else { "in sight" };
    let note = measure(text, stop.unwrap_or_else(|| halfway(eye, end)));
    Ok((vec![Sign::Sight { from: eye, to: end, stop }], vec![note]))
}

/// A line of fire with its range and the cover at its end.
fn fire(state: &State, from: (UnitId, Rect), to: (UnitId, Rect)) -> Found {
    let range = inches(sight::range(from.1, to.1));
    match sight::shot(&state.book, &state.position, from, to) {
        Ok((_, eye, end)) => {
            let target = &state.unit(to.0).unit;
            let cover = sight::cover_of(&state.position.table, (eye, end), to.1, target);
            let cover = cover.map_or(String::new(), |reason| {
                format!(", {} cover", reason.cover.name().replace("-cover", ""))
            });
            let note = measure(format!("{range}{cover}"), halfway(eye, end));
            Ok((vec![Sign::Sight { from: eye, to: end, stop: None }], vec![note]))
        }
        Err(hidden) => {
            let (eye, stop) = (from.1.front(), hidden.at.spot());
            let end = to.1.nearest(eye);
            let sign = Sign::Sight { from: eye, to: end, stop: Some(stop) };
            Ok((vec![sign], vec![measure("no shot", stop)]))
        }
    }
}

/// The arc of one stand up to the end of each range band of its weapon.
fn arc(state: &State, (id, stand): (UnitId, Rect)) -> Found {
    let placed = state.unit(id);
    let weapon = placed.unit.weapon(&state.book).ok_or("draw: that unit has no weapon")?;
    let (mut signs, mut notes) = (Vec::new(), Vec::new());
    let bands: Vec<_> = weapon.bands.iter().filter(|band| band.points.in_eighths() > 0).collect();
    for (place, band) in bands.iter().enumerate().rev() {
        let far = f64::from(band.to.in_thousandths());
        signs.push(Sign::Band { outline: outline(stand, far), dark: place % 2 == 0 });
        let points = band.points.to_string();
        let text = format!("to {}: {points}", inches(band.to));
        let text = if place == 0 { format!("{text} a stand") } else { text };
        let tip = stand.front().plus(ahead(stand, 0.0).times(far - 900.0));
        notes.push(measure(text, tip));
    }
    Ok((signs, notes))
}

/// The way a stand looks, turned by so many degrees.
fn ahead(stand: Rect, degrees: f64) -> Spot {
    let turn = Angle::hundredths((degrees * 100.0) as i32);
    Spot::new(0.0, 1.0).turned(stand.pose.heading.plus(turn))
}

/// The ground within `far` of the front of a stand that its arc holds, by asking for each direction.
fn outline(stand: Rect, far: f64) -> Vec<Spot> {
    let front = stand.front();
    let holds = |degrees: f64, far: f64| {
        sight::is_in_arc(stand, front.plus(ahead(stand, degrees).times(far)))
    };
    // The outermost direction in the arc at a distance, to a tenth of a degree.
    let edge = |way: f64, far: f64| {
        let steps = (0..1800).map(|tenths| way * f64::from(tenths) / 10.0);
        steps.take_while(|degrees| holds(*degrees, far)).last().unwrap_or(0.0)
    };
    let mut spots = Vec::new();
    let near: Vec<f64> = (1..=6).map(|part| far * f64::from(part) / 6.0).collect();
    spots.push(stand.corners()[0]);
    spots.extend(near.iter().map(|far| front.plus(ahead(stand, edge(-1.0, *far)).times(*far))));
    let (left, right) = (edge(-1.0, far), edge(1.0, far));
    let arc = (1..24).map(|part| left + (right - left) * f64::from(part) / 24.0);
    spots.extend(arc.map(|degrees| front.plus(ahead(stand, degrees).times(far))));
    let back = near.iter().rev();
    spots.extend(back.map(|far| front.plus(ahead(stand, edge(1.0, *far)).times(*far))));
    spots.push(stand.corners()[1]);
    spots
}

/// The line through a unit's front.
fn front(state: &State, id: UnitId) -> Found {
    let (from, to) = ends(state.unit(id)).ok_or("draw: that unit has no front")?;
    Ok((vec![Sign::Front { from, to }], Vec::new()))
}

fn ends(placed: &Placed) -> Option<(Spot, Spot)> {
    let front = placed.front_rank();
    Some((front.first()?.corners()[0], front.last()?.corners()[1]))
}

/// The distance between two units.
fn gap(state: &State, one: UnitId, other: UnitId) -> Found {
    let (ours, theirs) = (&state.unit(one).stands, &state.unit(other).stands);
    let pairs = ours.iter().flat_map(|a| theirs.iter().map(move |b| (a, b)));
    let (a, b) = pairs.min_by_key(|(a, b)| a.distance(**b)).ok_or("draw: nobody is there")?;
    let from = a.nearest(b.pose.at.spot());
    let to = b.nearest(from);
    let from = a.nearest(to);
    let note = measure(inches(a.distance(*b)), halfway(from, to));
    Ok((vec![Sign::Sight { from, to, stop: None }], vec![note]))
}

/// Where a unit was on its way, and who shot at it there.
fn passing(state: &State, id: UnitId, part: f64, (_, from): (UnitId, Rect)) -> Found {
    let passage = state.marks(id).passage.as_ref().ok_or("draw: that unit did not move")?;
    let stands = super::ways::on_the_way(passage, part).ok_or("draw: it does not move as one")?;
    let eye = from.front();
    let target = stands.iter().min_by_key(|stand| sight::range(from, **stand));
    let target = *target.ok_or("draw: nobody is there")?;
    let end = target.nearest(eye);
    let mut signs: Vec<Sign> = stands.iter().map(|stand| Sign::Moment(stand.corners())).collect();
    signs.push(Sign::Sight { from: eye, to: end, stop: None });
    let note = measure(
        format!("fired at here, {}", inches(sight::range(from, target))),
        halfway(eye, end),
    );
    Ok((signs, vec![note]))
}

/// Whether a unit is outflanked, beside its front.
fn outflanked(state: &State, id: UnitId) -> Found {
    let (from, to) = ends(state.unit(id)).ok_or("draw: that unit has no front")?;
    let by = sight::outflanked_by(&state.position, id);
    let text = if by.is_none() { "not outflanked" } else { "outflanked" };
    Ok((vec![Sign::Front { from, to }], vec![measure(text, to)]))
}

/// A length as a ruler shows it.
pub fn inches(length: Length) -> String {
    let tenths = (length.in_thousandths() + 50) / 100;
    match tenths % 10 {
        0 => format!("{}\"", tenths / 10),
        tenth => format!("{}.{tenth}\"", tenths / 10),
    }
}

/// The name of a piece of terrain, or its kind, on the piece.
pub fn ground(piece: &Terrain) -> Option<Note> {
    let text = if piece.name.is_empty() { piece.kind.label.clone() } else { piece.name.clone() };
    let spots: Vec<Spot> = match &piece.outline {
        Outline::Area(area) => area.corners().iter().map(|corner| corner.spot()).collect(),
        Outline::Line { points, .. } => points.iter().map(|point| point.spot()).collect(),
    };
    Some(Note { text: text.to_string(), beside: spots, kind: NoteKind::Ground })
}
