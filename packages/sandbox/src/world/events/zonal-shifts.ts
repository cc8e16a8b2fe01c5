import type { Timers } from '../time/timers.js';

/** A shift of the traffic of one resource away from a zone. */
export interface ZonalShift {
  readonly resourceArn: string;
  /** E.g. `use1-az1`. */
  readonly zoneId: string;
  readonly startedAt: number;
  /** `null` for an autoshift, which AWS starts and ends. */
  readonly expiresAt: number | null;
}

/** Zonal shifts of resources, at most one of each zone. They end with the process. */
export class ZonalShifts {
  readonly #timers: Timers;
  readonly #shifts = new Map<string, ZonalShift>();

  constructor(timers: Timers) {
    this.#timers = timers;
  }

  /** Starts a shift, or replaces that of the same zone. */
  start(shift: Omit<ZonalShift, 'startedAt'>): void {
    this.#shifts.set(keyOf(shift), { ...shift, startedAt: this.#timers.now() });
  }

  /** Ends a shift; has no effect when there is none. */
  end(shift: Pick<ZonalShift, 'resourceArn' | 'zoneId'>): void {
    this.#shifts.delete(keyOf(shift));
  }

  /** Returns the shifts of a resource that have not expired. */
  of(resourceArn: string): readonly ZonalShift[] {
    const now = this.#timers.now();
    return [...this.#shifts.values()].filter(
      (shift) =>
        shift.resourceArn === resourceArn && (shift.expiresAt === null || shift.expiresAt > now),
    );
  }
}

const keyOf = ({ resourceArn, zoneId }: Pick<ZonalShift, 'resourceArn' | 'zoneId'>): string =>
  `${resourceArn} ${zoneId}`;
