import type { AppliedManifests } from '@kerf/client';
import { counted } from './sentences.js';
import { dollars } from './values.js';

type Document = AppliedManifests['documents'][number];
type Drift = NonNullable<Document['drift']>;

/** Returns the instance types that remain for a NodePool, of those of the region; nothing for another document. */
export function typesLeft(offerings: Document['offerings']): string | null {
  if (offerings === null) return null;
  const { instanceTypes, regionInstanceTypes } = offerings;
  return instanceTypes === null ? 'unknown' : `${instanceTypes}/${regionInstanceTypes}`;
}

/** Returns a sentence about each effect that saving the document would have. */
export const effectsOf = ({ drift, offerings }: Document): readonly string[] => [
  ...(drift === null ? [] : [driftSentence(drift)]),
  ...(offerings === null ? [] : [offeringsSentence(offerings)]),
];

function driftSentence(drift: Drift): string {
  const { drifting, price, unpricedNodes, leastReplacementMs, replacementUnknownReason } = drift;
  const unpriced = unpricedNodes === 0 ? '' : ` (${unpricedNodes} without a known price)`;
  const time =
    leastReplacementMs === null
      ? `how long replacing them takes is unknown: ${replacementUnknownReason}`
      : `replacing them takes at least ${minutes(leastReplacementMs)} if each needs a new node`;
  return `${counted(drifting, 'node')} would drift, at ${dollars(price)}/h${unpriced}; ${time}.`;
}

function offeringsSentence(offerings: NonNullable<Document['offerings']>): string {
  const { instanceTypes, regionInstanceTypes, zones, regionZones, unknownReason } = offerings;
  if (instanceTypes === null) return `which instance types remain is unknown: ${unknownReason}.`;
  const [cheapest] = offerings.cheapest;
  const least =
    cheapest === undefined
      ? ''
      : ` The cheapest is ${cheapest.name} in ${cheapest.zone}, at ${dollars(cheapest.price) ?? 'an unknown price'}/h.`;
  return `${instanceTypes} of ${regionInstanceTypes} instance types and ${zones.length} of ${regionZones} zones remain.${least}`;
}

const minuteMs = 60_000;

/** Rounded down, because it is the least time. */
const minutes = (ms: number): string =>
  ms < minuteMs ? `${Math.floor(ms / 1_000)} s` : `${Math.floor(ms / minuteMs)} min`;
