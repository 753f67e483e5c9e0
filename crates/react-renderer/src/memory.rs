//! Limits a runtime's memory in its allocator.
//!
//! QuickJS has its own limit, but it makes an allocation fail wherever the script happens to be, and not every place in
//! the engine survives that: at the limit, version 0.14's `bind` reads through a null pointer. So a script over its
//! limit is stopped at the next step, as at the deadline, and until then small allocations still succeed. The script
//! can't catch that either.

use std::{cell::Cell, rc::Rc};

use rquickjs::allocator::{Allocator, RustAllocator};

/// Allocations of this size fail right at the limit, because a script may make thousands before the next step is
/// checked. The engine serves small objects from blocks of 4 KiB, so those are never among them.
const LARGE: usize = 64 << 10;
/// How far small allocations may exceed the limit at least, for the roughly ten thousand steps until a script is
/// stopped.
const MIN_RESERVE: usize = 64 << 20;

/// A runtime's memory, in bytes.
#[derive(Debug)]
pub(crate) struct Budget {
    limit: usize,
    used: Cell<usize>,
    exceeded: Cell<bool>,
}

impl Budget {
    pub(crate) fn new(limit: usize) -> Rc<Self> {
        Rc::new(Self {
            limit,
            used: Cell::new(0),
            exceeded: Cell::new(false),
        })
    }

    pub(crate) fn limit(&self) -> usize {
        self.limit
    }

    /// Bytes in use.
    pub(crate) fn used(&self) -> usize {
        self.used.get()
    }

    /// Whether the limit was ever reached. Such a runtime must not render again.
    pub(crate) fn is_exceeded(&self) -> bool {
        self.exceeded.get()
    }

    /// Whether a page's reads, which Rust holds outside this budget, fit in the same limit; if not, it counts as
    /// exceeded.
    pub(crate) fn would_hold(&self, size: usize) -> bool {
        let holds = size <= self.limit;
        if !holds {
            self.exceeded.set(true);
        }
        holds
    }

    /// Whether a block of `size` bytes may replace one of `old_size`.
    fn admits(&self, size: usize, old_size: usize) -> bool {
        let total = self
            .used
            .get()
            .saturating_sub(old_size)
            .saturating_add(size);
        if size <= old_size || total <= self.limit {
            return true;
        }
        self.exceeded.set(true);
        let reserve = self.limit.max(MIN_RESERVE);
        size < LARGE && total <= self.limit.saturating_add(reserve)
    }

    fn grow(&self, size: usize) {
        self.used.set(self.used.get().saturating_add(size));
    }

    fn shrink(&self, size: usize) {
        self.used.set(self.used.get().saturating_sub(size));
    }
}

/// Rust's global allocator, with a budget.
pub(crate) struct BudgetAllocator(pub(crate) Rc<Budget>);

#[expect(
    unsafe_code,
    reason = "the engine's allocator is an unsafe trait; every pointer comes from and goes to rquickjs's own allocator unchanged"
)]
// SAFETY: `RustAllocator` upholds the trait's contract; this only counts, and refuses requests by returning null.
unsafe impl Allocator for BudgetAllocator {
    fn alloc(&mut self, size: usize) -> *mut u8 {
        if !self.0.admits(size, 0) {
            return std::ptr::null_mut();
        }
        let pointer = RustAllocator.alloc(size);
        if !pointer.is_null() {
            // SAFETY: `pointer` is a live allocation of `RustAllocator`.
            self.0.grow(unsafe { RustAllocator::usable_size(pointer) });
        }
        pointer
    }

    fn calloc(&mut self, count: usize, size: usize) -> *mut u8 {
        if !count
            .checked_mul(size)
            .is_some_and(|total| self.0.admits(total, 0))
        {
            return std::ptr::null_mut();
        }
        let pointer = RustAllocator.calloc(count, size);
        if !pointer.is_null() {
            // SAFETY: `pointer` is a live allocation of `RustAllocator`.
            self.0.grow(unsafe { RustAllocator::usable_size(pointer) });
        }
        pointer
    }

    unsafe fn dealloc(&mut self, pointer: *mut u8) {
        // SAFETY: the caller passes a live allocation of this allocator, which is one of `RustAllocator`.
        unsafe {
            self.0.shrink(RustAllocator::usable_size(pointer));
            RustAllocator.dealloc(pointer);
        }
    }

    unsafe fn realloc(&mut self, pointer: *mut u8, new_size: usize) -> *mut u8 {
        // SAFETY: as in `dealloc`; the engine never passes null here, nor a size of 0.
        unsafe {
            let old_size = RustAllocator::usable_size(pointer);
            if !self.0.admits(new_size, old_size) {
                return std::ptr::null_mut();
            }
            let moved = RustAllocator.realloc(pointer, new_size);
            if !moved.is_null() {
                self.0.shrink(old_size);
                self.0.grow(RustAllocator::usable_size(moved));
            }
            moved
        }
    }

    unsafe fn usable_size(pointer: *mut u8) -> usize {
        // SAFETY: as in `dealloc`.
        unsafe { RustAllocator::usable_size(pointer) }
    }
}
