//! Stands at true scale, leaders, flags.

use std::fmt::Write;

use engine::scenario::{Arriving, Edge, Scenario};
use engine::table::{GunStand, Placed, Position, Rank, Side, UnitId};
use engine::{Order, command};
use geometry::{Point, Rect, Spot};
use rulebook::{Arm, Nation, Rulebook, Set};

use crate::noise::swing;
use crate::palette::{INK, PAPER, cloth};
use crate::pen::{INCH, Path, Ruler, Sheet, V, escaped, num, turned, v};
use crate::place::{Frame, Obstacle};

/// What a stand looks like: the same for all stands that share it.
#[derive(Clone, Copy, PartialEq)]
struct Look {
    nation: Nation,
    side: Side,
    sign: Sign,
    order: Order,
    wide: f64,
    deep: f64,
}

#[derive(Clone, Copy, PartialEq)]
enum Sign {
    Foot,
    Horse,
    /// Horsemen who fight on foot.
    Dismounted,
    Gun(GunStand),
}

impl Look {
    fn of(unit: &Placed, stand: Rect, place: usize) -> Look {
        let sign = match unit.unit.arm {
            Arm::Guns => Sign::Gun(unit.guns.get(place).copied().unwrap_or_default()),
            Arm::Infantry => Sign::Foot,
            _ if unit.unit.is_mounted() => Sign::Horse,
            _ => Sign::Dismounted,
        };
        let inches = |length: geometry::Length| f64::from(length.in_thousandths()) * INCH / 1000.0;
        Look {
            nation: unit.unit.nation,
            side: unit.side,
            sign,
            order: unit.unit.order,
            wide: inches(stand.width),
            deep: inches(stand.depth),
        }
    }

    fn id(self) -> String {
        let sign = match self.sign {
            Sign::Foot => "foot".to_owned(),
            Sign::Horse => "horse".to_owned(),
            Sign::Dismounted => "dismounted".to_owned(),
            Sign::Gun(gun) => {
                let bits =
                    [gun.limbered, gun.silenced, gun.damaged, gun.low_on_ammunition, gun.abandoned];
                format!(
                    "gun{}",
                    bits.map(|bit| if bit { '1' } else { '0' }).iter().collect::<String>()
                )
            }
        };
        let size = format!("{}x{}", num(self.wide), num(self.deep));
        format!("stand-{}-{}-{sign}-{}-{size}", self.nation, self.side, self.order)
    }

    fn make(self) -> String {
        let cloth = cloth(self.nation);
        let solid = self.side == Side::First;
        let (w, h) = (self.wide / 2.0 - 0.35, self.deep / 2.0 - 0.35);
        let hollow = matches!(self.sign, Sign::Gun(gun) if gun.abandoned);
        let fill = match (hollow, solid) {
            (true, _) => PAPER,
            (_, true) => cloth.full,
            _ => cloth.pale,
        };
        let mut out = String::new();
        let rect = format!(
            "x=\"-{}\" y=\"-{}\" width=\"{}\" height=\"{}\"",
            num(w),
            num(h),
            num(w * 2.0),
            num(h * 2.0)
        );
        let _ = write!(out, "<rect {rect} fill=\"{fill}\"/>");
        if !solid && !hollow {
            let mut hatch = Path::new();
            let rows = libm::floor(h * 2.0 / 3.1);
            for row in 0..rows as i32 {
                let y = -h + 2.0 * h * (f64::from(row) + 0.75) / rows;
                hatch.to(v(-w, y)).by(v(w * 2.0, 0.0));
            }
            let data = hatch.data();
            let _ =
                write!(out, "<path d=\"{data}\" stroke=\"{}\" stroke-width=\"1.5\"/>", cloth.full);
        }
        self.sign(&mut out, w, h);
        self.outline(&mut out, &rect, w, h);
        out
    }

    fn sign(self, out: &mut String, w: f64, h: f64) {
        let cloth = cloth(self.nation);
        let solid = self.side == Side::First;
        let mut sign = Path::new();
        match self.sign {
            Sign::Foot => {
                sign.to(v(-w, -h)).line(v(w, h)).to(v(w, -h)).line(v(-w, h));
            }
            Sign::Horse => {
                sign.to(v(w, -h)).line(v(-w, h));
            }
            Sign::Dismounted => {
                sign.to(v(w, -h))
                    .line(v(-w, h))
                    .to(v(-w * 0.55, -h * 0.55))
                    .by(v(w * 0.5, h * 0.5));
            }
            Sign::Gun(gun) => {
                let colour = if gun.abandoned || !solid { cloth.deep } else { PAPER };
                if !solid && !gun.abandoned {
                    gun_sign(out, gun, cloth.pale, 3.0, h);
                }
                gun_sign(out, gun, colour, 0.0, h);
                return;
            }
        }
        let data = sign.data();
        let style = |colour: &str, width: &str| {
            format!("<path d=\"{data}\" stroke=\"{colour}\" stroke-width=\"{width}\"/>")
        };
        if solid {
            out.push_str(&style(PAPER, "1.3"));
        } else {
            out.push_str(&style(cloth.pale, "3.4"));
            out.push_str(&style(cloth.deep, "1.4"));
        }
    }

    fn outline(self, out: &mut String, rect: &str, w: f64, h: f64) {
        let deep = cloth(self.nation).deep;
        let front = format!("M-{} -{}h{}", num(w), num(h - 0.8), num(w * 2.0));
        match self.order {
            Order::Good => {
                let _ = write!(
                    out,
                    "<rect {rect} fill=\"none\" stroke=\"{deep}\" stroke-width=\".9\"/>\
                     <path d=\"{front}\" stroke=\"{deep}\" stroke-width=\"2.5\"/>"
                );
            }
            Order::Disordered => {
                let _ = write!(
                    out,
                    "<rect {rect} fill=\"none\" stroke=\"{PAPER}\" stroke-width=\"2.6\"/>\
                     <rect {rect} fill=\"none\" stroke=\"{deep}\" stroke-width=\"1.5\" stroke-dasharray=\"3.4 2.6\"/>\
                     <path d=\"{front}\" stroke=\"{deep}\" stroke-width=\"2.2\" stroke-dasharray=\"3.4 2.6\"/>"
                );
            }
            Order::Broken => {
                let _ = write!(
                    out,
                    "<rect {rect} fill=\"none\" stroke=\"{PAPER}\" stroke-width=\"3\"/>\
                     <rect {rect} fill=\"none\" stroke=\"{deep}\" stroke-width=\"1.1\" stroke-dasharray=\"1 2.6\"/>"
                );
            }
        }
        if self.order != Order::Broken {
            // Which way it looks.
            let _ = write!(
                out,
                "<path d=\"M-2.3 -{base}L0 -{tip}L2.3 -{base}z\" fill=\"{deep}\"/>",
                base = num(h + 0.3),
                tip = num(h + 3.6)
            );
        }
    }
}

/// A gun from above: barrel, wheels, trail. On its limber it points to the rear.
fn gun_sign(out: &mut String, gun: GunStand, colour: &str, more: f64, h: f64) {
    let scale = h / 15.0;
    let line = |path: &str, width: f64| {
        let width = num(width + more);
        format!("<path d=\"{path}\" stroke=\"{colour}\" stroke-width=\"{width}\"/>")
    };
    let turn = if gun.limbered { " rotate(180)translate(0 3)" } else { "" };
    let _ = write!(out, "<g transform=\"scale({}){turn}\">", num(scale));
    out.push_str(&line("M0 3V-11.5", 3.2));
    out.push_str(&line("M-1.9 -11h3.8", 2.0));
    out.push_str(&line("M-6.4 .5h12.8", 1.3));
    out.push_str(&line("M-6.4 -4v9M6.4 -4v9", 2.2));
    out.push_str(&line("M0 2L-1.6 11.5M0 2L1.6 11.5", 1.2));
    if gun.limbered {
        out.push_str(&line("M-5.6 12.5h11.2", 1.3));
        out.push_str(&line("M-5.6 9v7M5.6 9v7", 2.0));
    }
    if gun.damaged {
        out.push_str(&line("M3.6 -4L9 5", 1.4));
    }
    if gun.silenced {
        out.push_str(&line("M-4.5 -12.5L4.5 -6.5M4.5 -12.5L-4.5 -6.5", 1.4));
    }
    out.push_str("</g>");
    if gun.low_on_ammunition && more == 0.0 {
        let _ = write!(
            out,
            "<circle cx=\"-5.4\" cy=\"{}\" r=\"2.2\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.1\"/>",
            num(h * 0.72)
        );
    }
}

fn degrees(rect: Rect) -> f64 {
    f64::from(rect.pose.heading.in_hundredths()) / 100.0
}

/// A stand's corners on the sheet.
pub(crate) fn corners(rect: Rect, ruler: Ruler) -> Vec<V> {
    rect.corners().map(|corner| ruler.spot(corner)).to_vec()
}

/// Draws a unit; `title` is what a reader is told about it.
pub(crate) fn unit(
    sheet: &mut Sheet,
    id: UnitId,
    unit: &Placed,
    title: &str,
    ruler: Ruler,
    highlighted: bool,
) {
    if unit.stands.is_empty() {
        return;
    }
    let number = id.0;
    sheet.open(&format!("id=\"unit-{number}\" class=\"unit\""));
    let _ = writeln!(sheet.out, "<title>{}</title>", escaped(title));
    if highlighted {
        let mut around = Path::new();
        for stand in &unit.stands {
            around.through(&corners(*stand, ruler), true);
        }
        let glow = "stroke-linejoin=\"round\" fill=\"none\"";
        sheet.draw(&around, &format!("{glow} stroke=\"{INK}\" stroke-width=\"11\""));
        sheet.draw(&around, &format!("{glow} stroke=\"#ffd23e\" stroke-width=\"8.4\""));
    }
    if let Some(at) = unit.tethered {
        sheet.mark("horses", ruler.point(at), 0.0, horses);
    }
    if unit.unit.presenting {
        bayonets(sheet, unit, ruler);
    }
    let mut scattered = Path::new();
    for (place, stand) in unit.stands.iter().enumerate() {
        let look = Look::of(unit, *stand, place);
        let at = ruler.point(stand.pose.at);
        sheet.mark(&look.id(), at, degrees(*stand), || look.make());
        if unit.unit.order == Order::Broken {
            let (one, two) = (i64::from(number), place as i64);
            let off = v(2.6 * swing(one, two, 121), 2.6 * swing(one, two, 122));
            let turn = 15.0 * swing(one, two, 123);
            let shifted: Vec<V> = corners(*stand, ruler)
                .into_iter()
                .map(|corner| at.plus(off).plus(turned(corner.minus(at), turn)))
                .collect();
            // Three sides of four: an outline that has come apart.
            let gap = place % 4;
            let open: Vec<V> = (1..=4).map(|side| shifted[(side + gap) % 4]).collect();
            scattered.through(&open, false);
        }
    }
    if !scattered.is_empty() {
        let deep = cloth(unit.unit.nation).deep;
        sheet.draw(&scattered, &format!("fill=\"none\" stroke=\"{deep}\" stroke-width=\"1\""));
        let at = middle(unit, ruler);
        let mut disc = Path::new();
        disc.circle(at, 6.4);
        sheet.draw(&disc, &format!("fill=\"{PAPER}\" stroke=\"{INK}\" stroke-width=\"1.2\""));
        let mut cross = Path::new();
        cross.to(at.plus(v(-3.2, -3.2))).by(v(6.4, 6.4)).to(at.plus(v(3.2, -3.2))).by(v(-6.4, 6.4));
        sheet.draw(&cross, "stroke=\"#9c2b20\" stroke-width=\"2.2\"");
    }
    sheet.close();
}

/// The radius of the marker of tethered horses.
pub(crate) const HORSES: f64 = 0.75 * INCH;

/// Tethered horses: a round marker with a horseshoe.
fn horses() -> String {
    let shoe = "M-4.2 7C-9.5 -2 -6.5 -8.5 0 -8.5S9.5 -2 4.2 7";
    let nails = "M-5.9 1.5h1.2M-5.6 -3.2l1.1 .5M-2.6 -6.6l.5 1.1M2.6 -6.6l-.5 1.1M5.6 -3.2l-1.1 .5M5.9 1.5h-1.2";
    format!(
        "<circle r=\"{}\" fill=\"{PAPER}\" stroke=\"{INK}\" stroke-width=\"1.1\"/>\
         <path d=\"{shoe}\" fill=\"none\" stroke=\"{INK}\" stroke-width=\"3.6\"/>\
         <path d=\"{nails}\" stroke=\"{PAPER}\" stroke-width=\"1\"/>",
        num(HORSES - 0.4)
    )
}

/// Presented bayonets: points along the front of every stand of the front rank.
fn bayonets(sheet: &mut Sheet, unit: &Placed, ruler: Ruler) {
    let mut points = Path::new();
    for stand in unit.front_rank() {
        let corners = corners(*stand, ruler);
        let along = corners[1].minus(corners[0]);
        let out = crate::pen::left(crate::pen::unit(along)).times(6.5);
        for part in [0.1, 0.3, 0.7, 0.9] {
            points.wedge(
                corners[0].plus(along.times(part)),
                corners[0].plus(along.times(part)).plus(out),
                1.8,
            );
        }
    }
    sheet.draw(&points, &format!("fill=\"{INK}\""));
}

/// The middle of a unit's stands.
pub(crate) fn middle(unit: &Placed, ruler: Ruler) -> V {
    let sum = unit.stands.iter().fold(v(0.0, 0.0), |sum, s| sum.plus(ruler.point(s.pose.at)));
    sum.times(1.0 / unit.stands.len().max(1) as f64)
}

/// A flag: where its staff stands, and to which side it flies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Flag {
    pub foot: V,
    pub to_the_right: bool,
}

const STAFF: f64 = 24.0;
const FLY: f64 = 15.0;
const HOIST: f64 = 9.6;

impl Flag {
    fn cloth(self) -> Frame {
        let top = self.foot.minus(v(0.0, STAFF));
        let end = top.plus(v(if self.to_the_right { FLY } else { -FLY }, HOIST));
        Frame::around(&[top, end])
    }

    /// What a label may not cover.
    pub fn obstacle(self) -> Obstacle {
        Obstacle::new(usize::MAX, self.cloth().grown(0.8).corners().to_vec())
    }

    /// A flag for each unit: at the stand nearest to its middle that has room for it.
    pub fn all(position: &Position, ruler: Ruler, mut taken: Vec<Obstacle>) -> Vec<Option<Flag>> {
        let mut flags = Vec::new();
        for (own, unit) in position.units().iter().enumerate() {
            let front = ruler.spot(unit.anchor.at.spot());
            let mut stands: Vec<V> = unit.stands.iter().map(|s| ruler.point(s.pose.at)).collect();
            let far = |at: &V| libm::round(at.minus(front).size() * 10.0) as i64;
            stands.sort_by_key(far);
            stands.truncate(4);
            let free = |flag: &Flag| {
                let cloth = flag.cloth();
                ruler.holds(cloth.low, 2.0)
                    && ruler.holds(cloth.high, 2.0)
                    && !taken.iter().any(|thing| thing.owner != own && thing.is_under(cloth))
            };
            let tries = stands
                .iter()
                .flat_map(|at| [true, false].map(|to_the_right| Flag { foot: *at, to_the_right }));
            let first = stands.first().map(|at| Flag { foot: *at, to_the_right: true });
            let chosen = tries.clone().find(|flag| free(flag)).or(first);
            if let Some(flag) = chosen {
                taken.push(flag.obstacle());
            }
            flags.push(chosen);
        }
        flags
    }

    pub fn draw(self, sheet: &mut Sheet, nation: Nation, guidon: bool) {
        let id = format!("flag-{nation}{}", if guidon { "-guidon" } else { "" });
        let right = self.to_the_right;
        let id = if right { id } else { format!("{id}-left") };
        sheet.mark(&id, self.foot, 0.0, || flag(nation, guidon, right));
    }
}

/// The cloth in a box of 15 by 9.6, its hoist at the left.
fn bunting(nation: Nation) -> String {
    let stripes = |count: i32, one: &str, other: &str| {
        let high = HOIST / f64::from(count);
        let stripe = |place: i32| {
            let colour = if place % 2 == 0 { one } else { other };
            let (y, high) = (num(f64::from(place) * high), num(high));
            format!("<rect y=\"{y}\" width=\"15\" height=\"{high}\" fill=\"{colour}\"/>")
        };
        (0..count).map(stripe).collect::<String>()
    };
    let whole = |colour: &str| format!("<rect width=\"15\" height=\"9.6\" fill=\"{colour}\"/>");
    let pales = |colours: [&str; 3]| {
        let pale = |(place, colour): (usize, &&str)| {
            format!("<rect x=\"{}\" width=\"5\" height=\"9.6\" fill=\"{colour}\"/>", place * 5)
        };
        colours.iter().enumerate().map(pale).collect::<String>()
    };
    let jack = "<rect width=\"7.5\" height=\"4.8\" fill=\"#25356b\"/>\
        <path d=\"M0 0L7.5 4.8M7.5 0L0 4.8\" stroke=\"#fff\" stroke-width=\"1\"/>\
        <path d=\"M3.75 0v4.8M0 2.4h7.5\" stroke=\"#fff\" stroke-width=\"1.7\"/>\
        <path d=\"M3.75 0v4.8M0 2.4h7.5\" stroke=\"#b3271f\" stroke-width=\".9\"/>";
    match nation {
        Nation::Union | Nation::UnitedStates => {
            let canton = "<rect width=\"6.6\" height=\"5.5\" fill=\"#24366e\"/>\
                <g fill=\"#fff\"><circle cx=\"1.6\" cy=\"1.5\" r=\".6\"/><circle cx=\"4.8\" cy=\"1.5\" r=\".6\"/>\
                <circle cx=\"3.2\" cy=\"2.8\" r=\".6\"/><circle cx=\"1.6\" cy=\"4.1\" r=\".6\"/>\
                <circle cx=\"4.8\" cy=\"4.1\" r=\".6\"/></g>";
            stripes(7, "#b3271f", "#fbf6ea") + canton
        }
        Nation::American => {
            stripes(7, "#b3271f", "#fbf6ea")
                + "<rect width=\"6.6\" height=\"5.5\" fill=\"#24366e\"/>\
                <circle cx=\"3.3\" cy=\"2.75\" r=\"1.7\" fill=\"none\" stroke=\"#fff\" stroke-width=\".8\" \
                stroke-dasharray=\".8 .6\"/>"
        }
        Nation::Confederate => {
            whole("#b3271f")
                + "<path d=\"M0 0L15 9.6M15 0L0 9.6\" stroke=\"#fff\" stroke-width=\"3\"/>\
                <path d=\"M0 0L15 9.6M15 0L0 9.6\" stroke=\"#24366e\" stroke-width=\"2\"/>\
                <g fill=\"#fff\"><circle cx=\"7.5\" cy=\"4.8\" r=\".7\"/><circle cx=\"3\" cy=\"1.95\" r=\".6\"/>\
                <circle cx=\"12\" cy=\"1.95\" r=\".6\"/><circle cx=\"3\" cy=\"7.65\" r=\".6\"/>\
                <circle cx=\"12\" cy=\"7.65\" r=\".6\"/></g>"
        }
        Nation::British => whole("#b3271f") + jack,
        Nation::Loyalist => whole("#4c6a3a") + jack,
        Nation::Canadian => whole("#25356b") + jack,
        Nation::French => {
            whole("#fbf8ee")
                + "<g fill=\"#c79a2b\"><circle cx=\"4\" cy=\"3\" r=\".9\"/><circle cx=\"11\" cy=\"3\" r=\".9\"/>\
                <circle cx=\"7.5\" cy=\"4.8\" r=\".9\"/><circle cx=\"4\" cy=\"6.6\" r=\".9\"/>\
                <circle cx=\"11\" cy=\"6.6\" r=\".9\"/></g>"
        }
        Nation::German => {
            whole("#e9e2cc")
                + "<path d=\"M0 0L15 9.6M15 0L0 9.6\" stroke=\"#35594c\" stroke-width=\"2.4\"/>\
                <circle cx=\"7.5\" cy=\"4.8\" r=\"2.2\" fill=\"#a8322a\"/>"
        }
        Nation::Indian => {
            whole("#c08a3e")
                + "<path d=\"M2 4.8h11M4 2.4l-2 2.4l2 2.4M11 2.4l2 2.4l-2 2.4\" fill=\"none\" \
                stroke=\"#44290b\" stroke-width=\"1.1\"/>"
        }
        Nation::Mexican => {
            pales(["#1f6b41", "#fbf6ea", "#b3271f"])
                + "<circle cx=\"7.5\" cy=\"4.6\" r=\"1.5\" fill=\"#7c5a24\"/>"
        }
    }
}

fn flag(nation: Nation, guidon: bool, right: bool) -> String {
    let mirror = if right { "" } else { "scale(-1 1)" };
    let tail = "M0 0H15L10.5 4.8L15 9.6H0z";
    let edge = if guidon { tail } else { "M0 0H15V9.6H0z" };
    let notch = if guidon {
        format!("<path d=\"M15.6 -.4V10L10.5 4.8z\" fill=\"{PAPER}\"/>")
    } else {
        String::new()
    };
    format!(
        "<path d=\"M0 0V-25\" stroke=\"{INK}\" stroke-width=\"1.1\"/>\
         <circle cy=\"-25.4\" r=\"1.1\" fill=\"{INK}\"/>\
         <g transform=\"{mirror}translate(0 -24)\">{}{notch}\
         <path d=\"{edge}\" fill=\"none\" stroke=\"{INK}\" stroke-width=\".7\"/></g>",
        bunting(nation)
    )
}

/// A star with five points.
pub(crate) fn star(path: &mut Path, middle: V, radius: f64) {
    let point = |place: u8| {
        let out = if place.is_multiple_of(2) { radius } else { radius * 0.42 };
        middle.plus(turned(v(0.0, -out), 36.0 * f64::from(place)))
    };
    let points: Vec<V> = (0..10).map(point).collect();
    path.through(&points, true);
}

/// Leaders: round bases, solid for the first army and open for the second; a ring for a division,
/// a wreath of dots for an army.
pub(crate) fn leaders(
    sheet: &mut Sheet,
    position: &Position,
    book: &Rulebook,
    nation: impl Fn(Side) -> Nation,
    ruler: Ruler,
) {
    for (place, leader) in position.leaders.iter().enumerate() {
        let Some(at) = leader.at else { continue };
        let diameter = leader.rank.diameter(&book.bases);
        let radius = f64::from(diameter.in_thousandths()) * INCH / 2000.0;
        let nation = nation(leader.side);
        let (rank, side) = (leader.rank, leader.side);
        sheet.open(&format!("id=\"leader-{place}\" class=\"leader\""));
        let name = escaped(leader.shown_name());
        let _ = writeln!(sheet.out, "<title>{name}, {} leader, {}</title>", rank, leader.rating);
        let id = format!("leader-{nation}-{side}-{rank}");
        let make = || leader_mark(nation, side, rank, radius - 0.4);
        sheet.mark(&id, ruler.point(at), 0.0, make);
        sheet.close();
    }
}

fn leader_mark(nation: Nation, side: Side, rank: Rank, radius: f64) -> String {
    let cloth = cloth(nation);
    let solid = side == Side::First;
    let (ground, figure) = if solid { (cloth.full, PAPER) } else { (cloth.pale, cloth.full) };
    let mut out = String::new();
    let _ = write!(
        out,
        "<circle r=\"{}\" fill=\"{ground}\" stroke=\"{}\" stroke-width=\"1.3\"/>",
        num(radius),
        cloth.deep
    );
    let inner = match rank {
        Rank::Brigade => radius * 0.8,
        Rank::Division | Rank::Army => {
            let dots = if rank == Rank::Army { " stroke-dasharray=\"2.2 1.7\"" } else { "" };
            let width = if rank == Rank::Army { "2.4" } else { "1.1" };
            let _ = write!(
                out,
                "<circle r=\"{}\" fill=\"none\" stroke=\"{figure}\" stroke-width=\"{width}\"{dots}/>",
                num(radius * 0.8)
            );
            radius * 0.62
        }
    };
    let mut path = Path::new();
    star(&mut path, v(0.0, 0.0), inner);
    let edge = if solid { "none" } else { cloth.deep };
    let _ = write!(
        out,
        "<path d=\"{}\" fill=\"{figure}\" stroke=\"{edge}\" stroke-width=\".8\"/>",
        path.data()
    );
    out
}

/// Who comes later, at a place or anywhere on an edge.
pub(crate) struct Arrival {
    /// The place on the edge.
    at: V,
    /// The way in.
    way: V,
    /// It is one place of many: whoever comes chooses his own on this edge.
    anywhere: bool,
    pub side: Side,
    /// Who comes, by turns.
    turns: Vec<(u8, Vec<String>)>,
}

impl Arrival {
    /// Who comes here, in lines of no more letters than `most` where a name allows it: `3rd Ohio, turn 2`,
    /// or of several `turn 2: 3rd Ohio, 4th Ohio`.
    pub fn lines(&self, most: usize) -> Vec<String> {
        let mut lines = self.who(most);
        if self.anywhere {
            lines.push("anywhere on this edge".to_owned());
        }
        lines
    }

    fn who(&self, most: usize) -> Vec<String> {
        if let [(turn, names)] = &self.turns[..]
            && let [name] = &names[..]
        {
            let whole = format!("{name}, turn {turn}");
            let fits = whole.chars().count() <= most;
            return if fits { vec![whole] } else { vec![name.clone(), format!("turn {turn}")] };
        }
        let mut lines: Vec<String> = Vec::new();
        for (turn, names) in &self.turns {
            let mut line = format!("turn {turn}:");
            for (place, name) in names.iter().enumerate() {
                let comma = if place + 1 < names.len() { "," } else { "" };
                if line.chars().count() + name.chars().count() > most && place > 0 {
                    lines.push(std::mem::take(&mut line));
                }
                let space = if line.is_empty() { "" } else { " " };
                line += &format!("{space}{name}{comma}");
            }
            lines.push(line);
        }
        lines
    }

    /// The place so far in from the edge.
    pub fn inward(&self, far: f64) -> V {
        self.at.plus(self.way.times(far))
    }

    /// The box around its arrow.
    pub fn frame(&self) -> Frame {
        let wide = if self.anywhere { ANYWHERE + 0.2 } else { 0.4 };
        let out = v(self.way.y.abs(), self.way.x.abs()).times(wide * INCH);
        let tip = self.at.plus(self.way.times(1.3 * INCH));
        Frame::around(&[self.at.plus(out), self.at.minus(out), tip.plus(out), tip.minus(out)])
    }

    /// An arrow over the edge, solid for the first army and open for the second; dashed, with arrows along
    /// the edge, where the place is free.
    pub fn draw(&self, sheet: &mut Sheet, nation: Nation) {
        let cloth = cloth(nation);
        let at = |along: f64, aside: f64| {
            self.at
                .plus(self.way.times(along * INCH))
                .plus(v(-self.way.y, self.way.x).times(aside * INCH))
        };
        let corners = [
            at(0.05, -0.15),
            at(0.7, -0.15),
            at(0.7, -0.38),
            at(1.28, 0.0),
            at(0.7, 0.38),
            at(0.7, 0.15),
            at(0.05, 0.15),
        ];
        let mut path = Path::new();
        path.through(&corners, true);
        let fill = if self.side == Side::First { cloth.full } else { cloth.pale };
        let deep = cloth.deep;
        if !self.anywhere {
            sheet.draw(&path, &format!("fill=\"{fill}\" stroke=\"{deep}\" stroke-width=\"1.2\""));
            return;
        }
        let (mut along, mut heads) = (Path::new(), Path::new());
        for way in [-1.0, 1.0] {
            along.to(at(0.3, way * 0.5)).line(at(0.3, way * ANYWHERE));
            let end = way * ANYWHERE;
            heads.to(at(0.1, end - way * 0.3)).line(at(0.3, end)).line(at(0.5, end - way * 0.3));
        }
        let line = format!("fill=\"none\" stroke=\"{deep}\" stroke-width=\"1.6\"");
        sheet.draw(&along, &format!("{line} stroke-dasharray=\"5 3\""));
        sheet.draw(&heads, &line);
        let dashed = "stroke-width=\"1.2\" stroke-dasharray=\"4 2\"";
        sheet.draw(&path, &format!("fill=\"{fill}\" stroke=\"{deep}\" {dashed}"));
    }
}

/// How far along the edge the arrows of those reach who come anywhere on it, in inches.
const ANYWHERE: f64 = 2.2;

/// A place on an edge to show that somebody comes anywhere on it: as near to its middle as may be where
/// nobody stands, nobody comes on and one can march.
fn open_place(scenario: &Scenario, edge: Edge) -> Point {
    let table = &scenario.position.table;
    let along = |tenths: i32| {
        let part = |side: geometry::Length| side.in_thousandths() / 10 * tenths;
        let (x, y) = (part(table.width()), part(table.height()));
        let point = |x: i32, y: i32| Point {
            x: geometry::Length::thousandths(x),
            y: geometry::Length::thousandths(y),
        };
        match edge {
            Edge::North => point(x, table.height().in_thousandths()),
            Edge::South => point(x, 0),
            Edge::East => point(table.width().in_thousandths(), y),
            Edge::West => point(0, y),
        }
    };
    let stands = || scenario.position.units().iter().flat_map(|unit| &unit.stands);
    let entries = || scenario.arrivals.iter().filter_map(|arrival| arrival.at);
    let far = |from: Point, to: Point| from.spot().minus(to.spot()).size() / 1000.0;
    let free = |at: &Point| {
        let barred = |piece: &engine::table::Terrain| {
            piece.kind.going == rulebook::Going::Impassable && piece.contains(at.spot())
        };
        !stands().any(|stand| far(*at, stand.pose.at) < 3.5)
            && !entries().any(|other| far(*at, other) < 5.0)
            && !table.pieces().iter().any(barred)
    };
    let mut places = [5, 4, 6, 3, 7, 2, 8, 1, 9].into_iter().map(along);
    places.find(free).unwrap_or_else(|| along(5))
}

/// The arrivals, those of one place together.
pub(crate) fn arrivals(scenario: &Scenario, ruler: Ruler) -> Vec<Arrival> {
    let mut found: Vec<Arrival> = Vec::new();
    let mut all: Vec<&engine::scenario::Arrival> = scenario.arrivals.iter().collect();
    // Leaders before those whom they lead.
    all.sort_by_key(|arrival| (arrival.turn, matches!(arrival.who, Arriving::Unit(_))));
    for arrival in all {
        let (name, side) = match arrival.who {
            Arriving::Unit(id) => {
                let unit = scenario.position.unit(id);
                (&*unit.unit.name, unit.side)
            }
            Arriving::Leader(place) => {
                let leader = &scenario.position.leaders[usize::from(place)];
                (&*leader.name, leader.side)
            }
        };
        let way = match arrival.edge {
            Edge::North => v(0.0, 1.0),
            Edge::East => v(-1.0, 0.0),
            Edge::South => v(0.0, -1.0),
            Edge::West => v(1.0, 0.0),
        };
        let anywhere = arrival.at.is_none();
        let at = arrival.at.unwrap_or_else(|| open_place(scenario, arrival.edge));
        let (at, turn) = (ruler.point(at), arrival.turn);
        let same = |other: &&mut Arrival| {
            (other.at, other.way, other.side, other.anywhere) == (at, way, side, anywhere)
        };
        let place = match found.iter_mut().find(same) {
            Some(place) => place,
            None => {
                found.push(Arrival { at, way, anywhere, side, turns: Vec::new() });
                found.last_mut().expect("the one just put there")
            }
        };
        match place.turns.iter_mut().find(|(known, _)| *known == turn) {
            Some((_, names)) => names.push(name.to_owned()),
            None => place.turns.push((turn, vec![name.to_owned()])),
        }
    }
    found
}

/// How far each leader's command reaches.
pub(crate) fn radii(
    sheet: &mut Sheet,
    position: &Position,
    book: &Rulebook,
    nation: impl Fn(Side) -> Nation,
    ruler: Ruler,
) {
    sheet.open("id=\"command\"");
    for leader in &position.leaders {
        let Some(at) = leader.at else { continue };
        let mut hindrances = Set::new();
        if leader.attached.is_some() {
            hindrances.insert(command::Hindrance::Attached);
        }
        if leader.dismounted {
            hindrances.insert(command::Hindrance::Dismounted);
        }
        let reach = f64::from(command::radius(book, hindrances).in_thousandths()) * INCH / 1000.0;
        let base = f64::from(leader.rank.diameter(&book.bases).in_thousandths()) * INCH / 2000.0;
        let mut circle = Path::new();
        circle.circle(ruler.point(at), reach + base);
        let colour = cloth(nation(leader.side)).full;
        let dash = if leader.side == Side::First { "9 5" } else { "9 3 1.5 3" };
        let style = "stroke-width=\"1.3\" fill-opacity=\".06\"";
        sheet.draw(
            &circle,
            &format!("fill=\"{colour}\" stroke=\"{colour}\" {style} stroke-dasharray=\"{dash}\""),
        );
    }
    sheet.close();
}

/// The stands and leaders as what no label may cover, with whose they are.
pub(crate) fn obstacles(position: &Position, book: &Rulebook, ruler: Ruler) -> Vec<Obstacle> {
    let mut found = Vec::new();
    for (place, unit) in position.units().iter().enumerate() {
        for stand in &unit.stands {
            found.push(Obstacle::new(place, corners(*stand, ruler)));
        }
    }
    for (place, leader) in position.leaders.iter().enumerate() {
        let Some(at) = leader.at else { continue };
        let radius = f64::from(leader.rank.diameter(&book.bases).in_thousandths()) * INCH / 2000.0;
        let at = ruler.spot(Spot::new(at.spot().x, at.spot().y));
        let round = (0..12).map(|turn| at.plus(turned(v(0.0, -radius), 30.0 * f64::from(turn))));
        found.push(Obstacle::new(position.units().len() + place, round.collect()));
    }
    found
}
