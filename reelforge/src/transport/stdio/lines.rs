//! Cuts input into lines, within a limit.

use std::io::{self, Read};
use std::ops::Range;

/// How much is read at once.
const CHUNK: usize = 64 << 10;

/// One line of input.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Line<'a> {
    /// A line without its end.
    Whole(&'a [u8]),
    /// A line over the limit. It is skipped, and what it held is not kept.
    TooLong,
}

/// The same, before anybody borrows it.
enum Found {
    Whole(Range<usize>),
    TooLong,
}

/// A buffer of input that is cut into lines.
#[derive(Debug)]
pub(super) struct Lines {
    buffer: Vec<u8>,
    /// What was taken already, what was searched for a line end, and what was read.
    start: usize,
    searched: usize,
    filled: usize,
    limit: usize,
    skipping: bool,
    ended: bool,
}

impl Lines {
    pub(super) fn new(limit: usize) -> Self {
        Self {
            buffer: vec![0; CHUNK],
            start: 0,
            searched: 0,
            filled: 0,
            limit,
            skipping: false,
            ended: false,
        }
    }

    /// Reads once; gives how many bytes came, 0 at the end of input.
    pub(super) fn fill(&mut self, input: &mut impl Read) -> io::Result<usize> {
        self.make_room();
        loop {
            match input.read(&mut self.buffer[self.filled..]) {
                Ok(count) => {
                    self.filled += count;
                    return Ok(count);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    fn make_room(&mut self) {
        if self.start > 0 {
            self.buffer.copy_within(self.start..self.filled, 0);
            self.filled -= self.start;
            self.searched -= self.start;
            self.start = 0;
        }
        if self.filled == self.buffer.len() {
            self.buffer.resize(self.buffer.len() * 2, 0);
        } else if self.filled == 0 && self.buffer.len() > 16 * CHUNK {
            self.buffer = vec![0; CHUNK];
        }
    }

    /// Says that no more input comes: what is left is the last line.
    pub(super) fn end(&mut self) {
        self.ended = true;
    }

    /// The next line that is complete and holds more than white space.
    pub(super) fn next(&mut self) -> Option<Line<'_>> {
        Some(match self.find()? {
            Found::Whole(place) => Line::Whole(&self.buffer[place]),
            Found::TooLong => Line::TooLong,
        })
    }

    fn find(&mut self) -> Option<Found> {
        loop {
            let (line, next) = match memchr::memchr(b'\n', &self.buffer[self.searched..self.filled]) {
                Some(at) => (self.start..self.searched + at, self.searched + at + 1),
                None if self.ended && self.start < self.filled => (self.start..self.filled, self.filled),
                None => {
                    self.searched = self.filled;
                    return self.give_up_on_long();
                }
            };
            self.start = next;
            self.searched = next;
            if std::mem::take(&mut self.skipping) {
                continue;
            }
            if line.len() > self.limit {
                return Some(Found::TooLong);
            }
            let line = self.trim(line);
            if !line.is_empty() {
                return Some(Found::Whole(line));
            }
        }
    }

    /// The place without the white space at its ends.
    fn trim(&self, place: Range<usize>) -> Range<usize> {
        let line = &self.buffer[place.clone()];
        let start = place.end - line.trim_ascii_start().len();
        start..start + line.trim_ascii().len()
    }

    /// Drops what came of a line that is over the limit already.
    fn give_up_on_long(&mut self) -> Option<Found> {
        if self.skipping || self.filled - self.start > self.limit {
            self.start = self.filled;
            let first = !std::mem::replace(&mut self.skipping, true);
            return first.then_some(Found::TooLong);
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives its input in pieces.
    struct Pieces(Vec<Vec<u8>>);

    impl Read for Pieces {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            if self.0.is_empty() {
                return Ok(0);
            }
            let piece = self.0.remove(0);
            let count = piece.len().min(buffer.len());
            buffer[..count].copy_from_slice(&piece[..count]);
            if count < piece.len() {
                self.0.insert(0, piece[count..].to_vec());
            }
            Ok(count)
        }
    }

    fn all(pieces: &[&[u8]], limit: usize) -> Vec<String> {
        let mut input = Pieces(pieces.iter().map(|piece| piece.to_vec()).collect());
        let mut lines = Lines::new(limit);
        let mut found = Vec::new();
        loop {
            let end = lines.fill(&mut input).unwrap() == 0;
            if end {
                lines.end();
            }
            while let Some(line) = lines.next() {
                found.push(match line {
                    Line::Whole(line) => String::from_utf8(line.to_vec()).unwrap(),
                    Line::TooLong => "<too long>".to_owned(),
                });
            }
            assert!(lines.buffer.len() <= 2 * (limit + CHUNK));
            if end {
                return found;
            }
        }
    }

    #[test]
    fn lines_are_found_wherever_the_input_is_cut() {
        let text = b"one\r\n\n two\nthree\n\nlast";
        for size in 1..text.len() {
            let pieces: Vec<&[u8]> = text.chunks(size).collect();
            assert_eq!(all(&pieces, 100), ["one", "two", "three", "last"], "cut every {size} bytes");
        }
    }

    #[test]
    fn a_long_line_is_skipped_and_the_next_one_is_read() {
        let long = vec![b'x'; 300_000];
        assert_eq!(all(&[b"a\n", &long, b"\nb\n"], 1000), ["a", "<too long>", "b"]);
        assert_eq!(all(&[&long], 1000), ["<too long>"]);
        let mut joined = long.clone();
        joined.extend_from_slice(b"\nb\n");
        assert_eq!(all(&[&joined], 1000), ["<too long>", "b"]);
    }

    #[test]
    fn a_line_may_be_as_long_as_the_limit() {
        let line = vec![b'y'; 200_000];
        let mut input = line.clone();
        input.extend_from_slice(b"\nz");
        let found = all(&[&input], 200_000);
        assert_eq!(found[0].len(), 200_000);
        assert_eq!(found[1], "z");
    }
}
