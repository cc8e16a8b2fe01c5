import type { CatalogType, InstanceCatalog } from '../../data/instance-catalog.js';
import { seededRandom } from '../random/seeded-random.js';

export type CapacityType = 'on-demand' | 'spot';

/** What competes for the same machines; all accounts share a pool. */
export interface CapacityPool {
  readonly region: string;
  readonly zone: string;
  readonly instanceType: string;
  readonly capacityType: CapacityType;
}

/** Sets what matching pools hold; an absent field matches all. The newest match counts. */
export interface CapacityRule {
  readonly match: Partial<CapacityPool>;
  /** Instances that the pool holds in all, running ones included. */
  readonly total: number;
}

/** vCPUs that a pool holds, drawn evenly on a logarithmic scale. */
const vcpuRange: Readonly<Record<CapacityType, readonly [number, number]>> = {
  'on-demand': [2_000, 20_000],
  spot: [200, 8_000],
};
/** Devices are scarce: a pool of them holds this part of what its vCPUs would say. */
const deviceScarcity = 0.05;

export class Capacity {
  readonly #catalog: InstanceCatalog;
  readonly #seed: number;
  readonly #rules: CapacityRule[];

  readonly #inUse = new Map<string, number>();

  constructor(
    catalog: InstanceCatalog,
    seed: number,
    /** Kept in the world's state. */
    rules: CapacityRule[],
  ) {
    this.#catalog = catalog;
    this.#seed = seed;
    this.#rules = rules;
  }

  /** Instances that the pool could still launch. */
  available(pool: CapacityPool): number {
    return Math.max(0, this.total(pool) - (this.#inUse.get(keyOf(pool)) ?? 0));
  }

  total(pool: CapacityPool): number {
    const rule = this.#rules.findLast(({ match }) => matches(match, pool));
    return rule?.total ?? this.#seeded(pool);
  }

  /** From now on, and for pools whose instances exceed it: no more until some are gone. */
  set(match: Partial<CapacityPool>, total: number): void {
    this.unset(match);
    this.#rules.push({ match, total });
  }

  /** Ends what {@link set} began for the same match. */
  unset(match: Partial<CapacityPool>): void {
    const set = this.#rules.findIndex((rule) => hasSameFields(rule.match, match));
    if (set !== -1) this.#rules.splice(set, 1);
  }

  /** Back to the seeded amounts. */
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
    return Math.floor((vcpus * (hasDevices ? deviceScarcity : 1)) / type.vcpus);
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
