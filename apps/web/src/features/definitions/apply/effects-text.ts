import { countOf, formatCount } from '@kerf/core';
import { formatHourly, toMicroUsd } from '../../../lib/format/money.js';
import { formatDuration } from '../../../lib/format/time.js';
import { capacityTypeWords } from '../../../lib/format/words.js';
import type { DocumentPreview } from './apply-text.js';

export type Offerings = NonNullable<DocumentPreview['offerings']>;
type Drift = NonNullable<DocumentPreview['drift']>;

/** Says how many instance types and zones remain for a NodePool, of how many. */
export function remainingText(offerings: Offerings): string {
  const { instanceTypes, regionInstanceTypes, zones, regionZones, unknownReason } = offerings;
  if (instanceTypes === null || regionInstanceTypes === null || regionZones === null) {
    const cause = unknownReason === null ? '' : `: ${unknownReason}`;
    return `Which instance types remain is unknown${cause}.`;
  }
  const ofTypes = countOf(regionInstanceTypes, 'instance type');
  if (instanceTypes === 0) return `None of the ${ofTypes} of the region remains.`;
  const capacityTypes = offerings.capacityTypes.map((one) => capacityTypeWords[one]).join(', ');
  return `${formatCount(instanceTypes)} of ${ofTypes} and ${zones.length} of ${countOf(regionZones, 'zone')} remain (${zones.join(', ')}; ${capacityTypes}).`;
}

/** Says what the drifting nodes cost, and how long replacing them takes at least. */
export function driftCostText(drift: Drift): string {
  return `${priceText(drift)} ${durationText(drift)}`;
}

function priceText({ drifting, price, unpricedNodes }: Drift): string {
  const subject = drifting === 1 ? 'It costs' : 'They cost';
  if (unpricedNodes === drifting) return `${subject} an unknown amount.`;
  const rest =
    unpricedNodes === 0 ? '' : `, and ${countOf(unpricedNodes, 'node')} an unknown amount`;
  return `${subject} ${formatHourly(toMicroUsd(price))}${rest}.`;
}

function durationText({ leastReplacementMs, replacementUnknownReason }: Drift): string {
  if (leastReplacementMs !== null) {
    return `Under the disruption budgets, replacing them takes at least ${formatDuration(leastReplacementMs)} if each needs a new node.`;
  }
  const cause = replacementUnknownReason === null ? '' : `: ${replacementUnknownReason}`;
  return `How long replacing them takes is unknown${cause}.`;
}
