//! What is counted and timed, as Prometheus reads it.

use std::fmt::Write;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Upper bounds of the times that are told apart, in seconds.
const BOUNDS: [f64; 14] =
    [0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0];

/// Times, by how many were under each bound.
#[derive(Default)]
pub struct Times {
    under: [AtomicU64; BOUNDS.len()],
    count: AtomicU64,
    micros: AtomicU64,
}

/// A time that is being taken.
pub struct Timer<'t> {
    times: &'t Times,
    began: Instant,
}

/// The one clock of the server: for measures and waits, never for rules.
#[allow(
    clippy::disallowed_methods,
    reason = "how long something took is told, and decides nothing"
)]
pub fn now() -> Instant {
    Instant::now()
}

/// Seconds since 1970.
pub fn today() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs() as i64)
}

impl Times {
    /// Begins to take a time.
    pub fn start(&self) -> Timer<'_> {
        Timer { times: self, began: now() }
    }

    /// Notes a time.
    pub fn note(&self, time: Duration) {
        let seconds = time.as_secs_f64();
        if let Some(place) = BOUNDS.iter().position(|bound| seconds <= *bound) {
            self.under[place].fetch_add(1, Ordering::Relaxed);
        }
        self.count.fetch_add(1, Ordering::Relaxed);
        self.micros.fetch_add(time.as_micros() as u64, Ordering::Relaxed);
    }

    fn told(&self, name: &str, what: &str, text: &mut String) {
        let _ = writeln!(text, "# HELP {name} {what}\n# TYPE {name} histogram");
        let mut sum = 0;
        for (bound, under) in BOUNDS.iter().zip(&self.under) {
            sum += under.load(Ordering::Relaxed);
            let _ = writeln!(text, "{name}_bucket{{le=\"{bound}\"}} {sum}");
        }
        let count = self.count.load(Ordering::Relaxed).max(sum);
        let seconds = self.micros.load(Ordering::Relaxed) as f64 / 1e6;
        let _ = writeln!(text, "{name}_bucket{{le=\"+Inf\"}} {count}");
        let _ = writeln!(text, "{name}_sum {seconds}\n{name}_count {count}");
    }
}

impl Timer<'_> {
    /// Notes the time.
    pub fn stop(self) {
        self.times.note(self.began.elapsed());
    }
}

/// Everything that is counted.
#[derive(Default)]
pub struct Metrics {
    /// Battles begun.
    pub begun: AtomicU64,
    /// Orders that were stored and acknowledged.
    pub orders: AtomicU64,
    /// Those of them that the machine gave.
    pub machine: AtomicU64,
    /// Orders that were refused.
    pub refused: AtomicU64,
    /// Battles in the database.
    pub kept: AtomicI64,
    /// Battles in memory.
    pub live: AtomicI64,
    /// Sockets that are open.
    pub sockets: AtomicI64,
    /// Answers, by the first digit of their status.
    pub answers: [AtomicU64; 5],
    /// Time from an order to its acknowledgement.
    pub order: Times,
    /// Time of a commit.
    pub commit: Times,
    /// Time that the machine thought about an order.
    pub thought: Times,
}

impl Metrics {
    /// Everything, in the text format of Prometheus.
    pub fn told(&self) -> String {
        let mut text = String::new();
        let counters = [
            ("dq_battles_begun_total", "Battles begun.", &self.begun),
            ("dq_orders_total", "Orders stored and acknowledged.", &self.orders),
            ("dq_machine_orders_total", "Those that the machine gave.", &self.machine),
            ("dq_orders_refused_total", "Orders refused.", &self.refused),
        ];
        for (name, what, count) in counters {
            let count = count.load(Ordering::Relaxed);
            let _ = writeln!(text, "# HELP {name} {what}\n# TYPE {name} counter\n{name} {count}");
        }
        let gauges = [
            ("dq_battles_kept", "Battles in the database.", &self.kept),
            ("dq_battles_live", "Battles in memory.", &self.live),
            ("dq_sockets", "Sockets that are open.", &self.sockets),
        ];
        for (name, what, count) in gauges {
            let count = count.load(Ordering::Relaxed);
            let _ = writeln!(text, "# HELP {name} {what}\n# TYPE {name} gauge\n{name} {count}");
        }
        let _ = writeln!(
            text,
            "# HELP dq_answers_total Answers by status.\n# TYPE dq_answers_total counter"
        );
        for (digit, count) in (1..).zip(&self.answers) {
            let count = count.load(Ordering::Relaxed);
            let _ = writeln!(text, "dq_answers_total{{status=\"{digit}xx\"}} {count}");
        }
        self.order.told("dq_order_seconds", "From an order to its acknowledgement.", &mut text);
        self.commit.told("dq_commit_seconds", "A commit of the database.", &mut text);
        self.thought.told("dq_thought_seconds", "The machine thinks about an order.", &mut text);
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_are_cumulative_and_end_with_all() {
        let times = Times::default();
        for millis in [1, 3, 3, 60_000] {
            times.note(Duration::from_millis(millis));
        }
        let mut text = String::new();
        times.told("x", "a test", &mut text);
        assert!(text.contains("x_bucket{le=\"0.001\"} 1\n"), "{text}");
        assert!(text.contains("x_bucket{le=\"0.005\"} 3\n"), "{text}");
        assert!(text.contains("x_bucket{le=\"10\"} 3\n"), "{text}");
        assert!(text.contains("x_bucket{le=\"+Inf\"} 4\nx_sum 60.007\nx_count 4\n"), "{text}");
    }
}
