import type { ClusterApi } from '../api/cluster-api.js';
import { kinds } from '../resources/kind.js';
import type {
  Device,
  DeviceAttribute,
  ResourceClaim,
  ResourceSlice,
} from '../resources/types/device.js';
import { CelDevice } from '../schema/cel/device-selector.js';

/** A device that a driver has published for a node. */
export interface NodeDevice {
  readonly driver: string;
  readonly pool: string;
  readonly device: Device;
  /** The variable of selectors. */
  readonly cel: CelDevice;
  /** Kinds and values by qualified name, as texts that are equal for equal values. */
  readonly attributes: ReadonlyMap<string, string>;
  /** True if a claim has it. */
  readonly isHeld: boolean;
}

/** Returns the devices of each node, in the order of their slices' names. */
export function devicesByNode(api: ClusterApi): ReadonlyMap<string, readonly NodeDevice[]> {
  const held = new Set(api.list(kinds.resourceClaim).flatMap(heldBy));
  const byNode = new Map<string, NodeDevice[]>();
  for (const slice of completePools(api.list(kinds.resourceSlice))) {
    const { nodeName = '' } = slice.spec;
    const known = byNode.get(nodeName) ?? [];
    known.push(...devicesOf(slice, held));
    byNode.set(nodeName, known);
  }
  return byNode;
}

/** Slices of an old generation are out of date, and a pool that lacks some is not ready. */
function completePools(slices: readonly ResourceSlice[]): readonly ResourceSlice[] {
  const pools = Map.groupBy(slices, ({ spec }) => JSON.stringify([spec.driver, spec.pool.name]));
  return [...pools.values()].flatMap((all) => {
    const generation = Math.max(...all.map(({ spec }) => spec.pool.generation));
    const current = all.filter(({ spec }) => spec.pool.generation === generation);
    return current.every(({ spec }) => spec.pool.resourceSliceCount === current.length)
      ? current
      : [];
  });
}

const deviceKey = (driver: string, pool: string, device: string): string =>
  JSON.stringify([driver, pool, device]);

function heldBy({ status }: ResourceClaim): readonly string[] {
  const results = status?.allocation?.devices?.results ?? [];
  return results.map(({ driver, pool, device }) => deviceKey(driver, pool, device));
}

function devicesOf({ spec }: ResourceSlice, held: ReadonlySet<string>): readonly NodeDevice[] {
  const { driver, pool, devices = [] } = spec;
  return devices.map((device) => ({
    driver,
    pool: pool.name,
    device,
    cel: celOf(driver, device),
    attributes: new Map(
      Object.entries(device.attributes ?? {}).map(([name, value]) => [
        name.includes('/') ? name : `${driver}/${name}`,
        textOf(value),
      ]),
    ),
    isHeld: held.has(deviceKey(driver, pool.name, device.name)),
  }));
}

/** A published device is the same object until its driver publishes it anew. */
const celDevices = new WeakMap<Device, CelDevice>();

function celOf(driver: string, device: Device): CelDevice {
  const known = celDevices.get(device) ?? new CelDevice(driver, device);
  celDevices.set(device, known);
  return known;
}

function textOf({ string, int, bool, version }: DeviceAttribute): string {
  return JSON.stringify({ string, int, bool, version });
}
