import { getOrCreate, reservationLabels } from '@kerf/core';
import type { ClusterSnapshot } from '../model/cluster-snapshot.js';
import type { InstanceType } from '../model/instance-type.js';
import type { Node } from '../model/node.js';
import type { Offering } from '../model/offering.js';

/** Returns the capacity reservation that a node holds an instance of; `null` if it is in none. */
export function reservationOf({
  offering,
  labels,
}: Pick<Node, 'offering' | 'labels'>): string | null {
  if (offering?.capacityType !== 'reserved') return null;
  return labels[reservationLabels.id] ?? null;
}

/**
 * Returns the cluster with one more free instance in a capacity reservation: as it is once a node
 * that holds one is gone. A reservation that is not offered any more gets none.
 */
export function withFreedInstance(
  snapshot: ClusterSnapshot,
  reservationId: string,
): ClusterSnapshot {
  const known = getOrCreate(freed, snapshot, () => new Map<string, ClusterSnapshot>());
  return getOrCreate(known, reservationId, () => free(snapshot, reservationId));
}

/** The cluster is compiled for each of these snapshots, so equal ones are one object. */
const freed = new WeakMap<ClusterSnapshot, Map<string, ClusterSnapshot>>();

function free(snapshot: ClusterSnapshot, reservationId: string): ClusterSnapshot {
  const isHeld = (offering: Offering): boolean =>
    offering.reservationId === reservationId && offering.available;
  const changed = new Map<InstanceType, InstanceType>();
  const changeType = (type: InstanceType): InstanceType =>
    getOrCreate(changed, type, () => ({
      ...type,
      offerings: type.offerings.map((offering) =>
        isHeld(offering)
          ? { ...offering, reservationCapacity: offering.reservationCapacity + 1 }
          : offering,
      ),
    }));
  return {
    ...snapshot,
    instanceTypesByNodePool: Object.fromEntries(
      Object.entries(snapshot.instanceTypesByNodePool).map(([nodePool, types]) => [
        nodePool,
        types.map((type) => (type.offerings.some(isHeld) ? changeType(type) : type)),
      ]),
    ),
  };
}
