import { setTimeout } from 'node:timers/promises';
import {
  CreateApiTokenDocument,
  type InterruptionOutcome,
  InterruptionsDocument,
  NodesDocument,
  PendingPodGroupsDocument,
  RegisterClusterDocument,
  RejectDecisionDocument,
  RevokeApiTokenDocument,
} from '../../src/gql/graphql.js';
import {
  briefPool,
  capacityBuffers,
  clusterPools,
  deployment,
  disruptionBudget,
  generalPool,
  job,
  livingPool,
  namespace,
  nodeClass,
  nodeOverlays,
  pod,
  sparePool,
  standaloneClaim,
  staticPool,
  teamPool,
} from './fleet-manifests.js';
import { KerfClient } from './kerf-client.js';
import { decisionOf, type Stage, saveDefinitions, waitUntilRunning } from './stage.js';
import { until } from './until.js';

/** Longest time from the scenario until a node with a notice of 10 s has ended, or any other node drains. */
const interruptionMs = 25_000;
const small = { cpu: '1', memory: '1Gi' };

/** Brings the sandbox into the states that the specs need: both clusters at the same time, because most of it is waiting. */
export async function arrangeFleet(stage: Stage): Promise<void> {
  await Promise.all([arrangeProd(stage), arrangeStaging(stage)]);
  // Last, because the node drains for two minutes only.
  await interruptUntil(stage, 'DRAINING', 120);
}

async function arrangeProd(stage: Stage): Promise<void> {
  const script = await createTokens(stage);
  await registerBrokenCluster(stage);
  await defineProd(stage, script);
  // First and alone, because pods that wait together get one decision.
  await launchForPendingPods(stage);
  await Promise.all([expireNode(stage), proposeRemovals(stage), changeReplicas(stage)]);
}

async function arrangeStaging(stage: Stage): Promise<void> {
  await failLaunches(stage);
  await deleteNode(stage);
  await interruptNodes(stage);
}

/** Creates a token that is used and one that is revoked, and returns a client with the first. */
async function createTokens({ kerf, url }: Stage): Promise<KerfClient> {
  const create = async (name: string, role: string) => {
    const input = { name, role, expiresInDays: 90 };
    return (await kerf.request(CreateApiTokenDocument, { input })).createApiToken;
  };
  const { token } = await create('grafana', 'viewer');
  await kerf.request(RevokeApiTokenDocument, { input: { id: token?.id ?? '' } });
  const { secret } = await create('ci-deploy', 'admin');
  return KerfClient.withToken(url, secret ?? '');
}

/** A cluster whose registration check fails, because its role does not exist. */
async function registerBrokenCluster({ kerf }: Stage): Promise<void> {
  const input = {
    name: 'legacy-apse1',
    region: 'ap-southeast-1',
    roleArn: 'arn:aws:iam::111122223333:role/missing',
    mode: 'OBSERVE' as const,
  };
  await kerf.request(RegisterClusterDocument, { input });
}

async function defineProd(stage: Stage, script: KerfClient): Promise<void> {
  const { id, name, objects } = stage.prod;
  await saveDefinitions(
    script,
    id,
    nodeClass('default', name, 'al2023@latest'),
    generalPool('30s'),
  );
  await saveDefinitions(
    stage.kerf,
    id,
    generalPool('1s'),
    sparePool,
    livingPool,
    briefPool,
    teamPool('web'),
  );
  await objects.apply(nodeClass('old-al2', name, 'al2@latest'), ...clusterPools, ...nodeOverlays);
}

/** Pods that get nodes, together with pods that no NodePool takes. */
async function launchForPendingPods(stage: Stage): Promise<void> {
  const { objects } = stage.prod;
  await objects.apply(
    namespace('search'),
    job('indexer-rebuild', 2, {
      namespace: 'search',
      arch: 'amd64',
      requests: { cpu: '14', memory: '96Gi' },
    }),
    pod('debug', { requests: { cpu: '200' } }),
    deployment('inflate', 5, { pool: 'general', requests: small }),
    ...capacityBuffers,
  );
  await waitUntilRunning(stage.prod, 'inflate', 5);
  await decisionOf(stage, {
    clusterId: stage.prod.id,
    kinds: ['PROVISION'],
    states: ['EXECUTED'],
    nodePools: ['general'],
  });
}

/** Decisions about an empty node, a cheaper node, and drift. One is rejected, the others await approval. */
async function proposeRemovals(stage: Stage): Promise<void> {
  const { objects, id: clusterId } = stage.prod;
  const spare = deployment('spare', 1, { pool: 'spare', requests: small });
  const living = deployment('living', 3, { pool: 'living', requests: small });
  const team = deployment('team', 1, { pool: 'team', requests: small });
  await objects.apply(spare, living, team);
  await waitUntilRunning(stage.prod, 'spare', 1);
  await waitUntilRunning(stage.prod, 'living', 3);
  await waitUntilRunning(stage.prod, 'team', 1);
  await objects.scale(spare, 0);
  await objects.scale(living, 1);
  await saveDefinitions(stage.kerf, clusterId, teamPool('shop'));
  const states = ['AWAITING_APPROVAL' as const];
  await decisionOf(stage, { clusterId, states, kinds: ['EMPTY'], nodePools: ['spare'] });
  await decisionOf(stage, { clusterId, states, kinds: ['DRIFT'], nodePools: ['team'] });
  const { id, version } = await decisionOf(stage, {
    clusterId,
    states,
    kinds: ['CONSOLIDATE'],
    nodePools: ['living'],
  });
  const input = { id, expectedVersion: version, comment: 'not before the sale' };
  await stage.kerf.request(RejectDecisionDocument, { input });
}

/** A static NodePool gets nodes, then has one too many; a NodeClaim is created without a NodePool. */
async function changeReplicas(stage: Stage): Promise<void> {
  const { id: clusterId, objects } = stage.prod;
  await saveDefinitions(stage.kerf, clusterId, staticPool(2));
  await objects.apply(standaloneClaim);
  await decisionOf(stage, {
    clusterId,
    kinds: ['PROVISION'],
    states: ['EXECUTED'],
    nodePools: ['static'],
  });
  await saveDefinitions(stage.kerf, clusterId, staticPool(1));
  await decisionOf(stage, {
    clusterId,
    kinds: ['DEPROVISION'],
    states: ['AWAITING_APPROVAL'],
  });
}

/** EC2 has no Spot capacity for a while, and pods need it. */
async function failLaunches(stage: Stage): Promise<void> {
  const { id: clusterId, name: cluster, objects } = stage.staging;
  await stage.sandbox.runScenario('capacity-drought', { cluster, size: 1 });
  const requests = { cpu: '1500m', memory: '3Gi' };
  await objects.apply(deployment('report', 6, { capacityType: 'spot', requests }));
  await decisionOf(stage, { clusterId, kinds: ['PROVISION'], states: ['FAILED'] });
  await stage.sandbox.calm();
  await waitUntilRunning(stage.staging, 'report', 6);
}

/** A node reaches its `expireAfter`. */
async function expireNode(stage: Stage): Promise<void> {
  const { id: clusterId, objects } = stage.prod;
  const brief = deployment('brief', 1, { pool: 'brief', requests: small });
  await objects.apply(brief);
  await decisionOf(stage, { clusterId, kinds: ['EXPIRE'], states: ['EXECUTED'] });
  await objects.scale(brief, 0);
}

/** A user deletes a node. */
async function deleteNode(stage: Stage): Promise<void> {
  const { nodes } = await stage.kerf.request(NodesDocument, {
    clusterId: stage.staging.id,
    after: null,
    filter: { nodePools: ['general'], states: ['READY'] },
    orderBy: { field: 'CREATED_AT', direction: 'DESC' },
  });
  const name = nodes?.nodes[0]?.name ?? '';
  await stage.staging.objects.delete({ apiVersion: 'v1', kind: 'Node', metadata: { name } });
  await decisionOf(stage, { clusterId: stage.staging.id, kinds: ['DELETE'], states: ['EXECUTED'] });
}

const namespaces = ['catalog', 'ci', 'default', 'orders', 'web'];

/** Spot nodes: one drains in time, and one loses its pods, because PodDisruptionBudgets allow no eviction. */
async function interruptNodes(stage: Stage): Promise<void> {
  const { objects } = stage.staging;
  await interruptUntil(stage, 'DRAINED', 60);
  await objects.apply(...namespaces.map((each) => disruptionBudget(each, 0)));
  await interruptUntil(stage, 'PODS_LOST', 10);
  await waitUntilRunning(stage.staging, 'report', 6);
}

/** Interrupts one node after the other, until one has the outcome: an interrupted node may have run no pods. */
async function interruptUntil(
  stage: Stage,
  outcome: InterruptionOutcome,
  noticeSeconds: number,
): Promise<void> {
  const cluster = stage.staging.name;
  await until(`interruption ${outcome}`, async () => {
    await stage.sandbox.runScenario('spot-storm', { cluster, size: 1, seconds: 10, noticeSeconds });
    const end = Date.now() + interruptionMs;
    let found: string | undefined;
    while (found === undefined && Date.now() < end) {
      await setTimeout(500);
      found = await interruptionWith(stage, outcome);
    }
    return found;
  });
}

async function interruptionWith(
  { kerf, staging }: Stage,
  outcome: InterruptionOutcome,
): Promise<string | undefined> {
  const variables = { filter: { clusterId: staging.id, outcomes: [outcome] }, after: null };
  return (await kerf.request(InterruptionsDocument, variables)).interruptions.nodes[0]?.id;
}

/** Waits until all pending pods were evaluated. */
export async function waitForVerdicts({ kerf }: Stage): Promise<void> {
  await until('verdict on each pending pod', async () => {
    const variables = { clusterId: null, after: null };
    const { pendingPodGroups } = await kerf.request(PendingPodGroupsDocument, variables);
    const pods = pendingPodGroups?.nodes.flatMap((group) => group.pods) ?? [];
    return pods.length > 0 && pods.every(({ verdict }) => verdict !== null) ? pods : undefined;
  });
}
