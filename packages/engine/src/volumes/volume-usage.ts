import { getOrCreate } from '@kerf/core';
import type { PodVolume } from '../model/pod.js';

/** Volumes attached to one node, by CSI driver; a claim that several pods share counts once. */
export class VolumeUsage {
  readonly #claimsByDriver = new Map<string, Set<string>>();

  /**
   * Returns how many volumes would be attached with further ones, by driver; without drivers of which
   * none would be added.
   */
  countsWith(volumes: readonly PodVolume[]): ReadonlyMap<string, number> {
    const added = new Map<string, Set<string>>();
    for (const { driver, claim } of volumes) {
      if (driver === null || this.#claimsByDriver.get(driver)?.has(claim)) continue;
      getOrCreate(added, driver, () => new Set()).add(claim);
    }
    const counts = new Map<string, number>();
    for (const [driver, claims] of added) {
      counts.set(driver, (this.#claimsByDriver.get(driver)?.size ?? 0) + claims.size);
    }
    return counts;
  }

  /** Returns how many volumes are attached, by driver. */
  counts(): ReadonlyMap<string, number> {
    return new Map([...this.#claimsByDriver].map(([driver, claims]) => [driver, claims.size]));
  }

  /** Remembers the volumes. @returns a function that restores them */
  checkpoint(): () => void {
    const saved = [...this.#claimsByDriver].map(
      ([driver, claims]) => [driver, [...claims]] as const,
    );
    return () => {
      this.#claimsByDriver.clear();
      for (const [driver, claims] of saved) this.#claimsByDriver.set(driver, new Set(claims));
    };
  }

  add(volumes: readonly PodVolume[]): void {
    for (const { driver, claim } of volumes) {
      if (driver === null) continue;
      getOrCreate(this.#claimsByDriver, driver, () => new Set()).add(claim);
    }
  }
}

/** Volumes of one driver, beyond what a node can attach. */
export interface VolumeExcess {
  readonly driver: string;
  readonly count: number;
}

/** Returns the first driver with more volumes than its limit, or `null`. */
export function findExcess(
  counts: ReadonlyMap<string, number>,
  limits: Readonly<Record<string, number>> = {},
): VolumeExcess | null {
  for (const [driver, count] of counts) {
    if (count > (limits[driver] ?? Infinity)) return { driver, count };
  }
  return null;
}
