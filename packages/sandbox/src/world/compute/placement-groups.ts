import { compareNumbers } from '@kerf/core';
import type { Tags } from '../iam/identity.js';
import type { Timers } from '../time/timers.js';
import type { GroupPlacement } from './instance.js';
import { type Instance, instanceState } from './instance.js';

/** A placement group of an account in a region. */
export interface PlacementGroup {
  readonly id: string;
  readonly accountId: string;
  readonly region: string;
  readonly name: string;
  readonly strategy: 'cluster' | 'partition' | 'spread';
  /** Number of partitions in each zone; `null` for other strategies. */
  readonly partitionCount: number | null;
  readonly tags: Tags;
}

/** EC2's limit of running instances of a spread group in one zone. */
const spreadLimit = 7;

/** Placement groups, and which instances they take. */
export class PlacementGroups {
  readonly #groups: Map<string, PlacementGroup>;
  readonly #instances: ReadonlyMap<string, Instance>;
  readonly #timers: Pick<Timers, 'now'>;

  constructor(
    groups: Map<string, PlacementGroup>,
    instances: ReadonlyMap<string, Instance>,
    timers: Pick<Timers, 'now'>,
  ) {
    this.#groups = groups;
    this.#instances = instances;
    this.#timers = timers;
  }

  /**
   * Returns why the group takes no `count` further instances in a zone; `null` if it does. The
   * sandbox answers as for missing capacity.
   */
  refusal({ id }: GroupPlacement, zone: string, count: number): string | null {
    const group = this.#groups.get(id);
    const members = this.membersOf(id);
    if (group?.strategy === 'spread') {
      const inZone = members.filter((member) => member.zone === zone).length;
      return inZone + count > spreadLimit
        ? `A spread placement group has at most ${spreadLimit} running instances per Availability Zone.`
        : null;
    }
    const elsewhere = members.find((member) => member.zone !== zone);
    return group?.strategy === 'cluster' && elsewhere !== undefined
      ? `The instances of a cluster placement group run in one Availability Zone, here ${elsewhere.zone}.`
      : null;
  }

  /** Returns the partition of a new instance; `null` if the group has none. */
  partitionOf({ id, partition }: GroupPlacement, zone: string): number | null {
    const count = this.#groups.get(id)?.partitionCount ?? null;
    if (count === null || partition !== null) return partition;
    const members = this.membersOf(id).filter((member) => member.zone === zone);
    const partitions = Array.from({ length: count }, (_, index) => ({
      number: index + 1,
      members: members.filter(({ placementGroup }) => placementGroup?.partition === index + 1)
        .length,
    }));
    const [emptiest] = partitions.toSorted((a, b) => compareNumbers(a.members, b.members));
    return emptiest?.number ?? null;
  }

  /** Returns the instances of a group that are not terminated. */
  membersOf(id: string): readonly Instance[] {
    const now = this.#timers.now();
    return [...this.#instances.values()].filter(
      (instance) =>
        instance.placementGroup?.id === id && instanceState(instance, now) !== 'terminated',
    );
  }
}
