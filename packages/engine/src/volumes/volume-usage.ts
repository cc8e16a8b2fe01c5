import { getOrCreate } from '@kerf/core';
import type { PodVolume } from '../model/pod.js';

/** Volumes attached to one node, by CSI driver; a claim that several pods share counts once. */
export class VolumeUsage {
  readonly #limits: Readonly<Record<string, number>>;
  readonly #claimsByDriver = new Map<string, Set<string>>();

  constructor(limits: Readonly<Record<string, number>>) {
    this.#limits = limits;
  }

  /** Returns the driver whose limit would be exceeded, or `null`. */
  findExceeded(volumes: readonly PodVolume[]): string | null {
    const added = new Map<string, Set<string>>();
    for (const { driver, claim } of volumes) {
      if (driver === null || this.#claimsByDriver.get(driver)?.has(claim)) continue;
      getOrCreate(added, driver, () => new Set()).add(claim);
    }
    for (const [driver, claims] of added) {
      const attached = this.#claimsByDriver.get(driver)?.size ?? 0;
      if (attached + claims.size > (this.#limits[driver] ?? Infinity)) return driver;
    }
    return null;
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
