import type { ClusterId, DurationMs, Instant } from '@kerf/core';
import type { Repositories } from '../ports/store.js';

/** How far other clocks are ahead of Kerf's; `null` while it is unknown. */
export interface ClockDifferences {
  readonly cloudAheadMs: DurationMs | null;
  readonly clusterAheadMs: DurationMs | null;
}

/** A clock that is wrong by this or more is reported. */
const reportedMs: DurationMs = 60_000;

const code = 'CLOCK_SKEWED';

/**
 * Records a finding that names the clock which is wrong, and clears the others. AWS's clock counts
 * as right; without it, the difference alone is reported.
 */
export async function recordClocks(
  { findings }: Pick<Repositories, 'findings'>,
  seen: { readonly clusterId: ClusterId; readonly name: string; readonly at: Instant },
  differences: ClockDifferences,
): Promise<void> {
  const found = wrongClocks(seen.name, differences);
  await findings.clearOthers(
    seen.clusterId,
    code,
    found.map(({ object }) => object),
  );
  for (const { object, message, remedy } of found) {
    await findings.record({
      clusterId: seen.clusterId,
      code,
      object,
      message,
      remedy,
      at: seen.at,
    });
  }
}

interface WrongClock {
  readonly object: string;
  readonly message: string;
  readonly remedy: string;
}

function wrongClocks(
  name: string,
  { cloudAheadMs, clusterAheadMs }: ClockDifferences,
): readonly WrongClock[] {
  const own = cloudAheadMs ?? 0;
  const server = (clusterAheadMs ?? own) - own;
  return [
    ...(Math.abs(own) < reportedMs ? [] : [ownClock(own)]),
    ...(Math.abs(server) < reportedMs ? [] : [serverClock(name, server, cloudAheadMs !== null)]),
  ];
}

const ownClock = (aheadMs: DurationMs): WrongClock => ({
  object: 'Clock/kerf',
  message: `The clock of Kerf’s worker is ${differenceText(0 - aheadMs)} the clock of AWS. Kerf signs its requests by the clock of AWS, but the times that it records are wrong.`,
  remedy: 'Synchronize the clock of the machine on which the worker runs, for example with chrony.',
});

const serverClock = (name: string, aheadMs: DurationMs, isSure: boolean): WrongClock => ({
  object: 'Clock/kubernetes',
  message: `The clock of the API server of ${name} is ${differenceText(aheadMs)} ${isSure ? 'the clock of AWS' : 'the clock of Kerf’s worker'}. Kerf corrects the times of nodes, pods and Leases by the difference.`,
  remedy: isSure
    ? 'Check that no proxy between Kerf and the API server answers with an old Date header, then synchronize the clock of the control plane.'
    : 'Synchronize the clock of the control plane and that of the machine on which the worker runs.',
});

/** Returns e.g. `7 min ahead of`. */
function differenceText(aheadMs: DurationMs): string {
  const minutes = Math.round(Math.abs(aheadMs) / 60_000);
  return `${minutes} min ${aheadMs > 0 ? 'ahead of' : 'behind'}`;
}
