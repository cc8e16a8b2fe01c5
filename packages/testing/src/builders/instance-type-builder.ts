import { labelKeys } from '@kerf/core';
import type { CapacityType, InstanceType, Offering, TypeDevices } from '@kerf/engine';
import { type Amounts, toResourceList } from './amounts.js';

interface InstanceTypeDraft {
  readonly name: string;
  readonly capacity: Amounts;
  readonly reserved: Amounts;
  readonly labels: Readonly<Record<string, readonly string[]>>;
  readonly offerings: readonly Offering[];
  readonly volumeLimits?: InstanceType['volumeLimits'];
  readonly devices?: readonly TypeDevices[];
}

/** Zones of the default instance types. */
export const zones = ['zone-a', 'zone-b', 'zone-c'] as const;

/** A type with 2 CPUs, 8 GiB and 20 pods at $0.10 (spot: $0.04) in three zones. */
export function anInstanceType(name: string): InstanceTypeBuilder {
  return new InstanceTypeBuilder({
    name,
    capacity: { milliCpu: 2_000, memoryMib: 8_192, pods: 20 },
    reserved: { milliCpu: 100 },
    labels: { [labelKeys.arch]: ['amd64'], [labelKeys.os]: ['linux'] },
    offerings: [],
  }).offeredAt({ microUsdPerHour: 100_000 });
}

/** Types of 2, 4 and 8 CPUs with 4 GiB each, at $0.05 per CPU. */
export function someInstanceTypes(): readonly InstanceType[] {
  return [2, 4, 8].map((cpus) =>
    anInstanceType(`t${cpus}`)
      .with({ milliCpu: cpus * 1_000, memoryMib: cpus * 4_096, pods: 20 })
      .offeredAt({ microUsdPerHour: cpus * 50_000 })
      .build(),
  );
}

/** Builds an instance type; each method returns a changed copy. */
export class InstanceTypeBuilder {
  readonly #draft: InstanceTypeDraft;

  constructor(draft: InstanceTypeDraft) {
    this.#draft = draft;
  }

  with(capacity: Amounts): InstanceTypeBuilder {
    const merged = { ...this.#draft.capacity, ...capacity };
    return new InstanceTypeBuilder({ ...this.#draft, capacity: merged });
  }

  /** Reserves amounts for the system: allocatable is less than the capacity. */
  reserving(reserved: Amounts): InstanceTypeBuilder {
    return new InstanceTypeBuilder({ ...this.#draft, reserved });
  }

  /** An empty list of values means that the label does not exist. */
  labelled(label: string, ...values: readonly string[]): InstanceTypeBuilder {
    const labels = { ...this.#draft.labels, [label]: values };
    return new InstanceTypeBuilder({ ...this.#draft, labels });
  }

  /** Limits the volumes that a new node can attach, by CSI driver. */
  attaching(volumeLimits: Readonly<Record<string, number>>): InstanceTypeBuilder {
    return new InstanceTypeBuilder({ ...this.#draft, volumeLimits });
  }

  /** Adds offerings: on-demand, and spot at two fifths of the price. */
  offeredAt({
    microUsdPerHour,
    in: zoneNames = zones,
  }: {
    readonly microUsdPerHour: number;
    readonly in?: readonly string[];
  }): InstanceTypeBuilder {
    return this.offered(
      ...zoneNames.flatMap((zone) => [
        anOffering(zone, 'on-demand', microUsdPerHour),
        anOffering(zone, 'spot', Math.round(microUsdPerHour * 0.4)),
      ]),
    );
  }

  /** Replaces the offerings. */
  offered(...offerings: readonly Offering[]): InstanceTypeBuilder {
    return new InstanceTypeBuilder({ ...this.#draft, offerings });
  }

  withDevices(...devices: readonly TypeDevices[]): InstanceTypeBuilder {
    return new InstanceTypeBuilder({ ...this.#draft, devices });
  }

  build(): InstanceType {
    const { name, labels, offerings, volumeLimits, devices } = this.#draft;
    const capacity = toResourceList(this.#draft.capacity);
    const reserved = toResourceList(this.#draft.reserved);
    const allocatable = Object.fromEntries(
      Object.entries(capacity).map(([resource, amount]) => [
        resource,
        amount - (reserved[resource] ?? 0),
      ]),
    );
    return {
      name,
      labels,
      capacity,
      allocatable,
      offerings,
      ...(volumeLimits !== undefined && { volumeLimits }),
      ...(devices !== undefined && { devices }),
    };
  }
}

export function anOffering(
  zone: string,
  capacityType: CapacityType,
  priceMicroUsdPerHour: number | null,
  changes: Partial<Offering> = {},
): Offering {
  return {
    zone,
    zoneId: null,
    capacityType,
    priceMicroUsdPerHour,
    available: true,
    reservationId: null,
    reservationCapacity: 0,
    ...changes,
  };
}
