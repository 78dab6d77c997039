//! How often each sum of kept dice comes up, without looking at every throw: sums grow die by die, kept dice face by
//! face from the highest down.

use super::count::Natural;
use num_bigint::BigUint;

/// The ways to make each sum `count..=count * sides` of so many dice, with numbers of any length.
///
/// These are the coefficients of ((1 - x^s) / (1 - x))^n, which obey
/// `k c(k) = (n+k-1) c(k-1) - (ns+s-k) c(k-s) + (ns-n+s+1-k) c(k-s-1)`: a few steps for each instead of a few for each
/// and every die. They read the same from both ends.
pub(super) fn long_sums(count: usize, sides: usize) -> Vec<BigUint> {
    let (n, s, last) = (count as u64, sides as u64, count * (sides - 1));
    let mut ways = vec![BigUint::from(1_u32)];
    for k in 1..=last / 2 {
        let (at, k) = (k, k as u64);
        let mut next = &ways[at - 1] * (n + k - 1);
        if at > sides {
            next += &ways[at - sides - 1] * (n * s + s + 1 - n - k);
        }
        if at >= sides {
            next -= &ways[at - sides] * (n * s + s - k);
        }
        ways.push(next / k);
    }
    let mirrored: Vec<BigUint> = ways[..=(last - 1) / 2].iter().rev().cloned().collect();
    ways.extend(mirrored);
    ways
}

/// The ways to each sum of so many dice, while the counts are short.
pub(super) fn sums<N: Natural>(count: usize, sides: usize) -> Vec<N> {
    let mut ways = vec![N::one()];
    for _ in 0..count {
        ways = with_another(&ways, sides);
    }
    ways
}

/// Each sum of one more die is a sum over a window of the sums before, and windows slide.
fn with_another<N: Natural>(ways: &[N], sides: usize) -> Vec<N> {
    let mut window = N::zero();
    let mut next = Vec::with_capacity(ways.len() + sides - 1);
    for at in 0..ways.len() + sides - 1 {
        if let Some(entering) = ways.get(at) {
            window += entering;
        }
        if let Some(leaving) = at.checked_sub(sides).and_then(|at| ways.get(at)) {
            window -= leaving;
        }
        next.push(window.clone());
    }
    next
}

/// Of `count` dice, the highest `keep` (at least one): for each face, the ways in which it is the lowest kept die, by
/// sum from 0 to `keep * sides`.
pub(super) fn by_lowest_kept<N: Natural>(count: usize, keep: usize, sides: usize) -> Vec<Vec<N>> {
    let choose = binomials::<N>(count);
    let width = keep * sides + 1;
    // `ways[j]`: exactly j dice, fewer than are kept, lie above the present face; by their sum.
    let mut ways = vec![vec![N::zero(); width]; keep];
    ways[0][0] = N::one();
    let mut result = vec![vec![N::zero(); width]; sides];
    for face in (1..=sides).rev() {
        for (above, sums) in ways.iter().enumerate() {
            let factor = filled_at(count - above, keep - above, face, &choose[count - above]);
            add_shifted(&mut result[face - 1], sums, (keep - above) * face, &factor);
        }
        for above in (1..keep).rev() {
            let (before, from_here) = ways.split_at_mut(above);
            for (source, sums) in before.iter().enumerate() {
                let more = above - source;
                add_shifted(&mut from_here[0], sums, more * face, &choose[count - source][more]);
            }
        }
    }
    result
}

/// The ways to throw `dice` dice, none above `face`, so that at least `needed` show it.
fn filled_at<N: Natural>(dice: usize, needed: usize, face: usize, choose: &[N]) -> N {
    let mut below = N::one();
    let mut lower = N::zero();
    for _ in 1..face {
        lower += &N::one();
    }
    let mut sum = N::zero();
    for showing in (needed..=dice).rev() {
        sum += &choose[showing].times(&below);
        below = below.times(&lower);
    }
    sum
}

fn add_shifted<N: Natural>(into: &mut [N], from: &[N], shift: usize, factor: &N) {
    for (slot, ways) in into.iter_mut().skip(shift).zip(from) {
        if !ways.is_zero() {
            *slot += &ways.times(factor);
        }
    }
}

/// Pascal's triangle down to that row.
fn binomials<N: Natural>(rows: usize) -> Vec<Vec<N>> {
    let mut all = vec![vec![N::one()]];
    for row in 1..=rows {
        let above = &all[row - 1];
        let mut next = vec![N::one()];
        next.extend_from_slice(above);
        next[1..row].iter_mut().zip(&above[1..]).for_each(|(sum, right)| *sum += right);
        all.push(next);
    }
    all
}
