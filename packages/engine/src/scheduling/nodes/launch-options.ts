import { compareNumbers, deepFreeze, getOrCreate } from '@kerf/core';
import { priceTieBreak } from '../../model/offering.js';
import type { ExpectedOffering, InstanceTypeOption } from '../../model/scheduling-result.js';
import { type Bits, membersOf } from '../../requirements/bits.js';
import type { Requirements } from '../../requirements/requirements.js';
import {
  type CompiledInstanceType,
  offeringsOfVariants,
  type PricedOffering,
} from './instance-types.js';

/** The instance types and offering variants of a NodePool that some requirements allow. */
export interface AllowedTypes {
  /** Types that satisfy the requirements and have an offering that does. */
  readonly types: Bits;
  readonly variants: Bits;
}

/** A type that a NodeClaim could be launched as, by its index. */
export interface LaunchOption {
  readonly type: number;
  readonly option: InstanceTypeOption;
  readonly priceMicroUsdPerHour: number;
  /** Orders options with equal prices. */
  readonly tieBreak: number;
}

/** The instance types of a NodePool, and which of them some requirements allow. */
interface TypesOfPool {
  readonly types: readonly CompiledInstanceType[];
  allowedBy(requirements: Requirements): AllowedTypes;
}

/**
 * Launch options of a NodePool with given requirements, cheapest first (then by name, and
 * reservations by their on-demand price).
 * Memoized for all NodeClaims with these requirements; the options are frozen, and shared by
 * requirements that allow the same offering variants.
 */
export class LaunchOptions {
  readonly #pool: TypesOfPool;
  readonly #byRequirements = new Map<number, readonly LaunchOption[]>();
  /** By offering variants, then by type; `null` if it is offered as none of them. */
  readonly #byVariants = new Map<string, (LaunchOption | null | undefined)[]>();

  constructor(pool: TypesOfPool) {
    this.#pool = pool;
  }

  under(requirements: Requirements): readonly LaunchOption[] {
    return getOrCreate(this.#byRequirements, requirements.id, () => this.#find(requirements));
  }

  #find(requirements: Requirements): readonly LaunchOption[] {
    const { types, variants } = this.#pool.allowedBy(requirements);
    const byType = getOrCreate(this.#byVariants, variants.join(), () => []);
    const options: LaunchOption[] = [];
    for (const type of membersOf(types)) {
      const compiled = this.#pool.types[type];
      if (compiled === undefined) continue;
      const option = (byType[type] ??= toOption(type, compiled, variants));
      if (option !== null) options.push(option);
    }
    return options.sort(
      (a, b) =>
        a.priceMicroUsdPerHour - b.priceMicroUsdPerHour || compareNumbers(a.tieBreak, b.tieBreak),
    );
  }
}

function toOption(
  type: number,
  compiled: CompiledInstanceType,
  variants: Int32Array,
): LaunchOption | null {
  const { name, capacityOverlay, offerings: all } = compiled.source;
  const offerings = offeringsOfVariants(compiled, variants).map((priced) =>
    toExpected(name, priced),
  );
  const [cheapest] = offerings;
  if (cheapest === undefined) return null;
  const option = deepFreeze({
    name,
    offerings,
    ...(capacityOverlay !== undefined && { capacityOverlay }),
  });
  const { priceMicroUsdPerHour } = cheapest;
  return { type, option, priceMicroUsdPerHour, tieBreak: priceTieBreak(cheapest, all) };
}

function toExpected(instanceType: string, priced: PricedOffering): ExpectedOffering {
  const { variant, priceMicroUsdPerHour, isPriceEstimated, priceOverlay } = priced;
  const { zone, capacityType, reservationId } = variant;
  return {
    instanceType,
    zone,
    capacityType,
    ...(reservationId !== null && { reservationId }),
    priceMicroUsdPerHour,
    ...(isPriceEstimated && { isPriceEstimated }),
    ...(priceOverlay !== null && { priceOverlay }),
  };
}
