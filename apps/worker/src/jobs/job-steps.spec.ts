import { done, failuresOf, type JobOutcome, OperationTracker } from '@kerf/application';
import { AppError } from '@kerf/core';
import { createMetrics } from '@kerf/system';
import { describe, expect, it } from 'vitest';
import { createHandlerMeter } from '../metrics/measure.js';
import { ClusterSimulation } from '../testing/cluster-simulation.js';
import { openRecords } from '../testing/simulation-records.js';
import { createHandlers } from './job-handlers.js';
import { createStepObserver, type JobSteps, runSteps } from './job-steps.js';

const refused = new AppError({ code: 'CLUSTER.INVALID', message: 'no' });
const unobserved = (steps: JobSteps): JobSteps => steps;

describe('the steps of a job', () => {
  const run = async (outcomes: Readonly<Record<string, JobOutcome | Error>>) => {
    const started: string[] = [];
    const steps = Object.entries(outcomes).map(([name, outcome]) => [
      name,
      async () => {
        started.push(name);
        if (outcome instanceof Error) throw outcome;
        return outcome;
      },
    ]);
    const [result] = await Promise.allSettled([
      runSteps('clu_1', unobserved, Object.fromEntries(steps)),
    ]);
    return { started, result };
  };

  it('all run when the first is refused, and the job then fails with its name', async () => {
    const { started, result } = await run({ a: refused, b: done, c: new TypeError('bug') });
    expect(started).toEqual(['a', 'b', 'c']);
    expect(result).toMatchObject({ status: 'rejected' });
    const reason: unknown = result.status === 'rejected' ? result.reason : null;
    expect(failuresOf(reason)?.map(({ object }) => object.name)).toEqual(['a', 'c']);
    expect(String(reason)).toContain('Step a: CLUSTER.INVALID: no; Step c: bug');
  });

  it('end when another worker holds the cluster', async () => {
    const stale = new AppError({ code: 'STATE.STALE', message: 'another worker has the lease' });
    const { started, result } = await run({ a: stale, b: done });
    expect(started).toEqual(['a']);
    expect(result).toEqual({ status: 'rejected', reason: stale });
  });

  it('are due again when the first of them is', async () => {
    const at = (nextAt: number): JobOutcome => ({ kind: 'Done', nextAt });
    expect((await run({ a: at(7), b: done, c: at(5) })).result).toMatchObject({
      value: { kind: 'Done', nextAt: 5 },
    });
    expect((await run({ a: done })).result).toMatchObject({ value: done });
  });
});

describe('the jobs of a cluster that have several steps', () => {
  it('record, measure and log the step that fails, and run the others', async () => {
    const records = await openRecords();
    const simulation = await ClusterSimulation.open(records.open(), { mode: 'auto' });
    const { clusterId, store, cluster, ports } = simulation;
    const metrics = createMetrics();
    const logged: unknown[] = [];
    const observe = createStepObserver({
      tracker: new OperationTracker(ports, clusterId),
      meter: createHandlerMeter(metrics),
      log: { warn: (fields) => void logged.push(fields) },
      onUnrecorded: (error) => {
        throw error;
      },
    });
    const broken = {
      ...ports,
      store: {
        ...store,
        capacityBuffers: { ...store.capacityBuffers, list: () => Promise.reject(refused) },
      },
    };
    cluster.nodeClassObjects = [
      { name: 'default', uid: 'u', isHeld: false, isBeingDeleted: false },
    ];
    store.definitions.nodeClasses = async () => [];
    const run = (of: typeof ports) =>
      createHandlers(of, observe)['definition.publish-status']({ clusterId });
    await expect(run(broken)).rejects.toThrow('Step definition.reconcile-buffers');
    expect(cluster.nodeClassObjects).toMatchObject([{ isHeld: true }]);
    expect(await store.operationFailures.list(clusterId)).toMatchObject([
      {
        operation: 'definition.reconcile-buffers',
        object: { kind: 'Cluster' },
        errorCode: 'CLUSTER.INVALID',
      },
    ]);
    expect(logged).toEqual([{ step: 'definition.reconcile-buffers', error: refused }]);
    expect(await metrics.text()).toContain(
      'kerf_job_failures_total{job="definition.reconcile-buffers",error="CLUSTER.INVALID"} 1',
    );
    await run(ports);
    expect(await store.operationFailures.list(clusterId)).toEqual([]);
    await records.close();
  });
});
