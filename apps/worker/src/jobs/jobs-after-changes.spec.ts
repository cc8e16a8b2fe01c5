import { done, notNeeded } from '@kerf/application';
import { FakeCluster } from '@kerf/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ClusterSimulation } from '../testing/cluster-simulation.js';
import { openRecords, type RecordSource } from '../testing/simulation-records.js';
import { createHandlers } from './job-handlers.js';
import { JobsAfterChanges } from './jobs-after-changes.js';

let records: RecordSource;

beforeAll(async () => {
  records = await openRecords();
});
afterAll(() => records.close());

function setUp() {
  const cluster = new FakeCluster('clu_1', () => 0);
  const jobs = new JobsAfterChanges({ disruptionPollMs: 30_000 });
  const namesAt = (now: number) => jobs.takeDue(cluster.view(), now).map(({ name }) => name);
  return { cluster, jobs, namesAt };
}

const all = ['definition.publish-status', 'brake.check', 'disruption.plan', 'cost.report'] as const;

describe('JobsAfterChanges', () => {
  it('requests all jobs at first, and after a change of records', () => {
    const { jobs, namesAt } = setUp();
    expect(namesAt(10_000)).toEqual(all);
    expect(namesAt(100_000)).toEqual([]);
    jobs.markRecordsChanged();
    expect(namesAt(101_000)).toEqual(all);
    expect(jobs.recordChanges).toBe(1);
  });

  it('requests only disruption and the cost report after a change of pods', () => {
    const { cluster, namesAt } = setUp();
    namesAt(10_000);
    cluster.addPendingPods(1, { cpu: 100, memory: 1 });
    expect(namesAt(100_000)).toEqual(['disruption.plan', 'cost.report']);
  });

  it('requests statuses too after a change of what statuses show', () => {
    const { cluster, namesAt } = setUp();
    namesAt(10_000);
    cluster.driftedNodeClaims.set('default-a', 'AMIDrift');
    expect(namesAt(100_000)).toEqual([
      'definition.publish-status',
      'disruption.plan',
      'cost.report',
    ]);
  });

  it('requests all jobs but the brakes after pods came to nodes or left them', () => {
    const { jobs, namesAt } = setUp();
    namesAt(10_000);
    jobs.markPodEvents();
    expect(namesAt(100_000)).toEqual(all.filter((name) => name !== 'brake.check'));
  });

  it('keeps the interval of the settings between two evaluations', () => {
    const { cluster, jobs } = setUp();
    jobs.takeDue(cluster.view(), 10_000);
    jobs.markRecordsChanged();
    expect(jobs.takeDue(cluster.view(), 11_000)).toEqual([
      { name: 'definition.publish-status', at: 15_000 },
      { name: 'brake.check', at: 20_000 },
      { name: 'disruption.plan', at: 40_000 },
      { name: 'cost.report', at: 40_000 },
    ]);
  });

  it('requests everything at once after an outage', () => {
    const { jobs, namesAt } = setUp();
    namesAt(10_000);
    jobs.markRecordsChanged();
    namesAt(11_000);
    jobs.requestAllAgain();
    expect(namesAt(12_000)).toEqual(all);
  });

  it('requests a run again that was skipped, and statuses after a check of consistency', async () => {
    const { jobs, namesAt } = setUp();
    const { ports } = await ClusterSimulation.open(records.open(), { mode: 'auto' });
    const payload = { clusterId: 'clu_1' };
    const handlers = jobs.watch({
      ...createHandlers(ports),
      'disruption.plan': () => Promise.resolve(notNeeded),
      'node-claim.check-liveness': () => Promise.resolve(done),
    });
    namesAt(10_000);
    expect(await handlers['disruption.plan'](payload)).toBe(notNeeded);
    expect(namesAt(100_000)).toEqual(['disruption.plan']);
    expect(await handlers['node-claim.check-liveness'](payload)).toBe(done);
    expect(namesAt(200_000)).toEqual(['definition.publish-status']);
  });

  it('requests statuses after a check of consistency one of whose steps failed', async () => {
    const { jobs, namesAt } = setUp();
    const { ports } = await ClusterSimulation.open(records.open(), { mode: 'auto' });
    const handlers = jobs.watch({
      ...createHandlers(ports),
      'node-claim.check-liveness': () => Promise.reject(new RangeError('one node')),
    });
    namesAt(10_000);
    const check = handlers['node-claim.check-liveness']({ clusterId: 'clu_1' });
    await expect(check).rejects.toThrow('one node');
    expect(namesAt(200_000)).toEqual(['definition.publish-status']);
  });
});
