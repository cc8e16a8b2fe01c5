import type { CatalogType } from '../../data/instance-catalog.js';
import type { Tags } from '../iam/identity.js';
import type { Timers } from '../time/timers.js';
import { type Instance, instanceState } from './instance.js';
import type { Subnet } from './network.js';

/** Capacity of one instance type that EC2 keeps in one zone for an account. */
export interface CapacityReservation {
  readonly id: string;
  readonly accountId: string;
  readonly region: string;
  readonly zone: string;
  readonly zoneId: string;
  readonly instanceType: string;
  /** Number of instances that it holds capacity for. */
  readonly total: number;
  readonly type: 'default' | 'capacity-block';
  /** Whether launches that match it use it (`open`), or only those that name it (`targeted`). */
  readonly matchCriteria: 'open' | 'targeted';
  readonly createdAt: number;
  /** `null` if it has no end. */
  readonly endsAt: number | null;
  readonly tags: Tags;
}

/** A launch's preference for reservations; `none` avoids them. */
export type ReservationPreference =
  | { readonly kind: 'open' }
  | { readonly kind: 'none' }
  | { readonly kind: 'target'; readonly id: string; readonly asBlock: boolean };

/** A launch that may use a reservation. */
export interface ReservedPlacement {
  readonly subnet: Subnet;
  readonly type: CatalogType;
  readonly capacityType: Instance['capacityType'];
  readonly reservation: ReservationPreference;
}

/** Why a launch cannot use the reservation that it names, with a code of EC2. */
export interface ReservationRefusal {
  readonly code:
    | 'InvalidCapacityReservationId.NotFound'
    | 'InvalidParameterValue'
    | 'ReservationCapacityExceeded';
  readonly message: string;
}

export interface CapacityReservationsOptions {
  readonly table: Map<string, CapacityReservation>;
  readonly instances: ReadonlyMap<string, Instance>;
  readonly timers: Timers;
}

/** Capacity reservations and the instances that use them. */
export class CapacityReservations {
  readonly #options: CapacityReservationsOptions;
  readonly #endListeners: ((reservation: CapacityReservation) => void)[] = [];

  constructor(options: CapacityReservationsOptions) {
    this.#options = options;
    for (const reservation of options.table.values()) this.#awaitEnd(reservation);
  }

  /** Calls back when a reservation ends. */
  onEnd(listener: (reservation: CapacityReservation) => void): void {
    this.#endListeners.push(listener);
  }

  add(reservation: CapacityReservation): CapacityReservation {
    this.#options.table.set(reservation.id, reservation);
    this.#awaitEnd(reservation);
    return reservation;
  }

  /** Changes the number of instances; instances that exceed it stay in the reservation. */
  resize(id: string, total: number): void {
    const reservation = this.#options.table.get(id);
    if (reservation !== undefined) this.#options.table.set(id, { ...reservation, total });
  }

  /** Sets the end; a time that has passed ends the reservation now. */
  endAt(id: string, endsAt: number): void {
    const reservation = this.#options.table.get(id);
    if (reservation !== undefined) this.add({ ...reservation, endsAt });
  }

  stateOf({ endsAt }: CapacityReservation): 'active' | 'expired' {
    return endsAt !== null && endsAt <= this.#options.timers.now() ? 'expired' : 'active';
  }

  /** Returns how many more instances the reservation has capacity for. */
  available(reservation: CapacityReservation): number {
    if (this.stateOf(reservation) === 'expired') return 0;
    return Math.max(0, reservation.total - this.usersOf(reservation.id).length);
  }

  /** Returns the instances that use the reservation or, once it has ended, have used it. */
  usersOf(id: string): readonly Instance[] {
    const now = this.#options.timers.now();
    return [...this.#options.instances.values()].filter(
      (instance) =>
        instance.capacityReservationId === id && instanceState(instance, now) !== 'terminated',
    );
  }

  /** Returns the reservation that an instance is in; `null` if there is none or it has ended. */
  activeOf({ capacityReservationId }: Instance): CapacityReservation | null {
    const reservation = this.#options.table.get(capacityReservationId ?? '');
    return reservation !== undefined && this.stateOf(reservation) === 'active' ? reservation : null;
  }

  /** Returns the reservation that a launch uses; `null` if it uses none. */
  find(
    placement: ReservedPlacement,
    count: number,
  ): CapacityReservation | ReservationRefusal | null {
    const { reservation: preference } = placement;
    if (preference.kind === 'none' || placement.capacityType === 'spot') return null;
    if (preference.kind === 'target') return this.#target(placement, preference, count);
    return (
      [...this.#options.table.values()].find(
        (each) =>
          each.matchCriteria === 'open' &&
          each.type === 'default' &&
          isFor(each, placement) &&
          this.available(each) >= count,
      ) ?? null
    );
  }

  #target(
    placement: ReservedPlacement,
    { id, asBlock }: Extract<ReservationPreference, { readonly kind: 'target' }>,
    count: number,
  ): CapacityReservation | ReservationRefusal {
    const found = this.#options.table.get(id);
    if (found === undefined || found.accountId !== placement.subnet.accountId) {
      return {
        code: 'InvalidCapacityReservationId.NotFound',
        message: `The capacity reservation ID '${id}' does not exist`,
      };
    }
    if (!isFor(found, placement) || asBlock !== (found.type === 'capacity-block')) {
      return {
        code: 'InvalidParameterValue',
        message: `The attributes of the launch do not match those of the Capacity Reservation ${id}.`,
      };
    }
    if (this.available(found) >= count) return found;
    return {
      code: 'ReservationCapacityExceeded',
      message: `The Capacity Reservation ${id} does not have sufficient available capacity.`,
    };
  }

  #awaitEnd({ id, endsAt }: CapacityReservation): void {
    const { table, timers } = this.#options;
    if (endsAt === null) return;
    timers.at(endsAt, () => {
      const current = table.get(id);
      // The end may have been moved.
      if (current === undefined || current.endsAt !== endsAt) return;
      for (const listener of this.#endListeners) listener(current);
    });
  }
}

function isFor(
  { accountId, region, zone, instanceType }: CapacityReservation,
  { subnet, type }: ReservedPlacement,
): boolean {
  return (
    accountId === subnet.accountId &&
    region === subnet.region &&
    zone === subnet.zone &&
    instanceType === type.name
  );
}
