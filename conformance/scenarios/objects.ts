import type {
  KubernetesObject,
  V1Affinity,
  V1Deployment,
  V1PodSpec,
  V1TopologySpreadConstraint,
} from '@kubernetes/client-node';

/** An object with fields of its own kind. */
export interface ObjectWithSpec extends KubernetesObject {
  readonly spec: object;
}

/** An EC2NodeClass of the testbed's account. */
export function nodeClass(clusterName: string): ObjectWithSpec {
  const discovered = [{ tags: { 'karpenter.sh/discovery': clusterName } }];
  return {
    apiVersion: 'karpenter.k8s.aws/v1',
    kind: 'EC2NodeClass',
    metadata: { name: 'default' },
    spec: {
      role: `KarpenterNodeRole-${clusterName}`,
      amiSelectorTerms: [{ alias: 'al2023@latest' }],
      subnetSelectorTerms: discovered,
      securityGroupSelectorTerms: discovered,
    },
  };
}

export interface NodePoolOptions {
  readonly consolidateAfter?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly capacityType?: 'on-demand' | 'spot';
  /** Names of instance types; default: sizes of two to eight CPUs. */
  readonly instanceTypes?: readonly string[];
}

/** A NodePool without a limit of disruptions. */
export function nodePool(name: string, options: NodePoolOptions = {}): ObjectWithSpec {
  const { consolidateAfter = 'Never', labels = {}, capacityType = 'on-demand' } = options;
  const types =
    options.instanceTypes === undefined
      ? [
          requirement('karpenter.k8s.aws/instance-category', ['c', 'm', 'r']),
          requirement('karpenter.k8s.aws/instance-cpu', ['2', '4', '8']),
        ]
      : [requirement('node.kubernetes.io/instance-type', options.instanceTypes)];
  return {
    apiVersion: 'karpenter.sh/v1',
    kind: 'NodePool',
    metadata: { name },
    spec: {
      template: {
        metadata: { labels },
        spec: {
          nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'default' },
          requirements: [
            requirement('karpenter.sh/capacity-type', [capacityType]),
            requirement('kubernetes.io/arch', ['amd64']),
            ...types,
          ],
          expireAfter: 'Never',
        },
      },
      disruption: {
        consolidationPolicy: 'WhenEmptyOrUnderutilized',
        consolidateAfter,
        budgets: [{ nodes: '100%' }],
      },
    },
  };
}

const requirement = (key: string, values: readonly string[]): object => ({
  key,
  operator: 'In',
  values,
});

export interface WorkloadOptions {
  readonly replicas: number;
  readonly cpu?: string;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly spread?: V1TopologySpreadConstraint;
  readonly affinity?: V1Affinity;
  /** Further fields of the pod. */
  readonly pod?: Partial<V1PodSpec>;
}

/** A Deployment whose pods run only on nodes of the NodePool with the same name. */
export function workload(name: string, options: WorkloadOptions): V1Deployment {
  const { replicas, cpu = '900m', annotations = {}, spread, affinity, pod = {} } = options;
  const matchLabels = { app: name };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, namespace: 'default' },
    spec: {
      replicas,
      selector: { matchLabels },
      template: {
        metadata: { labels: matchLabels, annotations: { ...annotations } },
        spec: {
          terminationGracePeriodSeconds: 0,
          nodeSelector: { 'karpenter.sh/nodepool': name },
          containers: [
            { name: 'app', image: 'none', resources: { requests: { cpu, memory: '256Mi' } } },
          ],
          ...(spread === undefined ? {} : { topologySpreadConstraints: [spread] }),
          ...(affinity === undefined ? {} : { affinity }),
          ...pod,
        },
      },
    },
  };
}

/** A PodDisruptionBudget for the pods of a workload. */
export function disruptionBudget(name: string, maxUnavailable: number): ObjectWithSpec {
  return {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: { name, namespace: 'default' },
    spec: { maxUnavailable, selector: { matchLabels: { app: name } } },
  };
}
