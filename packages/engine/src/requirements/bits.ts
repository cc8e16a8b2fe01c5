/**
 * A set of small integers as a bit set, 32 to a word. Operations on two sets need sets of equal
 * size. It is a typed array, so that the inner loops of the scheduler can read it directly.
 */
export type Bits = Int32Array;

/** Returns an empty set for integers below `size`. */
export function emptyBits(size: number): Bits {
  return new Int32Array((size + 31) >> 5);
}

/** Returns an empty set of the same size. */
export function emptyLike(bits: Bits): Bits {
  return new Int32Array(bits.length);
}

/** Returns a set of integers below `size` with these members. */
export function bitsOf(size: number, members: Iterable<number>): Bits {
  const bits = emptyBits(size);
  for (const member of members) addBit(bits, member);
  return bits;
}

/** Removes an integer from the set. */
export function removeBit(bits: Bits, index: number): void {
  const word = index >> 5;
  bits[word] = (bits[word] ?? 0) & ~(1 << (index & 31));
}

/** Returns true if the integer is in the set. */
export function hasBit(bits: Bits, index: number): boolean {
  return (((bits[index >> 5] ?? 0) >>> (index & 31)) & 1) === 1;
}

/** Adds an integer to the set. */
export function addBit(bits: Bits, index: number): void {
  const word = index >> 5;
  bits[word] = (bits[word] ?? 0) | (1 << (index & 31));
}

/** Returns true if the set has no members. */
export function isEmptyBits(bits: Bits): boolean {
  for (const word of bits) if (word !== 0) return false;
  return true;
}

/** Returns true if the sets have a common member. */
export function bitsIntersect(a: Bits, b: Bits): boolean {
  for (let word = 0; word < a.length; word++) {
    if (((a[word] ?? 0) & (b[word] ?? 0)) !== 0) return true;
  }
  return false;
}

/** Returns a new set with the common members. */
export function intersectBits(a: Bits, b: Bits): Bits {
  const common = new Int32Array(a.length);
  for (let word = 0; word < a.length; word++) common[word] = (a[word] ?? 0) & (b[word] ?? 0);
  return common;
}

/** Removes from the first set what the second does not have. */
export function intersectInPlace(bits: Bits, others: Bits): void {
  for (let word = 0; word < bits.length; word++) {
    bits[word] = (bits[word] ?? 0) & (others[word] ?? 0);
  }
}

/** Adds the members of the second set to the first. */
export function uniteInPlace(bits: Bits, others: Bits): void {
  for (let word = 0; word < bits.length; word++) {
    bits[word] = (bits[word] ?? 0) | (others[word] ?? 0);
  }
}

/** Returns a new set with the members of both. */
export function uniteBits(a: Bits, b: Bits): Bits {
  return a.map((word, index) => word | (b[index] ?? 0));
}

/** Returns a new set with the members of `a` that are not in `b`. */
export function subtractBits(a: Bits, b: Bits): Bits {
  return a.map((word, index) => word & ~(b[index] ?? 0));
}

/** Returns the number of members. */
export function countBits(bits: Bits): number {
  let count = 0;
  for (const word of bits) {
    for (let rest = word; rest !== 0; rest &= rest - 1) count += 1;
  }
  return count;
}

/** Returns the members in ascending order. */
export function membersOf(bits: Bits): number[] {
  const members: number[] = [];
  for (let word = 0; word < bits.length; word++) {
    for (let rest = bits[word] ?? 0; rest !== 0; rest &= rest - 1) {
      members.push((word << 5) + lowestBit(rest));
    }
  }
  return members;
}

/** Returns the index of the lowest set bit of a word that is not 0. */
function lowestBit(word: number): number {
  return 31 - Math.clz32(word & -word);
}
