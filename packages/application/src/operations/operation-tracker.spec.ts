import { AppError, referenceOf } from '@kerf/core';
import { aNodeClaimRecord } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { named, Sweep, type SweptObject } from '../domain/operation/sweep.js';
import { done, notNeeded, waitFor } from '../domain/use-case-outcome.js';
import { setUpCluster } from '../testing/set-up-cluster.js';
import { OperationTracker } from './operation-tracker.js';

const launch = 'node-claim.launch';
const unreachable = new AppError({ code: 'CLOUD.UNREACHABLE', message: 'EC2 did not answer.' });

async function setUpTracker() {
  const setup = await setUpCluster();
  const { clusterId, store, ports } = setup;
  const claim = (id: string) =>
    aNodeClaimRecord({ clusterId, id, state: 'Requested', instance: null });
  await store.nodeClaims.insert([claim('ncl_1'), claim('ncl_2')]);
  return {
    ...setup,
    tracker: new OperationTracker(ports, clusterId),
    subject: { clusterId, nodeClaimIds: ['ncl_1', 'ncl_2'] },
    failures: () => store.operationFailures.list(clusterId),
  };
}

describe('OperationTracker', () => {
  it('records a failure for each object of the job, with its name', async () => {
    const { tracker, subject, failures } = await setUpTracker();
    await tracker.failed(launch, subject, unreachable);
    expect(await failures()).toMatchObject([
      { object: { id: 'ncl_1', name: 'default-ncl_1' }, errorCode: 'CLOUD.UNREACHABLE' },
      { object: { id: 'ncl_2', name: 'default-ncl_2' }, attempts: 1 },
    ]);
  });

  it('records no failed launch for NodeClaims that were launched before the failure', async () => {
    const { tracker, subject, failures, store } = await setUpTracker();
    const first = await store.nodeClaims.find('ncl_1');
    if (first === null) throw new RangeError('the NodeClaim exists');
    await store.nodeClaims.save({ ...first, state: 'Launched' });
    await tracker.failed(launch, subject, unreachable);
    expect((await failures()).map(({ object }) => object.id)).toEqual(['ncl_2']);
  });

  it('names the cluster when the job names no other object', async () => {
    const { tracker, clusterId, failures } = await setUpTracker();
    await tracker.failed('disruption.plan', { clusterId }, unreachable);
    expect(await failures()).toMatchObject([{ object: { kind: 'Cluster', name: 'prod' } }]);
  });

  it('records an unexpected error as a bug with its reference in the log, not with its text', async () => {
    const { tracker, subject, failures } = await setUpTracker();
    const error = new TypeError('Invalid `prisma.nodeClaim.update()`: ERROR 23514');
    await tracker.failed(launch, subject, error);
    const [failure] = await failures();
    expect(failure).toMatchObject({ errorCode: 'BUG' });
    expect(failure?.message).toContain(referenceOf(error));
    expect(JSON.stringify(failure)).not.toMatch(/prisma|23514/);
  });

  it('records nothing when another worker holds the cluster, or the cluster is gone', async () => {
    const { tracker, subject, failures, store, clusterId } = await setUpTracker();
    const stale = new AppError({ code: 'STATE.STALE', message: 'lease lost' });
    await tracker.failed(launch, subject, stale);
    expect(await failures()).toEqual([]);
    await store.clusters.remove(clusterId);
    await tracker.failed(launch, subject, unreachable);
    expect(await failures()).toEqual([]);
  });

  it('clears the failure of the object that succeeded, and publishes the change', async () => {
    const { tracker, subject, failures, store, clusterId } = await setUpTracker();
    await tracker.failed(launch, subject, unreachable);
    const published = store.tables.changes.all().length;
    await tracker.succeeded(launch, { clusterId, nodeClaimIds: ['ncl_1'] }, done);
    expect((await failures()).map(({ object }) => object.id)).toEqual(['ncl_2']);
    expect(
      store.tables.changes
        .all()
        .slice(published)
        .map(({ topic }) => topic),
    ).toEqual(['cluster', 'decision', 'nodeClaim']);
  });

  it('keeps the failure when the job was not needed, or another operation succeeded', async () => {
    const { tracker, subject, failures } = await setUpTracker();
    await tracker.failed(launch, subject, unreachable);
    await tracker.succeeded(launch, subject, notNeeded);
    await tracker.succeeded('node-claim.sync', subject, done);
    expect(await failures()).toHaveLength(2);
  });

  it.each([
    ['a cluster', {}, 1],
    ['a NodeClaim', { nodeClaimId: 'ncl_1' }, 0],
  ])('when the job for %s waits, %j keeps %d failures', async (_, fields, count) => {
    const { tracker, clusterId, failures } = await setUpTracker();
    const subject = { clusterId, ...fields };
    await tracker.failed('x', subject, unreachable);
    await tracker.succeeded('x', subject, waitFor(1_000));
    expect(await failures()).toHaveLength(count);
  });

  it('knows the failures that an earlier worker recorded', async () => {
    const { tracker, subject, failures, ports, clusterId } = await setUpTracker();
    await tracker.failed(launch, subject, unreachable);
    await new OperationTracker(ports, clusterId).succeeded(launch, subject, done);
    expect(await failures()).toEqual([]);
  });

  it('reads the failures again after the database could not be read', async () => {
    const { tracker, subject, failures, ports, clusterId, store } = await setUpTracker();
    await tracker.failed(launch, subject, unreachable);
    let isDown = true;
    const { operationFailures } = store;
    const flaky = {
      ...store,
      operationFailures: {
        ...operationFailures,
        list: async (id: string) => {
          if (isDown) throw new AppError({ code: 'DB.UNAVAILABLE', message: 'down' });
          return operationFailures.list(id);
        },
      },
    };
    const other = new OperationTracker({ ...ports, store: flaky }, clusterId);
    await expect(other.succeeded(launch, subject, done)).rejects.toThrow('down');
    isDown = false;
    await other.succeeded(launch, subject, done);
    expect(await failures()).toEqual([]);
  });

  it('clears a failure that was recorded although the answer of the database was lost', async () => {
    const { ports, clusterId, failures } = await setUpTracker();
    let isLost = true;
    const { store } = ports;
    const transaction: typeof store.transaction = async (work) => {
      const result = await store.transaction(work);
      if (isLost) throw new AppError({ code: 'DB.UNAVAILABLE', message: 'lost' });
      return result;
    };
    const other = new OperationTracker({ ...ports, store: { ...store, transaction } }, clusterId);
    await other.succeeded('sweep', { clusterId }, done);
    await expect(other.failed('sweep', { clusterId }, unreachable)).rejects.toThrow('lost');
    isLost = false;
    expect(await failures()).toHaveLength(1);
    await other.succeeded('sweep', { clusterId }, done);
    expect(await failures()).toEqual([]);
  });

  it('records the objects of a sweep that failed, each with its own error, not the cluster', async () => {
    const { tracker, clusterId, failures } = await setUpTracker();
    await tracker.failed('sweep', { clusterId }, unreachable);
    await tracker.failed('sweep', { clusterId }, await sweepError({ a: unreachable, b: refused }));
    expect(await failures()).toMatchObject([
      { object: { kind: 'Node', name: 'a' }, errorCode: 'CLOUD.UNREACHABLE', attempts: 1 },
      { object: { kind: 'Node', name: 'b' }, errorCode: 'CLUSTER.INVALID', message: 'no' },
    ]);
  });

  it('clears the objects that the next sweep handles, and all of them when it succeeds', async () => {
    const { tracker, clusterId, failures } = await setUpTracker();
    await tracker.failed('sweep', { clusterId }, await sweepError({ a: refused, b: refused }));
    await tracker.failed('other', { clusterId }, await sweepError({ a: refused }));
    await tracker.failed('sweep', { clusterId }, await sweepError({ b: refused }));
    expect((await failures()).map(({ operation, object }) => [operation, object.id])).toEqual([
      ['other', 'a'],
      ['sweep', 'b'],
    ]);
    expect((await failures())[1]).toMatchObject({ attempts: 2 });
    await tracker.succeeded('sweep', { clusterId }, done);
    expect((await failures()).map(({ operation }) => operation)).toEqual(['other']);
  });

  it('records the object that a bug appears with', async () => {
    const { tracker, clusterId, failures } = await setUpTracker();
    const bug = new TypeError('x is undefined');
    await tracker.failed('sweep', { clusterId }, await sweepError({ a: bug }));
    expect(await failures()).toMatchObject([
      {
        object: { name: 'a' },
        errorCode: 'BUG',
        message: expect.stringMatching(/^An unexpected error of Kerf; its reference in the log is/),
      },
    ]);
  });

  it('records no steps of a job, which are operations of their own', async () => {
    const { tracker, clusterId, failures } = await setUpTracker();
    await tracker.failed('job', { clusterId }, await sweepError({ a: refused }, 'Step'));
    expect(await failures()).toEqual([]);
  });

  it('records the NodeClaim of a job in which some of its pods failed', async () => {
    const { tracker, clusterId, failures } = await setUpTracker();
    const error = await sweepError({ web: refused }, 'Pod');
    await tracker.failed('node-claim.terminate', { clusterId, nodeClaimId: 'ncl_1' }, error);
    expect(await failures()).toMatchObject([{ object: { kind: 'NodeClaim', id: 'ncl_1' } }]);
  });
});

const refused = new AppError({ code: 'CLUSTER.INVALID', message: 'no' });

/** Returns what a sweep ends with whose objects fail like this. */
async function sweepError(
  errors: Readonly<Record<string, Error>>,
  kind: SweptObject['kind'] = 'Node',
): Promise<unknown> {
  const sweep = new Sweep();
  await sweep.each(
    Object.entries(errors),
    ([name]) => named(kind, name),
    ([, error]) => Promise.reject(error),
  );
  try {
    sweep.conclude();
  } catch (error) {
    return error;
  }
  throw new RangeError('the sweep did not fail');
}
