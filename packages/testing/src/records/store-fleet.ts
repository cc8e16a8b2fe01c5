import type { Store } from '@kerf/application';
import { aCluster, recordedAt } from './cluster-records.js';
import { aDecision, anEmptyCommand } from './decision-record.js';
import { aNodeClassDefinition, aNodePoolDefinition, aRevisionOf } from './definition-records.js';
import { aNodeClaimRecord, aPlannedClaim } from './node-claim-record.js';
import { aNodeRow, aPodRow } from './read-model-rows.js';

/** Ids of the records of {@link storeFleet}. */
export const storedFleet = {
  cluster: 'clu_prod',
  clusterName: 'prod-eu-1',
  otherCluster: 'clu_lab',
  node: 'ip-10-0-0-1',
  nodeClaim: 'ncl_1',
  terminatingClaim: 'ncl_2',
  failedClaim: 'ncl_3',
  nodePool: 'npl_clu_prod_default',
  nodeClass: 'ncs_clu_prod_default',
  emptyDecision: 'dec_empty',
  provisionDecision: 'dec_provision',
  auditEntry: 'aud_1',
} as const;

/** Stores two clusters, the first with at least one record of everything that pages show. */
export async function storeFleet(store: Store): Promise<void> {
  const clusterId = storedFleet.cluster;
  await store.clusters.insert(
    aCluster({
      id: clusterId,
      name: storedFleet.clusterName,
      endpoint: 'https://example.eks.amazonaws.com',
      facts: {
        accountId: '111122223333',
        kubernetesVersion: '1.36',
        serviceCidr: '10.100.0.0/16',
        clusterDnsIp: '10.100.0.10',
      },
      checks: [{ step: 'AssumeRole', state: 'Passed', detail: 'arn:…', remedy: null }],
    }),
  );
  await store.clusters.insert(
    aCluster({
      id: storedFleet.otherCluster,
      name: 'lab',
      mode: 'observe',
      connection: {
        state: 'Checking',
        problem: null,
        syncedAt: null,
        changedAt: recordedAt,
      },
    }),
  );
  await storeNodesAndPods(store, clusterId);
  await storeDefinitions(store, clusterId);
  await storeClaims(store, clusterId);
  await storeDecisions(store, clusterId);
  await store.findings.record({
    clusterId,
    code: 'CATALOG_STALE',
    object: 'Region/us-east-1',
    message: 'types or prices could not be read',
    at: recordedAt,
  });
  await store.audit.add({
    id: storedFleet.auditEntry,
    at: recordedAt,
    actor: { kind: 'User', id: 'usr_ada', name: 'ada' },
    action: 'cluster.update',
    object: { kind: 'Cluster', id: clusterId, name: storedFleet.clusterName },
    clusterId,
    outcome: 'Done',
    comment: 'quiet hours',
    before: { mode: 'auto' },
    after: { mode: 'approve' },
    requestId: 'req-1',
  });
}

async function storeNodesAndPods(store: Store, clusterId: string): Promise<void> {
  await store.readModel.applyNodes(
    clusterId,
    [
      aNodeRow({
        clusterId,
        name: storedFleet.node,
        nodeClaimId: storedFleet.nodeClaim,
        taints: [{ key: 'team', value: 'shop', effect: 'NoSchedule' }],
      }),
      aNodeRow({
        clusterId,
        name: 'ip-10-0-0-2',
        nodePool: null,
        nodeClaimId: null,
        capacityType: 'spot',
        priceMicroUsdPerHour: null,
        state: 'NotReady',
        blockers: [],
      }),
    ],
    [],
  );
  await store.readModel.applyPods(
    clusterId,
    [
      aPodRow({ clusterId, uid: 'bound', phase: 'Bound', nodeName: storedFleet.node }),
      aPodRow({
        clusterId,
        uid: 'daemon',
        name: 'agent',
        ownerKind: 'DaemonSet',
        ownerName: 'agent',
        isDaemon: true,
        phase: 'Bound',
        nodeName: storedFleet.node,
      }),
      aPodRow({ clusterId, uid: 'waits-1', createdAt: recordedAt - 5_000 }),
      aPodRow({ clusterId, uid: 'waits-2' }),
      aPodRow({ clusterId, uid: 'waits-3', ownerKind: 'Job', ownerName: 'report' }),
    ],
    [],
  );
  const verdict = { clusterId, batchId: 'bat_1', evaluatedAt: recordedAt };
  await store.readModel.saveVerdicts([
    {
      ...verdict,
      podUid: 'waits-1',
      verdict: {
        kind: 'Unschedulable',
        reasons: [{ code: 'NO_NODE_POOL' }],
        byNodePool: [
          {
            nodePool: 'default',
            reason: {
              code: 'LIMIT_EXCEEDED',
              resource: 'cpu',
              limit: 1,
              usage: 1,
              needed: 1,
              instanceType: 'm5.large',
            },
            nearest: null,
            fix: { kind: 'NodePool', name: 'default', path: 'spec.limits.cpu' },
          },
        ],
        queuePosition: 1,
      },
    },
    {
      ...verdict,
      podUid: 'waits-2',
      verdict: {
        kind: 'NewNode',
        nodePool: 'default',
        nodeClaimId: storedFleet.nodeClaim,
        decisionId: storedFleet.provisionDecision,
      },
    },
  ]);
}

async function storeDefinitions(store: Store, clusterId: string): Promise<void> {
  const pool = aNodePoolDefinition({ clusterId, name: 'default', id: storedFleet.nodePool });
  const advice = {
    severity: 'Advice',
    code: 'SINGLE_ZONE',
    path: 'spec.template.spec.requirements',
    message: 'only one zone remains',
    found: 'us-east-1a',
    became: null,
  } as const;
  await store.definitions.insert(pool, aRevisionOf(pool, { findings: [advice] }));
  const nodeClass = aNodeClassDefinition({
    clusterId,
    name: 'default',
    id: storedFleet.nodeClass,
    source: 'Cluster',
  });
  await store.definitions.insert(nodeClass, aRevisionOf(nodeClass));
  await store.cost.saveReport(clusterId, recordedAt, {
    costMicroUsdPerHour: 96_000,
    lowerBoundMicroUsdPerHour: 60_000,
    nodes: 1,
    unpricedNodes: 1,
    pods: 1,
    unboundedPods: 0,
    causes: [
      {
        cause: 'PodDisruptionBudget',
        microUsdPerHour: 30_000,
        nodes: 1,
        subjects: [{ name: 'shop/web', microUsdPerHour: 30_000, nodes: 1 }],
      },
      { cause: 'NotHeldBack', microUsdPerHour: 6_000, nodes: 0, subjects: [] },
    ],
    boundParts: [
      {
        cause: 'NodePoolRequirements',
        microUsdPerHour: 50_000,
        subjects: [{ name: 'karpenter.sh/capacity-type', microUsdPerHour: 40_000 }],
      },
    ],
  });
  await store.readModel.saveBudgets(clusterId, recordedAt, [
    {
      nodePool: 'default',
      reason: 'Empty',
      nodes: 10,
      disrupting: 0,
      allowed: 1,
      limitingBudget: 0,
      changesAt: recordedAt + 3_600_000,
    },
  ]);
}

async function storeClaims(store: Store, clusterId: string): Promise<void> {
  await store.nodeClaims.insert([
    aNodeClaimRecord({
      clusterId,
      id: storedFleet.nodeClaim,
      state: 'Initialized',
      nodeName: storedFleet.node,
      decisionId: storedFleet.provisionDecision,
    }),
    aNodeClaimRecord({
      clusterId,
      id: storedFleet.terminatingClaim,
      state: 'Terminating',
      termination: {
        step: 'Cordoned',
        reason: 'Empty',
        startedAt: recordedAt,
        deadline: null,
        waitingFor: 'shop/web',
        stepAt: recordedAt,
      },
    }),
    aNodeClaimRecord({
      clusterId,
      id: storedFleet.failedClaim,
      state: 'LaunchFailed',
      instance: null,
      failure: { code: 'INSUFFICIENT_CAPACITY', offerings: 3, detail: 'no room' },
    }),
  ]);
}

async function storeDecisions(store: Store, clusterId: string): Promise<void> {
  const budget = {
    nodePool: 'default',
    reason: 'Empty',
    nodes: 10,
    disrupting: 0,
    allowed: 1,
    limitingBudget: 0,
    changesAt: null,
  } as const;
  const move = {
    podUid: 'bound',
    pod: 'shop/web-bound',
    from: storedFleet.node,
    to: 'ip-10-0-0-2',
  };
  await store.decisions.insert(
    aDecision({
      clusterId,
      id: storedFleet.emptyDecision,
      body: { type: 'Disrupt', command: anEmptyCommand({ moves: [move] }), budgets: [budget] },
    }),
    [{ at: recordedAt, kind: 'Proposed', actor: 'kerf', data: {} }],
  );
  await store.decisions.insert(
    aDecision({
      clusterId,
      id: storedFleet.provisionDecision,
      kind: 'Provision',
      state: 'Executed',
      verdict: { kind: 'Auto' },
      costChangeMicroUsdPerHour: 40_000,
      body: {
        type: 'Provision',
        batchId: 'bat_1',
        result: {
          engineVersion: '1',
          newNodeClaims: [
            aPlannedClaim({
              podUids: ['waits-2'],
              requirements: [
                {
                  key: 'kubernetes.io/arch',
                  operator: 'In',
                  values: ['amd64', 'arm64'],
                  minValues: null,
                },
              ],
              rejectedInstanceTypes: [
                { reason: { code: 'OFFERING_UNPRICED' }, count: 2, examples: ['x1.large'] },
              ],
            }),
          ],
          existingNodes: [{ nodeName: storedFleet.node, podUids: ['bound'] }],
          unschedulable: [],
          totalPriceMicroUsdPerHour: 40_000,
          cost: null,
        },
        optionCounts: { 'claim-0001': 7 },
        pods: {
          'waits-2': { namespace: 'shop', name: 'web-waits-2', owner: 'ReplicaSet/web' },
        },
        claims: { 'claim-0001': storedFleet.nodeClaim },
      },
    }),
    [],
  );
}
