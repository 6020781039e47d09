//! What befalls the gun stands of a battery, one by one: whom the owner picks, and what fire comes to where some are
//! silenced or damaged already.

use super::event::GunHarm;
use crate::deed::Deed;
use crate::table::GunStand;

impl GunHarm {
    /// The gun stands of which the owner picks one: sound ones that can fire first.
    pub(super) fn among(self, guns: &[GunStand]) -> Vec<u8> {
        let those = |of: fn(&GunStand) -> bool| -> Vec<u8> {
            let picked = guns.iter().enumerate().filter(|(_, gun)| of(gun) && !gun.abandoned);
            picked.map(|(place, _)| place as u8).collect()
        };
        let ready = those(|gun| !gun.silenced && !gun.damaged);
        match self {
            _ if !ready.is_empty() => ready,
            GunHarm::Silenced => those(|gun| !gun.silenced),
            GunHarm::Wrecked | GunHarm::Damaged | GunHarm::DamagedAndSilenced => those(|_| true),
        }
    }

    /// Does it damage the stand?
    pub(super) fn damages(self) -> bool {
        matches!(self, GunHarm::Damaged | GunHarm::DamagedAndSilenced)
    }

    /// What it does to one of these, the owner picking who loses least by it.
    fn befall(self, guns: &mut Vec<GunStand>) -> Option<Deed> {
        let picked = self.among(guns).into_iter().map(usize::from);
        let place = picked.min_by_key(|place| guns[*place].damaged)?;
        let was = guns[place];
        if self == GunHarm::Wrecked || (self.damages() && was.damaged) {
            guns.remove(place);
            return Some(Deed::GunsWrecked { stands: 1 });
        }
        guns[place].damaged |= self.damages();
        guns[place].silenced |= self != GunHarm::Damaged;
        Some(match self {
            GunHarm::Silenced => Deed::GunsSilenced { stands: 1 },
            GunHarm::DamagedAndSilenced if !was.silenced => Deed::GunDamagedAndSilenced,
            _ => Deed::GunsDamaged { stands: 1 },
        })
    }
}

/// What deeds come to for these guns: who is silenced already is not silenced again, and who is damaged a second
/// time is wrecked. Without gun stands they are as they were.
pub fn come_to(deeds: &[Deed], guns: &[GunStand]) -> Vec<Deed> {
    if guns.is_empty() {
        return deeds.to_vec();
    }
    let mut guns = guns.to_vec();
    let mut done: Vec<Deed> = Vec::new();
    for deed in deeds {
        let (harm, times) = match *deed {
            Deed::GunsSilenced { stands } => (GunHarm::Silenced, stands),
            Deed::GunsDamaged { stands } => (GunHarm::Damaged, stands),
            Deed::GunDamagedAndSilenced => (GunHarm::DamagedAndSilenced, 1),
            Deed::GunsWrecked { stands } => (GunHarm::Wrecked, stands),
            Deed::Silenced if guns.iter().all(|gun| gun.silenced) => continue,
            other => {
                done.push(other);
                continue;
            }
        };
        for _ in 0..times {
            let Some(now) = harm.befall(&mut guns) else { break };
            match (done.last_mut(), now) {
                (Some(Deed::GunsSilenced { stands }), Deed::GunsSilenced { .. })
                | (Some(Deed::GunsDamaged { stands }), Deed::GunsDamaged { .. })
                | (Some(Deed::GunsWrecked { stands }), Deed::GunsWrecked { .. }) => *stands += 1,
                _ => done.push(now),
            }
        }
    }
    done
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gun_is_silenced_once_and_damaged_once() {
        let sound = GunStand::default();
        let silenced = GunStand { silenced: true, ..sound };
        let damaged = GunStand { damaged: true, ..silenced };
        let silence = [Deed::GunsSilenced { stands: 1 }];
        let both = [Deed::GunDamagedAndSilenced];
        let wreck = |stands| vec![Deed::GunsWrecked { stands }];
        assert_eq!(come_to(&silence, &[silenced, damaged]), []);
        assert_eq!(come_to(&silence, &[silenced, sound]), silence);
        assert_eq!(come_to(&both, &[sound]), both);
        assert_eq!(come_to(&both, &[silenced]), [Deed::GunsDamaged { stands: 1 }]);
        assert_eq!(come_to(&both, &[damaged]), wreck(1));
        // The owner picks the one that is whole.
        assert_eq!(come_to(&both, &[damaged, silenced]), [Deed::GunsDamaged { stands: 1 }]);
        let withering = [Deed::GunsWrecked { stands: 2 }, Deed::Silenced];
        assert_eq!(come_to(&withering, &[sound, silenced, silenced]), wreck(2));
        assert_eq!(come_to(&withering, &[sound, sound, sound]), withering);
        assert_eq!(come_to(&silence, &[]), silence);
    }
}
