//! What figures have said they will do before anyone does it.

use crate::value::FigureId;

/// Orders that are declared and not yet carried out, one for each figure, in the order declared.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Declarations<T> {
    declared: Vec<(FigureId, T)>,
}

impl<T> Default for Declarations<T> {
    fn default() -> Declarations<T> {
        Declarations { declared: Vec::new() }
    }
}

impl<T> Declarations<T> {
    /// Declares; what the figure had declared before is returned, and its place in the order is kept.
    pub fn declare(&mut self, figure: FigureId, order: T) -> Option<T> {
        match self.declared.iter_mut().find(|(who, _)| *who == figure) {
            Some((_, before)) => Some(std::mem::replace(before, order)),
            None => {
                self.declared.push((figure, order));
                None
            }
        }
    }

    /// What a figure has declared.
    pub fn of(&self, figure: FigureId) -> Option<&T> {
        self.declared.iter().find(|(who, _)| *who == figure).map(|(_, order)| order)
    }

    /// Takes out what a figure has declared, to be carried out or withdrawn.
    pub fn take(&mut self, figure: FigureId) -> Option<T> {
        let at = self.declared.iter().position(|(who, _)| *who == figure)?;
        Some(self.declared.remove(at).1)
    }

    /// Takes out everything, in the order declared: all of it happens together.
    pub fn take_all(&mut self) -> Vec<(FigureId, T)> {
        std::mem::take(&mut self.declared)
    }

    /// Everything declared, in order.
    pub fn iter(&self) -> impl Iterator<Item = (FigureId, &T)> {
        self.declared.iter().map(|(figure, order)| (*figure, order))
    }

    /// Whether nothing is declared.
    pub fn is_empty(&self) -> bool {
        self.declared.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::Declarations;
    use crate::value::FigureId;

    #[test]
    fn one_for_each_in_the_order_declared() {
        let mut declared = Declarations::default();
        assert_eq!(declared.declare(FigureId(2), "wait"), None);
        assert_eq!(declared.declare(FigureId(1), "throw"), None);
        assert_eq!(declared.declare(FigureId(2), "run"), Some("wait"));
        assert_eq!(declared.of(FigureId(2)), Some(&"run"));
        assert_eq!(declared.take(FigureId(3)), None);
        assert_eq!(declared.take_all(), [(FigureId(2), "run"), (FigureId(1), "throw")]);
        assert!(declared.is_empty());
    }
}
