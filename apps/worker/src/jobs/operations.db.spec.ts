import {
  checkLiveness,
  type Decision,
  done,
  type NodeClaim,
  notNeeded,
  OperationTracker,
  type OutboxMessage,
  type PendingWork,
  rearmWork,
  Sweep,
  waitFor,
} from '@kerf/application';
import { AppError } from '@kerf/core';
import { type Database, drainOutbox } from '@kerf/db';
import { aDecision, aNodeClaimRecord } from '@kerf/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ClusterSimulation } from '../testing/cluster-simulation.js';
import { recordsInPostgres } from '../testing/simulation-records.js';
import { openTestDatabase } from '../testing/test-database.js';
import { createClusterFailureLog } from './job-failures.js';

let database: Database;
let simulation: ClusterSimulation;
let clusterId: string;
let number = 0;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  simulation = await ClusterSimulation.open(recordsInPostgres(database), { mode: 'auto' });
  clusterId = simulation.clusterId;
  await takeOutbox();
});

const denied = new AppError({
  code: 'CLUSTER.FORBIDDEN',
  message: 'PATCH /api/v1/nodes/a: forbidden',
  retry: { kind: 'backoff' },
  meta: { permission: 'patch nodes' },
});
const minute = 60_000;
const nothingPending: PendingWork = { has: () => false };

const failures = () => simulation.store.operationFailures.list(clusterId);
const tracker = () => new OperationTracker(simulation.ports, clusterId);
const rearm = (pending = nothingPending) =>
  rearmWork(simulation.ports, clusterId, () => Promise.resolve(pending));

async function takeOutbox() {
  const taken: { readonly message: OutboxMessage; readonly inMs: number }[] = [];
  await drainOutbox(database.pool, 1_000, (entries) => {
    for (const { message, deliverAt } of entries) {
      if (!('clusterId' in message) || message.clusterId !== clusterId) continue;
      taken.push({ message, inMs: deliverAt - simulation.clock.now() });
    }
    return Promise.resolve();
  });
  return taken;
}

async function insertClaim(changes: Partial<NodeClaim>): Promise<NodeClaim> {
  number += 1;
  const at = simulation.clock.now();
  const id = `ncl_${number}`;
  const claim = aNodeClaimRecord({ clusterId, id, name: `default-${number}`, ...changes });
  const dated = { ...claim, requestedAt: at, launchedAt: claim.instance === null ? null : at };
  await simulation.store.nodeClaims.insert([dated]);
  return dated;
}

const terminating = (): Partial<NodeClaim> => ({
  state: 'Terminating',
  termination: {
    step: 'Cordoned',
    reason: 'Drifted',
    startedAt: simulation.clock.now(),
    deadline: null,
    waitingFor: null,
    stepAt: simulation.clock.now(),
  },
});

const terminate = ({ id }: NodeClaim): OutboxMessage => ({
  type: 'node-claim.terminate',
  clusterId,
  nodeClaimId: id,
});

describe('a failed job', () => {
  const found = () =>
    database.prisma.finding.findMany({ where: { clusterId, code: 'RECORD_UNREADABLE' } });
  const failure = {
    jobName: 'node-claim.register',
    jobId: '1',
    payload: {},
    unreadable: null,
    error: new Error('failed'),
    willRetry: false,
  };

  it('is recorded as a finding only if its payload is invalid', async () => {
    const report = createClusterFailureLog(simulation.ports, { warn: () => undefined }, clusterId);
    report(failure);
    report({ ...failure, jobName: 'node-claim.launch', unreadable: 'nodeClaimIds is missing' });
    await vi.waitFor(
      async () =>
        expect(await found()).toMatchObject([
          { object: 'Job/node-claim.launch', message: expect.stringContaining('nodeClaimIds') },
        ]),
      { timeout: 30_000 },
    );
  });
});

describe('an operation that keeps failing', () => {
  it('is recorded with its start, attempts, error and remedy', async () => {
    const claim = await insertClaim(terminating());
    const subject = { clusterId, nodeClaimId: claim.id };
    const since = simulation.clock.now();
    await tracker().failed('node-claim.terminate', subject, new TypeError('a bug'));
    simulation.clock.advance(minute);
    // Another worker has acquired the cluster.
    await tracker().failed('node-claim.terminate', subject, denied);
    expect(await failures()).toEqual([
      {
        clusterId,
        operation: 'node-claim.terminate',
        object: { kind: 'NodeClaim', id: claim.id, name: claim.name },
        errorCode: 'CLUSTER.FORBIDDEN',
        message: denied.message,
        remedy: expect.stringContaining('Grant “patch nodes”'),
        attempts: 2,
        firstFailedAt: since,
        lastFailedAt: since + minute,
      },
    ]);
  });

  it('is cleared when it succeeds, also by a later worker', async () => {
    const claim = await insertClaim(terminating());
    const other = await insertClaim(terminating());
    const first = tracker();
    for (const { id } of [claim, other]) {
      await first.failed('node-claim.terminate', { clusterId, nodeClaimId: id }, denied);
    }
    await first.succeeded('node-claim.sync', { clusterId, nodeClaimId: claim.id }, done);
    expect(await failures()).toHaveLength(2);
    const second = tracker();
    await second.succeeded(
      'node-claim.terminate',
      { clusterId, nodeClaimId: claim.id },
      waitFor(1),
    );
    expect((await failures()).map(({ object }) => object.id)).toEqual([other.id]);
  });

  it('of a cluster is not cleared while it waits or has nothing to do', async () => {
    const subject = { clusterId, batchId: 'bat_1' };
    const ofCluster = tracker();
    await ofCluster.failed('provisioning.solve-batch', subject, denied);
    await ofCluster.succeeded('provisioning.solve-batch', subject, notNeeded);
    await ofCluster.succeeded('provisioning.solve-batch', subject, waitFor(100));
    expect(await failures()).toMatchObject([{ object: { kind: 'Cluster', id: clusterId } }]);
    await ofCluster.succeeded('provisioning.solve-batch', subject, done);
    expect(await failures()).toEqual([]);
  });

  it('is recorded only for NodeClaims that are not launched yet', async () => {
    const launched = await insertClaim({ state: 'Launched' });
    const waiting = await insertClaim({ state: 'Launching', instance: null });
    const nodeClaimIds = [launched.id, waiting.id];
    await tracker().failed('node-claim.launch', { clusterId, nodeClaimIds }, denied);
    expect((await failures()).map(({ object }) => object.name)).toEqual([waiting.name]);
  });

  it('is recorded by the next lease holder', async () => {
    const lost = new AppError({ code: 'STATE.STALE', message: 'another worker holds it' });
    await tracker().failed('disruption.plan', { clusterId }, lost);
    expect(await failures()).toEqual([]);
  });
});

describe('a launch that exceeds its time limit', () => {
  it('fails with the error that repeated', async () => {
    const claim = await insertClaim({ state: 'Launching', instance: null });
    const refused = new AppError({ code: 'CLOUD.UNAUTHORIZED', message: 'ec2:CreateFleet: no' });
    await tracker().failed('node-claim.launch', { clusterId, nodeClaimIds: [claim.id] }, refused);
    simulation.clock.advance(5 * minute + 1);
    await checkLiveness(simulation.ports, clusterId);
    expect(await simulation.store.nodeClaims.find(claim.id)).toMatchObject({
      state: 'LaunchFailed',
      failure: {
        detail: 'not launched within 5 minutes: CLOUD.UNAUTHORIZED: ec2:CreateFleet: no',
      },
    });
  });
});

describe('work without a job', () => {
  it('gets a new job after a minute without progress', async () => {
    const claim = await insertClaim(terminating());
    simulation.clock.advance(minute - 1);
    expect(await rearm()).toEqual([]);
    simulation.clock.advance(1);
    expect(await rearm({ has: (message) => message.type === 'node-claim.terminate' })).toEqual([]);
    expect(await rearm()).toEqual([terminate(claim)]);
    expect(await takeOutbox()).toMatchObject([{ message: terminate(claim), inMs: 0 }]);
  });

  it('is not searched for in the queue while there is progress', async () => {
    await insertClaim(terminating());
    await insertClaim({ state: 'Initialized' });
    const requested = rearmWork(simulation.ports, clusterId, () =>
      Promise.reject(new Error('the queue was asked')),
    );
    expect(await requested).toEqual([]);
  });

  it('gets jobs that are spread over time', async () => {
    for (let count = 0; count < 40; count += 1) await insertClaim(terminating());
    simulation.clock.advance(minute);
    await rearm();
    const delays = (await takeOutbox()).map(({ inMs }) => inMs);
    expect(delays).toHaveLength(40);
    expect(new Set(delays).size).toBe(40);
    expect(Math.max(...delays)).toBeLessThan(minute);
  });

  it('gets a new job after a longer pause with each failure', async () => {
    const claim = await insertClaim(terminating());
    simulation.clock.advance(minute);
    const subject = { clusterId, nodeClaimId: claim.id };
    const ofCluster = tracker();
    for (let count = 0; count < 3; count += 1) {
      await ofCluster.failed('node-claim.terminate', subject, denied);
    }
    simulation.clock.advance(2 * minute);
    expect(await rearm()).toEqual([]);
    simulation.clock.advance(minute);
    expect(await rearm()).toEqual([terminate(claim)]);
  });

  it.each<[string, Partial<Decision>, OutboxMessage['type'] | null]>([
    ['proposed', { state: 'Proposed' }, 'disruption.validate'],
    ['only shown', { state: 'Proposed', verdict: { kind: 'ObserveOnly' } }, null],
    ['waiting for a person', { state: 'AwaitingApproval' }, null],
    ['approved', { state: 'Approved' }, 'disruption.execute'],
    ['executing', { state: 'Executing', executionStep: 'Tainted' }, 'disruption.execute'],
    ['handed over', { state: 'Executing', executionStep: 'MarkedForDeletion' }, null],
  ])('includes a decision that is %s', async (_what, changes, type) => {
    number += 1;
    const decision = aDecision({
      clusterId,
      id: `dec_${number}`,
      kind: 'Consolidate',
      proposedAt: simulation.clock.now(),
      verdict: { kind: 'Auto' },
      ...changes,
    });
    await simulation.store.decisions.insert(decision, []);
    simulation.clock.advance(minute);
    expect((await rearm()).map((message) => message.type)).toEqual(type === null ? [] : [type]);
  });

  it('includes an overdue batch', async () => {
    simulation.cluster.addPendingPods(1, { cpu: 1_000, memory: 1_024 });
    const at = simulation.clock.now();
    await simulation.store.batches.insert({
      id: `bat_${clusterId}`,
      clusterId,
      state: 'Open',
      openedAt: at,
      dueAt: at + 1_000,
      latestAt: at + 10_000,
      podCount: 1,
      solvingSince: null,
      solvedAt: null,
      outcome: null,
      version: 1,
    });
    simulation.clock.advance(minute);
    expect(await rearm()).toEqual([]);
    simulation.clock.advance(1_000);
    expect(await rearm()).toMatchObject([{ type: 'provisioning.solve-batch' }]);
  });

  it('omits NodeClaims that wait for their node', async () => {
    const claim = await insertClaim({ state: 'Launched' });
    simulation.clock.advance(minute);
    expect(await rearm()).toEqual([]);
    simulation.cluster.joinNode(claim);
    expect(await rearm()).toMatchObject([{ type: 'node-claim.register', nodeClaimId: claim.id }]);
  });

  it('includes objects that were not synced', async () => {
    const claim = await insertClaim({ state: 'Initialized' });
    const ofCluster = tracker();
    await ofCluster.failed('node-claim.sync', { clusterId, nodeClaimId: claim.id }, denied);
    const pool = { clusterId, kind: 'NodePool' as const, name: 'web' };
    await ofCluster.failed('definition.sync', pool, denied);
    simulation.clock.advance(minute);
    expect(await rearm()).toEqual([
      { type: 'definition.sync', ...pool },
      { type: 'node-claim.sync', clusterId, nodeClaimId: claim.id },
    ]);
  });
});

describe('a failure', () => {
  it('is cleared when the NodeClaim has ended or made progress', async () => {
    const ended = await insertClaim({ state: 'Terminated' });
    const moved = await insertClaim(terminating());
    const ofCluster = tracker();
    const fail = (operation: string, { id }: NodeClaim) =>
      ofCluster.failed(operation, { clusterId, nodeClaimId: id }, denied);
    await fail('node-claim.terminate', ended);
    await fail('node-claim.register', moved);
    await fail('node-claim.terminate', moved);
    await ofCluster.failed('disruption.execute', { clusterId, decisionId: 'dec_gone' }, denied);
    await rearm();
    expect((await failures()).map(({ operation, object }) => [operation, object.id])).toEqual([
      ['node-claim.terminate', moved.id],
    ]);
  });

  it('of an object in a sweep stays until the sweep handles the object', async () => {
    const claim = await insertClaim({ state: 'Initialized' });
    const sweep = new Sweep();
    await sweep.attempt({ kind: 'NodeClaim', ...claim }, () => Promise.reject(denied));
    const ofCluster = tracker();
    const conclude = async () => sweep.conclude();
    await conclude().catch((error: unknown) =>
      ofCluster.failed('node-claim.expire', { clusterId }, error),
    );
    await rearm();
    expect(await failures()).toMatchObject([
      { operation: 'node-claim.expire', object: { id: claim.id, name: claim.name } },
    ]);
    await ofCluster.succeeded('node-claim.expire', { clusterId }, done);
    expect(await failures()).toEqual([]);
  });

  it('is cleared after hours without a repetition', async () => {
    await tracker().failed('catalog.refresh-spot-prices', { clusterId }, denied);
    simulation.clock.advance(119 * minute);
    await rearm();
    expect(await failures()).toHaveLength(1);
    simulation.clock.advance(minute);
    await rearm();
    expect(await failures()).toEqual([]);
  });
});
