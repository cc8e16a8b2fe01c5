import type {
  InterruptionQueue,
  Ports,
  QueueMessage,
  QueueMessageContent,
  Store,
} from '@kerf/application';
import { AppError } from '@kerf/core';
import { type Database } from '@kerf/db';
import type { ClusterMode } from '@kerf/engine';
import { createLogger } from '@kerf/system';
import { aCachedNode } from '@kerf/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ClusterSimulation } from '../testing/cluster-simulation.js';
import { recordsInPostgres } from '../testing/simulation-records.js';
import { openTestDatabase } from '../testing/test-database.js';
import { InterruptionPoller } from './interruption-poller.js';

let database: Database;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** Returns each of its deliveries in turn, then ends the poller. */
class ScriptedQueue implements InterruptionQueue {
  readonly ending = new AbortController();
  readonly deleted: string[] = [];
  opened = 0;
  readonly #script: (readonly QueueMessage[] | Error)[];

  constructor(script: readonly (readonly QueueMessage[] | Error)[]) {
    this.#script = [...script];
  }

  receive(): Promise<readonly QueueMessage[]> {
    const next = this.#script.shift();
    if (next === undefined) this.ending.abort();
    return next instanceof Error ? Promise.reject(next) : Promise.resolve(next ?? []);
  }

  delete(receipts: readonly string[]): Promise<void> {
    this.deleted.push(...receipts);
    return Promise.resolve();
  }

  close(): void {
    this.opened -= 1;
  }
}

const message = (receipt: string, content: QueueMessageContent): QueueMessage => ({
  receipt,
  sentAt: 0,
  content,
});

const interruption = (eventId: string, ...instanceIds: string[]): QueueMessageContent => ({
  type: 'Warning',
  warning: { kind: 'SpotInterrupted', eventId, instanceIds, at: 0, deadline: 120_000 },
});

/** Returns ports that refuse to record warnings of one event. */
function refusingEvent(ports: Ports, eventId: string): Ports {
  const { store } = ports;
  const transaction: Store['transaction'] = (work) =>
    store.transaction((tx) => {
      const insert: typeof tx.interruptions.insert = (...all) =>
        all.some((one) => one.eventId === eventId)
          ? Promise.reject(new AppError({ code: 'DB.UNREADABLE', message: 'the row is damaged' }))
          : tx.interruptions.insert(...all);
      return work({ ...tx, interruptions: { ...tx.interruptions, insert } });
    });
  return { ...ports, store: { ...store, transaction } };
}

async function poll(
  queue: ScriptedQueue,
  mode: ClusterMode = 'auto',
  change: (ports: Ports) => Ports = (ports) => ports,
) {
  const simulation = await ClusterSimulation.open(recordsInPostgres(database), { mode });
  const { clusterId, ports, store } = simulation;
  const cluster = await store.clusters.find(clusterId);
  if (cluster !== null) await store.clusters.save({ ...cluster, interruptionQueue: 'warnings' });
  const counted: string[] = [];
  const poller = new InterruptionPoller(
    {
      ports: change(ports),
      queues: {
        open: () => {
          queue.opened += 1;
          return queue;
        },
      },
      metrics: {
        received: (type) => counted.push(type),
        deleted: () => undefined,
        handled: (kind, result) => counted.push(`${kind} ${result}`),
      },
      log: createLogger({ name: 'spec', level: 'silent' }),
    },
    clusterId,
  );
  return { simulation, counted, run: () => poller.run(queue.ending.signal) };
}

describe('the interruption poller', () => {
  it('counts and deletes messages that are malformed, without action, or of another cluster', async () => {
    const queue = new ScriptedQueue([
      [
        message('a', { type: 'Malformed', problem: 'no event' }),
        message('b', { type: 'Other', source: 'aws.ec2', detailType: 'Something' }),
        message('c', {
          type: 'Warning',
          warning: {
            kind: 'SpotInterrupted',
            eventId: 'e1',
            instanceIds: ['i-elsewhere'],
            at: 0,
            deadline: 120_000,
          },
        }),
      ],
    ]);
    const { counted, run, simulation } = await poll(queue);
    await run();
    expect(queue.deleted).toEqual(['a', 'b', 'c']);
    expect(counted).toEqual(['Malformed', 'Other', 'SpotInterrupted', 'SpotInterrupted Foreign']);
    expect(await simulation.interruptions()).toEqual([]);
  });

  it('handles and deletes the other messages when one cannot be handled, and names it', async () => {
    const queue = new ScriptedQueue([
      [
        message('a', interruption('bad', 'i-1')),
        message('b', interruption('good', 'i-2', 'i-3')),
        message('c', { type: 'Other', source: 'aws.ec2', detailType: 'Something' }),
      ],
    ]);
    const { run, simulation } = await poll(queue, 'auto', (ports) => refusingEvent(ports, 'bad'));
    for (const id of [1, 2, 3]) {
      const providerId = `aws:///us-east-1a/i-${id}`;
      simulation.cluster.nodes.set(`n${id}`, aCachedNode({ name: `n${id}`, providerId }));
    }
    const findings = () =>
      database.prisma.finding.findMany({ where: { clusterId: simulation.clusterId } });
    const running = run();
    await expect
      .poll(findings)
      .toMatchObject([
        { code: 'INTERRUPTION_QUEUE_UNREADABLE', message: expect.stringContaining('i-1') },
      ]);
    await running;
    expect(queue.deleted).toEqual(['b', 'c']);
    const recorded = await simulation.interruptions();
    expect(recorded.map(({ instanceId }) => instanceId).sort()).toEqual(['i-2', 'i-3']);
  });

  it('records a finding while the queue cannot be read', async () => {
    const refused = new AppError({ code: 'CLOUD.UNAUTHORIZED', message: 'sqs:ReceiveMessage: no' });
    const failing = new ScriptedQueue([refused]);
    const { run, simulation } = await poll(failing);
    const findings = () =>
      database.prisma.finding.findMany({ where: { clusterId: simulation.clusterId } });
    const running = run();
    await expect
      .poll(findings)
      .toMatchObject([
        { code: 'INTERRUPTION_QUEUE_UNREADABLE', message: 'sqs:ReceiveMessage: no' },
      ]);
    await running;
    expect(await findings()).toEqual([]);
  });

  it('clears the finding of an earlier process once the queue can be read', async () => {
    const readable = new ScriptedQueue([]);
    const { run, simulation } = await poll(readable);
    const { clusterId, store, clock } = simulation;
    await store.findings.record({
      clusterId,
      code: 'INTERRUPTION_QUEUE_UNREADABLE',
      object: 'InterruptionQueue',
      message: 'sqs:ReceiveMessage: no',
      at: clock.now(),
    });
    await run();
    expect(await database.prisma.finding.findMany({ where: { clusterId } })).toEqual([]);
  });

  it('does not read the queue in mode observe', async () => {
    const queue = new ScriptedQueue([]);
    const { run } = await poll(queue, 'observe');
    const running = run();
    await expect.poll(() => queue.opened).toBe(0);
    queue.ending.abort();
    await running;
    expect(queue.deleted).toEqual([]);
  });
});
