import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { done } from '@kerf/application';
import { invariant } from '@kerf/core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import {
  connectQueues,
  createJobQueues,
  type JobHandlers,
  type JobQueues,
  type JobStall,
  type QueueLocation,
} from './index.js';
import { jobCatalog } from './jobs/catalog.js';

/** `.ci/run` runs the same suite on Redis. */
const redisUrl = process.env['REDIS_URL'];
const clusterId = 'clu_stalls';
/** Much shorter than in production. */
const locks = { durationMs: 1_000, renewalMs: 200, stallCheckMs: 250 };
let location: QueueLocation;
let queues: JobQueues;

beforeAll(async () => {
  location =
    redisUrl === undefined
      ? { kind: 'Postgres', url: inject('databaseUrl'), maxConnections: 10 }
      : { kind: 'Redis', url: redisUrl };
  queues = createJobQueues(await connectQueues(location), { retryCapMs: 1_000, locks });
});

afterAll(async () => {
  await queues.removeCluster(clusterId);
  await queues.close();
});

/** A worker in a separate process, whose job ends on request. */
const otherWorker = `
  import { createInterface } from 'node:readline';
  import { connectQueues, createJobQueues, jobCatalog } from '@kerf/queue-bullmq';
  const { location, locks, clusterId } = JSON.parse(process.env.SPEC);
  const say = (line) => process.stdout.write(JSON.stringify(line) + '\\n');
  const input = createInterface({ input: process.stdin });
  const requested = new Promise((resolve) => input.once('line', resolve));
  const queues = createJobQueues(await connectQueues(location), { retryCapMs: 1_000, locks });
  queues.onStall(({ kind }) => say(kind));
  const handler = async () => {
    say('begun');
    await requested;
    say('answered');
    return { kind: 'Done' };
  };
  const handlers = Object.fromEntries(Object.keys(jobCatalog).map((name) => [name, handler]));
  const worker = await queues.runCluster(clusterId, handlers, ({ error }) => say(error.message));
  say('ready');
  await requested;
  await worker.stop();
  await queues.close();
  process.exit();`;

class OtherWorker {
  readonly lines: unknown[] = [];
  readonly #process: ChildProcess;

  constructor() {
    this.#process = spawn(process.execPath, ['--input-type=module', '--eval', otherWorker], {
      cwd: import.meta.dirname,
      env: { ...process.env, SPEC: JSON.stringify({ location, locks, clusterId }) },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    invariant(this.#process.stdout !== null, 'its output is read');
    createInterface({ input: this.#process.stdout }).on('line', (line) =>
      this.lines.push(JSON.parse(line)),
    );
  }

  /** Pauses the process, as a paused machine would. */
  freeze(): void {
    this.#process.kill('SIGSTOP');
  }

  thaw(): void {
    this.#process.kill('SIGCONT');
  }

  async finish(): Promise<void> {
    const ended = once(this.#process, 'exit');
    this.#process.stdin?.write('\n');
    await ended;
  }
}

function answersAll(handlers: Readonly<Record<string, unknown>>): handlers is JobHandlers {
  return Object.keys(jobCatalog).every((name) => typeof handlers[name] === 'function');
}

async function until(what: string, isSo: () => boolean): Promise<void> {
  for (let waited = 0; !isSo(); waited += 10) {
    expect(waited, `${what}, in time`).toBeLessThan(20_000);
    await sleep(10);
  }
}

describe(`a worker that is paused on ${redisUrl === undefined ? 'Postgres' : 'Redis'}`, () => {
  it('loses its job to another worker, reports it, and its own result has no effect', async () => {
    const other = new OtherWorker();
    await until('the other worker is ready', () => other.lines.includes('ready'));
    const message = { type: 'node-claim.register', clusterId, nodeClaimId: 'ncl_1' } as const;
    await queues.publish([{ id: '1', deliverAt: 0, message }], 0);
    await until('its job begins', () => other.lines.includes('begun'));
    other.freeze();

    const stalls: JobStall[] = [];
    const failures: unknown[] = [];
    let runs = 0;
    const handler = (): Promise<typeof done> => {
      runs += 1;
      return Promise.resolve(done);
    };
    const handlers: Readonly<Record<string, unknown>> = Object.fromEntries(
      Object.keys(jobCatalog).map((name) => [name, handler]),
    );
    invariant(answersAll(handlers), 'every job has a handler');
    queues.onStall((stall) => stalls.push(stall));
    const worker = await queues.runCluster(clusterId, handlers, (failure) =>
      failures.push(failure),
    );
    await until('the job is run here', () => runs > 0);
    expect(stalls).toEqual([
      {
        kind: 'TakenUp',
        queue: `cluster-${clusterId}-lifecycle`,
        jobId: 'node-claim-register-1',
      },
    ]);

    other.thaw();
    await until('the finding is recorded', () => other.lines.includes('LockLost'));
    await other.finish();
    await worker.stop();
    // A late result causes neither a failure nor another run.
    expect(other.lines.filter((line) => line !== 'LockLost')).toEqual([
      'ready',
      'begun',
      'answered',
    ]);
    expect({ runs, failures }).toEqual({ runs: 1, failures: [] });
  });
});
