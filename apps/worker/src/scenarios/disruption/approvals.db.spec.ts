import {
  type ApprovalRule,
  approveDecision,
  breakGlass,
  type DecideOutcome,
  type Decision,
  excludeNodes,
  expireNodeClaims,
  organizationAdmin,
  type Principal,
  requireCluster,
  saveApprovalPolicy,
  updateCluster,
} from '@kerf/application';
import { invariant } from '@kerf/core';
import { type Database } from '@kerf/db';
import type { ClusterMode } from '@kerf/engine';
import { aPod, aRevisionOf } from '@kerf/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ClusterSimulation } from '../../testing/cluster-simulation.js';
import { recordsInPostgres } from '../../testing/simulation-records.js';
import { storeAdministrator } from '../../testing/store-administrator.js';
import { openTestDatabase } from '../../testing/test-database.js';

const person = (name: string): Principal => ({
  kind: 'User',
  id: `usr_${name}`,
  name,
  ...organizationAdmin,
});
const [ada, grace, alan] = [person('ada'), person('grace'), person('alan')];
const nodeCount = 2;
let database: Database;

/** Minutes of a cluster take thousands of statements, and the machine may be busy. */
vi.setConfig({ testTimeout: 300_000 });

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const ask = {
  kind: 'Ask',
  approvals: 2,
  from: { roles: ['admin'], teams: [], people: [] },
  expiresAfterMs: null,
  remindAfterMs: 60_000,
  escalation: null,
} as const;
const twoApprovals: ApprovalRule = {
  name: 'two for production',
  match: { kinds: ['Empty'] },
  action: ask,
};

/** A cluster with these rules, and three people who may approve. */
async function openWithRules(
  mode: ClusterMode,
  rules: readonly ApprovalRule[],
): Promise<ClusterSimulation> {
  const simulation = await ClusterSimulation.open(recordsInPostgres(database), { mode });
  for (const name of ['grace', 'alan']) await storeAdministrator(simulation.store, name);
  const current = await simulation.store.approvalPolicies.current();
  const saved = await saveApprovalPolicy({ ...simulation.ports, store: simulation.store }, ada, {
    rules,
    expectedVersion: current?.version ?? 0,
    comment: null,
    restoredFrom: null,
    dryRun: false,
    requestId: null,
  });
  expect(saved.kind).toBe('Saved');
  return simulation;
}

/** Nodes with one pod each, which then end: the nodes are empty at the same time. */
async function openWithEmptyNodes(rules: readonly ApprovalRule[]): Promise<ClusterSimulation> {
  const simulation = await openWithRules('auto', rules);
  simulation.cluster.respawns = false;
  for (let node = 0; node < nodeCount; node += 1) {
    simulation.cluster.addPods([
      aPod().requesting({ milliCpu: 1_700, memoryMib: 64 }).named(`only-${node}`).build(),
    ]);
    await simulation.until(() => Promise.resolve(simulation.cluster.pending.size === 0));
  }
  expect(simulation.cluster.nodes.size).toBe(nodeCount);
  // All of them are consolidatable as soon as they are empty.
  simulation.clock.advance(60_000);
  for (let node = 0; node < nodeCount; node += 1) {
    const name = `only-${node}`;
    await simulation.cluster.deletePod(null, { uid: name, namespace: 'default', name });
  }
  simulation.clock.advance(60_000);
  return simulation;
}

const emptiness = async (simulation: ClusterSimulation): Promise<readonly Decision[]> =>
  (await simulation.decisions()).filter(({ kind }) => kind === 'Empty');

async function waiting(simulation: ClusterSimulation): Promise<Decision> {
  await simulation.until(async () =>
    (await emptiness(simulation)).some(({ state }) => state === 'AwaitingApproval'),
  );
  const found = (await emptiness(simulation)).find(({ state }) => state === 'AwaitingApproval');
  invariant(found !== undefined, 'a decision awaits approval');
  return found;
}

const approveAs = (
  simulation: ClusterSimulation,
  principal: Principal,
  { id, version, approval }: Decision,
): Promise<DecideOutcome> =>
  approveDecision({ ...simulation.ports, store: simulation.store }, principal, {
    decisionId: id,
    expectedVersion: version,
    planDigest: approval?.planDigest ?? null,
    comment: null,
    requestId: null,
  });

const kindsOf = async ({ store }: ClusterSimulation, { id }: Decision) =>
  (await store.decisions.events(id)).map(({ kind }) => kind);

describe('a rule that asks for two approvals', () => {
  it('has the nodes removed once two people have approved, also at the same time', async () => {
    const simulation = await openWithEmptyNodes([twoApprovals]);
    const decision = await waiting(simulation);
    expect(decision).toMatchObject({
      verdict: { kind: 'NeedsApproval', approvals: 2 },
      approval: { rule: { name: 'two for production' } },
    });
    expect((await approveAs(simulation, ada, decision)).kind).toBe('Decided');
    expect(await approveAs(simulation, ada, decision)).toMatchObject({
      kind: 'Refused',
      refusal: { code: 'AlreadyReviewed' },
    });
    expect((await simulation.store.decisions.find(decision.id))?.state).toBe('AwaitingApproval');
    const last = await Promise.all([
      approveAs(simulation, grace, decision),
      approveAs(simulation, alan, decision),
    ]);
    expect(last.map(({ kind }) => kind).toSorted()).toEqual(['AlreadyDecided', 'Decided']);
    await simulation.until(
      async () => (await simulation.store.decisions.find(decision.id))?.state === 'Executed',
    );
    const kinds = await kindsOf(simulation, decision);
    expect(kinds.filter((kind) => kind === 'ReviewGiven')).toHaveLength(1);
    expect(kinds.filter((kind) => kind === 'Approved')).toHaveLength(1);
    expect(kinds.filter((kind) => kind === 'ExecutionStarted')).toHaveLength(1);
  });

  it('says once that a reminder is due', async () => {
    const simulation = await openWithEmptyNodes([twoApprovals]);
    const decision = await waiting(simulation);
    simulation.clock.advance(61_000);
    await simulation.until(async () =>
      (await kindsOf(simulation, decision)).includes('ReminderDue'),
    );
    let turns = 20;
    await simulation.until(() => Promise.resolve(turns-- <= 0));
    const kinds = await kindsOf(simulation, decision);
    expect(kinds.filter((kind) => kind === 'ReminderDue')).toHaveLength(1);
    const now = await simulation.store.decisions.find(decision.id);
    expect(now?.version).toBe(decision.version);
  });
});

describe('excluding a node', () => {
  it('supersedes the plan by one of the rest, which its editor must not approve', async () => {
    const one: ApprovalRule = {
      ...twoApprovals,
      action: { ...ask, approvals: 1 },
    };
    const simulation = await openWithEmptyNodes([one]);
    const decision = await waiting(simulation);
    invariant(decision.body.type === 'Disrupt', 'emptiness is a disruption');
    const [first, second] = decision.body.command.candidates;
    invariant(first !== undefined && second !== undefined, 'two nodes are empty');
    const excluded = await excludeNodes({ ...simulation.ports, store: simulation.store }, ada, {
      decisionId: decision.id,
      expectedVersion: decision.version,
      nodeNames: [first.nodeName],
      comment: 'it runs a debugger',
      requestId: null,
    });
    invariant(excluded.kind === 'Decided', 'the exclusion is recorded');
    expect(await approveAs(simulation, grace, excluded.decision)).toMatchObject({
      kind: 'Refused',
      refusal: { code: 'Stale' },
    });
    await simulation.until(
      async () => (await simulation.store.decisions.find(decision.id))?.state === 'Superseded',
    );
    const events = await simulation.store.decisions.events(decision.id);
    const successorId = events.find(({ kind }) => kind === 'Superseded')?.data.successor;
    invariant(successorId !== undefined, 'the history names the successor');
    await simulation.until(
      async () =>
        (await simulation.store.decisions.find(successorId))?.state === 'AwaitingApproval',
    );
    const successor = await simulation.store.decisions.find(successorId);
    expect(successor).toMatchObject({
      nodeCount: 1,
      body: { command: { candidates: [{ nodeName: second.nodeName }] } },
      approval: {
        edit: { replaces: decision.id, nodeNames: [first.nodeName], personId: 'usr_ada' },
      },
    });
    invariant(successor !== null, 'the successor is stored');
    expect(await approveAs(simulation, ada, successor)).toMatchObject({
      kind: 'Refused',
      refusal: { code: 'Forbidden' },
    });
    expect((await approveAs(simulation, grace, successor)).kind).toBe('Decided');
    await simulation.until(
      async () => (await simulation.store.decisions.find(successorId))?.state === 'Executed',
    );
    expect(simulation.cluster.nodes.has(first.nodeName)).toBe(true);
    expect(simulation.cluster.nodes.has(second.nodeName)).toBe(false);
  });
});

describe('a rule that asks before expiration', () => {
  it('has an expired node wait for the approval, in a mode that does not ask', async () => {
    const rule: ApprovalRule = {
      name: 'expiration',
      match: { kinds: ['Expire'] },
      action: { ...ask, approvals: 1 },
    };
    const simulation = await openWithRules('auto', [rule]);
    const { store, clusterId, clock, ports, cluster } = simulation;
    const [pool] = await store.definitions.nodePools(clusterId);
    invariant(pool !== undefined, 'the cluster has a pool');
    const { template } = pool.spec;
    const spec = {
      ...pool.spec,
      disruption: { ...pool.spec.disruption, consolidateAfter: 'Never' as const },
      template: { ...template, spec: { ...template.spec, expireAfter: '1h' as const } },
    };
    const changed = { ...pool, spec, revision: pool.revision + 1 };
    await store.definitions.save(changed, aRevisionOf(changed));
    cluster.respawns = true;
    cluster.addPods([aPod().requesting({ milliCpu: 1_000, memoryMib: 64 }).named('web').build()]);
    await simulation.until(() => Promise.resolve(cluster.pending.size === 0));
    const [node] = cluster.nodes.keys();
    clock.advance(3_600_000);
    await expireNodeClaims(ports, clusterId);
    const expired = async () =>
      (await simulation.decisions()).find(({ kind }) => kind === 'Expire');
    const decision = await expired();
    invariant(decision !== undefined, 'the expiration is a decision');
    expect(decision).toMatchObject({
      state: 'AwaitingApproval',
      podCount: 1,
      approval: { rule: { name: 'expiration' } },
    });
    let turns = 10;
    await simulation.until(() => Promise.resolve(turns-- <= 0));
    expect([...cluster.nodes.keys()]).toEqual([node]);
    expect((await approveAs(simulation, ada, decision)).kind).toBe('Decided');
    await simulation.until(async () => (await expired())?.state === 'Executed');
    expect([...cluster.nodes.keys()]).not.toContain(node);
    expect(cluster.pending.size).toBe(0);
  });
});

describe('break-glass on a decision that the mode observe only shows', () => {
  it('executes it, audits it and notifies of it, and the mode stays', async () => {
    const simulation = await openWithEmptyNodes([]);
    const { store, clusterId, cluster } = simulation;
    const ports = { ...simulation.ports, store };
    const { version } = await requireCluster(store, clusterId);
    const changed = await updateCluster(ports, ada, {
      id: clusterId,
      expectedVersion: version,
      mode: 'observe',
      settings: {},
      requestId: null,
    });
    expect(changed.kind).toBe('Updated');
    const shown = async () =>
      (await emptiness(simulation)).find(
        ({ state, verdict }) => state === 'Proposed' && verdict.kind === 'ObserveOnly',
      );
    await simulation.until(async () => (await shown()) !== undefined);
    let seconds = 0;
    await simulation.until(async () => (seconds += 1) > 60);
    expect(cluster.nodes.size).toBe(nodeCount);
    const decision = await shown();
    invariant(decision !== undefined, 'a decision is shown');

    const comment = 'the nodes have a bad disk';
    const outcome = await breakGlass(ports, ada, {
      decisionId: decision.id,
      expectedVersion: decision.version,
      comment,
      requestId: 'req-glass',
    });
    invariant(outcome.kind === 'Decided', outcome.kind);
    const executed = async () => store.decisions.find(outcome.decision.id);
    await simulation.until(async () => (await executed())?.state === 'Executed');
    expect(await executed()).toMatchObject({ decidedBy: 'ada', comment });
    expect(await kindsOf(simulation, outcome.decision)).toEqual(
      expect.arrayContaining(['Proposed', 'BreakGlass', 'Approved', 'Executed']),
    );
    expect((await store.decisions.find(decision.id))?.state).toBe('Superseded');
    expect(cluster.nodes.size).toBe(nodeCount - decision.nodeCount);
    expect((await requireCluster(store, clusterId)).mode).toBe('observe');

    const audited = await database.prisma.auditEntry.findMany({
      where: { clusterId, action: 'decision.break-glass' },
    });
    expect(audited).toMatchObject([
      {
        actorName: 'ada',
        objectId: decision.id,
        comment,
        requestId: 'req-glass',
        after: { value: { overrides: 'Observe', executedAs: outcome.decision.id } },
      },
    ]);
    const notified = await database.prisma.notificationEvent.findMany({
      where: { clusterId, kind: 'decision.break-glass' },
    });
    expect(notified).toHaveLength(1);
    const body = JSON.stringify(notified[0]?.body);
    expect(body).toContain(comment);
    expect(body).toContain(outcome.decision.id);
  });
});
