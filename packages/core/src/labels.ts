/**
 * Keys of the labels that Kerf reads or writes. Source: karpenter pkg/apis/v1/labels.go @v1.14.1,
 * and Kubernetes.
 */
export const labelKeys = {
  nodePool: 'karpenter.sh/nodepool',
  capacityType: 'karpenter.sh/capacity-type',
  registered: 'karpenter.sh/registered',
  initialized: 'karpenter.sh/initialized',
  doNotSyncTaints: 'karpenter.sh/do-not-sync-taints',
  nodeClass: 'karpenter.k8s.aws/ec2nodeclass',
  zone: 'topology.kubernetes.io/zone',
  region: 'topology.kubernetes.io/region',
  zoneId: 'topology.k8s.aws/zone-id',
  instanceType: 'node.kubernetes.io/instance-type',
  arch: 'kubernetes.io/arch',
  os: 'kubernetes.io/os',
  hostname: 'kubernetes.io/hostname',
  windowsBuild: 'node.kubernetes.io/windows-build',
  excludeFromLoadBalancers: 'node.kubernetes.io/exclude-from-external-load-balancers',
  managedBy: 'app.kubernetes.io/managed-by',
} as const;

/** Keys of the labels of a node in a capacity reservation. Source: karpenter-provider-aws v1 labels @v1.14.1. */
export const reservationLabels = {
  id: 'karpenter.k8s.aws/capacity-reservation-id',
  /** `default` or `capacity-block`. */
  type: 'karpenter.k8s.aws/capacity-reservation-type',
  /** Whether the owner of the reservation may reclaim its instances. */
  interruptible: 'karpenter.k8s.aws/capacity-reservation-interruptible',
} as const;

/** Keys of the labels of a node in a placement group. Source: karpenter-provider-aws v1 labels @v1.14.1. */
export const placementGroupLabels = {
  id: 'karpenter.k8s.aws/placement-group-id',
  /** Number of its partition, `1` and up. */
  partition: 'karpenter.k8s.aws/placement-group-partition',
} as const;

/** The labels of {@link reservationLabels} as changes that remove them. */
export const noReservationLabels: Readonly<Record<string, null>> = Object.fromEntries(
  Object.values(reservationLabels).map((label) => [label, null]),
);

/** Keys of the annotations that Kerf reads or writes. */
export const annotationKeys = {
  doNotDisrupt: 'karpenter.sh/do-not-disrupt',
  doNotRepair: 'karpenter.sh/do-not-repair',
  nodePoolHash: 'karpenter.sh/nodepool-hash',
  nodePoolHashVersion: 'karpenter.sh/nodepool-hash-version',
  nodeClassHash: 'karpenter.k8s.aws/ec2nodeclass-hash',
  nodeClassHashVersion: 'karpenter.k8s.aws/ec2nodeclass-hash-version',
  terminationTimestamp: 'karpenter.sh/nodeclaim-termination-timestamp',
  /** Boot ID of the node before the reboot of its instance that is in progress. */
  rebootPreBootId: 'karpenter.sh/reboot-pre-boot-id',
  minValuesRelaxed: 'karpenter.sh/nodeclaim-min-values-relaxed',
  priceOverlayApplied: 'karpenter.sh/price-overlay-applied',
  capacityOverlayApplied: 'karpenter.sh/capacity-overlay-applied',
  /** Drivers whose devices the pods of a node claim, separated by commas. */
  draDrivers: 'karpenter.sh/requested-dra-drivers',
  /** The manifest that kubectl applied: a property of the object, not of its node. */
  lastApplied: 'kubectl.kubernetes.io/last-applied-configuration',
  /** Minimum savings of a consolidation of the NodePool's nodes, in US dollars per hour. */
  minSavingUsdPerHour: 'kerf.dev/min-saving-usd-per-hour',
  /** The same in percent of the price of the nodes that a command removes. */
  minSavingPercent: 'kerf.dev/min-saving-percent',
  /** The same for each pod that a command moves, in US dollars per hour. */
  podMoveUsdPerHour: 'kerf.dev/pod-move-usd-per-hour',
  /** Cost of evicting a pod, set by a user; it comes before the deletion cost. */
  disruptionCost: 'karpenter.sh/disruption-cost',
  podDeletionCost: 'controller.kubernetes.io/pod-deletion-cost',
  /** The deletion cost that Kerf has written to the pod: with another value, it is another writer's. */
  ownDeletionCost: 'kerf.dev/pod-deletion-cost',
} as const;

/** Keys of the taints that Kerf reads or writes. */
export const taintKeys = {
  unregistered: 'karpenter.sh/unregistered',
  disrupted: 'karpenter.sh/disrupted',
  /** Keeps new pods away until the node has booted anew. */
  rebooting: 'karpenter.sh/rebooting',
  /** Kubernetes adds it to a cordoned node. */
  unschedulable: 'node.kubernetes.io/unschedulable',
} as const;

/** The finalizer of each Node and NodeClaim that Kerf manages: a deletion drains the node first. */
export const terminationFinalizer = 'karpenter.sh/termination';

/** The finalizer of an EC2NodeClass: its deletion waits for the NodeClaims that use it. */
export const nodeClassFinalizer = 'karpenter.k8s.aws/termination';

/** Value of the managed-by label of objects that Kerf writes into a cluster. */
export const managedByKerf = 'kerf';

/** Keys of the tags of an EC2 instance that name its NodeClaim, NodePool, EC2NodeClass and cluster. */
export const tagKeys = {
  nodeClaim: 'karpenter.sh/nodeclaim',
  nodePool: 'karpenter.sh/nodepool',
  nodeClass: 'karpenter.k8s.aws/ec2nodeclass',
  cluster: 'eks:eks-cluster-name',
} as const;
