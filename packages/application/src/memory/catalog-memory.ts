import type { ClusterId, Instant } from '@kerf/core';
import type { CatalogGaps, InstanceType, OverlaidCatalog } from '@kerf/engine';
import type { CatalogFacts, SpotPrice } from '../domain/catalog/catalog-facts.js';
import { LearnedMemories, type LearnedMemory } from '../domain/catalog/learned-memory.js';
import { PerCluster } from './per-cluster.js';

/** Inputs of an EC2NodeClass's catalog gaps: equal texts and identical facts give the same gaps. */
export interface CatalogGapsOrigin {
  readonly nodeClass: string;
  readonly catalog: CatalogFacts;
  /** A text of all inputs from the EC2NodeClass and the settings, except the offerings. */
  readonly rules: string;
}

/** Inputs of a list of instance types: equal texts and identical facts give the same list. */
export interface InstanceTypeOrigin extends CatalogGapsOrigin {
  readonly spotPrices: readonly SpotPrice[];
  /**
   * A text of the offerings without capacity, of the capacity reservations, and of the memory that
   * nodes report.
   */
  readonly capacity: string;
}

/** Inputs of an overlaid catalog: identical lists and equal texts give the same catalog. */
export interface OverlaidOrigin {
  readonly nodeOverlays: readonly object[];
  /** A text of the NodePool fields that overlays depend on. */
  readonly pools: string;
  /** Instance types of each NodePool. */
  readonly lists: readonly (readonly InstanceType[] | undefined)[];
}

/** Something with what it was made from. */
interface Made<Origin, Value> {
  readonly from: Origin;
  readonly value: Value;
}

interface Remembered {
  /** By EC2NodeClass. */
  readonly instanceTypes: Map<string, Made<InstanceTypeOrigin, readonly InstanceType[]>>;
  /** By EC2NodeClass. */
  readonly catalogGaps: Map<string, Made<CatalogGapsOrigin, CatalogGaps>>;
  readonly memories: LearnedMemories;
  overlaid: Made<OverlaidOrigin, OverlaidCatalog> | null;
}

/**
 * The instance types of EC2NodeClasses, with and without overlays, and the memory that nodes reported. It may be
 * forgotten: all of it is computed again from the catalog, the definitions and the nodes.
 */
export class CatalogMemory {
  readonly #clusters = new PerCluster(
    (): Remembered => ({
      instanceTypes: new Map(),
      catalogGaps: new Map(),
      memories: new LearnedMemories(),
      overlaid: null,
    }),
  );

  /**
   * Returns the list that was last built from this origin, or builds a new one.
   * @param make gets the types of the last list when only their offerings may have changed,
   * otherwise an empty list
   */
  instanceTypes(
    clusterId: ClusterId,
    from: InstanceTypeOrigin,
    make: (previous: readonly InstanceType[]) => readonly InstanceType[],
  ): readonly InstanceType[] {
    const { instanceTypes } = this.#clusters.of(clusterId);
    const known = instanceTypes.get(from.nodeClass);
    const isSameKind = known?.from.catalog === from.catalog && known.from.rules === from.rules;
    if (
      isSameKind &&
      known.from.spotPrices === from.spotPrices &&
      known.from.capacity === from.capacity
    ) {
      return known.value;
    }
    const types = make(isSameKind ? known.value : []);
    instanceTypes.set(from.nodeClass, { from, value: types });
    return types;
  }

  /**
   * Returns the catalog gaps of an EC2NodeClass: the same object as long as its origin is the same.
   */
  gaps(clusterId: ClusterId, from: CatalogGapsOrigin, make: () => CatalogGaps): CatalogGaps {
    const { catalogGaps } = this.#clusters.of(clusterId);
    const known = catalogGaps.get(from.nodeClass);
    if (known?.from.catalog === from.catalog && known.from.rules === from.rules) return known.value;
    const gaps = make();
    catalogGaps.set(from.nodeClass, { from, value: gaps });
    return gaps;
  }

  /**
   * Returns the catalog that was last built from this origin, or builds a new one; `make` gets the
   * last one.
   */
  overlaid(
    clusterId: ClusterId,
    from: OverlaidOrigin,
    make: (previous: OverlaidCatalog | null) => OverlaidCatalog,
  ): OverlaidCatalog {
    const remembered = this.#clusters.of(clusterId);
    const known = remembered.overlaid;
    if (known !== null && isSameOrigin(known.from, from)) return known.value;
    const catalog = make(known?.value ?? null);
    remembered.overlaid = { from, value: catalog };
    return catalog;
  }

  /** Notes the memory that nodes report; see {@link learnedMemory}. */
  recordMemory(clusterId: ClusterId, reported: readonly LearnedMemory[], now: Instant): void {
    this.#clusters.of(clusterId).memories.record(reported, now);
  }

  /**
   * Returns the smallest memory capacity that nodes reported in the last 60 days, by instance type
   * and image: the same list as long as no value has changed.
   */
  learnedMemory(clusterId: ClusterId): readonly LearnedMemory[] {
    return this.#clusters.of(clusterId).memories.values;
  }

  forget(clusterId: ClusterId): void {
    this.#clusters.forget(clusterId);
  }
}

function isSameOrigin(a: OverlaidOrigin, b: OverlaidOrigin): boolean {
  return (
    a.nodeOverlays === b.nodeOverlays &&
    a.pools === b.pools &&
    a.lists.every((list, index) => list === b.lists[index])
  );
}
