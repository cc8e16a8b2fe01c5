import type { Taint, Toleration } from './taint.js';

/** A device as its driver publishes it, or will publish it. Source: Kubernetes resource/v1 Device. */
export interface DeviceFacts {
  /** The driver, such as `gpu.nvidia.com`. */
  readonly driver: string;
  /** Key of its outcomes in {@link DeviceSelections}; devices that no selector can tell apart share it. */
  readonly profile: string;
  /** By qualified name, such as `gpu.nvidia.com/type`: kind and value, such as `string:gpu`. */
  readonly attributes: Readonly<Record<string, string>>;
  /** By qualified name. */
  readonly capacity: Readonly<Record<string, DeviceCapacity>>;
  /** True if several claims may hold it at once, each a part of its capacity. */
  readonly isShareable?: true;
}

/** An amount of a device, in base units such as bytes. */
export interface DeviceCapacity {
  /** The amount; of a device that is not published yet, the most that it can be. */
  readonly amount: number;
  /** The least that it can be; absent if the amount is exact. */
  readonly atLeast?: number;
  /** How claims take parts of it; absent: a claim takes what it requests, or all of it. */
  readonly policy?: CapacityPolicy;
}

/** The parts of a capacity that claims may take. Source: Kubernetes resource/v1 CapacityRequestPolicy. */
export interface CapacityPolicy {
  /** For claims that request none. */
  readonly standard: number | null;
  /** Requests are rounded up to the next of them; empty if the range decides. */
  readonly values: readonly number[];
  readonly min: number | null;
  readonly max: number | null;
  /** Requests are rounded up to a multiple of it above `min`. */
  readonly step: number | null;
}

/** Devices of the same kind that the driver will publish on nodes of an instance type. */
export interface TypeDevices extends DeviceFacts {
  /** 0 if {@link unsupported}. */
  readonly count: number;
  /**
   * The name of devices, such as partitions, whose number on a node depends on settings of the driver: none
   * is planned, and claims that select only such devices are refused by this name.
   */
  readonly unsupported?: string;
  /** True if a node has them only if pods claimed them when it was launched. */
  readonly isOnRequest?: true;
}

/** A device that its driver has published. */
export interface Device extends DeviceFacts {
  readonly pool: string;
  readonly name: string;
  /** Amounts that it takes from {@link NodeDevices.counters}. */
  readonly counters?: Readonly<Record<string, number>>;
  readonly taints?: readonly DeviceTaint[];
  /** True if a claim holds it alone. */
  readonly isHeld?: true;
  /** Amounts that claims hold together of a shareable device, by capacity. */
  readonly held?: Readonly<Record<string, number>>;
}

/** A taint of a device; one with another effect keeps no claim away. */
export type DeviceTaint = Taint;

/** The devices of one node. */
export interface NodeDevices {
  /** False while the node starts: they are those that its drivers will publish. */
  readonly isPublished: boolean;
  readonly devices: readonly Device[];
  /** Amounts that its partitions share, such as memory slices, less what claims hold. */
  readonly counters?: Readonly<Record<string, number>>;
}

/**
 * Outcomes of selectors, by their texts (see {@link DeviceAlternative.selectors}) and by the profile of
 * a device: true if it is selected, a text if that cannot be decided, and why; absent: it is not.
 */
export type DeviceSelections = Readonly<Record<string, Readonly<Record<string, true | string>>>>;

/** Devices that a pod claims. Source: Kubernetes resource/v1 ResourceClaim. */
export interface DeviceClaim {
  /** Name of the claim in the pod. */
  readonly name: string;
  /** `namespace/name` of a ResourceClaim that pods may share; `null` if each pod gets its own. */
  readonly shared: string | null;
  readonly requests: readonly DeviceRequest[];
  readonly constraints: readonly DeviceConstraint[];
  /** Where it has its devices; `null` if it has none yet. */
  readonly allocation: DeviceAllocation | null;
  /** Why its pod cannot be scheduled at all, such as a missing DeviceClass; otherwise `null`. */
  readonly problem: string | null;
}

/** A request of a claim. */
export interface DeviceRequest {
  readonly name: string;
  /** Devices that satisfy it, the best first; one only, unless it says `firstAvailable`. */
  readonly alternatives: readonly DeviceAlternative[];
}

/** Devices that satisfy a request. */
export interface DeviceAlternative {
  /** Name of the subrequest; `null` if the request has no alternatives. */
  readonly name: string | null;
  /** Key in {@link DeviceSelections}: the selectors of DeviceClass and request together. */
  readonly selectors: string;
  /** Number of devices; `null`: all of the node, at least one. */
  readonly count: number | null;
  /** True if it may use devices that others hold, and takes none from them. */
  readonly isAdmin?: true;
  /** Amounts of each device; a name without a domain belongs to the driver of the device. */
  readonly amounts?: Readonly<Record<string, number>>;
  readonly tolerations?: readonly Toleration[];
}

/** A condition on the devices of several requests together. */
export interface DeviceConstraint {
  /** Names of requests, or `request/subrequest`; empty: all requests of the claim. */
  readonly requests: readonly string[];
  /** Qualified name of the attribute. */
  readonly attribute: string;
  /** `Match`: all devices have the same value; `Distinct`: each has another one. */
  readonly kind: 'Match' | 'Distinct';
}

/** Devices that a claim has. */
export interface DeviceAllocation {
  /** Name of the node whose devices they are. */
  readonly node: string;
  /** True if something other than pods reserves it, so that it stays when its pods move. */
  readonly isKept: boolean;
}
