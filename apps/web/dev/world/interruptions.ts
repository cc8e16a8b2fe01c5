import type { Cluster, Interruption, Node } from '../generated/schema.js';
import { iso } from './clusters.js';

const second = 1_000;
const minute = 60 * second;

/** Warnings of the last hours: one that runs, one that ended well, one that lost a pod, one noted. */
export function createInterruptions(
  cluster: Cluster,
  nodes: readonly Node[],
  now: number,
): Interruption[] {
  const spot = nodes.filter(({ capacityType }) => capacityType === 'SPOT');
  const warning = (index: number, agoMs: number, more: Partial<Interruption>): Interruption => {
    const node = spot[index % Math.max(1, spot.length)];
    const at = now - agoMs;
    return {
      id: `int_${cluster.id}_${index}`,
      clusterId: cluster.id,
      clusterName: cluster.name,
      kind: 'SPOT_INTERRUPTED',
      outcome: 'DRAINED',
      instanceId: `i-0a${index}f3c9d2e`,
      nodeClaimId: node?.nodeClaimId ?? null,
      nodeName: node?.name ?? null,
      nodePool: node?.nodePool ?? null,
      instanceType: node?.instanceType ?? null,
      zone: node?.zone ?? null,
      capacityType: 'SPOT',
      decisionId: 'dec_interrupted',
      warnedAt: iso(at - second),
      receivedAt: iso(at),
      deadline: iso(at + 2 * minute - second),
      podCount: 7,
      replacementRequestedAt: iso(at + 640),
      replacements: [],
      drainedAt: iso(at + 48 * second),
      lostPods: [],
      endedAt: iso(at + 75 * second),
      ...more,
    };
  };
  return [
    warning(0, 30 * second, { outcome: 'DRAINING', drainedAt: null, endedAt: null }),
    warning(1, 40 * minute, {}),
    warning(2, 100 * minute, {
      outcome: 'PODS_LOST',
      lostPods: ['shop/orders-db-0'],
      drainedAt: iso(now - 98 * minute),
    }),
    warning(3, 180 * minute, {
      kind: 'REBALANCE_RECOMMENDED',
      outcome: 'NOTED',
      deadline: null,
      decisionId: null,
      podCount: 0,
      replacementRequestedAt: null,
      drainedAt: null,
      endedAt: null,
    }),
  ];
}
