//! A player that is another program: it speaks to the referee over its standard input and output.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use engine::battle::{Event, Order, State};
use engine::table::Side;
use referee::{Heard, LONGEST_LINE, Seat};

/// How long a program may take to leave when the battle is over.
const FAREWELL: Duration = Duration::from_secs(5);

/// A program that plays one side.
pub struct Outside {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    seat: Seat,
    /// A line that waits for this side's turn.
    waits: Option<String>,
    patience: Duration,
}

impl Outside {
    /// Starts a program, as a shell would, and gives it a side.
    pub fn start(command: &str, side: Side, patience: Duration) -> Result<Outside, String> {
        let mut child = Command::new("sh")
            .args(["-c", &format!("exec {command}")])
            .env("DQ_SIDE", if side == Side::First { "first" } else { "second" })
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("cannot start `{command}`: {error}"))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(format!("`{command}` has no input and output"));
        };
        let (send, lines) = channel();
        std::thread::spawn(move || {
            let mut output = BufReader::new(output);
            loop {
                let mut line = String::new();
                let most = LONGEST_LINE as u64 + 1;
                match output.by_ref().take(most).read_line(&mut line) {
                    Ok(0) | Err(_) => return,
                    Ok(_) if send.send(line).is_err() => return,
                    Ok(_) => {}
                }
            }
        });
        Ok(Outside { child, input, lines, seat: Seat::new(side), waits: None, patience })
    }

    /// Its order for the pending decision, which is its own; or why it has none.
    pub fn decide(&mut self, state: &State) -> Result<Order, String> {
        self.serve(state, self.patience)?.ok_or_else(|| "it left the battle".to_owned())
    }

    /// An order was carried out.
    pub fn saw(&mut self, before: &State, events: &[Event], after: &State) {
        if let Some(answer) = self.seat.saw(before, events, after) {
            // Whether it still listens shows when it is asked.
            let _ = self.write(&answer);
        }
        if after.asked().is_none() {
            // It may look at the end as long as it likes to, within reason.
            let _ = self.serve(after, FAREWELL);
        }
    }

    /// Answers its lines until it gives an order or leaves.
    #[allow(clippy::disallowed_methods)] // A program that thinks for ever is stopped by the clock.
    fn serve(&mut self, state: &State, patience: Duration) -> Result<Option<Order>, String> {
        let until = Instant::now() + patience;
        loop {
            let line = match self.waits.take() {
                Some(line) => line,
                None => {
                    let left = until.saturating_duration_since(Instant::now());
                    match self.lines.recv_timeout(left) {
                        Ok(line) => line,
                        Err(RecvTimeoutError::Timeout) => {
                            return Err(format!("no order came in {} s", patience.as_secs()));
                        }
                        Err(RecvTimeoutError::Disconnected) => {
                            return Err("its output ended".to_owned());
                        }
                    }
                }
            };
            match self.seat.hear(state, line.trim_end_matches(['\n', '\r'])) {
                Heard::Answer(answer) => self.write(&answer)?,
                Heard::Order(order) => return Ok(Some(order)),
                Heard::Later => {
                    self.waits = Some(line);
                    return Ok(None);
                }
                Heard::Quit(answer) => {
                    self.write(&answer)?;
                    return Ok(None);
                }
            }
        }
    }

    fn write(&mut self, answer: &str) -> Result<(), String> {
        writeln!(self.input, "{answer}")
            .and_then(|()| self.input.flush())
            .map_err(|_| "it no longer reads its input".to_owned())
    }
}

impl Drop for Outside {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
