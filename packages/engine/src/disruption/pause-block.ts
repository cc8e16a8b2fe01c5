import type { NodePool } from '../model/node-pool.js';
import type { PauseExtent } from '../model/pause.js';
import type { DisruptionBlock } from '../model/reason.js';

/** Returns the blocker of the first pause of the NodePool that stops one of these, or none. */
export function pauseBlocks(
  nodePool: NodePool | undefined,
  extents: readonly PauseExtent[],
): readonly DisruptionBlock[] {
  const pause = nodePool?.pauses?.find(({ stops }) => extents.includes(stops));
  return pause === undefined ? [] : [{ code: 'DISRUPTION_PAUSED', ...pause }];
}

/** Returns the blocker of a pause that stops only consolidation; `null` without one. */
export const consolidationPause = (nodePool: NodePool): DisruptionBlock | null =>
  pauseBlocks(nodePool, ['Consolidation'])[0] ?? null;
