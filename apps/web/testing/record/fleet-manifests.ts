import type { Manifest } from './cluster-client.js';

const requirement = (key: string, ...values: readonly string[]) => ({
  key,
  operator: 'In',
  values,
});
const arch = (value: string) => requirement('kubernetes.io/arch', value);
const capacity = (...values: readonly string[]) =>
  requirement('karpenter.sh/capacity-type', ...values);
const categories = (...values: readonly string[]) =>
  requirement('karpenter.k8s.aws/instance-category', ...values);
const sizes = (...values: readonly string[]) =>
  requirement('karpenter.k8s.aws/instance-size', ...values);

interface PoolOptions {
  readonly requirements: readonly object[];
  readonly nodeClass?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly taints?: readonly object[];
  readonly expireAfter?: string;
  /** Fields of `spec` beside the template. */
  readonly spec?: object;
}

function nodePool(name: string, options: PoolOptions): Manifest {
  const { requirements, labels, taints, expireAfter, spec } = options;
  return {
    apiVersion: 'karpenter.sh/v1',
    kind: 'NodePool',
    metadata: { name },
    spec: {
      template: {
        ...(labels === undefined ? {} : { metadata: { labels } }),
        spec: {
          nodeClassRef: {
            group: 'karpenter.k8s.aws',
            kind: 'EC2NodeClass',
            name: options.nodeClass ?? 'default',
          },
          requirements,
          ...(taints === undefined ? {} : { taints }),
          ...(expireAfter === undefined ? {} : { expireAfter }),
        },
      },
      ...spec,
    },
  };
}

const anyNumber = [{ nodes: '100%' }];
const whenEmpty = { consolidationPolicy: 'WhenEmpty', consolidateAfter: '1s', budgets: anyNumber };
const limits = { cpu: 100, memory: '400Gi' };
const ordinary = [
  arch('amd64'),
  capacity('spot', 'on-demand'),
  categories('c', 'm'),
  sizes('large', 'xlarge', '2xlarge'),
];

export const nodeClass = (name: string, cluster: string, alias: string): Manifest => {
  const terms = [{ tags: { 'karpenter.sh/discovery': cluster } }];
  return {
    apiVersion: 'karpenter.k8s.aws/v1',
    kind: 'EC2NodeClass',
    metadata: { name },
    spec: {
      amiSelectorTerms: [{ alias }],
      role: `KarpenterNodeRole-${cluster}`,
      securityGroupSelectorTerms: terms,
      subnetSelectorTerms: terms,
    },
  };
};

/** @param consolidateAfter differs between the revisions */
export const generalPool = (consolidateAfter: string): Manifest =>
  nodePool('general', {
    requirements: ordinary,
    spec: { weight: 10, limits, disruption: { ...whenEmpty, consolidateAfter } },
  });

/** Its nodes expire at once, and are removed for no other reason. */
export const briefPool = nodePool('brief', {
  requirements: ordinary,
  expireAfter: '10s',
  spec: { limits, disruption: { ...whenEmpty, consolidateAfter: 'Never' } },
});

/** @param team a label of its nodes; another one makes them drift */
export const teamPool = (team: string): Manifest =>
  nodePool('team', {
    requirements: ordinary,
    labels: { team },
    spec: { limits, disruption: whenEmpty },
  });

/** @param replicas how many nodes it keeps */
export const staticPool = (replicas: number): Manifest =>
  nodePool('static', {
    requirements: [arch('amd64'), capacity('on-demand'), categories('m'), sizes('large')],
    spec: { replicas, limits: { nodes: 10 } },
  });

/** Its node becomes empty. */
export const sparePool = nodePool('spare', {
  requirements: ordinary,
  spec: { limits, disruption: whenEmpty },
});

/** On-Demand only: with so few types, a Spot node is not replaced by another. */
export const livingPool = nodePool('living', {
  requirements: [
    arch('amd64'),
    capacity('on-demand'),
    categories('c', 'm'),
    sizes('medium', 'large', 'xlarge'),
  ],
  spec: {
    limits,
    disruption: { ...whenEmpty, consolidationPolicy: 'WhenEmptyOrUnderutilized' },
  },
});

/** NodePools that exist in the cluster only. */
export const clusterPools: readonly Manifest[] = [
  nodePool('memory', {
    requirements: [arch('amd64'), categories('r'), sizes('large')],
    spec: { disruption: { ...whenEmpty, budgets: [{ nodes: '0' }] } },
  }),
  nodePool('limited', {
    requirements: [arch('amd64'), categories('r'), sizes('8xlarge')],
    spec: { limits: { cpu: 8 }, disruption: whenEmpty },
  }),
  nodePool('graviton', {
    requirements: [arch('arm64'), categories('r'), sizes('8xlarge')],
    spec: { limits, disruption: whenEmpty },
  }),
  nodePool('dedicated', {
    requirements: [arch('amd64'), categories('r')],
    taints: [{ key: 'dedicated', value: 'batch', effect: 'NoSchedule' }],
    spec: { limits, disruption: whenEmpty },
  }),
  nodePool('gpu', {
    requirements: [arch('amd64'), categories('g')],
    nodeClass: 'gpu',
    taints: [{ key: 'nvidia.com/gpu', effect: 'NoSchedule' }],
    spec: { limits, disruption: whenEmpty },
  }),
];

interface Workload {
  readonly pool?: string;
  readonly arch?: string;
  readonly capacityType?: string;
  readonly requests: Readonly<Record<string, string>>;
  readonly namespace?: string;
}

function podTemplate(name: string, workload: Workload) {
  const nodeSelector = {
    'karpenter.sh/nodepool': workload.pool,
    'karpenter.sh/capacity-type': workload.capacityType,
    'kubernetes.io/arch': workload.arch,
  };
  return {
    metadata: { labels: { app: name } },
    spec: {
      terminationGracePeriodSeconds: 0,
      nodeSelector,
      containers: [
        {
          name,
          image: 'public.ecr.aws/eks-distro/kubernetes/pause:3.7',
          resources: { requests: workload.requests },
        },
      ],
    },
  };
}

export const deployment = (name: string, replicas: number, workload: Workload): Manifest => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name, namespace: workload.namespace ?? 'default' },
  spec: {
    replicas,
    selector: { matchLabels: { app: name } },
    template: podTemplate(name, workload),
  },
});

export function job(name: string, count: number, workload: Workload): Manifest {
  const template = podTemplate(name, workload);
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name, namespace: workload.namespace ?? 'default' },
    spec: {
      parallelism: count,
      completions: count,
      template: { ...template, spec: { ...template.spec, restartPolicy: 'Never' } },
    },
  };
}

export const pod = (name: string, workload: Workload): Manifest => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace: workload.namespace ?? 'default' },
  spec: podTemplate(name, workload).spec,
});

export const namespace = (name: string): Manifest => ({
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name },
});

/** @param maxUnavailable 0 refuses all evictions from the namespace */
export const disruptionBudget = (inNamespace: string, maxUnavailable: number): Manifest => ({
  apiVersion: 'policy/v1',
  kind: 'PodDisruptionBudget',
  metadata: { name: 'all', namespace: inNamespace },
  spec: { maxUnavailable, selector: {} },
});

/** A NodeClaim without a NodePool. */
export const standaloneClaim: Manifest = {
  apiVersion: 'karpenter.sh/v1',
  kind: 'NodeClaim',
  metadata: { name: 'build-box' },
  spec: {
    nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'default' },
    requirements: [arch('amd64'), capacity('on-demand'), categories('c'), sizes('large')],
    expireAfter: '720h',
  },
};

const family = [requirement('karpenter.k8s.aws/instance-family', 'm7i')];

export const nodeOverlays: readonly Manifest[] = [
  {
    apiVersion: 'karpenter.sh/v1alpha1',
    kind: 'NodeOverlay',
    metadata: { name: 'm7i-negotiated' },
    spec: {
      weight: 100,
      requirements: [...family, capacity('on-demand')],
      priceAdjustment: '-12.5%',
    },
  },
  {
    apiVersion: 'karpenter.sh/v1alpha1',
    kind: 'NodeOverlay',
    metadata: { name: 'm7i-draft' },
    spec: { weight: 100, requirements: family, price: '0.09' },
  },
];

const buffer = (name: string, app: string, replicas: number): Manifest => ({
  apiVersion: 'autoscaling.x-k8s.io/v1beta1',
  kind: 'CapacityBuffer',
  metadata: { name, namespace: 'default' },
  spec: { scalableRef: { apiGroup: 'apps', kind: 'Deployment', name: app }, replicas },
});

/** The second one follows a Deployment that does not exist. */
export const capacityBuffers: readonly Manifest[] = [
  buffer('headroom', 'inflate', 2),
  buffer('typo', 'indxer', 1),
];
