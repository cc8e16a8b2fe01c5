import type { PauseExtent } from '@kerf/engine';
import type { Pause } from '../domain/brake/pause.js';
import type { ClusterSetup } from './set-up-cluster.js';

/** Stores a pause that a user set: of the NodePool `default`, unless `fields` has another scope. */
export async function storePause(
  { store, clusterId, clock }: Pick<ClusterSetup, 'store' | 'clusterId' | 'clock'>,
  stops: PauseExtent,
  fields: Partial<Pause> = {},
): Promise<Pause> {
  const pause: Pause = {
    id: 'pau_1',
    scope: { kind: 'NodePool', clusterId, nodePool: 'default' },
    stops,
    cause: 'User',
    reason: 'bad AMI',
    owner: 'ada',
    setBy: 'ada',
    setAt: clock.now(),
    expiresAt: null,
    evidence: null,
    releasedAt: null,
    releasedBy: null,
    version: 1,
    ...fields,
  };
  await store.pauses.insert(pause);
  return pause;
}
