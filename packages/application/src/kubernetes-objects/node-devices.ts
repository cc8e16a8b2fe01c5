import type { Device, NodeDevices } from '@kerf/engine';
import type { ClaimResult, ResourceClaim } from './resource-claim.js';
import { qualifiedName, type ResourceSlice } from './resource-slice.js';

/**
 * Returns the devices of a node, with what claims hold of them; `null` if no driver has published any.
 * A pool counts once all slices of its newest generation are there and name each device once, as for
 * the kube-scheduler.
 * @param slices of the node
 * @param claims that have devices of the node
 */
export function nodeDevices(
  slices: readonly ResourceSlice[],
  claims: readonly ResourceClaim[],
): NodeDevices | null {
  const pools = [...Map.groupBy(slices, poolOf).values()].map(newest).filter(isComplete);
  if (pools.length === 0) return null;
  const results = claims.flatMap(({ allocation }) => allocation?.results ?? []);
  const held = Map.groupBy(
    results.filter(({ isAdmin }) => !isAdmin),
    ({ driver, pool, device }) => deviceKey(driver, pool, device),
  );
  const devices = pools.flat().flatMap((slice) =>
    slice.devices.map((device) => ({
      ...withCounters(device),
      ...holding(device, held.get(deviceKey(device.driver, device.pool, device.name)) ?? []),
    })),
  );
  const counters = countersLeft(pools.flat(), devices);
  return { isPublished: true, devices, ...(counters !== null && { counters }) };
}

const poolOf = ({ driver, pool }: ResourceSlice): string => `${driver}/${pool}`;
const deviceKey = (driver: string, pool: string, name: string): string =>
  JSON.stringify([driver, pool, name]);

function newest(slices: readonly ResourceSlice[]): readonly ResourceSlice[] {
  const generation = Math.max(...slices.map((slice) => slice.generation));
  return slices.filter((slice) => slice.generation === generation);
}

function isComplete(slices: readonly ResourceSlice[]): boolean {
  const names = slices.flatMap(({ devices }) => devices.map(({ name }) => name));
  return slices.length === slices[0]?.sliceCount && new Set(names).size === names.length;
}

type SliceDevice = ResourceSlice['devices'][number];

const counterKey = ({ driver, pool }: Pick<Device, 'driver' | 'pool'>, name: string): string =>
  `${driver}/${pool}/${name}`;

function withCounters(device: SliceDevice): Device {
  if (device.counters === undefined) return device;
  const counters = Object.entries(device.counters).map(
    ([name, amount]) => [counterKey(device, name), amount] as const,
  );
  return { ...device, counters: Object.fromEntries(counters) };
}

function holding(
  device: SliceDevice,
  results: readonly ClaimResult[],
): Pick<Device, 'isHeld' | 'held'> {
  if (results.length === 0) return {};
  if (device.isShareable !== true) return { isHeld: true };
  const held: Record<string, number> = {};
  for (const { consumed } of results) {
    for (const [name, amount] of Object.entries(consumed ?? {})) {
      const key = qualifiedName(device.driver, name);
      held[key] = (held[key] ?? 0) + amount;
    }
  }
  return { held };
}

/** Returns what the devices that claims hold leave of each counter; `null` without counters. */
function countersLeft(
  slices: readonly ResourceSlice[],
  devices: readonly Device[],
): Readonly<Record<string, number>> | null {
  const left: Record<string, number> = {};
  for (const slice of slices) {
    for (const [name, amount] of Object.entries(slice.counters)) {
      left[counterKey(slice, name)] = amount;
    }
  }
  for (const { counters = {}, isHeld, held } of devices) {
    for (const [key, amount] of Object.entries(counters)) {
      const taken = isHeld === true || held !== undefined ? amount : 0;
      left[key] = (left[key] ?? 0) - taken;
    }
  }
  return Object.keys(left).length === 0 ? null : left;
}
