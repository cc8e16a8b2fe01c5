import { type Instant, type MicroUsdPerHour, toTimestamp, usdText } from '@kerf/core';
import type { Detection, IncidentFacts, UsualSpend } from './incident-facts.js';

/** A multiple of the usual spend, and a rise above it; both must be reached. */
interface Threshold {
  readonly factor: number;
  readonly riseMicroUsdPerHour: MicroUsdPerHour;
}

const opensFrom: Threshold = { factor: 2, riseMicroUsdPerHour: 200_000 };
/** Lower, so that a spend around the first threshold does not flap. */
const lastsFrom: Threshold = { factor: 1.5, riseMicroUsdPerHour: 100_000 };

/**
 * Rule: the nodes of the cluster cost at least twice the usual, and at least $0.20 per hour more;
 * one and a half times the usual, and $0.10 more, keep the incident open. Usual is the most that the
 * cluster cost at this hour of the day in the last seven days; without a week of history it is the
 * average of the last hours; without ten minutes of history there is no incident.
 */
export function spendJump(
  { cluster, spend }: Pick<IncidentFacts, 'cluster' | 'spend'>,
  now: Instant,
): readonly Detection[] {
  const { currentMicroUsdPerHour: current, usual } = spend;
  if (usual === null || !reaches(current, usual, lastsFrom)) return [];
  const object = `Cluster/${cluster.name}`;
  return [
    {
      object,
      objects: [object],
      nodePools: [],
      opens: reaches(current, usual, opensFrom),
      cause: `The nodes cost ${usdText(current)} per hour. ${usualText(usual)}`,
      remedy: `The page Cost, or kerf explain cost --cluster ${cluster.name} --since 1h, says which nodes were added and why. If the rise is not wanted, remove the pods that caused it, pause launches, or set a spend limit or limits of the NodePools.`,
      startedAt: now,
    },
  ];
}

const reaches = (
  current: MicroUsdPerHour,
  { microUsdPerHour: usual }: UsualSpend,
  { factor, riseMicroUsdPerHour }: Threshold,
): boolean => current >= usual * factor && current - usual >= riseMicroUsdPerHour;

function usualText(usual: UsualSpend): string {
  const amount = usdText(usual.microUsdPerHour);
  return usual.basis === 'Week'
    ? `At this hour of the day, they cost at most ${amount} in the last seven days.`
    : `They cost ${amount} on average since ${timeText(usual.since)}; a week of history, which the usual cost is taken from, is not available yet.`;
}

/** `06:10 UTC on 2026-11-30`. */
function timeText(at: Instant): string {
  const [day = '', time = ''] = toTimestamp(at).split('T');
  return `${time.slice(0, 5)} UTC on ${day}`;
}
