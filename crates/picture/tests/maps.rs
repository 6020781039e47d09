//! What every map keeps to: the same bytes, labels apart, symbols told apart, sound XML.

mod scenes;

use picture::{Label, Layers, Names, Options, Scene, labels, png, small_png, stands, svg};
use scenes::{Battle, all, crowd, file, ground, kinds, small, written};

fn scene(battle: &Battle, options: Options) -> Scene<'_> {
    Scene { scenario: &battle.scenario, book: &battle.book, options }
}

fn plain(battle: &Battle) -> Scene<'_> {
    scene(battle, Options::default())
}

fn fnv(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[test]
fn a_map_is_the_same_to_the_byte() {
    let drawn = svg(&plain(&small()));
    assert_eq!(drawn, svg(&plain(&small())));
    // If the drawing changed on purpose: look at it, then write the new number.
    assert_eq!(format!("{:016x}", fnv(&drawn)), "436613ae6c093c2d");
}

#[test]
fn numbers_have_two_decimals_and_exist() {
    for battle in all() {
        let drawn = svg(&plain(&battle));
        assert!(!drawn.contains("NaN") && !drawn.contains("inf "));
        for data in drawn.split(" d=\"").skip(1).map(|rest| rest.split('"').next().unwrap()) {
            // `.5.25` is two numbers: what stands before the next point ends with its decimals.
            let decimals = data.split(|c: char| !c.is_ascii_digit() && c != '.');
            let mut decimals = decimals.flat_map(|number| number.split('.').skip(1));
            assert_eq!(decimals.find(|part| part.len() > 2), None);
        }
    }
}

fn overlap(one: [f64; 4], other: [f64; 4]) -> bool {
    one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3]
}

fn assert_apart(labels: &[Label], of: &str) {
    for (place, one) in labels.iter().enumerate() {
        for other in &labels[place + 1..] {
            let meet = one.boxes.iter().any(|a| other.boxes.iter().any(|b| overlap(*a, *b)));
            assert!(!meet, "{of}: {} lies on {}", one.text, other.text);
        }
    }
}

/// Is there a line that has a box on one side and a stand on the other?
fn apart(label: [f64; 4], stand: &[[f64; 2]; 4]) -> bool {
    let [l, t, r, b] = label;
    let corners = [[l, t], [r, t], [r, b], [l, b]];
    let across = |i: usize| {
        let (from, to) = (stand[i], stand[(i + 1) % 4]);
        [from[1] - to[1], to[0] - from[0]]
    };
    [across(0), across(1), [1.0, 0.0], [0.0, 1.0]].into_iter().any(|axis| {
        let span = |of: &[[f64; 2]; 4]| {
            let along = of.map(|at| at[0] * axis[0] + at[1] * axis[1]);
            let low = along.iter().copied().fold(f64::MAX, f64::min);
            (low, along.iter().copied().fold(f64::MIN, f64::max))
        };
        let (one, other) = (span(&corners), span(stand));
        one.1 <= other.0 + 1e-6 || other.1 <= one.0 + 1e-6
    })
}

#[test]
fn no_label_lies_on_another_or_on_a_stand() {
    for battle in all() {
        for pixels_per_inch in [9.0, 20.0, 40.0] {
            let scene = scene(&battle, Options { pixels_per_inch, ..Options::default() });
            let labels = labels(&scene);
            assert_apart(&labels, &battle.scenario.title);
            for stand in stands(&scene).iter().flatten() {
                for label in &labels {
                    let clear = label.boxes.iter().all(|frame| apart(*frame, stand));
                    assert!(clear, "{}: {} lies on a stand", battle.scenario.title, label.text);
                }
            }
        }
    }
}

#[test]
fn everybody_on_the_table_is_named() {
    for battle in all() {
        let labels = labels(&plain(&battle));
        let count = |names| labels.iter().filter(|label| label.names == names).count();
        let position = &battle.scenario.position;
        let units = position.units().iter().filter(|unit| !unit.stands.is_empty()).count();
        let leaders = position.leaders.iter().filter(|leader| leader.at.is_some()).count();
        assert_eq!(count(Names::Unit), units, "{}", battle.scenario.title);
        assert_eq!(count(Names::Leader), leaders, "{}", battle.scenario.title);
        assert_eq!(count(Names::Key), battle.scenario.key_positions.len());
    }
}

#[test]
fn whoever_comes_on_at_one_place_is_told_together_by_turns() {
    let battle = file("1812-lundys-lane");
    let mut places: Vec<_> = battle.scenario.arrivals.iter().filter_map(|one| one.at).collect();
    places.sort_unstable();
    places.dedup();
    let labels = labels(&plain(&battle));
    let entries: Vec<&Label> = labels.iter().filter(|l| l.names == Names::Arrival).collect();
    assert_eq!(entries.len(), places.len());
    let south = entries.iter().find(|label| label.text.contains("Ripley")).unwrap();
    assert!(south.text.starts_with("turn 8: Brown, Ripley, "), "{}", south.text);
    assert!(south.text.contains(" turn 9: ") && south.text.contains("Porter"), "{}", south.text);
}

#[test]
fn a_long_narrow_water_is_named_along_it() {
    let labels = labels(&plain(&file("acw-balls-bluff")));
    let river = labels.iter().find(|label| label.text == "Potomac River").unwrap();
    let low = river.boxes.iter().map(|b| b[1]).fold(f64::MAX, f64::min);
    let high = river.boxes.iter().map(|b| b[3]).fold(f64::MIN, f64::max);
    let wide = river.boxes.iter().map(|b| b[2] - b[0]).fold(f64::MIN, f64::max);
    assert!(river.boxes.len() > 5 && high - low > 4.0 * wide, "{:?}", river.boxes);
}

const RIVER: &str = "[[terrain]]\nname = \"Long River\"\nkind = \"water\"\nwidth = 2\n\
    line = [[0, 18], [48, 18]]\n[[terrain]]\nname = \"Ferry road\"\nkind = \"good-road\"\n\
    line = [[0, 8], [48, 8]]\n[[terrain]]\nname = \"Old stone bridge\"\nkind = \"bridge\"\n\
    line = [[24, 16], [24, 20]]\n";

#[test]
fn a_broad_river_has_its_name_in_it_and_larger_than_a_road() {
    let battle = written(RIVER);
    let scene = scene(&battle, Options { layers: open(), ..Options::default() });
    let labels = labels(&scene);
    let named = |text: &str| labels.iter().find(|label| label.text == text).unwrap();
    let (river, road) = (named("Long River"), named("Ferry road"));
    let inch = picture::UNITS_PER_INCH;
    let water = [17.0 * inch, 19.0 * inch];
    assert!(river.boxes.iter().all(|b| b[1] > water[0] && b[3] < water[1]), "{:?}", river.boxes);
    assert!(river.size > 1.3 * road.size, "{} {}", river.size, road.size);
}

#[test]
fn the_name_of_a_bridge_stands_clear_of_it() {
    let battle = written(RIVER);
    let scene = scene(&battle, Options { layers: open(), ..Options::default() });
    let labels = labels(&scene);
    let bridge = labels.iter().find(|label| label.text == "Old stone bridge").unwrap();
    let inch = picture::UNITS_PER_INCH;
    let planks = [23.5 * inch, 16.0 * inch, 24.5 * inch, 20.0 * inch];
    assert!(bridge.boxes.iter().all(|b| !overlap(*b, planks)), "{:?}", bridge.boxes);
}

#[test]
fn the_name_of_a_key_position_leaves_the_walls_around_it_to_be_seen() {
    let wall =
        |x: &str| format!("[[terrain]]\nkind = \"stone-wall\"\nline = [[{x}, 16], [{x}, 20]]\n");
    let key = "[[key-position]]\nname = \"Convent of San Mateo\"\nat = [24, 18]\nradius = 2\npoints = 1\n";
    let battle = written(&format!("{}{}{key}", wall("22.8"), wall("25.2")));
    let scene = scene(&battle, Options { layers: open(), ..Options::default() });
    let labels = labels(&scene);
    let name = labels.iter().find(|label| label.names == Names::Key).unwrap();
    let inch = picture::UNITS_PER_INCH;
    for x in [22.8, 25.2] {
        let wall = [x * inch - 1.0, 16.0 * inch, x * inch + 1.0, 20.0 * inch];
        assert!(name.boxes.iter().all(|b| !overlap(*b, wall)), "{:?}", name.boxes);
    }
}

/// The table alone, so that its corner is that of the sheet.
fn open() -> Layers {
    Layers { frame: false, ..Layers::default() }
}

#[test]
fn whoever_comes_anywhere_on_an_edge_is_drawn_and_told() {
    let unit = |name: &str, turn: u8, edge: &str| {
        format!(
            "[[unit]]\narmy = \"A\"\nname = \"{name}\"\nstands = 6\nexperience = \"trained\"\n\
             morale = \"reliable\"\nweapon = \"RM\"\narrives = {{ turn = {turn}, edge = \"{edge}\" }}\n"
        )
    };
    let units =
        [unit("1st Ohio", 2, "west"), unit("2nd Ohio", 3, "west"), unit("3rd Ohio", 2, "east")];
    let battle = written(&format!("{RIVER}{}", units.concat()));
    let labels = labels(&plain(&battle));
    let told = |text: &str| labels.iter().any(|l| l.names == Names::Arrival && l.text == text);
    assert!(told("turn 2: 1st Ohio turn 3: 2nd Ohio anywhere on this edge"), "{labels:?}");
    assert!(told("3rd Ohio, turn 2 anywhere on this edge"), "{labels:?}");
    let nobody = svg(&plain(&written(RIVER)));
    let arrows = |drawn: &str| drawn.matches("stroke-dasharray=\"4 2\"").count();
    assert_eq!(arrows(&svg(&plain(&battle))) - arrows(&nobody), 2);
}

#[test]
fn in_a_crowd_labels_stand_off_with_a_line_to_their_unit() {
    let labels = labels(&plain(&crowd()));
    assert!(labels.iter().any(|label| label.leader.is_some()));
    assert!(labels.iter().all(|label| label.size > 8.0), "still large enough to read");
}

/// The drawing of the ground without its colours and tints, and without the places of plants.
fn ink(drawn: &str) -> String {
    let document = roxmltree::Document::parse(drawn).unwrap();
    let colours = ["fill", "stroke", "opacity", "fill-opacity", "x", "y"];
    let mut text = String::new();
    for part in ["ground", "growth", "buildings"] {
        let node = document.descendants().find(|node| node.attribute("id") == Some(part)).unwrap();
        for node in node.descendants().filter(|node| node.is_element()) {
            for attribute in node.attributes() {
                if !colours.contains(&attribute.name()) {
                    text += &format!("{}={};", attribute.name(), attribute.value());
                }
            }
        }
    }
    text
}

fn ground_only() -> Options {
    let layers = Layers { frame: false, labels: false, ..Layers::default() };
    Options { layers, ..Options::default() }
}

#[test]
fn every_kind_of_terrain_is_drawn_and_told_apart_without_colour() {
    let bare = ink(&svg(&scene(&ground("maw", None, &[]), ground_only())));
    for (period, edition) in
        [("acw", None), ("awi", None), ("1812", None), ("maw", None), ("maw", Some("qrs"))]
    {
        let mut seen: Vec<(String, String)> = Vec::new();
        for kind in kinds(period, edition) {
            let drawn = ink(&svg(&scene(&ground(period, edition, &[&kind]), ground_only())));
            assert_ne!(drawn, bare, "{period}: {} is not drawn", kind.id);
            if let Some((other, _)) = seen.iter().find(|(_, ink)| *ink == drawn) {
                panic!("{period}: {} looks like {other}", kind.id);
            }
            seen.push((kind.id.to_string(), drawn));
        }
        assert!(seen.len() >= 29);
    }
}

#[test]
fn smoke_looks_like_no_ground() {
    let drawn = |kind| ink(&svg(&scene(&ground("maw", None, &[kind]), ground_only())));
    let kinds = kinds("maw", None);
    let mut smoke = kinds.iter().find(|kind| &*kind.id == "woods").unwrap().clone();
    smoke.id = "smoke".into();
    let cloud = drawn(&smoke);
    for kind in &kinds {
        assert_ne!(cloud, drawn(kind), "smoke looks like {}", kind.label);
    }
}

#[test]
fn a_kind_that_only_a_scenario_knows_is_drawn_too() {
    let bare = ink(&svg(&scene(&ground("acw", None, &[]), ground_only())));
    for mut kind in kinds("acw", None) {
        kind.id = "never-heard-of".into();
        let drawn = ink(&svg(&scene(&ground("acw", None, &[&kind]), ground_only())));
        assert_ne!(drawn, bare, "{} under another name is not drawn", kind.label);
    }
}

#[test]
fn every_map_is_sound_xml_with_every_reference_defined() {
    for battle in all() {
        let layers = Layers { grid: true, command: true, ..Layers::default() };
        let highlighted = battle.scenario.position.ids().next();
        let drawn = svg(&scene(&battle, Options { layers, highlighted, ..Options::default() }));
        let document = roxmltree::Document::parse(&drawn).unwrap();
        let mut ids: Vec<&str> = document.descendants().filter_map(|n| n.attribute("id")).collect();
        let count = ids.len();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), count, "an id is used twice");
        for node in document.descendants() {
            if let Some(used) = node.attribute("href") {
                assert!(ids.binary_search(&&used[1..]).is_ok(), "{used} is not defined");
            }
        }
    }
}

#[test]
fn names_may_hold_any_letters() {
    let mut battle = small();
    battle.scenario.title = "<\"Tom & Jerry\"> Çédille 東".into();
    let drawn = svg(&plain(&battle));
    let document = roxmltree::Document::parse(&drawn).unwrap();
    let title = document.descendants().find(|node| node.has_tag_name("title")).unwrap();
    assert!(title.text().unwrap().starts_with("<\"Tom & Jerry\"> Çédille 東"));
}

#[test]
fn layers_come_and_go() {
    let battle = file("maw-palo-alto");
    let with = |layers| svg(&scene(&battle, Options { layers, ..Options::default() }));
    let whole = with(Layers::default());
    let bare = with(Layers { units: false, ..Layers::default() });
    assert!(whole.contains("class=\"unit\"") && !bare.contains("class=\"unit\""));
    let mute = with(Layers { labels: false, ..Layers::default() });
    assert!(whole.contains("id=\"labels\"") && !mute.contains("id=\"labels\""));
    let level = with(Layers { terrain: false, ..Layers::default() });
    assert!(whole.contains("id=\"growth\"") && !level.contains("id=\"growth\""));
    assert!(with(Layers { command: true, ..Layers::default() }).contains("id=\"command\""));
    let open = with(Layers { frame: false, ..Layers::default() });
    assert!(open.contains("viewBox=\"0 0 1920 1200\""), "the table and no more");
}

#[test]
fn a_png_has_the_size_asked_for() {
    let drawn = svg(&plain(&small()));
    let packed = png(&drawn, 320).unwrap();
    let decoder = ::png::Decoder::new(std::io::Cursor::new(&packed));
    let mut reader = decoder.read_info().unwrap();
    let (width, height) = (reader.info().width, reader.info().height);
    assert_eq!(width, 320);
    assert!((200..400).contains(&height));
    let mut tones = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut tones).unwrap();
    tones.sort_unstable();
    tones.dedup();
    assert!(tones.len() > 40, "paper, ink and what lies between");
    assert!(png(&drawn, 0).is_err() && png(&drawn, 1_000_000).is_err());
    assert!(png("no svg", 100).is_err());
}

#[test]
fn strengths_stand_in_the_place_of_ratings() {
    let mut battle = file("maw-palo-alto");
    let id = battle.scenario.position.ids().next().unwrap();
    let mut unit = battle.scenario.position.unit(id).clone();
    unit.unit.strength.stands -= 2;
    let (name, starting) = (unit.unit.name.to_string(), unit.unit.strength.label.unwrap().starting);
    battle.scenario.position.set(id, unit);
    let layers = Layers { strengths: true, ..Layers::default() };
    let shown = labels(&scene(&battle, Options { layers, ..Options::default() }));
    let of = |name: &str| shown.iter().find(|label| label.text.contains(name)).unwrap();
    assert!(of(&name).text.ends_with(&format!("{} of {starting}", starting - 2)));
    assert!(of("3rd US Infantry").text.ends_with(" 9"), "{}", of("3rd US Infantry").text);
}

#[test]
fn a_small_png_has_few_colours_and_fewer_bytes() {
    let drawn = svg(&plain(&file("maw-palo-alto")));
    let (whole, small) = (png(&drawn, 600).unwrap(), small_png(&drawn, 600).unwrap());
    assert!(small.len() * 3 < whole.len(), "{} of {} bytes", small.len(), whole.len());
    let decoder = ::png::Decoder::new(std::io::Cursor::new(&small));
    let reader = decoder.read_info().unwrap();
    assert_eq!((reader.info().width, reader.info().color_type), (600, ::png::ColorType::Indexed));
}
