import type { TopologyConstraint } from '../topology/domain-choice.js';
import type { PodDemand } from './demand.js';

/** A rule that lets only so many of its pods onto one node. */
export interface HostSlot {
  readonly capacity: number;
  /** By number of the item. */
  readonly members: readonly number[];
}

/** More slots that several classes share than this are not modelled: each costs a row everywhere. */
const maxSharedSlots = 6;

/** What rules about hosts say of a node, as numbers. */
export interface HostSlots {
  /** By item: most pods of it on one node. */
  readonly maxPerNode: readonly number[];
  /** Slots that pods of several classes take, those with the most pods. */
  readonly shared: readonly HostSlot[];
}

/**
 * Reads anti-affinity among equals, spreads over hosts and host ports as slots of a node. Rules that
 * a pod has about others, but that do not select itself, are left out: they can be kept in more ways
 * than a number says.
 */
export function hostSlotsOf(items: readonly PodDemand[]): HostSlots {
  const slots = new Map<unknown, { capacity: number; members: number[] }>();
  const maxPerNode = items.map(() => Infinity);
  items.forEach((item, index) => {
    for (const [rule, capacity] of rulesOf(item)) {
      const slot = slots.get(rule) ?? { capacity, members: [] };
      slot.members.push(index);
      slots.set(rule, slot);
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

/** The rules that hold in every attempt, with how many of their pods a node may have. */
function* rulesOf({ podGroup, attempts }: PodDemand): Generator<readonly [unknown, number]> {
  const [first, ...others] = attempts;
  const always = (first?.topology.hosts ?? []).filter(({ group }) =>
    others.every(({ topology }) => topology.hosts.some((other) => other.group === group)),
  );
  for (const constraint of always) {
    const capacity = capacityOf(constraint);
    const isOwn = podGroup.footprint.countedBy.includes(constraint.group);
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
