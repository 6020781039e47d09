//! A picture in few colours: boxes of colours that are cut in two where most pixels lie.

/// How many colours there are at most.
const MOST: usize = 26;
/// How often colours are handed out anew.
const ROUNDS: usize = 3;
/// Bits of red, green and blue by which colours are counted.
const BITS: u32 = 5;
const SIDE: usize = 1 << BITS;

/// Few colours for a picture.
pub(crate) struct Palette {
    colours: Vec<[u8; 3]>,
    /// The colour for each colour that was counted.
    nearest: Vec<u8>,
}

/// Colours that were counted: how many pixels, and the sums of their red, green and blue.
#[derive(Clone, Copy, Default)]
struct Counted {
    pixels: u64,
    sums: [u64; 3],
}

impl Palette {
    /// The palette of a picture.
    pub fn of(picture: impl Iterator<Item = [u8; 3]>) -> Palette {
        let mut counted = vec![Counted::default(); SIDE * SIDE * SIDE];
        for colour in picture {
            let found = &mut counted[place(colour)];
            found.pixels += 1;
            for (sum, part) in found.sums.iter_mut().zip(colour) {
                *sum += u64::from(part);
            }
        }
        let used = (0..counted.len()).filter(|place| counted[*place].pixels > 0).collect();
        let mut boxes: Vec<Vec<usize>> = vec![used];
        while boxes.len() < MOST {
            // The box in which colours differ most, seen by many pixels, is cut.
            let worst = (0..boxes.len()).max_by_key(|at| spread(&boxes[*at], &counted).0);
            let Some(at) = worst.filter(|at| boxes[*at].len() > 1) else { break };
            let (_, axis) = spread(&boxes[at], &counted);
            let (low, high) = cut(std::mem::take(&mut boxes[at]), axis, &counted);
            boxes[at] = low;
            boxes.push(high);
        }
        let mut colours: Vec<[u8; 3]> = boxes.iter().map(|places| mean(places, &counted)).collect();
        let mut nearest = vec![0; counted.len()];
        // A box may reach from paper to water: each colour goes to the one that it is most like.
        for _ in 0..ROUNDS {
            let mut boxes = vec![Vec::new(); colours.len()];
            for place in (0..counted.len()).filter(|place| counted[*place].pixels > 0) {
                let colour = mean(&[place], &counted);
                let like = (0..colours.len()).min_by_key(|at| unlike(colours[*at], colour));
                let like = like.unwrap_or_default();
                nearest[place] = like as u8;
                boxes[like].push(place);
            }
            for (colour, places) in colours.iter_mut().zip(&boxes) {
                if !places.is_empty() {
                    *colour = mean(places, &counted);
                }
            }
        }
        Palette { colours, nearest }
    }

    /// The place of the colour that stands for this one of the picture.
    pub fn nearest(&self, colour: [u8; 3]) -> u8 {
        self.nearest[place(colour)]
    }

    /// Red, green and blue of every colour.
    pub fn bytes(&self) -> Vec<u8> {
        self.colours.iter().flatten().copied().collect()
    }
}

fn place(colour: [u8; 3]) -> usize {
    colour.into_iter().fold(0, |place, part| place * SIDE + usize::from(part >> (8 - BITS)))
}

/// Red, green or blue of a place.
fn part(place: usize, axis: usize) -> usize {
    (place >> (BITS as usize * (2 - axis))) % SIDE
}

/// How unlike two colours are.
fn unlike(one: [u8; 3], other: [u8; 3]) -> u32 {
    one.into_iter().zip(other).map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
}

fn mean(places: &[usize], counted: &[Counted]) -> [u8; 3] {
    let pixels: u64 = places.iter().map(|place| counted[*place].pixels).sum();
    [0, 1, 2].map(|axis| {
        let sum: u64 = places.iter().map(|place| counted[*place].sums[axis]).sum();
        u8::try_from(sum / pixels.max(1)).unwrap_or(u8::MAX)
    })
}

/// How much the colours of a box differ, and in which part most. Many pixels count more, but not so
/// much that the few of an army's coats are lost in paper.
fn spread(places: &[usize], counted: &[Counted]) -> (u64, usize) {
    let weight = |place: &usize| u64::from((counted[*place].pixels + 1).ilog2() + 1);
    let total: u64 = places.iter().map(weight).sum();
    let along = |axis: usize| {
        let sum: u64 = places.iter().map(|place| weight(place) * part(*place, axis) as u64).sum();
        let middle = sum / total.max(1);
        let far = |place: &usize| (part(*place, axis) as u64).abs_diff(middle).pow(2);
        (places.iter().map(|place| weight(place) * far(place)).sum::<u64>(), axis)
    };
    (0..3).map(along).max().unwrap_or_default()
}

/// A box in two, each with half of the weight.
fn cut(mut places: Vec<usize>, axis: usize, counted: &[Counted]) -> (Vec<usize>, Vec<usize>) {
    places.sort_by_key(|place| (part(*place, axis), *place));
    let weight = |place: &usize| u64::from((counted[*place].pixels + 1).ilog2() + 1);
    let total: u64 = places.iter().map(weight).sum();
    let mut sum = 0;
    let mut before = |place: &usize| {
        sum += weight(place);
        sum * 2 <= total
    };
    let half = places.iter().take_while(|place| before(place)).count();
    let high = places.split_off(half.clamp(1, places.len() - 1));
    (places, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_colours_are_kept_as_they_are() {
        let picture = [[255, 0, 0], [0, 0, 255], [240, 230, 200], [240, 230, 200]];
        let palette = Palette::of(picture.into_iter());
        assert_eq!(palette.colours.len(), 3);
        for colour in picture {
            assert_eq!(palette.colours[usize::from(palette.nearest(colour))], colour);
        }
    }

    #[test]
    fn many_colours_become_the_most_there_may_be_and_stay_near() {
        let picture: Vec<[u8; 3]> =
            (0..=255).flat_map(|red| (0..=255).map(move |green| [red, green, 128])).collect();
        let palette = Palette::of(picture.iter().copied());
        assert_eq!(palette.colours.len(), MOST);
        for colour in picture {
            let near = palette.colours[usize::from(palette.nearest(colour))];
            for (one, other) in colour.into_iter().zip(near) {
                assert!(one.abs_diff(other) <= 64, "{colour:?} became {near:?}");
            }
        }
    }
}
