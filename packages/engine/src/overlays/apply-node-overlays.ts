import { compareText, getOrCreate } from '@kerf/core';
import type { ClusterSnapshot } from '../model/cluster-snapshot.js';
import type { InstanceType } from '../model/instance-type.js';
import type { NodeOverlay, OverlayPool } from '../model/node-overlay.js';
import { OverlaidType } from './overlaid-type.js';
import { poolTraits, requiredLabels } from './overlay-matches.js';

type Catalog = ClusterSnapshot['instanceTypesByNodePool'];
type TypeList = readonly InstanceType[];

/** The catalog of instance types with overlaid prices and capacity. */
export interface OverlaidCatalog {
  readonly instanceTypesByNodePool: Catalog;
  /** Overlays that are not applied, because another one of equal weight changes the same property. */
  readonly conflicts: readonly OverlayConflict[];
  /** Reach of each of the other overlays. */
  readonly reaches: readonly OverlayReach[];
  /** All changed types, by original type and change; the next call reuses them. */
  readonly made: ReadonlyMap<InstanceType, ReadonlyMap<string, InstanceType>>;
}

/** Two NodeOverlays of equal weight that change the same property. */
export interface OverlayConflict {
  readonly overlay: string;
  /** The overlay that is applied. */
  readonly with: string;
  readonly nodePool: string;
  readonly instanceType: string;
  /** `price`, or the resource that both set. */
  readonly about: string;
}

/** Prices and capacities that a NodeOverlay changes. */
export interface OverlayReach {
  readonly overlay: string;
  /** NodePools with a type that it changes, in the order of the snapshot. */
  readonly nodePools: readonly string[];
  /** Number of types that it changes in any of them. */
  readonly instanceTypes: number;
}

/**
 * Returns the catalog with overlaid prices and capacity. For the price of an offering, or a
 * resource of a type, the overlay with the highest weight applies; two of equal weight conflict,
 * even if they agree, and the one whose name sorts first is not applied at all.
 * @param previous the last result: equal types become the same objects
 * @returns unchanged types and lists are the same objects; NodePools whose types are changed
 * equally share one list
 * Source: karpenter controllers/nodeoverlay @v1.14.1. Differs: upstream detects a conflict over a
 * resource only with the overlay that changed the type last.
 */
export function applyNodeOverlays(
  {
    nodePools,
    instanceTypesByNodePool,
  }: Pick<ClusterSnapshot, 'instanceTypesByNodePool'> & {
    readonly nodePools: readonly OverlayPool[];
  },
  overlays: readonly NodeOverlay[],
  previous: Pick<OverlaidCatalog, 'made'> | null = null,
): OverlaidCatalog {
  const groups = groupPools(nodePools, instanceTypesByNodePool, overlays);
  const conflicts: OverlayConflict[] = [];
  const reaches: OverlayReach[] = [];
  for (const overlay of sortByWeight(overlays)) {
    const selected = groups.flatMap((group) =>
      group.targets.flatMap((target) => {
        const offerings = target.offeringsOf(overlay);
        return offerings.length === 0 ? [] : [{ group, target, offerings }];
      }),
    );
    const conflict = findConflict(overlay, selected);
    if (conflict !== null) {
      conflicts.push(conflict);
      continue;
    }
    for (const { target, offerings } of selected) target.apply(overlay, offerings);
    reaches.push(reachOf(overlay, selected));
  }

  const make = new TypeMaker(previous);
  const listByPool = new Map(
    groups.flatMap((group) => {
      const list = make.listOf(group);
      return group.pools.map(({ name }) => [name, list] as const);
    }),
  );
  return {
    instanceTypesByNodePool: Object.fromEntries(
      Object.entries(instanceTypesByNodePool).map(([name, types]) => [
        name,
        listByPool.get(name) ?? types,
      ]),
    ),
    conflicts,
    reaches,
    made: make.made,
  };
}

/** NodePools with one list of types that overlays cannot distinguish. */
interface PoolGroup {
  readonly pools: OverlayPool[];
  readonly types: TypeList;
  readonly targets: readonly OverlaidType[];
}

interface SelectedType {
  readonly group: PoolGroup;
  readonly target: OverlaidType;
  readonly offerings: readonly number[];
}

function groupPools(
  nodePools: readonly OverlayPool[],
  catalog: Catalog,
  overlays: readonly NodeOverlay[],
): readonly PoolGroup[] {
  const requested = requiredLabels(overlays.flatMap(({ requirements }) => requirements));
  const groups: PoolGroup[] = [];
  const known = new Map<TypeList, Map<string, PoolGroup>>();
  for (const pool of nodePools) {
    const types = catalog[pool.name] ?? [];
    const byTraits = getOrCreate(known, types, () => new Map<string, PoolGroup>());
    const traits = poolTraits(requested, pool);
    const group = byTraits.get(traits);
    if (group !== undefined) {
      group.pools.push(pool);
      continue;
    }
    const made = {
      pools: [pool],
      types,
      targets: types.map((type) => new OverlaidType(requested, pool, type)),
    };
    byTraits.set(traits, made);
    groups.push(made);
  }
  return groups;
}

/** Sorts by weight, highest first; equals by name, last first. */
function sortByWeight(overlays: readonly NodeOverlay[]): readonly NodeOverlay[] {
  return overlays.toSorted((a, b) => b.weight - a.weight || compareText(b.name, a.name));
}

function findConflict(
  overlay: NodeOverlay,
  selected: readonly SelectedType[],
): OverlayConflict | null {
  for (const { group, target, offerings } of selected) {
    const conflict = target.findConflict(overlay, offerings);
    if (conflict === null) continue;
    return {
      overlay: overlay.name,
      with: conflict.with,
      nodePool: group.pools[0]?.name ?? '',
      instanceType: target.type.name,
      about: conflict.about,
    };
  }
  return null;
}

function reachOf({ name }: NodeOverlay, selected: readonly SelectedType[]): OverlayReach {
  const groups = new Set(selected.map(({ group }) => group));
  return {
    overlay: name,
    nodePools: [...groups].flatMap(({ pools }) => pools.map((pool) => pool.name)),
    instanceTypes: new Set(selected.map(({ target }) => target.type.name)).size,
  };
}

/** Creates the changed types that the previous result does not have. */
class TypeMaker {
  readonly made = new Map<InstanceType, Map<string, InstanceType>>();
  readonly #previous: OverlaidCatalog['made'];

  constructor(previous: Pick<OverlaidCatalog, 'made'> | null) {
    this.#previous = previous?.made ?? new Map();
  }

  listOf({ types, targets }: PoolGroup): TypeList {
    if (targets.every(({ isUnchanged: isUntouched }) => isUntouched)) return types;
    return targets.map((target) => this.#typeOf(target));
  }

  #typeOf(target: OverlaidType): InstanceType {
    const { type, text } = target;
    if (target.isUnchanged) return type;
    const ofType = getOrCreate(this.made, type, () => new Map<string, InstanceType>());
    return getOrCreate(ofType, text, () => this.#previous.get(type)?.get(text) ?? target.make());
  }
}
