import {
  AuditEntriesDocument,
  ClusterDetailsDocument,
  ClusterNamesDocument,
  ClusterOverlaysAndBuffersDocument,
  type CostDimension,
  type CostFilter,
  CostHistoryDocument,
  CostMonthDocument,
  CostNowDocument,
  CostReportDocument,
  DecisionDetailsDocument,
  type DecisionKind,
  type DecisionState,
  DecisionsDocument,
  DisruptionBudgetsDocument,
  FleetDocument,
  InterruptionCountsDocument,
  InterruptionDetailsDocument,
  type InterruptionOutcome,
  InterruptionsDocument,
  NodeClaimDetailsDocument,
  NodeClaimsDocument,
  NodeClassDetailsDocument,
  NodeClassesDocument,
  NodeDetailsDocument,
  NodePoolDetailsDocument,
  NodePoolsDocument,
  NodesDocument,
  PendingPodGroupsDocument,
  RefusedDefinitionsDocument,
  RolesDocument,
  ShellDocument,
} from '../../src/gql/graphql.js';
import type { Subjects } from '../recording/recording.js';
import type { Recorder } from './recorder.js';
import type { Stage } from './stage.js';

/** A name that no object has. */
const missing = 'nowhere';
const hourMs = 3_600_000;

/** Requests what the pages show, and returns the objects that specs open. */
export async function readPages(recorder: Recorder, stage: Stage): Promise<Subjects> {
  const now = Date.now();
  await readFrame(recorder);
  await readClusters(recorder, stage);
  await readCosts(recorder, stage, now);
  return {
    prod: stage.prod.id,
    staging: stage.staging.id,
    ...(await readDefinitions(recorder, stage)),
    ...(await readDecisions(recorder, stage)),
    ...(await readNodes(recorder, stage)),
    ...(await readInterruptions(recorder, stage, now)),
    ...(await readAudit(recorder)),
  };
}

async function readFrame(recorder: Recorder): Promise<void> {
  await recorder.record(ShellDocument, {});
  await recorder.record(ClusterNamesDocument, { after: null });
  await recorder.record(RefusedDefinitionsDocument, { after: null });
  await recorder.record(FleetDocument, { after: null });
  await recorder.record(RolesDocument, {});
}

async function readClusters(recorder: Recorder, { prod, staging }: Stage): Promise<void> {
  for (const name of [prod.name, staging.name, 'data-prod-euw1', 'legacy-apse1', missing]) {
    await recorder.record(ClusterDetailsDocument, { name });
    await recorder.record(ClusterOverlaysAndBuffersDocument, { name });
  }
  for (const clusterId of [null, prod.id, staging.id]) {
    await recorder.record(PendingPodGroupsDocument, { clusterId, after: null });
    await recorder.record(DisruptionBudgetsDocument, { clusterId });
  }
}

async function readCosts(recorder: Recorder, { prod, staging }: Stage, now: number): Promise<void> {
  for (const clusterId of [null, prod.id, staging.id]) {
    await recorder.record(CostNowDocument, { clusterId });
    await recorder.record(CostReportDocument, { clusterId });
  }
  const readHistory = async (by: CostDimension, only: Partial<CostFilter> = {}) => {
    const filter = { clusterId: null, nodePools: null, capacityTypes: null, ...only };
    const from = new Date(now - 7 * 24 * hourMs).toISOString();
    const to = new Date(now).toISOString();
    const { clusterId } = filter;
    await recorder.record(CostHistoryDocument, { by, from, to, filter, clusterId });
    await recorder.record(CostMonthDocument, { filter });
  };
  await readHistory('CLUSTER');
  await readHistory('CAPACITY_TYPE');
  await readHistory('NODE_POOL');
  await readHistory('NODE_POOL', { nodePools: ['general'] });
  await readHistory('NODE_POOL', { clusterId: staging.id });
}

async function readDefinitions(recorder: Recorder, { prod, staging }: Stage) {
  const pools = new Map<string, string>();
  const classes = new Map<string, string>();
  for (const clusterId of [null, staging.id, prod.id]) {
    const { nodePools } = await recorder.record(NodePoolsDocument, { clusterId, after: null });
    const { nodeClasses } = await recorder.record(NodeClassesDocument, { clusterId, after: null });
    for (const { name, id } of nodePools.nodes) pools.set(name, id);
    for (const { name, id } of nodeClasses.nodes) classes.set(name, id);
  }
  for (const name of ['general', 'memory', 'static']) {
    await recorder.record(NodePoolDetailsDocument, { id: pools.get(name) ?? '' });
  }
  for (const name of ['default', 'old-al2']) {
    await recorder.record(NodeClassDetailsDocument, { id: classes.get(name) ?? '' });
  }
  return { generalPool: pools.get('general') ?? '' };
}

async function readDecisions(recorder: Recorder, { prod, staging }: Stage) {
  await recorder.record(DecisionsDocument, { filter: {}, after: null });
  await recorder.record(DecisionsDocument, {
    filter: { states: ['AWAITING_APPROVAL'] },
    after: null,
  });
  const open = async (
    kind: DecisionKind,
    state: DecisionState,
    { clusterId, nodePools }: { clusterId?: string; nodePools?: readonly string[] } = {},
  ) => {
    const filter = { clusterId: clusterId ?? null, kinds: [kind], states: [state] };
    const { decisions } = await recorder.read(DecisionsDocument, { filter, after: null });
    const id = decisions.nodes.findLast(
      (each) => nodePools === undefined || each.nodePools.join() === nodePools.join(),
    )?.id;
    if (id === undefined) throw new Error(`There is no decision ${kind} ${state}.`);
    await recorder.record(DecisionDetailsDocument, { id });
    return id;
  };
  const ofProd = (...nodePools: readonly string[]) => ({ clusterId: prod.id, nodePools });
  await recorder.record(DecisionDetailsDocument, { id: missing });
  return {
    emptyDecision: await open('EMPTY', 'AWAITING_APPROVAL', ofProd('spare')),
    driftDecision: await open('DRIFT', 'AWAITING_APPROVAL', ofProd('team')),
    consolidateDecision: await open('CONSOLIDATE', 'REJECTED', ofProd('living')),
    provisionDecision: await open('PROVISION', 'EXECUTED', ofProd('general')),
    observedDecision: await open('PROVISION', 'PROPOSED', { nodePools: ['analytics'] }),
    failedDecision: await open('PROVISION', 'FAILED', { clusterId: staging.id }),
    staticDecision: await open('PROVISION', 'EXECUTED', ofProd('static')),
    standaloneDecision: await open('PROVISION', 'EXECUTED', ofProd()),
    surplusDecision: await open('DEPROVISION', 'AWAITING_APPROVAL', ofProd('static')),
    interruptDecision: await open('INTERRUPT', 'EXECUTED'),
    drainingDecision: await open('INTERRUPT', 'EXECUTING'),
    expireDecision: await open('EXPIRE', 'EXECUTED'),
    deleteDecision: await open('DELETE', 'EXECUTED'),
  };
}

async function readNodes(recorder: Recorder, { prod, staging }: Stage) {
  const clusterId = prod.id;
  const orderBy = { field: 'NAME', direction: 'ASC' } as const;
  const { nodes } = await recorder.record(NodesDocument, {
    clusterId,
    filter: {},
    orderBy,
    after: null,
  });
  const managed = nodes?.nodes.find(({ nodePool }) => nodePool === 'general');
  const unmanaged = nodes?.nodes.find(({ nodeClaimId }) => nodeClaimId === null);
  if (managed === undefined || unmanaged === undefined) throw new Error('There are too few nodes.');
  await recorder.record(NodesDocument, {
    clusterId: staging.id,
    filter: {},
    orderBy,
    after: null,
  });
  for (const filter of [{ nodePools: ['general'] }, { search: managed.name }]) {
    await recorder.record(NodesDocument, { clusterId, filter, orderBy, after: null });
  }
  for (const name of [managed.name, unmanaged.name, missing]) {
    await recorder.record(NodeDetailsDocument, { clusterId, name });
  }
  const alive = ['REQUESTED', 'LAUNCHING', 'LAUNCHED', 'REGISTERED', 'INITIALIZED'] as const;
  await recorder.record(NodeClaimsDocument, {
    clusterId,
    filter: { states: [...alive, 'TERMINATING'] },
    after: null,
  });
  const { nodeClaims: failed } = await recorder.record(NodeClaimsDocument, {
    clusterId: staging.id,
    filter: { states: ['LAUNCH_FAILED'] },
    after: null,
  });
  const failedClaim = failed?.nodes[0]?.id ?? '';
  for (const id of [managed.nodeClaimId ?? '', failedClaim, missing]) {
    await recorder.record(NodeClaimDetailsDocument, { id });
    await recorder.record(InterruptionsDocument, { filter: { nodeClaimId: id }, after: null });
  }
  return {
    managedNode: managed.name,
    managedClaim: managed.nodeClaimId ?? '',
    unmanagedNode: unmanaged.name,
    failedClaim,
  };
}

async function readInterruptions(recorder: Recorder, { prod, staging }: Stage, now: number) {
  const read = async (filter: { clusterId?: string; outcomes?: InterruptionOutcome[] }) => {
    const variables = { filter, after: null };
    return (await recorder.record(InterruptionsDocument, variables)).interruptions.nodes;
  };
  await read({});
  await read({ clusterId: prod.id });
  await read({ clusterId: staging.id });
  await read({ outcomes: ['NOTED'] });
  const [lost] = await read({ outcomes: ['PODS_LOST'] });
  if (lost === undefined) throw new Error('There is no interruption that lost pods.');
  for (const id of [lost.id, missing]) await recorder.record(InterruptionDetailsDocument, { id });
  for (const clusterId of [null, prod.id, staging.id]) {
    const day = { clusterId, receivedFrom: new Date(now - 24 * hourMs).toISOString() };
    await recorder.record(InterruptionCountsDocument, {
      draining: { clusterId, outcomes: ['DRAINING'] },
      day,
      lost: { ...day, outcomes: ['PODS_LOST'] },
    });
  }
  return { lostPodsInterruption: lost.id };
}

async function readAudit(recorder: Recorder) {
  const read = async (filter: { actor?: string; action?: string; object?: string }) => {
    const variables = { filter, after: null };
    return (await recorder.record(AuditEntriesDocument, variables)).auditEntries.nodes;
  };
  await read({});
  await read({ action: 'api-token.' });
  await read({ object: missing });
  await read({ actor: 'ci-deploy' });
  const updates = await read({ action: 'definition.update' });
  return {
    updatedPoolEntry: updates.find(({ objectName }) => objectName === 'general')?.id ?? '',
  };
}
