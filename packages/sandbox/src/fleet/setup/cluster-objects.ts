import type { ClusterPlan, DeploymentPlan, NodePoolPlan } from './cluster-plans.js';

type Manifest = Readonly<Record<string, unknown>>;

/** DaemonSets that every EKS cluster has. */
const daemons = [
  { name: 'aws-node', cpu: '50m', memory: '64Mi' },
  { name: 'kube-proxy', cpu: '100m', memory: '64Mi' },
  { name: 'ebs-csi-node', cpu: '30m', memory: '120Mi' },
] as const;

/** Returns the workloads of a cluster as manifests. */
export function clusterObjects(plan: ClusterPlan): readonly Manifest[] {
  const namespaces = new Set(plan.deployments.map(({ namespace }) => namespace));
  namespaces.delete('kube-system');
  return [
    ...[...namespaces].map((name) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } })),
    ...daemons.map(daemonSet),
    ...plan.deployments.flatMap((deployment) => [
      toDeployment(deployment),
      ...podDisruptionBudget(deployment),
    ]),
  ];
}

/** Returns the NodePools and EC2NodeClasses that the cluster has before Kerf is registered. */
export function clusterDefinitions(plan: ClusterPlan): readonly Manifest[] {
  if (plan.nodePools.length === 0) return [];
  const discovery = { tags: { 'karpenter.sh/discovery': plan.name } };
  const nodeClass = {
    apiVersion: 'karpenter.k8s.aws/v1',
    kind: 'EC2NodeClass',
    metadata: { name: 'company' },
    spec: {
      amiSelectorTerms: [{ alias: 'al2023@latest' }],
      role: nodeRoleName(plan),
      subnetSelectorTerms: [discovery],
      securityGroupSelectorTerms: [discovery],
      tags: { 'cost-center': plan.name.startsWith('data') ? 'data' : 'shop' },
    },
  };
  return [nodeClass, ...plan.nodePools.map(toNodePool)];
}

export const nodeRoleName = ({ name }: Pick<ClusterPlan, 'name'>): string =>
  `KarpenterNodeRole-${name}`;

function daemonSet({ name, cpu, memory }: (typeof daemons)[number]): Manifest {
  const labels = { 'k8s-app': name };
  return {
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: { name, namespace: 'kube-system' },
    spec: {
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: {
          priorityClassName: 'system-node-critical',
          tolerations: [{ operator: 'Exists' }],
          containers: [container(name, cpu, memory)],
        },
      },
    },
  };
}

function toDeployment(plan: DeploymentPlan): Manifest {
  const { namespace, name, replicas, tolerates, nodeSelector } = plan;
  const labels = { app: name };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, namespace },
    spec: {
      replicas,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: {
          ...(nodeSelector === undefined ? {} : { nodeSelector }),
          ...(tolerates === undefined
            ? {}
            : { tolerations: [{ ...tolerates, operator: 'Equal', effect: 'NoSchedule' }] }),
          ...(plan.spreadOverZones === true
            ? { topologySpreadConstraints: [zoneSpread(labels)] }
            : {}),
          containers: [container(name, plan.cpu, plan.memory)],
        },
      },
    },
  };
}

function zoneSpread(labels: Readonly<Record<string, string>>): Manifest {
  return {
    maxSkew: 1,
    topologyKey: 'topology.kubernetes.io/zone',
    whenUnsatisfiable: 'DoNotSchedule',
    labelSelector: { matchLabels: labels },
  };
}

function container(name: string, cpu: string, memory: string): Manifest {
  return {
    name,
    image: `registry.example.com/${name}:2026.11`,
    resources: { requests: { cpu, memory } },
  };
}

function podDisruptionBudget({
  namespace,
  name,
  minAvailable,
}: DeploymentPlan): readonly Manifest[] {
  if (minAvailable === undefined) return [];
  return [
    {
      apiVersion: 'policy/v1',
      kind: 'PodDisruptionBudget',
      metadata: { name, namespace },
      spec: { minAvailable, selector: { matchLabels: { app: name } } },
    },
  ];
}

function toNodePool(plan: NodePoolPlan): Manifest {
  const requirement = (key: string, values: readonly string[]): Manifest => ({
    key,
    operator: 'In',
    values,
  });
  return {
    apiVersion: 'karpenter.sh/v1',
    kind: 'NodePool',
    metadata: { name: plan.name },
    spec: {
      ...(plan.weight === undefined ? {} : { weight: plan.weight }),
      limits: { cpu: plan.cpuLimit },
      template: {
        spec: {
          nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'company' },
          requirements: [
            requirement('karpenter.k8s.aws/instance-category', plan.categories),
            requirement('karpenter.k8s.aws/instance-size', plan.sizes),
            requirement('kubernetes.io/arch', plan.architectures),
            requirement('karpenter.sh/capacity-type', plan.capacityTypes),
            { key: 'karpenter.k8s.aws/instance-generation', operator: 'Gt', values: ['4'] },
          ],
          ...(plan.taint === undefined
            ? {}
            : { taints: [{ ...plan.taint, effect: 'NoSchedule' }] }),
        },
      },
      disruption: {
        consolidationPolicy: 'WhenEmptyOrUnderutilized',
        consolidateAfter: plan.consolidateAfter,
      },
    },
  };
}
