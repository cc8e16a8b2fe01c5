import type { CatalogType, InstanceCatalog } from '../../data/instance-catalog.js';
import { seededRandom } from '../random/seeded-random.js';

export type CapacityType = 'on-demand' | 'spot';

/** Instances that share capacity; a pool is common to all accounts. */
export interface CapacityPool {
  readonly region: string;
  readonly zone: string;
  readonly instanceType: string;
  readonly capacityType: CapacityType;
}

/** Sets the capacity of matching pools; an absent field matches all. The newest match wins. */
export interface CapacityRule {
  readonly match: Partial<CapacityPool>;
  /** Total number of instances of the pool, including running ones. */
  readonly total: number;
}

/** Range of vCPUs of a pool; the logarithm is uniform. */
const vcpuRange: Readonly<Record<CapacityType, readonly [number, number]>> = {
  'on-demand': [2_000, 20_000],
  spot: [200, 8_000],
};
/** Pools of types with devices have this part of the capacity. */
const deviceCapacityRatio = 0.05;

export class Capacity {
  readonly #catalog: InstanceCatalog;
  readonly #seed: number;
  readonly #rules: CapacityRule[];
  readonly #inUse = new Map<string, number>();

  constructor(
    catalog: InstanceCatalog,
    seed: number,
    /** Stored in the world's state. */
    rules: CapacityRule[],
  ) {
    this.#catalog = catalog;
    this.#seed = seed;
    this.#rules = rules;
  }

  /** Returns how many more instances the pool can launch. */
  available(pool: CapacityPool): number {
    return Math.max(0, this.total(pool) - (this.#inUse.get(keyOf(pool)) ?? 0));
  }

  total(pool: CapacityPool): number {
    const rule = this.#rules.findLast(({ match }) => matches(match, pool));
    return rule?.total ?? this.#seeded(pool);
  }

  /** Sets the capacity. A pool with more running instances launches none until some end. */
  set(match: Partial<CapacityPool>, total: number): void {
    this.unset(match);
    this.#rules.push({ match, total });
  }

  /** Removes the rule with the same match. */
  unset(match: Partial<CapacityPool>): void {
    const set = this.#rules.findIndex((rule) => hasSameFields(rule.match, match));
    if (set !== -1) this.#rules.splice(set, 1);
  }

  /** Restores the seeded amounts. */
  reset(): void {
    this.#rules.length = 0;
  }

  take(pool: CapacityPool): void {
    this.#change(pool, 1);
  }

  release(pool: CapacityPool): void {
    this.#change(pool, -1);
  }

  #change(pool: CapacityPool, by: number): void {
    const key = keyOf(pool);
    this.#inUse.set(key, (this.#inUse.get(key) ?? 0) + by);
  }

  #seeded(pool: CapacityPool): number {
    const type = this.#catalog.get(pool.instanceType);
    if (type === undefined || !isSold(type, pool)) return 0;
    const [low, high] = vcpuRange[pool.capacityType];
    const vcpus = low * (high / low) ** seededRandom(this.#seed, 'capacity', keyOf(pool));
    const hasDevices = type.gpus.length + type.accelerators.length > 0;
    return Math.floor((vcpus * (hasDevices ? deviceCapacityRatio : 1)) / type.vcpus);
  }
}

function isSold(type: CatalogType, { region, zone, capacityType }: CapacityPool): boolean {
  const offer = type.offers.get(region);
  return (
    offer !== undefined &&
    offer.onDemandMicroUsdPerHour !== null &&
    offer.zones.includes(zone) &&
    type.usageClasses.includes(capacityType)
  );
}

function hasSameFields(a: Partial<CapacityPool>, b: Partial<CapacityPool>): boolean {
  return (
    a.region === b.region &&
    a.zone === b.zone &&
    a.instanceType === b.instanceType &&
    a.capacityType === b.capacityType
  );
}

function matches(match: Partial<CapacityPool>, pool: CapacityPool): boolean {
  return (
    (match.region ?? pool.region) === pool.region &&
    (match.zone ?? pool.zone) === pool.zone &&
    (match.instanceType ?? pool.instanceType) === pool.instanceType &&
    (match.capacityType ?? pool.capacityType) === pool.capacityType
  );
}

function keyOf(pool: CapacityPool): string {
  return `${pool.zone}/${pool.instanceType}/${pool.capacityType}`;
}
