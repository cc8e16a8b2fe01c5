const number = '(0|[1-9]\\d*)';
const preReleasePart = '(0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)';
const pattern = new RegExp(
  `^${number}\\.${number}\\.${number}(?:-(${preReleasePart}(?:\\.${preReleasePart})*))?(?:\\+[0-9a-zA-Z-]+(?:\\.[0-9a-zA-Z-]+)*)?$`,
);

/** Returns true for a version of semver.org 2.0.0. */
export function isVersion(text: string): boolean {
  return pattern.test(text);
}

/** A version of semver.org 2.0.0. */
export class Version {
  readonly #numbers: readonly bigint[];
  readonly #preRelease: readonly string[];

  /** @throws RangeError for another text */
  constructor(text: string) {
    const found = pattern.exec(text);
    if (found === null) throw new RangeError(`${JSON.stringify(text)} is no version`);
    const [, major = '', minor = '', patch = '', preRelease] = found;
    this.#numbers = [major, minor, patch].map(BigInt);
    this.#preRelease = preRelease?.split('.') ?? [];
  }

  /** Returns -1 if this version is lower than the other, 0 if they are equal, otherwise 1. */
  compareTo(other: Version): number {
    for (const [index, value] of this.#numbers.entries()) {
      const difference = compare(value, other.#numbers[index] ?? 0n);
      if (difference !== 0) return difference;
    }
    return Math.sign(comparePreReleases(this.#preRelease, other.#preRelease));
  }
}

/** A version without a pre-release is higher than one with. */
function comparePreReleases(left: readonly string[], right: readonly string[]): number {
  if (left.length === 0 || right.length === 0) return right.length - left.length;
  for (const [index, part] of left.entries()) {
    const other = right[index];
    if (other === undefined) return 1;
    const difference = compareParts(part, other);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

/** Numbers are lower than texts. */
function compareParts(left: string, right: string): number {
  const [isNumber, isOtherNumber] = [left, right].map((part) => /^\d+$/.test(part));
  if (isNumber === true && isOtherNumber === true) return compare(BigInt(left), BigInt(right));
  if (isNumber !== isOtherNumber) return isNumber === true ? -1 : 1;
  return compare(left, right);
}

function compare<T extends bigint | string>(left: T, right: T): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
