/** A list whose items are compared and exchanged by position. */
export interface Sortable {
  isLess(a: number, b: number): boolean;
  swap(a: number, b: number): void;
}

/** Lists up to this length are sorted by insertion, which is stable. */
export const insertionLimit = 12;
/**
 * From this length on, the pivot is chosen from more items, and nearly sorted lists are completed
 * by shifting: `shortestNinther` and `shortestShifting` of Go.
 */
export const longListLength = 50;
/** Number of items that a nearly sorted list shifts at most. */
const maxShiftSteps = 5;
/** Number of exchanges that sampling a long descending list needs. */
const maxSwaps = 12;

/**
 * Sorts as the sort package of Go does. It is not stable: the order of equal items depends on every
 * detail of the method. Karpenter sorts its planned nodes with it before each pod, so only the same
 * method gives the same plan. Source: pattern-defeating quicksort,
 * https://arxiv.org/abs/2106.05123, with the constants of Go 1.26.
 */
export function patternDefeatingSort(list: Sortable, length: number): void {
  sortRange(list, { from: 0, to: length }, 32 - Math.clz32(length));
}

interface Range {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
}

interface Pivot {
  readonly at: number;
  readonly hint: 'Increasing' | 'Decreasing' | 'Unknown';
}

/** @param allowedBadPivots number of unbalanced partitions after which heap sort takes over */
function sortRange(list: Sortable, range: Range, allowedBadPivots: number): void {
  let { from, to } = range;
  let left = allowedBadPivots;
  let wasBalanced = true;
  let wasPartitioned = true;
  while (to - from > insertionLimit) {
    if (left === 0) return heapSort(list, { from, to });
    if (!wasBalanced) {
      breakPatterns(list, { from, to });
      left -= 1;
    }
    const pivot = reverseIfDecreasing(list, { from, to }, choosePivot(list, { from, to }));
    const mayBeSorted = wasBalanced && wasPartitioned && pivot.hint === 'Increasing';
    if (mayBeSorted && partialInsertionSort(list, { from, to })) return undefined;
    if (from > 0 && !list.isLess(from - 1, pivot.at)) {
      from = partitionEqual(list, { from, to }, pivot.at);
      continue;
    }
    const { middle, wasInOrder } = partition(list, { from, to }, pivot.at);
    const below = { from, to: middle };
    const above = { from: middle + 1, to };
    const isBelowShorter = middle - from < to - middle;
    wasPartitioned = wasInOrder;
    wasBalanced = Math.min(middle - from, to - middle) >= Math.floor((to - from) / 8);
    sortRange(list, isBelowShorter ? below : above, left);
    ({ from, to } = isBelowShorter ? above : below);
  }
  return insertionSort(list, { from, to });
}

function insertionSort(list: Sortable, { from, to }: Range): void {
  for (let next = from + 1; next < to; next++) shiftLeft(list, next, from);
}

/** Moves an item to the left until the one before it is not greater. */
function shiftLeft(list: Sortable, position: number, from: number): void {
  for (let at = position; at > from && list.isLess(at, at - 1); at--) list.swap(at, at - 1);
}

/**
 * Moves a few misplaced items to their positions, if the list is long.
 * @returns true if the list is sorted then
 */
function partialInsertionSort(list: Sortable, { from, to }: Range): boolean {
  let next = from + 1;
  for (let step = 0; step < maxShiftSteps; step++) {
    while (next < to && !list.isLess(next, next - 1)) next += 1;
    if (next === to) return true;
    if (to - from < longListLength) return false;
    list.swap(next, next - 1);
    if (next - from >= 2) shiftLeft(list, next - 1, 0);
    for (let at = next + 1; at < to && list.isLess(at, at - 1); at++) list.swap(at, at - 1);
  }
  return false;
}

/** Returns the median of three items; in a long list, of three medians of neighbors. */
function choosePivot(list: Sortable, { from, to }: Range): Pivot {
  const quarter = Math.floor((to - from) / 4);
  const sample = { swaps: 0 };
  const picked = [from + quarter, from + quarter * 2, from + quarter * 3] as const;
  const median = (at: number): number => medianOf(list, [at - 1, at, at + 1], sample);
  const isLong = to - from >= longListLength;
  const [low, middle, high] = picked;
  const at = isLong
    ? medianOf(list, [median(low), median(middle), median(high)], sample)
    : medianOf(list, picked, sample);
  if (sample.swaps === 0) return { at, hint: 'Increasing' };
  return { at, hint: sample.swaps === maxSwaps ? 'Decreasing' : 'Unknown' };
}

function medianOf(
  list: Sortable,
  positions: readonly [number, number, number],
  sample: { swaps: number },
): number {
  let [a, b, c] = positions;
  const order = (left: number, right: number): [number, number] => {
    if (!list.isLess(right, left)) return [left, right];
    sample.swaps += 1;
    return [right, left];
  };
  [a, b] = order(a, b);
  [b, c] = order(b, c);
  [a, b] = order(a, b);
  return b;
}

/** Reverses a list that is probably descending. */
function reverseIfDecreasing(list: Sortable, { from, to }: Range, pivot: Pivot): Pivot {
  if (pivot.hint !== 'Decreasing') return pivot;
  for (let low = from, high = to - 1; low < high; low++, high--) list.swap(low, high);
  return { at: to - 1 - (pivot.at - from), hint: 'Increasing' };
}

/** Moves smaller items before the pivot, the others behind it. */
function partition(
  list: Sortable,
  { from, to }: Range,
  pivot: number,
): { readonly middle: number; readonly wasInOrder: boolean } {
  list.swap(from, pivot);
  let low = from + 1;
  let high = to - 1;
  let swaps = 0;
  for (;;) {
    while (low <= high && list.isLess(low, from)) low += 1;
    while (low <= high && !list.isLess(high, from)) high -= 1;
    if (low > high) break;
    list.swap(low, high);
    swaps += 1;
    low += 1;
    high -= 1;
  }
  list.swap(high, from);
  return { middle: high, wasInOrder: swaps === 0 };
}

/**
 * Moves items equal to the pivot to the front; none is smaller.
 * @returns where the greater ones begin
 */
function partitionEqual(list: Sortable, { from, to }: Range, pivot: number): number {
  list.swap(from, pivot);
  let low = from + 1;
  let high = to - 1;
  for (;;) {
    while (low <= high && !list.isLess(from, low)) low += 1;
    while (low <= high && list.isLess(from, high)) high -= 1;
    if (low > high) return low;
    list.swap(low, high);
    low += 1;
    high -= 1;
  }
}

/** Exchanges three items in the middle with others, which depend only on the length. */
function breakPatterns(list: Sortable, { from, to }: Range): void {
  const length = to - from;
  if (length < 8) return;
  const mask = BigInt(2 ** (32 - Math.clz32(length)) - 1);
  const first = from + Math.floor(length / 4) * 2 - 1;
  let random = BigInt(length);
  for (let at = first; at <= first + 2; at++) {
    random = nextRandom(random);
    const other = Number(random & mask);
    list.swap(at, from + (other >= length ? other - length : other));
  }
}

/** Returns the next state of the 64-bit xorshift generator with the shifts 13, 7 and 17. */
function nextRandom(state: bigint): bigint {
  let next = state ^ BigInt.asUintN(64, state << 13n);
  next ^= next >> 7n;
  return next ^ BigInt.asUintN(64, next << 17n);
}

function heapSort(list: Sortable, { from, to }: Range): void {
  const length = to - from;
  for (let root = Math.floor((length - 1) / 2); root >= 0; root--) {
    siftDown(list, from, { from: root, to: length });
  }
  for (let last = length - 1; last >= 0; last--) {
    list.swap(from, from + last);
    siftDown(list, from, { from: 0, to: last });
  }
}

/** Moves the root of a heap, whose first item is at `first`, down to its position. */
function siftDown(list: Sortable, first: number, heap: Range): void {
  let root = heap.from;
  for (;;) {
    let child = 2 * root + 1;
    if (child >= heap.to) return;
    if (child + 1 < heap.to && list.isLess(first + child, first + child + 1)) child += 1;
    if (!list.isLess(first + root, first + child)) return;
    list.swap(first + root, first + child);
    root = child;
  }
}
