import type { TypeDevices } from './device.js';
import type { Offering } from './offering.js';
import type { ResourceList } from './resource-list.js';

/** An instance type as a NodeClass resolves it: labels, capacity and offerings. */
export interface InstanceType {
  readonly name: string;
  /**
   * Label values that a node of this type can have; an empty list means that the label does not
   * exist.
   */
  readonly labels: Readonly<Record<string, readonly string[]>>;
  readonly capacity: ResourceList;
  /** Capacity less the reserves of the system, the kubelet and eviction. */
  readonly allocatable: ResourceList;
  readonly offerings: readonly Offering[];
  /** The part of its capacity that NodeOverlays add. */
  readonly capacityOverlay?: ResourceList;
  /** Reserves that the NodeClass computes for the type; the allocatable resources contain them. */
  readonly kubeletReserves?: KubeletReserves;
  /**
   * Number of volumes of pods that a new node can attach, by CSI driver; a driver that is missing has
   * no known limit.
   */
  readonly volumeLimits?: Readonly<Record<string, number>>;
  /** Devices for claims that its nodes will have; absent if there are none. */
  readonly devices?: readonly TypeDevices[];
}

/** Amounts that a kubelet reserves, e.g. `480m`, by resource. */
export interface KubeletReserves {
  readonly kubeReserved?: Readonly<Record<string, string>>;
  readonly systemReserved?: Readonly<Record<string, string>>;
}
