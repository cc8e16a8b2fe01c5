import { assertNever, labelKeys } from '@kerf/core';
import type { InstanceType } from '../model/instance-type.js';
import type { NodeOverlay, OverlayPool, OverlayPrice } from '../model/node-overlay.js';
import type { Offering } from '../model/offering.js';
import type { ResourceList } from '../model/resource-list.js';
import { normalizeLabel } from '../requirements/well-known-labels.js';
import { overlaidOfferings, overlayLabels } from './overlay-matches.js';

/** Who decides about something, and who touched it last. */
interface Claimed {
  readonly by: NodeOverlay;
  readonly last: NodeOverlay;
}

/** One type of a pool while overlays are laid over it, the heaviest first. */
export class OverlaidType {
  readonly type: InstanceType;
  readonly #labels: ReturnType<typeof overlayLabels>;
  readonly #prices = new Map<number, Claimed>();
  readonly #capacity = new Map<string, Claimed>();
  #mayBePriced = false;

  /** @param asked labels that any overlay is about */
  constructor(asked: ReadonlySet<string>, pool: OverlayPool, type: InstanceType) {
    this.type = type;
    this.#labels = overlayLabels(asked, pool, type);
  }

  /** Offerings that the overlay is about, by their place; none when it is not about the type. */
  offeringsOf(overlay: NodeOverlay): readonly number[] {
    return overlaidOfferings(overlay.requirements, this.#labels, this.type);
  }

  /** An overlay of the same weight that was there before, and about what; `null` without one. */
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

  get isUntouched(): boolean {
    return this.#prices.size + this.#capacity.size === 0;
  }

  /** Equal texts of one type make equal results. */
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
    // An estimate is no price that could be adjusted.
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

/** What the first overlay says stays; a later one is only remembered. */
function claim<K>(known: Map<K, Claimed>, key: K, last: NodeOverlay): void {
  known.set(key, { by: known.get(key)?.by ?? last, last });
}

/**
 * A type without a public price can be bought only when an overlay that names it, and nothing else,
 * sets one: then somebody knows what it costs.
 * Source: karpenter-provider-aws pkg/providers/instancetype, overlay-priced types @v1.14.1.
 */
function setsPriceOfNamedTypes({ price, requirements }: NodeOverlay): boolean {
  return (
    price?.kind === 'Fixed' &&
    requirements.every(
      ({ key, operator }) => normalizeLabel(key) === labelKeys.instanceType && operator === 'In',
    )
  );
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
