import type { InstanceType } from '../../model/instance-type.js';

/**
 * Records which planned nodes hold capacity in which reservation. The type of a NodeClaim is not
 * known before the launch, so it holds capacity in every reservation that it could use. Source:
 * karpenter provisioning/scheduling/reservationmanager.go @v1.14.1.
 */
export class ReservationLedger {
  readonly #free = new Map<string, number>();
  readonly #held = new Map<number, ReadonlySet<string>>();

  /** If offerings disagree about the free capacity of a reservation, the lowest counts. */
  constructor(instanceTypes: Iterable<InstanceType>) {
    for (const { offerings } of instanceTypes) {
      for (const { reservationId, reservationCapacity } of offerings) {
        if (reservationId === null) continue;
        const known = this.#free.get(reservationId) ?? reservationCapacity;
        this.#free.set(reservationId, Math.min(known, reservationCapacity));
      }
    }
  }

  /** False if there are no reservations, so that nothing needs to be checked. */
  get isUsed(): boolean {
    return this.#free.size > 0;
  }

  heldBy(host: number): ReadonlySet<string> {
    return this.#held.get(host) ?? new Set();
  }

  canHold(host: number, reservationId: string): boolean {
    return this.heldBy(host).has(reservationId) || (this.#free.get(reservationId) ?? 0) > 0;
  }

  /** Holds exactly these reservations for the host; others that it held are released. */
  hold(host: number, reservationIds: ReadonlySet<string>): void {
    const before = this.heldBy(host);
    for (const id of before) if (!reservationIds.has(id)) this.#add(id, 1);
    for (const id of reservationIds) if (!before.has(id)) this.#add(id, -1);
    this.#held.set(host, reservationIds);
  }

  #add(reservationId: string, count: number): void {
    this.#free.set(reservationId, (this.#free.get(reservationId) ?? 0) + count);
  }
}
