//! How a command ends that does not succeed.

use std::io::{self, Write};
use std::process::ExitCode;

use crate::registry::{RegistryError, SelectionError, plain};

/// Why a command ended early, and with which exit code.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The command line cannot be understood, or asks for help: clap has the text. 2, and 0 for help.
    Line(clap::Error),
    /// The command line says something that is not so. 2.
    Usage(String),
    /// What was asked for went wrong. 1.
    Failed(String),
    /// It went wrong, and that has been said. This exit code.
    Said(u8),
    /// Nobody reads the output any more. 0.
    Closed,
}

impl Failure {
    /// Says what went wrong on standard error.
    pub(crate) fn report(self) -> ExitCode {
        match self {
            Self::Line(error) => {
                // If the terminal is gone there is nobody to tell.
                let _ = error.print();
                u8::try_from(error.exit_code()).map_or(ExitCode::FAILURE, ExitCode::from)
            }
            Self::Usage(text) => said(&text, 2, &mut io::stderr()),
            Self::Failed(text) => said(&text, 1, &mut io::stderr()),
            Self::Said(code) => ExitCode::from(code),
            Self::Closed => ExitCode::SUCCESS,
        }
    }
}

fn said(text: &str, code: u8, output: &mut impl Write) -> ExitCode {
    // Others may have said it, and nobody may read it.
    let _ = writeln!(output, "{}", plain(text));
    ExitCode::from(code)
}

impl From<clap::Error> for Failure {
    fn from(error: clap::Error) -> Self {
        Self::Line(error)
    }
}

impl From<RegistryError> for Failure {
    fn from(error: RegistryError) -> Self {
        Self::Failed(error.to_string())
    }
}

impl From<SelectionError> for Failure {
    fn from(error: SelectionError) -> Self {
        Self::Usage(error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_others_say_went_wrong_is_nothing_that_a_terminal_obeys() {
        let mut output = Vec::new();
        said("One.\u{1b}]0;title\u{7}\n\tTwo.\u{202e}", 1, &mut output);
        assert_eq!(String::from_utf8(output).unwrap(), "One.\u{fffd}]0;title\u{fffd}\n\tTwo.\u{fffd}\n");
    }
}
