//! Bindings: scenes × skills with the reason of each cell, what a scene costs, and the change set in which edits of the
//! config collect until they are applied or exported.
