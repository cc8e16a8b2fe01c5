/**
 * Load of a cluster: Deployments that follow the time of day, and recurring workloads. Plain data;
 * names refer to cluster-plans.ts.
 */
export interface ClusterLoad {
  /** Curves by Deployment name. */
  readonly curves: Readonly<Record<string, DailyCurve>>;
  readonly recurringWorkloads: readonly RecurringWorkload[];
}

/**
 * Daily curve of replicas: from `lowRatio` of the plan's replicas at the quietest hour to all of
 * them at the busiest.
 */
export interface DailyCurve {
  readonly lowRatio: number;
  readonly busiestHour: number;
}

/**
 * A Job or StatefulSet that is created again and again and removed after a time. Hours are those of
 * the simulated day.
 */
export interface RecurringWorkload {
  readonly kind: 'Job' | 'StatefulSet';
  readonly namespace: string;
  readonly name: string;
  readonly everyHours: number;
  readonly lastsHours: number;
  /** Probability that an occurrence takes place. */
  readonly probability: number;
  /** Minimum and maximum number of pods. */
  readonly pods: readonly [number, number];
  readonly requests: Readonly<Record<string, string>>;
  readonly nodeSelector?: Readonly<Record<string, string>>;
  readonly tolerates?: { readonly key: string; readonly value: string };
}

const shoppingHours: DailyCurve = { lowRatio: 0.45, busiestHour: 20 };
const officeHours: DailyCurve = { lowRatio: 0.25, busiestHour: 14 };
const spot = { 'karpenter.sh/capacity-type': 'spot' };
const ci = { key: 'workload-type', value: 'ci' };

export const loadByCluster: Readonly<Record<string, ClusterLoad>> = {
  // The replicas of the plan are the maximum, because the managed nodes have no room for more.
  'shop-prod-use1': {
    curves: {
      storefront: shoppingHours,
      search: shoppingHours,
      checkout: shoppingHours,
      payments: { ...shoppingHours, lowRatio: 0.92 },
      inventory: officeHours,
      'catalog-api': shoppingHours,
      recommendations: shoppingHours,
      'image-resizer': { lowRatio: 0.3, busiestHour: 11 },
    },
    recurringWorkloads: [],
  },
  'shop-staging-use1': {
    curves: {
      storefront: { ...officeHours, lowRatio: 0.5 },
      search: officeHours,
      checkout: officeHours,
      'catalog-api': officeHours,
      recommendations: officeHours,
      runner: { lowRatio: 0.2, busiestHour: 11 },
    },
    recurringWorkloads: [
      {
        kind: 'Job',
        namespace: 'ci',
        name: 'integration-tests',
        everyHours: 3,
        lastsHours: 1.5,
        probability: 0.8,
        pods: [4, 12],
        requests: { cpu: '2', memory: '4Gi' },
        nodeSelector: spot,
        tolerates: ci,
      },
      {
        kind: 'StatefulSet',
        namespace: 'preview',
        name: 'pull-request',
        everyHours: 5,
        lastsHours: 8,
        probability: 0.9,
        pods: [2, 4],
        requests: { cpu: '500m', memory: '2Gi' },
      },
      {
        kind: 'Job',
        namespace: 'ml',
        name: 'train-ranking',
        everyHours: 8,
        lastsHours: 3,
        probability: 0.85,
        pods: [2, 6],
        requests: { cpu: '3', memory: '12Gi', 'nvidia.com/gpu': '1' },
        tolerates: { key: 'nvidia.com/gpu', value: 'true' },
      },
    ],
  },
  'data-prod-euw1': {
    curves: {
      'trino-worker': { lowRatio: 0.6, busiestHour: 10 },
      dashboards: { lowRatio: 0.7, busiestHour: 10 },
      enricher: { lowRatio: 0.5, busiestHour: 20 },
    },
    recurringWorkloads: [
      {
        kind: 'Job',
        namespace: 'batch',
        name: 'nightly-aggregates',
        everyHours: 12,
        lastsHours: 4,
        probability: 1,
        pods: [6, 18],
        requests: { cpu: '3', memory: '24Gi' },
      },
    ],
  },
};
