import { assertNever } from '@kerf/core';
import type { ClusterSnapshot } from '../model/cluster-snapshot.js';
import type { InstanceType } from '../model/instance-type.js';
import type { NodeOverlay, OverlayPrice } from '../model/node-overlay.js';
import type { NodePool } from '../model/node-pool.js';
import type { ResourceList } from '../model/resource-list.js';
import { overlaidOfferings } from './overlay-matches.js';

type Catalogue = ClusterSnapshot['instanceTypesByNodePool'];

export interface OverlaidCatalogue {
  readonly instanceTypesByNodePool: Catalogue;
  /** Overlays that are not applied at all, because an earlier one decides with the same weight. */
  readonly conflicts: readonly OverlayConflict[];
}

export interface OverlayConflict {
  readonly overlay: string;
  /** The one that was there before. */
  readonly with: string;
  readonly nodePool: string;
  readonly instanceType: string;
  /** `price`, or the resource that both set. */
  readonly about: string;
}

/**
 * The catalogue with overlaid prices and capacity. The heaviest overlay that touches a price of an
 * offering, or a resource of a type, decides about it; two of equal weight conflict, also where they
 * agree, and the one whose name comes first is left out as a whole.
 * @returns types that nothing touches are the same objects
 * Source: karpenter controllers/nodeoverlay @v1.14.1. Differs: there a conflict about a resource is
 * only seen with the overlay that touched the type last.
 */
export function applyNodeOverlays(
  {
    nodePools,
    instanceTypesByNodePool,
  }: Pick<ClusterSnapshot, 'nodePools' | 'instanceTypesByNodePool'>,
  overlays: readonly NodeOverlay[],
): OverlaidCatalogue {
  const targets = nodePools.flatMap((pool) =>
    (instanceTypesByNodePool[pool.name] ?? []).map((type) => new OverlaidType(pool, type)),
  );
  const conflicts: OverlayConflict[] = [];
  for (const overlay of inOrderOfDecision(overlays)) {
    const touched = targets.flatMap((target) => target.touchedBy(overlay) ?? []);
    const conflict = firstOf(touched, ({ target, offerings }) =>
      target.findConflict(overlay, offerings),
    );
    if (conflict !== null) conflicts.push(conflict);
    else for (const { target, offerings } of touched) target.apply(overlay, offerings);
  }
  const byPool = Map.groupBy(targets, ({ pool }) => pool.name);
  return {
    instanceTypesByNodePool: Object.fromEntries(
      Object.entries(instanceTypesByNodePool).map(([name, types]) => [
        name,
        byPool.get(name)?.map((target) => target.result) ?? types,
      ]),
    ),
    conflicts,
  };
}

/** Heaviest first, then the later name first. */
function inOrderOfDecision(overlays: readonly NodeOverlay[]): readonly NodeOverlay[] {
  return overlays.toSorted((a, b) => b.weight - a.weight || (a.name > b.name ? -1 : 1));
}

/** Who decides about something, and who touched it last. */
interface Claimed<T> {
  readonly value: T;
  readonly last: NodeOverlay;
}

interface Touched {
  readonly target: OverlaidType;
  readonly offerings: readonly number[];
}

class OverlaidType {
  readonly pool: NodePool;
  readonly #type: InstanceType;
  readonly #prices = new Map<number, Claimed<OverlayPrice>>();
  readonly #capacity = new Map<string, Claimed<number>>();

  constructor(pool: NodePool, type: InstanceType) {
    this.pool = pool;
    this.#type = type;
  }

  touchedBy(overlay: NodeOverlay): Touched | null {
    const offerings = overlaidOfferings(overlay.requirements, this.pool, this.#type);
    return offerings.length === 0 ? null : { target: this, offerings };
  }

  findConflict(overlay: NodeOverlay, offerings: readonly number[]): OverlayConflict | null {
    const { name, weight, price, capacity } = overlay;
    const conflict = (last: NodeOverlay | undefined, about: string): OverlayConflict | null =>
      last?.weight === weight
        ? {
            overlay: name,
            with: last.name,
            nodePool: this.pool.name,
            instanceType: this.#type.name,
            about,
          }
        : null;
    return (
      firstOf(price === null ? [] : offerings, (index) =>
        conflict(this.#prices.get(index)?.last, 'price'),
      ) ??
      firstOf(Object.keys(capacity), (resource) =>
        conflict(this.#capacity.get(resource)?.last, resource),
      )
    );
  }

  apply(overlay: NodeOverlay, offerings: readonly number[]): void {
    const { price, capacity } = overlay;
    if (price !== null) for (const index of offerings) claim(this.#prices, index, price, overlay);
    for (const [resource, amount] of Object.entries(capacity)) {
      claim(this.#capacity, resource, amount, overlay);
    }
  }

  get result(): InstanceType {
    if (this.#prices.size + this.#capacity.size === 0) return this.#type;
    const { capacity, allocatable, offerings } = this.#type;
    const added: ResourceList = Object.fromEntries(
      [...this.#capacity].map(([resource, { value }]) => [resource, value]),
    );
    return {
      ...this.#type,
      capacity: { ...capacity, ...added },
      allocatable: { ...allocatable, ...added },
      offerings: offerings.map((offering, index) => {
        const overlaid = this.#prices.get(index)?.value;
        if (overlaid === undefined) return offering;
        const priceMicroUsdPerHour = priceOf(offering.priceMicroUsdPerHour, overlaid);
        return { ...offering, priceMicroUsdPerHour };
      }),
    };
  }
}

/** What the first overlay says stays; a later one is only remembered. */
function claim<K, T>(known: Map<K, Claimed<T>>, key: K, value: T, last: NodeOverlay): void {
  known.set(key, { value: known.get(key)?.value ?? value, last });
}

/** At least 0. A price that is not known can be set, not adjusted. */
function priceOf(known: number | null, overlaid: OverlayPrice): number | null {
  switch (overlaid.kind) {
    case 'Fixed':
      return overlaid.priceMicroUsdPerHour;
    case 'Difference':
      return known === null ? null : Math.max(0, known + overlaid.microUsdPerHour);
    case 'Percent':
      return known === null ? null : Math.max(0, Math.round(known * (1 + overlaid.percent / 100)));
    default:
      return assertNever(overlaid);
  }
}

function firstOf<T, R>(items: readonly T[], find: (item: T) => R | null): R | null {
  for (const item of items) {
    const found = find(item);
    if (found !== null) return found;
  }
  return null;
}
