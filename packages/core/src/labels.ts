/** Label and annotation keys, taint keys and finalizers that Kerf reads or writes. */
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
  excludeFromLoadBalancers: 'node.kubernetes.io/exclude-from-external-load-balancers',
  managedBy: 'app.kubernetes.io/managed-by',
} as const;

export const annotationKeys = {
  doNotDisrupt: 'karpenter.sh/do-not-disrupt',
  nodePoolHash: 'karpenter.sh/nodepool-hash',
  nodePoolHashVersion: 'karpenter.sh/nodepool-hash-version',
  nodeClassHash: 'karpenter.k8s.aws/ec2nodeclass-hash',
  nodeClassHashVersion: 'karpenter.k8s.aws/ec2nodeclass-hash-version',
  terminationTimestamp: 'karpenter.sh/nodeclaim-termination-timestamp',
  minValuesRelaxed: 'karpenter.sh/nodeclaim-min-values-relaxed',
  priceOverlayApplied: 'karpenter.sh/price-overlay-applied',
  capacityOverlayApplied: 'karpenter.sh/capacity-overlay-applied',
  podDeletionCost: 'controller.kubernetes.io/pod-deletion-cost',
} as const;

export const taintKeys = {
  unregistered: 'karpenter.sh/unregistered',
  disrupted: 'karpenter.sh/disrupted',
} as const;

/** On every Node and NodeClaim that Kerf manages, so that a deletion drains first. */
export const terminationFinalizer = 'karpenter.sh/termination';

/** Value of the managed-by label on objects that Kerf writes into a cluster. */
export const managedByKerf = 'kerf';

/** The tag on an EC2 instance that names its NodeClaim, pool, class and cluster. */
export const tagKeys = {
  nodeClaim: 'karpenter.sh/nodeclaim',
  nodePool: 'karpenter.sh/nodepool',
  nodeClass: 'karpenter.k8s.aws/ec2nodeclass',
  cluster: 'eks:eks-cluster-name',
} as const;
