//! The facts that a modifier list can ask about. What makes a fact true is code in the engine;
//! which row it belongs to, and what the row is worth, is data.

use crate::named;

named! {
    /// Facts about a unit that makes a maneuver check.
    pub enum ManeuverFact {
        /// The leader who conducts the check is Gallant.
        GallantLeader = "gallant-leader",
        /// He is Able.
        AbleLeader = "able-leader",
        /// He is Poor.
        PoorLeader = "poor-leader",
        /// A leader is attached to the unit.
        LeaderAttached = "leader-attached",
        /// The unit has a brave colonel.
        BraveColonel = "brave-colonel",
        /// The leader is not the unit's immediate commander.
        Provisional = "provisional",
        /// The unit is rated militia.
        Militia = "militia",
        /// The unit is Mexican national guard.
        NationalGuard = "national-guard",
        /// The unit is Mexican auxiliaries (rancheros).
        Auxiliaries = "auxiliaries",
        /// The unit is Mexican active militia.
        ActiveMilitia = "active-militia",
        /// The unit is irregular.
        Irregulars = "irregulars",
        /// The unit is in no leader's radius.
        OutOfCommand = "out-of-command",
        /// Best experience.
        Elite = "elite",
        /// Veteran.
        Veteran = "veteran",
        /// Trained.
        Trained = "trained",
        /// Worst experience.
        Raw = "raw",
        /// Troops at full effectiveness.
        Fresh = "fresh",
        /// Worn troops.
        Worn = "worn",
        /// Spent troops.
        Spent = "spent",
        /// Gun stands that maneuver together.
        Battery = "battery",
        /// A lone battalion gun near friendly troops.
        BattalionGunNearTroops = "battalion-gun-near-troops",
        /// Field column.
        FieldColumn = "field-column",
        /// March column.
        MarchColumn = "march-column",
        /// Square, deliberate or hasty.
        Square = "square",
        /// Garrison of a building or work.
        Garrison = "garrison",
        /// A limbered gun.
        LimberedGun = "limbered-gun",
        /// Behind linear cover.
        LinearCover = "linear-cover",
        /// Indians with at least half their stands in woods.
        IndiansInWoods = "indians-in-woods",
        /// Indians with fewer.
        IndiansInOpen = "indians-in-open",
        /// Outflanked by an enemy within 8".
        Outflanked = "outflanked",
        /// Broken.
        Broken = "broken",
        /// The army has lost its key position.
        KeyPositionLost = "key-position-lost",
        /// The army has heavy casualties.
        HeavyCasualties = "heavy-casualties",
        /// The army has greater losses.
        GreaterLosses = "greater-losses",
    }
}

named! {
    /// Facts about the stands that fire and about their target.
    pub enum FireFact {
        /// The stand is raw.
        RawFirer = "raw-firer",
        /// The stand is rated marksman or sharpshooter.
        Marksmen = "marksmen",
        /// The stand fires buck and ball in a charge.
        BuckAndBall = "buck-and-ball",
        /// The stand has repeaters and fires in a charge.
        RepeaterInCharge = "repeater-in-charge",
        /// The stand stands behind the target's prolonged front.
        Enfilading = "enfilading-troops",
        /// The same at a gun target.
        EnfiladingGuns = "enfilading-guns",
        /// The stand fires in twilight from over 4".
        TwilightDistance = "twilight-distance",
        /// The stand fires at night and takes no part in a charge.
        NightFire = "night-fire",
        /// Target in field column.
        FieldColumn = "field-column",
        /// Target is mounted.
        MountedTarget = "mounted-target",
        /// Target is broken.
        Broken = "broken",
        /// Target has faced about.
        AboutFaced = "about-faced",
        /// Target made or suffered a passage of lines.
        PassageOfLines = "passage-of-lines",
        /// Target marched by the flank.
        MarchedByFlank = "marched-by-the-flank",
        /// Target crossed an abatis this turn.
        CrossedAbatis = "crossed-abatis",
        /// Target in march column.
        MarchColumn = "march-column",
        /// Target in storming column.
        StormingColumn = "storming-column",
        /// Target in square.
        Square = "square",
        /// Target is limbered guns.
        LimberedTarget = "limbered-target",
        /// Target in open order or extended line, without cover.
        OpenOrder = "open-order",
        /// Target in partial cover.
        PartialCover = "partial-cover",
        /// Target in open order and in partial or full cover.
        OpenOrderInCover = "open-order-in-cover",
        /// Target in full cover.
        FullCover = "full-cover",
        /// Target fortified.
        Fortified = "fortified",
    }
}

named! {
    /// Facts about the best unit of a side in a charge combat.
    pub enum ChargeFact {
        /// Best experience.
        Elite = "elite",
        /// Veteran.
        Veteran = "veteran",
        /// Trained.
        Trained = "trained",
        /// Worst experience.
        Raw = "raw",
        /// Troops at full effectiveness.
        Fresh = "fresh",
        /// Worn troops.
        Worn = "worn",
        /// Spent troops.
        Spent = "spent",
        /// Outnumbered three to two.
        Outnumbered3To2 = "outnumbered-3-to-2",
        /// Outnumbered two to one.
        Outnumbered2To1 = "outnumbered-2-to-1",
        /// Outnumbered three to one or more.
        Outnumbered3To1 = "outnumbered-3-to-1",
        /// Mounted cavalry outnumbered by foot.
        CavalryOutnumberedByInfantry = "cavalry-outnumbered-by-infantry",
        /// Guns with troops in support.
        SupportedGuns = "supported-guns",
        /// Guns without.
        UnsupportedGuns = "unsupported-guns",
        /// Disordered troops.
        Disordered = "disordered",
        /// A silenced gun.
        Silenced = "silenced",
        /// A leader is attached.
        LeaderAttached = "leader-attached",
        /// A brave colonel.
        BraveColonel = "brave-colonel",
        /// Open order or extended line.
        OpenOrder = "open-order",
        /// A square formed in haste this turn.
        HastySquare = "hasty-square",
        /// Militia troops.
        Militia = "militia",
        /// Foot without bayonets.
        NoBayonets = "no-bayonets",
        /// Mexican national guard.
        NationalGuard = "national-guard",
        /// Mexican auxiliaries.
        Auxiliaries = "auxiliaries",
        /// Mexican active militia.
        ActiveMilitia = "active-militia",
        /// Irregulars.
        Irregulars = "irregulars",
        /// Indians in woods.
        IndiansInWoods = "indians-in-woods",
        /// Outflanked.
        Outflanked = "outflanked",
        /// Broken.
        Broken = "broken",
        /// March column.
        MarchColumn = "march-column",
        /// Limbered guns.
        LimberedGuns = "limbered-guns",
        /// Defends favorable ground.
        FavorableGround = "favorable-ground",
        /// Defends a strong position.
        StrongPosition = "strong-position",
        /// Fortified.
        Fortified = "fortified",
        /// Charges with cold steel.
        ColdSteel = "cold-steel",
        /// Fights the second combat of a breakthrough charge.
        Breakthrough = "breakthrough",
        /// Cavalry that charged over open ground only.
        CavalryOverOpen = "cavalry-over-open",
        /// Cavalry that charged over broken ground.
        CavalryOverBroken = "cavalry-over-broken",
        /// Cavalry that charged over rough ground.
        CavalryOverRough = "cavalry-over-rough",
        /// Mounted cavalry that stood to receive the charge.
        StationaryCavalry = "stationary-cavalry",
        /// Mounted infantry that charged in the saddle.
        MountedInfantry = "mounted-infantry",
        /// The enemy's best unit is in square.
        FacingSquare = "facing-square",
        /// The enemy's best unit presents bayonets.
        FacingBayonets = "facing-bayonets",
        /// Lances, against good order troops or guns in action.
        LancesAgainstGoodOrder = "lances-against-good-order",
        /// A desperate struggle has been fought in this combat.
        AfterDesperateStruggle = "after-desperate-struggle",
    }
}
