//! Lists that rulebooks have in common until one of them changes its own.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

/// Something large of which a copy costs nothing until it is changed.
#[derive(Clone, Debug, Default)]
pub struct CopyOnWrite<T>(Arc<T>);

impl<T> Deref for CopyOnWrite<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: Clone> DerefMut for CopyOnWrite<T> {
    fn deref_mut(&mut self) -> &mut T {
        Arc::make_mut(&mut self.0)
    }
}

impl<T> From<T> for CopyOnWrite<T> {
    fn from(own: T) -> CopyOnWrite<T> {
        CopyOnWrite(Arc::new(own))
    }
}

impl<T> FromIterator<T> for CopyOnWrite<Vec<T>> {
    fn from_iter<I: IntoIterator<Item = T>>(members: I) -> CopyOnWrite<Vec<T>> {
        CopyOnWrite::from(members.into_iter().collect::<Vec<T>>())
    }
}

impl<'a, T> IntoIterator for &'a CopyOnWrite<Vec<T>> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl<'a, T: Clone> IntoIterator for &'a mut CopyOnWrite<Vec<T>> {
    type Item = &'a mut T;
    type IntoIter = std::slice::IterMut<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}
