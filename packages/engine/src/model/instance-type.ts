import type { Offering } from './offering.js';
import type { ResourceList } from './resource-list.js';

/** One instance type as a NodeClass resolves it: its labels, room and offerings. */
export interface InstanceType {
  readonly name: string;
  /** Values a node of this type can carry, by label; an empty list says the label does not exist. */
  readonly labels: Readonly<Record<string, readonly string[]>>;
  readonly capacity: ResourceList;
  /** Capacity less what the system, the kubelet and eviction keep. */
  readonly allocatable: ResourceList;
  readonly offerings: readonly Offering[];
  /** The part of its room that NodeOverlays say, and the cloud does not know of. */
  readonly capacityOverlay?: ResourceList;
}
