import { hueOfCapacityType, hueOfName, otherHue } from '../../lib/format/hues.js';
import type { CostDimension, HistoryDimension } from './cost.search.js';

const accentHue = 0;

/** Returns the hue of a group, which does not depend on its cost; a group without a name is gray. */
export function groupHue(dimension: CostDimension | HistoryDimension, key: string): number {
  if (dimension === 'type') return accentHue;
  if (key === '') return otherHue;
  if (dimension !== 'capacity') return hueOfName(key);
  return hueOfCapacityType(key.toUpperCase().replace('-', '_'));
}
