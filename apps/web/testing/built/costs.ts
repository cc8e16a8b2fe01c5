import { minutesAgo, type Roots } from './roots.js';

const none = {
  // Specs of the fleet page look for the rows of other clusters.
  clusterName: 'ml-prod',
  nodesAdded: 0,
  nodesRemoved: 0,
  nodesRepriced: 0,
  unpricedNodes: 0,
  nodePools: ['general'],
  drivers: 1,
};

const drivers = [
  {
    ...none,
    kind: 'PROVISION',
    message: 'Launched for Deployment shop/web',
    change: '0.36',
    nodesAdded: 4,
    decisionIds: ['dec_01A1', 'dec_01A2', 'dec_01A3', 'dec_01A4'],
    decisions: 7,
    nodeClaims: ['general-x2k4p', 'general-b7d9w', 'general-q8r2s', 'general-l3m5n'],
  },
  {
    ...none,
    kind: 'CONSOLIDATE',
    message: 'Consolidation',
    change: '-0.28',
    nodesAdded: 1,
    nodesRemoved: 3,
    nodePools: ['batch', 'general'],
    decisionIds: ['dec_01B1'],
    decisions: 1,
  },
  {
    ...none,
    kind: 'PRICE',
    message: 'New price of spot m5.large',
    change: '0.12',
    nodesRepriced: 5,
    nodePools: ['spot'],
  },
  {
    ...none,
    kind: 'INTERRUPT',
    message: 'Interrupted nodes',
    change: '0',
    nodesAdded: 1,
    nodesRemoved: 1,
    interruptionIds: ['int_01C1'],
  },
  {
    ...none,
    kind: 'DRIFT',
    message: 'Drifted nodes after changes of NodePool/general',
    change: '0',
    nodesAdded: 1,
    nodesRemoved: 1,
    definitions: [
      { definition: 'NodePool/general', fields: ['spec.template.metadata.labels.team'] },
    ],
  },
  {
    ...none,
    kind: 'UNMANAGED',
    message: 'Nodes that Kerf does not manage: t3.small',
    change: '0',
    nodesAdded: 1,
    nodesRemoved: 1,
    nodePools: [],
  },
];

/** Hours before the recording. */
const hours = Array.from({ length: 24 }, (_, index) => 24 - index);

const noOwner = { clusterId: null, clusterName: null, namespace: null, ownerKind: null };
const group = { ...noOwner, kind: 'PODS', groups: 1, unpricedPods: 0 };
const idle = {
  ...noOwner,
  kind: 'IDLE',
  key: '',
  groups: 0,
  pods: 0,
  unpricedPods: 0,
  price: '0.4',
};

/** Namespaces, teams or values of a label. */
const groups = [
  { ...group, key: 'shop', pods: 24, price: '0.8' },
  { ...group, key: 'data', pods: 6, unpricedPods: 2, price: '0.3' },
  { ...group, key: '', pods: 3, price: '0.1' },
];
const ofShop = { ...group, clusterName: 'shop-staging-use1', namespace: 'shop' };
const owners = [
  { ...ofShop, key: 'web', ownerKind: 'Deployment', pods: 20, price: '0.7' },
  { ...ofShop, key: '', ownerKind: 'None', pods: 4, price: '0.1' },
];

/** A day in which a workload grew, consolidation saved, and a price changed. */
export const costRoots: Roots = {
  costAllocation: ({ by, of }) => ({
    asOf: minutesAgo(0),
    total: of === undefined ? '1.6' : '0.8',
    nodes: 18,
    unpricedNodes: 1,
    shares: of === undefined ? [...(by === 'OWNER' ? owners : groups), idle] : owners,
  }),
  costChange: ({ from, to }) => ({
    from: from ?? minutesAgo(24 * 60),
    to: to ?? minutesAgo(0),
    asOf: to ?? minutesAgo(0),
    knownFrom: minutesAgo(3 * 24 * 60),
    before: '1.4',
    after: '1.6',
    change: '0.2',
    increase: '0.48',
    decrease: '-0.28',
    nodesBefore: 16,
    nodesAfter: 18,
    unpricedNodesBefore: 0,
    unpricedNodesAfter: 0,
    drivers,
    gaps: [],
  }),
  trend: () => ({
    bucketMs: 3_600_000,
    buckets: hours.map((hour) => minutesAgo(60 * hour)),
    price: { from: minutesAgo(24 * 60), before: '1.4', values: hours.map(() => '1.5') },
    nodes: { from: minutesAgo(24 * 60), before: 16, values: hours.map(() => 17.5) },
    pendingPods: { from: minutesAgo(24 * 60), before: 0, values: hours.map(() => 0.5) },
    possibleSaving: { from: minutesAgo(24 * 60), before: '0.3', values: hours.map(() => '0.25') },
  }),
};
