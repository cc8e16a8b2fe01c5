import type { PauseExtent } from '@kerf/engine';
import { aPause } from '@kerf/testing';
import type { Pause } from '../domain/brake/pause.js';
import type { ClusterSetup } from './set-up-cluster.js';

/** Stores a pause that a user set: of the NodePool `default`, unless `fields` has another scope. */
export async function storePause(
  { store, clusterId, clock }: Pick<ClusterSetup, 'store' | 'clusterId' | 'clock'>,
  stops: PauseExtent,
  fields: Partial<Pause> = {},
): Promise<Pause> {
  const pause = aPause({
    id: 'pau_1',
    scope: { kind: 'NodePool', clusterId, nodePool: 'default' },
    stops,
    setAt: clock.now(),
    ...fields,
  });
  await store.pauses.insert(pause);
  return pause;
}
