//! Who acts next: order, phases, budgets, clocks.
