import type { LaunchBlock, NodePool } from '@kerf/engine';
import { type Pause, toNodePoolPause } from '../domain/brake/pause.js';
import { type PausesInForce, stopsLaunches } from './pauses-in-force.js';
import type { SpendLimitsInForce } from './spend-limits-in-force.js';

/** Brakes that may stop changes of a NodePool. */
export interface BrakesInForce {
  readonly pauses: PausesInForce;
  readonly spendLimits: SpendLimitsInForce;
}

/** Returns the NodePool with what stops or limits its changes. */
export function withBrakes(
  pool: NodePool,
  { pauses: inForce, spendLimits }: BrakesInForce,
): NodePool {
  const pauses = inForce.of(pool.name);
  const stopping = pauses.find(({ stops }) => stopsLaunches.includes(stops));
  const block = stopping === undefined ? spendLimits.monthBlockOf(pool.name) : blockOf(stopping);
  const hourly = spendLimits.hourlyOf(pool.name);
  return {
    ...pool,
    ...(pauses.length > 0 && { pauses: pauses.map(toNodePoolPause) }),
    ...(block !== null && { launchBlock: block }),
    ...(hourly.length > 0 && { spendLimits: hourly }),
  };
}

const blockOf = ({ id, scope, reason, owner, expiresAt }: Pause): LaunchBlock => ({
  code: 'LAUNCHES_PAUSED',
  pauseId: id,
  scope: scope.kind,
  reason,
  owner,
  until: expiresAt,
});
