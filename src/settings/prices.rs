//! Prices of a model's tokens, and what requests cost by them. Exact: money is counted in whole trillionths, so that a
//! sum never depends on its order.
//!
//! ```yaml
//! prices:                # per million tokens
//!   input: 0.27
//!   cached_input: 0.07   # without: as input
//!   output: 1.10         # without: nothing
//!   currency: USD        # any short word
//! ```

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, Mul};

use super::file::Reader;
use crate::text::thousands;
use crate::workspace::yaml::{Kind, Node};

/// Prices per million tokens, in millionths of the currency's unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prices {
    /// Of input that is not cached.
    input: u64,
    /// Of input that a service has cached.
    cached_input: u64,
    /// Of output.
    output: u64,
    /// What the numbers are.
    pub currency: String,
}

/// An amount in trillionths (10⁻¹²) of the currency's unit.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Money(u128);

impl Prices {
    /// Each price by its key, as a decimal number.
    pub fn by_key(&self) -> [(&'static str, Money); 3] {
        let of = |price: u64| Money(u128::from(price) * 1_000_000);
        [("input", of(self.input)), ("cached_input", of(self.cached_input)), ("output", of(self.output))]
    }

    /// What one request costs: `cached` of its `input` tokens are served from a cache, the answer has `output` tokens.
    pub fn request(&self, input: usize, cached: usize, output: usize) -> Money {
        let cached = cached.min(input);
        let of = |tokens: usize, price: u64| Money(tokens as u128 * u128::from(price));
        of(input - cached, self.input) + of(cached, self.cached_input) + of(output, self.output)
    }
}

impl Add for Money {
    type Output = Money;

    fn add(self, other: Money) -> Money {
        Money(self.0.saturating_add(other.0))
    }
}

impl Mul<u32> for Money {
    type Output = Money;

    fn mul(self, times: u32) -> Money {
        Money(self.0.saturating_mul(u128::from(times)))
    }
}

impl Sum for Money {
    fn sum<I: Iterator<Item = Money>>(amounts: I) -> Money {
        amounts.fold(Money::default(), Add::add)
    }
}

/// With two decimals at least and six at most, rounded half up.
impl fmt::Display for Money {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const MILLIONTH: u128 = 1_000_000;
        let millionths = (self.0 + MILLIONTH / 2) / MILLIONTH;
        let decimals = format!("{:06}", millionths % MILLIONTH);
        let shown = decimals.trim_end_matches('0').len().max(2);
        let whole = usize::try_from(millionths / MILLIONTH).unwrap_or(usize::MAX);
        write!(f, "{}.{}", thousands(whole), &decimals[..shown])
    }
}

/// Keys of the block.
const KEYS: [&str; 4] = ["input", "cached_input", "output", "currency"];

/// Longest name of a currency, in characters.
const LONGEST_CURRENCY: usize = 12;

impl Reader<'_> {
    /// `prices`.
    pub(super) fn prices(&mut self) -> Option<Prices> {
        let node = self.given("prices")?;
        let Some(map) = node.as_map() else {
            let message = format!("`prices` must be a mapping of keys, it is {}", node.describe());
            self.wrong(node, message, Some(format!("its keys are {}", KEYS.join(", "))));
            return None;
        };
        self.faults.extend(map.unknown_keys(&KEYS, self.file, crate::diag::Code::SettingsUnknownKey));
        let before = self.faults.len();
        let mut price = |key: &str| map.get(key).filter(|node| !node.is_null()).and_then(|node| self.price(key, node));
        let (input, cached, output) = (price("input"), price("cached_input"), price("output"));
        let currency = map.get("currency").filter(|node| !node.is_null()).and_then(|node| self.currency(node));
        let Some(input) = input else {
            if self.faults.len() == before {
                self.wrong(node, "`prices` needs `input`, a price per million tokens".to_owned(), None);
            }
            return None;
        };
        let cached_input = cached.unwrap_or(input);
        Some(Prices { input, cached_input, output: output.unwrap_or(0), currency: currency.unwrap_or_default() })
    }

    fn price(&mut self, key: &str, node: &Node) -> Option<u64> {
        let number = node.scalar().filter(|scalar| matches!(scalar.kind, Kind::Int | Kind::Float));
        let price = number.and_then(|scalar| millionths(&scalar.text));
        if price.is_none() {
            let message = format!("`prices.{key}` must be a price of 0 or more, it is {}", node.describe());
            self.wrong(node, message, Some("write a number such as 0.27, with six decimals at most".to_owned()));
        }
        price
    }

    fn currency(&mut self, node: &Node) -> Option<String> {
        let word = node.as_text().filter(|word| (1..=LONGEST_CURRENCY).contains(&word.chars().count()));
        if word.is_none() {
            self.wrong(node, format!("`prices.currency` must be a short word, it is {}", node.describe()), None);
        }
        word.map(str::to_owned)
    }
}

/// A decimal number in millionths; `None` where it is none, has more decimals, or is larger than any price.
fn millionths(text: &str) -> Option<u64> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
    let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if !is_digits(whole) || !is_digits(decimals) || decimals.len() > 6 || whole.len() + decimals.len() == 0 {
        return None;
    }
    let whole: u64 = if whole.is_empty() { 0 } else { whole.parse().ok().filter(|whole| *whole <= 1_000_000_000)? };
    let decimals: u64 = format!("{decimals:0<6}").parse().ok()?;
    Some(whole * 1_000_000 + decimals)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prices(input: &str, cached: &str, output: &str) -> Prices {
        let of = |text| millionths(text).unwrap();
        Prices { input: of(input), cached_input: of(cached), output: of(output), currency: "USD".into() }
    }

    #[test]
    fn a_price_is_read_exactly() {
        assert_eq!(
            ["0.27", "1", "1.5", ".07", "0.000001"].map(millionths),
            [270_000, 1_000_000, 1_500_000, 70_000, 1].map(Some)
        );
        for text in ["", ".", "-1", "1e3", "1.0000001", "0x10", "9999999999999999999"] {
            assert_eq!(millionths(text), None, "{text}");
        }
    }

    #[test]
    fn a_request_costs_what_is_new_what_is_cached_and_what_is_answered() {
        let prices = prices("0.27", "0.07", "1.10");
        // 2,000 new at .27, 1,000 cached at .07, 100 out at 1.10, each per million.
        let cost = prices.request(3_000, 1_000, 100);
        assert_eq!(cost, Money(2_000 * 270_000 + 1_000 * 70_000 + 100 * 1_100_000));
        assert_eq!((cost.to_string(), (cost * 1_000).to_string()), ("0.00072".into(), "0.72".into()));
        assert_eq!(prices.request(10, 99, 0), prices.request(10, 10, 0), "no more is cached than there is");
        assert_eq!(Money::default().to_string(), "0.00");
        assert_eq!((Money(1_234_567_000_000_000_000)).to_string(), "1,234,567.00");
    }

    #[test]
    fn sums_do_not_depend_on_their_order() {
        let prices = prices("0.333333", "0.1", "0.7");
        let costs: Vec<Money> = (0..1_000).map(|n| prices.request(n * 7, n, n % 13)).collect();
        assert_eq!(costs.iter().copied().sum::<Money>(), costs.iter().rev().copied().sum());
    }
}
