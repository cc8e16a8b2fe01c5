/**
 * The sample fleet: the clusters of a shop in two AWS accounts and two regions, and the account in
 * which Kerf runs. Plain data; no other file contains these names and sizes.
 */
export interface ClusterPlan {
  readonly name: string;
  readonly accountId: string;
  readonly region: string;
  readonly version: string;
  /** Mode in which `npm start` registers the cluster. */
  readonly mode: 'observe' | 'approve' | 'auto';
  readonly cidrPrefix: string;
  /** Tags of the EKS cluster. */
  readonly tags: Readonly<Record<string, string>>;
  readonly nodeGroups: readonly NodeGroup[];
  readonly deployments: readonly DeploymentPlan[];
  /** NodePools and their EC2NodeClass that the cluster has before Kerf is registered. */
  readonly nodePools: readonly NodePoolPlan[];
}

/** A managed node group of EKS, which Kerf does not manage. */
export interface NodeGroup {
  readonly name: string;
  readonly instanceType: string;
  readonly capacityType: 'on-demand' | 'spot';
  readonly count: number;
  readonly taint?: { readonly key: string; readonly value: string };
  readonly ageDays: number;
}

export interface DeploymentPlan {
  readonly namespace: string;
  readonly name: string;
  readonly replicas: number;
  readonly cpu: string;
  readonly memory: string;
  /** Key and value of the tolerated taint. */
  readonly tolerates?: { readonly key: string; readonly value: string };
  readonly nodeSelector?: Readonly<Record<string, string>>;
  readonly spreadOverZones?: boolean;
  /** `minAvailable` of the PodDisruptionBudget. */
  readonly minAvailable?: number;
}

export interface NodePoolPlan {
  readonly name: string;
  readonly categories: readonly string[];
  readonly sizes: readonly string[];
  readonly architectures: readonly string[];
  readonly capacityTypes: readonly string[];
  readonly weight?: number;
  readonly taint?: { readonly key: string; readonly value: string };
  readonly cpuLimit: string;
  readonly consolidateAfter: string;
}

export const hub = {
  accountId: '100010001000',
  accountName: 'platform',
  region: 'us-east-1',
  accessKeyId: 'AKIASANDBOXPLATFORM0',
  secretAccessKey: 'sandbox-platform-secret-key-0000000000000',
} as const;

export const accounts = [
  { id: '111122223333', name: 'shop-production' },
  { id: '444455556666', name: 'shop-nonproduction' },
] as const;

const shop = { key: 'team', value: 'shop' };
/** The node groups have labels that match their taints, and the shop runs on them only. */
const shopNodes = { team: 'shop' };
const critical = { key: 'CriticalAddonsOnly', value: 'true' };
const commonSizes = ['large', 'xlarge', '2xlarge', '4xlarge'];

export const clusters: readonly ClusterPlan[] = [
  {
    name: 'shop-prod-use1',
    accountId: accounts[0].id,
    region: 'us-east-1',
    version: '1.36',
    mode: 'approve',
    cidrPrefix: '10.10',
    tags: { environment: 'production', product: 'shop' },
    // All nodes are reserved for the shop, so other workloads, such as the exercise, need new
    // nodes.
    nodeGroups: [
      {
        name: 'system',
        instanceType: 'm6i.large',
        capacityType: 'on-demand',
        count: 3,
        taint: critical,
        ageDays: 41,
      },
      {
        name: 'shop-general',
        instanceType: 'm6i.2xlarge',
        capacityType: 'on-demand',
        count: 15,
        taint: shop,
        ageDays: 34,
      },
      {
        name: 'shop-web',
        instanceType: 'c6i.2xlarge',
        capacityType: 'on-demand',
        count: 9,
        taint: shop,
        ageDays: 20,
      },
      {
        name: 'shop-cache',
        instanceType: 'r6i.xlarge',
        capacityType: 'on-demand',
        count: 3,
        taint: shop,
        ageDays: 34,
      },
    ],
    deployments: [
      {
        namespace: 'kube-system',
        name: 'coredns',
        replicas: 3,
        cpu: '100m',
        memory: '70Mi',
        tolerates: critical,
        minAvailable: 2,
      },
      {
        namespace: 'kube-system',
        name: 'metrics-server',
        replicas: 2,
        cpu: '100m',
        memory: '200Mi',
        tolerates: critical,
      },
      {
        namespace: 'web',
        name: 'storefront',
        replicas: 36,
        cpu: '750m',
        memory: '768Mi',
        tolerates: shop,
        nodeSelector: shopNodes,
        spreadOverZones: true,
        minAvailable: 30,
      },
      {
        namespace: 'web',
        name: 'search',
        replicas: 24,
        cpu: '1',
        memory: '2Gi',
        tolerates: shop,
        nodeSelector: shopNodes,
        spreadOverZones: true,
        minAvailable: 20,
      },
      {
        namespace: 'orders',
        name: 'checkout',
        replicas: 18,
        cpu: '1',
        memory: '2Gi',
        tolerates: shop,
        nodeSelector: shopNodes,
        spreadOverZones: true,
        minAvailable: 16,
      },
      {
        namespace: 'orders',
        name: 'payments',
        replicas: 12,
        cpu: '500m',
        memory: '1Gi',
        tolerates: shop,
        nodeSelector: shopNodes,
        minAvailable: 11,
      },
      {
        namespace: 'orders',
        name: 'inventory',
        replicas: 14,
        cpu: '750m',
        memory: '3Gi',
        tolerates: shop,
        nodeSelector: shopNodes,
      },
      {
        namespace: 'catalog',
        name: 'catalog-api',
        replicas: 20,
        cpu: '500m',
        memory: '1Gi',
        tolerates: shop,
        nodeSelector: shopNodes,
      },
      {
        namespace: 'catalog',
        name: 'recommendations',
        replicas: 10,
        cpu: '2',
        memory: '6Gi',
        tolerates: shop,
        nodeSelector: shopNodes,
      },
      {
        namespace: 'catalog',
        name: 'image-resizer',
        replicas: 16,
        cpu: '900m',
        memory: '512Mi',
        tolerates: shop,
        nodeSelector: shopNodes,
      },
      {
        namespace: 'cache',
        name: 'redis-shards',
        replicas: 6,
        cpu: '1',
        memory: '10Gi',
        tolerates: shop,
        nodeSelector: shopNodes,
        minAvailable: 6,
      },
    ],
    nodePools: [],
  },
  {
    name: 'shop-staging-use1',
    accountId: accounts[1].id,
    region: 'us-east-1',
    version: '1.36',
    mode: 'auto',
    cidrPrefix: '10.20',
    tags: { environment: 'staging', product: 'shop' },
    nodeGroups: [
      {
        name: 'system',
        instanceType: 't3.large',
        capacityType: 'on-demand',
        count: 3,
        ageDays: 12,
      },
    ],
    deployments: [
      {
        namespace: 'kube-system',
        name: 'coredns',
        replicas: 2,
        cpu: '100m',
        memory: '70Mi',
        minAvailable: 1,
      },
      {
        namespace: 'web',
        name: 'storefront',
        replicas: 12,
        cpu: '500m',
        memory: '768Mi',
        spreadOverZones: true,
        minAvailable: 6,
      },
      {
        namespace: 'web',
        name: 'search',
        replicas: 8,
        cpu: '1',
        memory: '2Gi',
        spreadOverZones: true,
      },
      { namespace: 'orders', name: 'checkout', replicas: 6, cpu: '1', memory: '2Gi' },
      {
        namespace: 'orders',
        name: 'payments',
        replicas: 4,
        cpu: '500m',
        memory: '1Gi',
        minAvailable: 2,
      },
      { namespace: 'catalog', name: 'catalog-api', replicas: 8, cpu: '500m', memory: '1Gi' },
      { namespace: 'catalog', name: 'recommendations', replicas: 3, cpu: '2', memory: '6Gi' },
      {
        namespace: 'ci',
        name: 'runner',
        replicas: 6,
        cpu: '1500m',
        memory: '3Gi',
        tolerates: { key: 'workload-type', value: 'ci' },
        nodeSelector: { 'karpenter.sh/capacity-type': 'spot' },
      },
    ],
    nodePools: [
      {
        name: 'general',
        categories: ['c', 'm', 'r'],
        sizes: commonSizes,
        architectures: ['amd64'],
        capacityTypes: ['spot', 'on-demand'],
        cpuLimit: '200',
        consolidateAfter: '1m',
      },
      {
        name: 'ci',
        categories: ['c', 'm'],
        sizes: commonSizes,
        architectures: ['amd64', 'arm64'],
        capacityTypes: ['spot'],
        weight: 10,
        taint: { key: 'workload-type', value: 'ci' },
        cpuLimit: '64',
        consolidateAfter: '30s',
      },
      {
        name: 'gpu',
        categories: ['g'],
        sizes: ['xlarge', '2xlarge'],
        architectures: ['amd64'],
        capacityTypes: ['spot', 'on-demand'],
        taint: { key: 'nvidia.com/gpu', value: 'true' },
        cpuLimit: '64',
        consolidateAfter: '1m',
      },
    ],
  },
  {
    name: 'data-prod-euw1',
    accountId: accounts[0].id,
    region: 'eu-west-1',
    version: '1.35',
    mode: 'observe',
    cidrPrefix: '10.30',
    tags: { environment: 'production', product: 'data' },
    nodeGroups: [
      {
        name: 'system',
        instanceType: 'm6i.large',
        capacityType: 'on-demand',
        count: 2,
        taint: critical,
        ageDays: 90,
      },
      {
        name: 'analytics',
        instanceType: 'r6i.2xlarge',
        capacityType: 'on-demand',
        count: 12,
        ageDays: 63,
      },
      {
        name: 'streaming',
        instanceType: 'c6i.4xlarge',
        capacityType: 'on-demand',
        count: 4,
        ageDays: 63,
      },
      {
        name: 'batch-spot',
        instanceType: 'r5.2xlarge',
        capacityType: 'spot',
        count: 6,
        ageDays: 5,
      },
    ],
    deployments: [
      {
        namespace: 'kube-system',
        name: 'coredns',
        replicas: 2,
        cpu: '100m',
        memory: '70Mi',
        tolerates: critical,
        minAvailable: 1,
      },
      { namespace: 'analytics', name: 'trino-worker', replicas: 16, cpu: '6', memory: '48Gi' },
      { namespace: 'analytics', name: 'trino-coordinator', replicas: 1, cpu: '2', memory: '16Gi' },
      {
        namespace: 'analytics',
        name: 'dashboards',
        replicas: 6,
        cpu: '500m',
        memory: '1Gi',
        minAvailable: 4,
      },
      {
        namespace: 'streaming',
        name: 'kafka-connect',
        replicas: 8,
        cpu: '3',
        memory: '6Gi',
        minAvailable: 7,
      },
      { namespace: 'streaming', name: 'enricher', replicas: 10, cpu: '1500m', memory: '2Gi' },
      // More than the managed nodes can run: the pending pods show what Kerf would launch.
      { namespace: 'batch', name: 'spark-executor', replicas: 10, cpu: '5', memory: '40Gi' },
    ],
    nodePools: [
      {
        name: 'analytics',
        categories: ['r'],
        sizes: ['xlarge', '2xlarge', '4xlarge'],
        architectures: ['amd64'],
        capacityTypes: ['spot', 'on-demand'],
        cpuLimit: '400',
        consolidateAfter: '5m',
      },
    ],
  },
];

/** Cluster of the README's exercise. */
export const exerciseCluster = 'shop-prod-use1';
