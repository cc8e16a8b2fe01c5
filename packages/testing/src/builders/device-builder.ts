import type {
  Device,
  DeviceAlternative,
  DeviceClaim,
  DeviceRequest,
  NodeDevices,
  TypeDevices,
} from '@kerf/engine';

/** Returns a claim `gpu` with one request `gpu` of one device that the selectors `gpu` select. */
export function aDeviceClaim(
  changes: Partial<DeviceClaim> = {},
  ...alternatives: readonly Partial<DeviceAlternative>[]
): DeviceClaim {
  return {
    name: 'gpu',
    shared: null,
    requests: [aDeviceRequest('gpu', ...(alternatives.length === 0 ? [{}] : alternatives))],
    constraints: [],
    allocation: null,
    problem: null,
    ...changes,
  };
}

export function aDeviceRequest(
  name: string,
  ...alternatives: readonly Partial<DeviceAlternative>[]
): DeviceRequest {
  const one = { name: null, selectors: 'gpu', count: 1 };
  return { name, alternatives: alternatives.map((changes) => ({ ...one, ...changes })) };
}

/** Returns a published device of the driver and profile `gpu` in the pool of its node. */
export function aDevice(name: string, changes: Partial<Device> = {}): Device {
  return {
    driver: 'gpu',
    profile: 'gpu',
    pool: 'p',
    name,
    attributes: {},
    capacity: {},
    ...changes,
  };
}

export function published(...devices: readonly Device[]): NodeDevices {
  return { isPublished: true, devices };
}

/** Returns devices of the driver and profile `gpu` on nodes of an instance type. */
export function someDevices(count: number, changes: Partial<TypeDevices> = {}): TypeDevices {
  return { count, driver: 'gpu', profile: 'gpu', attributes: {}, capacity: {}, ...changes };
}
