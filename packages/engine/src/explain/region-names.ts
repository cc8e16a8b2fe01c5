import { labelKeys } from '@kerf/core';
import type { ClusterSnapshot } from '../model/cluster-snapshot.js';
import { membersOf } from '../requirements/bits.js';
import type { LabelSpace } from '../requirements/label-space.js';
import { maxListedValues } from '../requirements/label-terms.js';
import type { Requirement } from '../requirements/requirement.js';

/**
 * The zones and instance types of the region, and the NodePools of the cluster: distinguishes names
 * that do not exist from names that a NodePool excludes.
 */
export class RegionNames {
  readonly #space: LabelSpace;
  readonly #namesByLabel: ReadonlyMap<string, ReadonlySet<string>>;

  constructor(space: LabelSpace, snapshot: ClusterSnapshot) {
    this.#space = space;
    this.#namesByLabel = new Map([
      [labelKeys.nodePool, new Set(snapshot.nodePools.map(({ name }) => name))],
      ...namesOfRegion(snapshot),
    ]);
  }

  /**
   * Returns the existing names if none of the required names exists, or an empty list if there are
   * too many. `null` if a required name exists, or if it is unknown.
   */
  existingNamesFor(requirement: Requirement): readonly string[] | null {
    const { key, complement, values } = requirement;
    const names = this.#namesByLabel.get(this.#space.nameOf(key));
    if (names === undefined || complement) return null;
    const required = membersOf(values).map((value) => this.#space.textOf(key, value));
    if (required.length === 0 || required.some((text) => names.has(text))) return null;
    return names.size > maxNames ? [] : [...names].sort();
  }
}

/** A longer list does not help to find a typing error. */
const maxNames = 2 * maxListedValues;

/** Empty if the region's zones and types are unknown. */
function namesOfRegion({
  catalogGapsByNodePool,
  instanceTypesByNodePool,
  nodes,
}: ClusterSnapshot): readonly (readonly [string, ReadonlySet<string>])[] {
  const gaps = Object.values(catalogGapsByNodePool ?? {});
  if (gaps.length === 0) return [];
  const zones = new Set(gaps.flatMap((gap) => gap.zones));
  const instanceTypes = new Set(gaps.flatMap((gap) => gap.instanceTypes.map(({ name }) => name)));
  for (const type of new Set(Object.values(instanceTypesByNodePool).flat())) {
    instanceTypes.add(type.name);
    for (const { zone } of type.offerings) zones.add(zone);
  }
  for (const { labels } of nodes) {
    const zone = labels[labelKeys.zone];
    if (zone !== undefined) zones.add(zone);
  }
  return [
    [labelKeys.zone, zones],
    [labelKeys.instanceType, instanceTypes],
  ];
}
