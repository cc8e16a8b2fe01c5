// Models constraints over hosts (required anti-affinity, topology spread over hosts, host ports) as
// extra resources of a bin, called slots: a pod of the constraint takes one slot, and a node has a
// fixed number of them (conflicts as capacity, as in vector bin packing).
// Arrays: `maxPerNode`: one per item, pods on one node, `Infinity` without a limit.

import type { TopologyConstraint } from '../../topology/domain-choice.js';
import type { PodDemand } from './demand.js';

/** A constraint that limits how many of its pods one node may have. */
export interface HostSlot {
  readonly capacity: number;
  /** Indexes of the items. */
  readonly members: readonly number[];
}

/** Maximum number of slots shared by several pod groups: each adds a column to all arrays. */
const maxSharedSlots = 6;

/** The constraints over hosts of a demand, as numbers. */
export interface HostSlots {
  /** Maximum number of pods on one node, by item. */
  readonly maxPerNode: readonly number[];
  /** Slots that pods of several pod groups take; those with the most pods. */
  readonly shared: readonly HostSlot[];
}

/**
 * Returns anti-affinity of pods to pods like themselves, spreads over hosts, and host ports as
 * slots of a node. Constraints that do not select the pod itself are left out: no number expresses
 * them.
 */
export function hostSlotsOf(items: readonly PodDemand[]): HostSlots {
  const slots = new Map<unknown, { capacity: number; members: number[] }>();
  const maxPerNode = items.map(() => Infinity);
  items.forEach((item, index) => {
    for (const [constraint, capacity] of constraintsOf(item)) {
      const slot = slots.get(constraint) ?? { capacity, members: [] };
      slot.members.push(index);
      slots.set(constraint, slot);
      maxPerNode[index] = Math.min(maxPerNode[index] ?? Infinity, capacity);
    }
  });
  const all = [...slots.values()];
  const podGroupsOf = ({ members }: HostSlot): number =>
    new Set(members.map((member) => items[member]?.podGroup)).size;
  const demandOf = ({ members }: HostSlot): number =>
    members.reduce((sum, member) => sum + (items[member]?.count ?? 0), 0);
  return {
    maxPerNode,
    shared: all
      .filter((slot) => podGroupsOf(slot) > 1)
      .sort((a, b) => demandOf(b) - demandOf(a))
      .slice(0, maxSharedSlots),
  };
}

/**
 * Yields the constraints that hold in every attempt, with the number of their pods that a node may
 * have.
 */
function* constraintsOf({ podGroup, attempts }: PodDemand): Generator<readonly [unknown, number]> {
  const [first, ...others] = attempts;
  const always = (first?.topology.hosts ?? []).filter(({ group }) =>
    others.every(({ topology }) => topology.hosts.some((other) => other.group === group)),
  );
  for (const constraint of always) {
    const capacity = capacityOf(constraint);
    const isOwn = podGroup.topologyGroups.countedBy.includes(constraint.group);
    if (isOwn && capacity !== null) yield [constraint.group, capacity];
  }
  for (const { hostIp, port, protocol } of podGroup.spec.hostPorts) {
    yield [`${protocol}/${port}/${hostIp}`, 1];
  }
}

function capacityOf({ group }: TopologyConstraint): number | null {
  const { kind, maxSkew } = group.term;
  if (kind === 'Affinity') return null;
  return kind === 'Spread' ? maxSkew : 1;
}
