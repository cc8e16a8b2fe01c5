import { type DurationMs, tagKeys } from '@kerf/core';
import type { LaunchReason } from '@kerf/engine';
import { cloudTargetOf } from '../clusters/api.js';
import type { NodeClaim } from '../domain/node-claim/node-claim.js';
import type { Ports } from '../ports/ports.js';
import type { LaunchFacts } from './launch-facts.js';
import { launchStop } from './launch-refusal.js';

/** Time in which EC2's lists may not contain a new instance. */
const unlistedMs: DurationMs = 30_000;

/** Launches that began before and whose results are not known. */
export interface BegunLaunches {
  /** Launches that go on. */
  readonly repeated: readonly NodeClaim[];
  /** Launches that a pause or the mode has stopped, and that have no instance. */
  readonly stopped: readonly { readonly claim: NodeClaim; readonly reason: LaunchReason }[];
  /** True if others are stopped, and it is not known yet whether they have an instance. */
  readonly isUndecided: boolean;
}

/**
 * Decides which begun launches go on. A repeated launch may launch, so it does not go on after a
 * pause began or the mode became `observe`, unless its instance exists and is only to be recorded.
 * A launch that EC2 does not list is not ended before {@link unlistedMs}: EC2 may list its instance
 * later, which would then run without a NodeClaim.
 * @throws CLOUD.* when EC2 does not list the instances of the cluster
 */
export async function resumeLaunches(
  { cloud, clock }: Pick<Ports, 'cloud' | 'clock'>,
  facts: LaunchFacts,
  begun: readonly NodeClaim[],
): Promise<BegunLaunches> {
  const checked = begun.map((claim) => ({ claim, reason: launchStop(facts, claim) }));
  if (checked.every(({ reason }) => reason === null)) {
    return { repeated: begun, stopped: [], isUndecided: false };
  }
  const instances = await cloud.listInstances(cloudTargetOf(facts.cluster));
  const launched = new Set(
    instances
      .filter(({ state }) => state === 'pending' || state === 'running')
      .map(({ tags }) => tags[tagKeys.nodeClaim]),
  );
  const now = clock.now();
  const repeated: NodeClaim[] = [];
  const stopped: { readonly claim: NodeClaim; readonly reason: LaunchReason }[] = [];
  let isUndecided = false;
  for (const { claim, reason } of checked) {
    if (reason === null || launched.has(claim.name)) repeated.push(claim);
    else if (now - claim.requestedAt < unlistedMs) isUndecided = true;
    else stopped.push({ claim, reason });
  }
  return { repeated, stopped, isUndecided };
}
