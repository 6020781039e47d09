//! Unevenness without chance: the same place always gives the same number.

/// A number from 0 up to 1 for a place on a grid.
pub(crate) fn noise(x: i64, y: i64, salt: u64) -> f64 {
    let mut z = (x as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15)
        ^ (y as u64).wrapping_mul(0xC2B2_AE3D_27D4_EB4F)
        ^ salt.wrapping_mul(0x1656_67B1_9E37_79F9);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
}

/// A number from -1 up to 1.
pub(crate) fn swing(x: i64, y: i64, salt: u64) -> f64 {
    noise(x, y, salt) * 2.0 - 1.0
}
