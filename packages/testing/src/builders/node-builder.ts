import { type Instant, labelKeys, reservationLabels } from '@kerf/core';
import type {
  BoundPod,
  CapacityType,
  InstanceType,
  Labels,
  Node,
  NodeClaimRef,
  NodeRepair,
  Taint,
} from '@kerf/engine';
import { toResourceList } from './amounts.js';

/** Returns a ready node of the NodePool `default`: 2 CPUs, 8 GiB, on-demand in `zone-a` at $0.10. */
export function aNode(name: string): NodeBuilder {
  return new NodeBuilder({
    name,
    labels: { [labelKeys.hostname]: name, [labelKeys.arch]: 'amd64', [labelKeys.os]: 'linux' },
    taints: [],
    capacity: toResourceList({ milliCpu: 2_000, memoryMib: 8_192, pods: 20 }),
    allocatable: toResourceList({ milliCpu: 1_900, memoryMib: 8_192, pods: 20 }),
    pods: [],
    isReady: true,
    isInitialized: true,
    isTerminating: false,
    doNotDisrupt: null,
    nominatedUntil: null,
    offering: null,
    nodeClaim: {
      id: `claim-of-${name}`,
      name,
      nodePool: 'default',
      createdAt: 0,
      initializedAt: 0,
      lastPodEventAt: null,
      startupTaints: [],
      drifted: null,
      driftedAt: null,
      hasTerminationGracePeriod: false,
      decisionId: null,
      rejections: [],
    },
    proposedRemoval: null,
    expectsPodsOf: null,
    volumeLimits: {},
  })
    .inPool('default')
    .launchedAs('t2', 'zone-a', 'on-demand', 100_000);
}

/** Builds a node; each method returns a changed copy. */
export class NodeBuilder {
  readonly #draft: Node;

  constructor(draft: Node) {
    this.#draft = draft;
  }

  inPool(nodePool: string): NodeBuilder {
    return this.labelled({ [labelKeys.nodePool]: nodePool }).withClaim({ nodePool });
  }

  /** Sets the instance type by name, with the labels of its offering. */
  launchedAs(
    instanceType: string,
    zone: string,
    capacityType: CapacityType,
    priceMicroUsdPerHour: number | null,
  ): NodeBuilder {
    return this.labelled({
      [labelKeys.instanceType]: instanceType,
      [labelKeys.zone]: zone,
      [labelKeys.capacityType]: capacityType,
    }).with({ offering: { instanceType, zone, capacityType, priceMicroUsdPerHour } });
  }

  /** Makes it hold an instance of a capacity reservation, in the offering `t2` in `zone-a`. */
  inReservation(reservationId: string): NodeBuilder {
    return this.launchedAs('t2', 'zone-a', 'reserved', 1).labelled({
      [reservationLabels.id]: reservationId,
    });
  }

  /** Sets the capacity of an instance type. */
  withCapacityOf({ capacity, allocatable }: InstanceType): NodeBuilder {
    return this.with({ capacity, allocatable });
  }

  labelled(labels: Labels): NodeBuilder {
    return this.with({ labels: { ...this.#draft.labels, ...labels } });
  }

  tainted(...taints: readonly Taint[]): NodeBuilder {
    return this.with({ taints });
  }

  running(...pods: readonly BoundPod[]): NodeBuilder {
    return this.with({ pods: [...this.#draft.pods, ...pods] });
  }

  starting(): NodeBuilder {
    return this.with({ isInitialized: false, isReady: false }).withClaim({ initializedAt: null });
  }

  notReady(): NodeBuilder {
    return this.with({ isReady: false });
  }

  /** Makes its repair due: not ready for too long, and drained for 10 minutes at most. */
  unhealthy(changes: Partial<NodeRepair> = {}): NodeBuilder {
    const repair: NodeRepair = {
      action: 'Replace',
      condition: 'Ready',
      status: 'False',
      since: 0,
      dueAt: 50_000,
      drainMs: 600_000,
      isVetoed: false,
      halted: null,
      ...changes,
    };
    return this.with({ repair }).notReady();
  }

  terminating(): NodeBuilder {
    return this.with({ isTerminating: true });
  }

  nominatedUntil(nominatedUntil: Instant): NodeBuilder {
    return this.with({ nominatedUntil });
  }

  /** Removes the NodeClaim: Kerf does not manage the node. */
  unmanaged(): NodeBuilder {
    return this.with({ nodeClaim: null });
  }

  withClaim(changes: Partial<NodeClaimRef>): NodeBuilder {
    const { nodeClaim } = this.#draft;
    return nodeClaim === null ? this : this.with({ nodeClaim: { ...nodeClaim, ...changes } });
  }

  with(changes: Partial<Node>): NodeBuilder {
    return new NodeBuilder({ ...this.#draft, ...changes });
  }

  build(): Node {
    return this.#draft;
  }
}
