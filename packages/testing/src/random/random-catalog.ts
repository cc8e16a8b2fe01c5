import { labelKeys } from '@kerf/core';
import type { Dice } from './dice.js';

/** Names of all random objects; few, so that constraints overlap. */
export const zones = ['zone-a', 'zone-b', 'zone-c'] as const;
export const apps = ['web', 'db', 'job'] as const;
export const teams = ['x', 'y', 'z'] as const;
export const families = ['c', 'm', 'r'] as const;
export const cpuLabel = 'example.com/cpu';
export const familyLabel = 'example.com/family';
export const diskLabel = 'example.com/local-disk';
export const gpu = 'example.com/gpu';

export interface RandomType {
  readonly [field: string]: unknown;
  readonly name: string;
  readonly offerings: readonly {
    readonly zone: string;
    readonly capacityType: string;
    readonly price: number;
    readonly available?: boolean;
    readonly reservationId?: string;
    readonly reservationCapacity?: number;
  }[];
}

/** Returns some instance types; all have every label, so that all clusters have the same labels. */
export function randomTypes(dice: Dice): readonly RandomType[] {
  const hasReservations = dice.chance(0.06);
  return dice.times(dice.between(2, 6), (index) => randomType(dice, index, hasReservations));
}

function randomType(dice: Dice, index: number, hasReservations: boolean): RandomType {
  const cpus = dice.pick([1, 2, 4, 8, 16, 16]);
  const family = dice.pick(families);
  const gibPerCpu = { c: 2, m: 4, r: 8 }[family];
  const name = `${family}${cpus}-${index}`;
  const microUsd = cpus * dice.between(20_000, 60_000) + dice.between(1, 999);
  const offeredZones = dice.some(zones, 1, 3);
  return {
    name,
    capacity: {
      cpu: String(cpus),
      memory: `${cpus * gibPerCpu}Gi`,
      pods: String(dice.pick([4, 10, 20])),
      ...dice.maybe(0.15, () => ({ [gpu]: String(dice.between(1, 4)) })),
    },
    overhead: { cpu: '100m', memory: '200Mi' },
    requirements: {
      [labelKeys.arch]: [dice.pick(['amd64', 'amd64', 'arm64'])],
      [labelKeys.os]: dice.chance(0.1) ? ['linux', 'windows'] : ['linux'],
      [cpuLabel]: [String(cpus)],
      [familyLabel]: [family],
      [diskLabel]: dice.chance(0.3) ? ['nvme'] : [],
    },
    offerings: [
      ...offeredZones.flatMap((zone) => [
        { zone, capacityType: 'on-demand', price: microUsd / 1e6, available: dice.chance(0.95) },
        ...(dice.chance(0.7)
          ? [
              {
                zone,
                capacityType: 'spot',
                price: Math.round(microUsd * (0.3 + dice.next() * 0.5)) / 1e6,
                available: dice.chance(0.9),
              },
            ]
          : []),
      ]),
      ...(hasReservations && dice.chance(0.4)
        ? [
            {
              zone: dice.pick(offeredZones),
              capacityType: 'reserved',
              price: Math.ceil(microUsd / 1e4) / 1e6,
              reservationId: `cr-${index}`,
              reservationCapacity: dice.between(1, 2),
            },
          ]
        : []),
    ],
  };
}
