import type { CostDimension, HistoryDimension } from './cost.search.js';

const accentHue = 0;
const otherHue = 7;

/** Returns the hue of a group, which does not depend on its cost; a group without a name is gray. */
export function groupHue(dimension: CostDimension | HistoryDimension, key: string): number {
  if (dimension === 'type') return accentHue;
  if (key === '') return otherHue;
  if (dimension !== 'capacity') return hashOf(key) % otherHue;
  const index = ['ON_DEMAND', 'SPOT', 'RESERVED'].indexOf(key.toUpperCase().replace('-', '_'));
  return index === -1 ? otherHue : index;
}

const hashOf = (text: string): number =>
  Array.from(text).reduce((hash, letter) => (hash * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 7);
