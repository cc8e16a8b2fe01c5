import type {
  CapacityBuffer,
  Cluster,
  ClusterAttention,
  ClusterFinding,
  ClusterMode,
  ClusterSettings,
  ConnectionState,
  NodeOverlay,
  RegistrationCheck,
  RegistrationStep,
} from '../generated/schema.js';
import { cpuOf, memoryOf } from './amounts.js';

const second = 1_000;
const minute = 60 * second;
const day = 24 * 3_600_000;

export const iso = (ms: number): string => new Date(ms).toISOString();

export const checkSteps: readonly RegistrationStep[] = [
  'ASSUME_ROLE',
  'DESCRIBE_CLUSTER',
  'CONNECT',
  'VERSION',
  'PERMISSIONS',
  'CUSTOM_RESOURCES',
  'OTHER_CONTROLLERS',
  'SUBNETS',
  'SECURITY_GROUPS',
  'IMAGES',
  'INTERRUPTION_QUEUE',
];

const passedDetails: Readonly<Record<string, string>> = {
  ASSUME_ROLE: 'Assumed with the external id, and refused without it',
  DESCRIBE_CLUSTER: 'ACTIVE, version 1.33, private and public endpoint',
  CONNECT: 'Answered in 41 ms',
  VERSION: 'v1.33.4-eks-a737599',
  PERMISSIONS: 'All 38 needed verbs are allowed',
  CUSTOM_RESOURCES: 'nodepools, nodeclaims and ec2nodeclasses are served at v1',
  OTHER_CONTROLLERS: 'No other Karpenter is running.',
  SUBNETS: '3 subnets in 3 zones, 11,842 free addresses',
  SECURITY_GROUPS: '1 security group',
  IMAGES: 'AL2023 for amd64 and arm64 of 2026-11-12',
  INTERRUPTION_QUEUE: 'Queue warnings has 0 messages.',
};

export const passedChecks = (): RegistrationCheck[] =>
  checkSteps.map((step) => ({
    step,
    state: 'PASSED',
    detail: passedDetails[step] ?? null,
    remedy: null,
  }));

const failedChecks = (): RegistrationCheck[] =>
  passedChecks().map((check, index) => {
    if (index < 4) return check;
    if (check.step === 'PERMISSIONS') {
      return {
        step: check.step,
        state: 'FAILED',
        detail: 'The role may not create pods/eviction, nor patch nodes',
        remedy:
          'bind the ClusterRole of deploy/spoke/cluster-role.yaml to the group kerf, and map the role to that group with an access entry',
      };
    }
    if (check.step === 'SUBNETS') {
      return {
        step: check.step,
        state: 'WARNED',
        detail: 'No subnet carries the tag karpenter.sh/discovery=legacy-apse1',
        remedy: 'tag the private subnets, or name them by id in the node class',
      };
    }
    return { step: check.step, state: 'SKIPPED', detail: null, remedy: null };
  });

export const defaultSettings: ClusterSettings = {
  batchIdleMs: 1_000,
  batchMaxMs: 10_000,
  disruptionPollMs: 10_000,
  validationDelayMs: 15_000,
  approvalTtlMs: day,
  rejectionHoldMs: day,
  searchMs: 150,
  nodeChargeMicroUsdPerHour: '25000',
  offeringSharePercent: 100,
  preferencePolicy: 'RESPECT',
  minValuesPolicy: 'STRICT',
  vmMemoryOverheadRatio: 0.075,
  reservedEnis: 0,
  spotToSpotConsolidation: false,
};

interface ClusterSeed {
  readonly name: string;
  readonly region: string;
  readonly account: string;
  readonly mode: ClusterMode;
  readonly state: ConnectionState;
  readonly problem: string | null;
  readonly syncedAgoMs: number | null;
}

const seeds: readonly ClusterSeed[] = [
  {
    name: 'checkout-prod-use1',
    region: 'us-east-1',
    account: '311122223333',
    mode: 'APPROVE',
    state: 'CONNECTED',
    problem: null,
    syncedAgoMs: second,
  },
  {
    name: 'search-prod-euw1',
    region: 'eu-west-1',
    account: '311122223333',
    mode: 'AUTO',
    state: 'CONNECTED',
    problem: null,
    syncedAgoMs: second,
  },
  {
    name: 'batch-research-use1',
    region: 'us-east-1',
    account: '744455556666',
    mode: 'OBSERVE',
    state: 'CONNECTED',
    problem: null,
    syncedAgoMs: 2 * second,
  },
  {
    name: 'edge-staging-euc1',
    region: 'eu-central-1',
    account: '744455556666',
    mode: 'APPROVE',
    state: 'UNREACHABLE',
    problem: 'its API server does not answer: connect ETIMEDOUT 10.42.3.11:443',
    syncedAgoMs: 14 * 60 * second,
  },
  {
    name: 'legacy-apse1',
    region: 'ap-southeast-1',
    account: '744455556666',
    mode: 'OBSERVE',
    state: 'REJECTED',
    problem: 'the role lacks permissions in the cluster',
    syncedAgoMs: null,
  },
];

const staleCatalog = (now: number): ClusterFinding => ({
  code: 'CATALOG_STALE',
  object: 'Catalogue of us-east-1',
  message: 'prices could not be read for 3 hours; the last known ones are used',
  remedy: null,
  count: 18,
  firstSeenAt: iso(now - 3 * 3_600_000),
  lastSeenAt: iso(now - 4 * 60 * second),
});

const noPlace = { held: null, coming: null, without: null, reasons: [], problems: [] };

const capacityBuffers: CapacityBuffer[] = [
  {
    ...noPlace,
    namespace: 'checkout',
    name: 'web-headroom',
    follows: 'Deployment/web',
    units: 6,
    isLimited: false,
    unit: [cpuOf(500), memoryOf(512 * 1024 ** 2)],
    held: 4,
    coming: 2,
    without: 0,
  },
  {
    ...noPlace,
    namespace: 'search',
    name: 'gpu-spare',
    follows: 'PodTemplate/embedder',
    units: 1,
    isLimited: true,
    unit: [cpuOf(4000), memoryOf(16 * 1024 ** 3)],
    held: 0,
    coming: 0,
    without: 1,
    reasons: [
      {
        code: 'RESOURCE_TOO_LARGE',
        data: { resource: 'nvidia.com/gpu', requested: 2, largest: 1, instanceType: 'g5.xlarge' },
      },
    ],
  },
  {
    ...noPlace,
    namespace: 'search',
    name: 'typo',
    follows: 'Deployment/indxer',
    units: null,
    isLimited: false,
    unit: [],
    problems: ['Deployment search/indxer not found'],
  },
];

const nodeOverlays: NodeOverlay[] = [
  {
    name: 'm7i-negotiated',
    state: 'APPLIED',
    problems: [],
    conflictsWith: null,
    nodePools: ['general'],
    instanceTypes: 9,
    weight: 100,
    requirements: [
      'karpenter.k8s.aws/instance-family In [m7i]',
      'karpenter.sh/capacity-type In [on-demand]',
    ],
    price: null,
    priceAdjustment: '-12.5%',
    capacity: [],
  },
  {
    name: 'm7i-trial',
    state: 'CONFLICT',
    problems: [
      'NodeOverlay m7i-negotiated has the same weight and sets the price of m7i.large in NodePool general',
    ],
    conflictsWith: 'm7i-negotiated',
    nodePools: [],
    instanceTypes: 0,
    weight: 100,
    requirements: ['karpenter.k8s.aws/instance-family In [m7i]'],
    price: '0.09',
    priceAdjustment: null,
    capacity: [],
  },
  {
    name: 'usb-dongles',
    state: 'APPLIED',
    problems: [],
    conflictsWith: null,
    nodePools: [],
    instanceTypes: 0,
    weight: 0,
    requirements: ['node.kubernetes.io/instance-type In [mac1.metal]'],
    price: null,
    priceAdjustment: null,
    capacity: [{ resource: 'example.com/dongle', quantity: '4' }],
  },
];

export function createClusters(now: number): Cluster[] {
  return seeds.map((seed, index) => ({
    id: `clu_${index + 1}`,
    name: seed.name,
    region: seed.region,
    accountId: seed.account,
    kubernetesVersion: seed.state === 'REJECTED' ? null : '1.33',
    endpoint:
      seed.state === 'REJECTED'
        ? null
        : `https://8F2A${index}C1D.gr7.${seed.region}.eks.amazonaws.com`,
    roleArn: `arn:aws:iam::${seed.account}:role/kerf-spoke`,
    externalId: `kerf_external_${seed.name}`,
    mode: seed.mode,
    effectiveMode: seed.mode,
    hold: null,
    connection: {
      state: seed.state,
      problem: seed.problem,
      syncedAt: seed.syncedAgoMs === null ? null : iso(now - seed.syncedAgoMs),
      changedAt: iso(now - (seed.state === 'CONNECTED' ? 3 * day : 13 * 60 * second)),
    },
    attention: attentionOf(seed, now),
    checks: seed.state === 'REJECTED' ? failedChecks() : passedChecks(),
    settings: defaultSettings,
    findings: seed.name.startsWith('batch') ? [staleCatalog(now)] : [],
    nodeOverlays: seed.name.startsWith('checkout') ? nodeOverlays : [],
    capacityBuffers: seed.name.startsWith('checkout') ? capacityBuffers : [],
    summary: null,
    createdAt: iso(now - (40 - index) * day),
    version: 3,
  }));
}

/** A cluster that cannot be reached, one whose check failed, and one whose launches fail. */
function attentionOf({ state, name, problem }: ClusterSeed, now: number): ClusterAttention[] {
  const broken = { severity: 'BROKEN', count: 0, since: iso(now - 13 * minute) } as const;
  if (state === 'REJECTED') return [{ ...broken, kind: 'CHECK_FAILED', detail: problem }];
  if (state === 'UNREACHABLE') return [{ ...broken, kind: 'UNREACHABLE', detail: problem }];
  if (!name.startsWith('search')) return [];
  const since = iso(now - 2 * minute);
  return [
    { kind: 'LAUNCH_FAILURES', severity: 'BROKEN', count: 5, since, detail: null },
    { kind: 'FAILED_DECISIONS', severity: 'DEGRADED', count: 2, since, detail: null },
  ];
}
