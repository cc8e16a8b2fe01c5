import type { CatalogType, InstanceCatalog } from '../../data/instance-catalog.js';
import { seededRandom, seededRandomBetween } from '../random/seeded-random.js';
import type { DayClock } from '../time/day-clock.js';

const hourMs = 3_600_000;
/** Time on the day clock between two prices of a Spot pool. Real pools change a few times a day. */
const stepMs = 6 * hourMs;
/** Steps between two turning points of the drift: three days. */
const stepsPerTurn = 12;
/** Range of the drift around the average price, and of the difference between zones. */
const driftRatioRange = [0.88, 1.12] as const;
const zoneRatioRange = [0.95, 1.05] as const;

export interface SpotPool {
  readonly region: string;
  readonly zone: string;
  readonly instanceType: string;
}

export interface SpotPrice {
  readonly microUsdPerHour: number;
  /** Real time from which the price is valid. */
  readonly since: number;
}

export interface PriceSettings {
  readonly catalog: InstanceCatalog;
  readonly seed: number;
  /** Clock of the price drift; the price history begins with it. */
  readonly day: DayClock;
}

/** Prices of instances, computed from the catalog, the seed and the time. */
export class Prices {
  readonly #settings: PriceSettings;
  readonly #medianSavings: ReadonlyMap<string, number>;

  constructor(settings: PriceSettings) {
    this.#settings = settings;
    this.#medianSavings = medianSavings(settings.catalog);
  }

  /** Returns the price in micro-USD per hour; `null` if the type has none or is not offered. */
  onDemand(region: string, instanceType: string): number | null {
    const offer = this.#settings.catalog.get(instanceType)?.offers.get(region);
    return offer?.onDemandMicroUsdPerHour ?? null;
  }

  /** Returns the price at an instant; `null` if Spot is not offered. */
  spot(pool: SpotPool, at: number): SpotPrice | null {
    const base = this.#spotBase(pool);
    return base === null ? null : this.#priceOfStep(pool, base, this.#stepAt(pool, at));
  }

  /** Yields the prices between two instants, newest first. */
  *spotHistory(pool: SpotPool, from: number, to: number): Generator<SpotPrice, void> {
    const base = this.#spotBase(pool);
    if (base === null) return;
    const first = this.#stepAt(pool, from);
    for (let step = this.#stepAt(pool, to); step >= first; step -= 1) {
      yield this.#priceOfStep(pool, base, step);
    }
  }

  /** Returns the on-demand price less the published saving; `null` without Spot or price. */
  #spotBase({ region, zone, instanceType }: SpotPool): number | null {
    const type = this.#settings.catalog.get(instanceType);
    const offer = type?.offers.get(region);
    const onDemand = offer?.onDemandMicroUsdPerHour ?? null;
    if (type === undefined || offer === undefined || onDemand === null) return null;
    if (!type.usageClasses.includes('spot') || !offer.zones.includes(zone)) return null;
    const saving = offer.spotSavingRatio ?? this.#medianSavings.get(region) ?? 0;
    return onDemand * (1 - saving);
  }

  /** Returns the step at an instant. Step 0 is shorter, so that pools change at different times. */
  #stepAt(pool: SpotPool, at: number): number {
    return Math.floor((this.#settings.day.at(at) + this.#phaseMs(pool)) / stepMs);
  }

  #phaseMs({ zone, instanceType }: SpotPool): number {
    return Math.floor(stepMs * seededRandom(this.#settings.seed, 'spot-phase', zone, instanceType));
  }

  #priceOfStep(pool: SpotPool, base: number, step: number): SpotPrice {
    const { seed, day } = this.#settings;
    const { region, zone, instanceType } = pool;
    const turn = Math.floor(step / stepsPerTurn);
    const [from, to] = [turn, turn + 1].map((index) =>
      seededRandomBetween(driftRatioRange, seed, 'spot-turn', zone, instanceType, index),
    );
    const way = (step % stepsPerTurn) / stepsPerTurn;
    const drift = (from ?? 1) * (1 - way) + (to ?? 1) * way;
    const level = seededRandomBetween(zoneRatioRange, seed, 'spot-zone', zone, instanceType);
    const ceiling = this.onDemand(region, instanceType) ?? base;
    // Prices have four decimals and never exceed the on-demand price, as in EC2.
    const microUsdPerHour = Math.min(ceiling, Math.round((base * level * drift) / 100) * 100);
    const sinceMs = Math.max(0, step * stepMs - this.#phaseMs(pool));
    return { microUsdPerHour, since: Math.round(day.instantOf(sinceMs)) };
  }
}

/** Median savings, for types that the published list lacks (src/data/README.md). */
function medianSavings(catalog: InstanceCatalog): ReadonlyMap<string, number> {
  const savings = Map.groupBy(
    [...catalog.values()].flatMap((type) => savingsOf(type)),
    ({ region }) => region,
  );
  return new Map(
    [...savings].map(([region, list]) => {
      const ratios = list.map(({ ratio }) => ratio).sort((a, b) => a - b);
      return [region, ratios[Math.floor(ratios.length / 2)] ?? 0];
    }),
  );
}

function savingsOf(type: CatalogType): { region: string; ratio: number }[] {
  return [...type.offers].flatMap(([region, { spotSavingRatio }]) =>
    spotSavingRatio === null ? [] : [{ region, ratio: spotSavingRatio }],
  );
}
