//! Arguments of `sweep`.

use clap::{Args, ValueEnum};

use crate::workspace::Limit;

/// Arguments of `sweep`.
#[derive(Debug, Args)]
pub struct SweepArgs {
    /// The limit and its values, such as max_tokens=6000..12000, or max_tokens=6000..12000:250 with a step
    #[arg(long, value_name = "NAME=FROM..TO[:STEP]", value_parser = values)]
    pub limit: Values,

    /// Only scenarios of this scene
    #[arg(long, value_name = "SCENE")]
    pub scene: Option<String>,

    /// How to print it
    #[arg(long, value_enum, default_value_t = SweepFormat::Human)]
    pub format: SweepFormat,
}

/// Formats of `sweep`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum SweepFormat {
    /// A line for each value at which something breaks
    Human,
    /// A line for each value and scenario
    Csv,
    /// Data; its JSON Schema is printed by `schema sweep`
    Json,
}

/// A limit and its values, rising.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Values {
    /// The limit.
    pub limit: Limit,
    /// The values, never none.
    pub values: Vec<u64>,
}

/// Most values of a sweep.
const MOST: u64 = 1_000;

/// Reads `NAME=FROM..TO[:STEP]`.
fn values(text: &str) -> Result<Values, String> {
    let names = || Limit::ALL.map(Limit::key).join(", ");
    let (name, range) = text.split_once('=').ok_or("write NAME=FROM..TO, such as max_tokens=6000..12000")?;
    let limit = Limit::ALL.into_iter().find(|limit| limit.key() == name);
    let limit = limit.ok_or_else(|| format!("`{name}` is no limit; the limits are {}", names()))?;
    let (range, step) = range.split_once(':').map_or((range, None), |(range, step)| (range, Some(step)));
    let (from, to) = range.split_once("..").unwrap_or((range, range));
    let number = |text: &str| {
        let number = text.replace(['_', ','], "").parse::<u64>();
        number.map_err(|_| format!("`{text}` is no number of 0 or more"))
    };
    let (from, to) = (number(from)?, number(to)?);
    let step = step.map_or(Ok(limit.step()), number)?;
    if from > to || step == 0 {
        return Err("the first value must not be over the last, and the step at least 1".to_owned());
    }
    if (to - from) / step >= MOST {
        return Err(format!("these are more than {MOST} values; take a larger step"));
    }
    let mut values: Vec<u64> = (0..=(to - from) / step).map(|index| from + index * step).collect();
    if values.last() != Some(&to) {
        values.push(to);
    }
    Ok(Values { limit, values })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_has_its_ends_and_what_lies_between() {
        let of = |text: &str| values(text).unwrap().values;
        assert_eq!(of("max_tokens=11000..12000"), [11_000, 11_500, 12_000]);
        assert_eq!(of("max_tokens=10..25:10"), [10, 20, 25]);
        assert_eq!(of("max_skills=1..3"), [1, 2, 3]);
        assert_eq!(of("max_rounds=2"), [2]);
    }

    #[test]
    fn what_is_no_range_says_why() {
        for (text, why) in [
            ("max_tokens", "FROM..TO"),
            ("tokens=1..2", "no limit"),
            ("max_tokens=a..2", "no number"),
            ("max_tokens=3..2", "over the last"),
            ("max_tokens=1..2:0", "at least 1"),
            ("max_tokens=0..18446744073709551615:1", "more than"),
        ] {
            assert!(values(text).unwrap_err().contains(why), "{text}");
        }
    }
}
