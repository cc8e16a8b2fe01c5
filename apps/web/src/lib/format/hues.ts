/** Hue of what has no group of its own: gray. */
export const otherHue = 7;

/** Returns one of the fixed hues for a name, e.g. of a NodePool: the same one on every page. */
export const hueOfName = (name: string): number =>
  Array.from(name).reduce((hash, letter) => (hash * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 7) %
  otherHue;

const capacityTypes: readonly string[] = ['ON_DEMAND', 'SPOT', 'RESERVED'];

/** Returns the hue of a capacity type in the spelling of the API; gray for others. */
export function hueOfCapacityType(type: string): number {
  const index = capacityTypes.indexOf(type);
  return index === -1 ? otherHue : index;
}
