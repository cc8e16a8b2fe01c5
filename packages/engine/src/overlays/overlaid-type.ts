import { assertNever, labelKeys } from '@kerf/core';
import type { InstanceType } from '../model/instance-type.js';
import type { NodeOverlay, OverlayPool, OverlayPrice } from '../model/node-overlay.js';
import type { Offering } from '../model/offering.js';
import type { ResourceList } from '../model/resource-list.js';
import { normalizeLabel } from '../requirements/well-known-labels.js';
import { overlaidOfferings, overlayLabels } from './overlay-matches.js';

/** The overlay that decides about a property, and the last one that changes it too. */
interface Claimed {
  readonly by: NodeOverlay;
  readonly last: NodeOverlay;
}

/** One type of a NodePool while overlays are applied, the highest weight first. */
export class OverlaidType {
  readonly type: InstanceType;
  readonly #labels: ReturnType<typeof overlayLabels>;
  readonly #prices = new Map<number, Claimed>();
  readonly #capacity = new Map<string, Claimed>();
  #mayBePriced = false;

  /** @param requested labels that the requirements of overlays name */
  constructor(requested: ReadonlySet<string>, pool: OverlayPool, type: InstanceType) {
    this.type = type;
    this.#labels = overlayLabels(requested, pool, type);
  }

  /**
   * Returns the indexes of the offerings that the overlay selects; empty if it does not select the
   * type.
   */
  offeringsOf(overlay: NodeOverlay): readonly number[] {
    return overlaidOfferings(overlay.requirements, this.#labels, this.type);
  }

  /**
   * Returns an earlier overlay of equal weight that changes the same property, with the property;
   * or `null`.
   */
  findConflict(
    { weight, price, capacity }: NodeOverlay,
    offerings: readonly number[],
  ): { readonly with: string; readonly about: string } | null {
    for (const index of price === null ? [] : offerings) {
      const last = this.#prices.get(index)?.last;
      if (last?.weight === weight) return { with: last.name, about: 'price' };
    }
    for (const resource of Object.keys(capacity)) {
      const last = this.#capacity.get(resource)?.last;
      if (last?.weight === weight) return { with: last.name, about: resource };
    }
    return null;
  }

  apply(overlay: NodeOverlay, offerings: readonly number[]): void {
    const { price, capacity } = overlay;
    if (price !== null) for (const index of offerings) claim(this.#prices, index, overlay);
    for (const resource of Object.keys(capacity)) claim(this.#capacity, resource, overlay);
    this.#mayBePriced ||= setsPriceOfNamedTypes(overlay);
  }

  get isUnchanged(): boolean {
    return this.#prices.size + this.#capacity.size === 0;
  }

  /** Equal texts of one type give equal results. */
  get text(): string {
    const prices = [...this.#prices].map(([index, { by }]) => [index, by.name, by.price]);
    return JSON.stringify([prices, this.#added(), this.#mayBePriced]);
  }

  make(): InstanceType {
    const { capacity, allocatable, offerings } = this.type;
    const added = this.#added();
    return {
      ...this.type,
      capacity: { ...capacity, ...added },
      allocatable: { ...allocatable, ...added },
      offerings: offerings.map((offering, index) => this.#overlaid(offering, index)),
      ...(this.#capacity.size > 0 && { capacityOverlay: added }),
    };
  }

  #added(): ResourceList {
    return Object.fromEntries(
      [...this.#capacity].map(([resource, { by }]) => [resource, by.capacity[resource] ?? 0]),
    );
  }

  #overlaid(offering: Offering, index: number): Offering {
    const by = this.#prices.get(index)?.by;
    if (by === undefined || by.price === null) return offering;
    const { isPriceEstimated, ...known } = offering;
    // An estimated price cannot be adjusted.
    const listedMicroUsdPerHour = isPriceEstimated === true ? null : known.priceMicroUsdPerHour;
    if (listedMicroUsdPerHour === null && isPriceEstimated !== true && !this.#mayBePriced) {
      return offering;
    }
    const priceMicroUsdPerHour = priceOf(listedMicroUsdPerHour, by.price);
    if (priceMicroUsdPerHour === null) return offering;
    return {
      ...known,
      priceMicroUsdPerHour,
      priceOverlay: { name: by.name, listedMicroUsdPerHour },
    };
  }
}

/** The first overlay decides; later ones are only remembered. */
function claim<K>(known: Map<K, Claimed>, key: K, last: NodeOverlay): void {
  known.set(key, { by: known.get(key)?.by ?? last, last });
}

/**
 * A type without a public price is launched only if an overlay that selects it by name, and nothing
 * else, sets its price: then the user knows what it costs. Source: karpenter-provider-aws
 * pkg/providers/instancetype, overlay-priced types @v1.14.1.
 */
function setsPriceOfNamedTypes({ price, requirements }: NodeOverlay): boolean {
  return (
    price?.kind === 'Fixed' &&
    requirements.every(
      ({ key, operator }) => normalizeLabel(key) === labelKeys.instanceType && operator === 'In',
    )
  );
}

/** Returns a price of at least 0. An unknown price can be set but not adjusted. */
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
