import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../testing/eventually.js';
import { DeliveryQueue } from './delivery-queue.js';

interface Item {
  readonly name: string;
  readonly version: number;
}

let deliveries: (readonly Item[])[];
let refuse: (items: readonly Item[]) => boolean;
let running: Promise<void>;
let problems: string[];
let waitingBytes: number;
const stop = { with: new AbortController() };

function startQueue(over: { atMost?: number; gatherMs?: number } = {}): DeliveryQueue<Item> {
  const queue = new DeliveryQueue<Item>({
    clock: { now: () => Date.now() },
    deliver: async (items) => {
      await sleep(1);
      if (refuse(items)) throw new Error('the database is away');
      deliveries.push(items);
    },
    onRefused: (problem) => problems.push(problem),
    onSize: (bytes) => {
      waitingBytes += bytes;
    },
    atMost: over.atMost ?? 100,
    gatherMs: over.gatherMs ?? 0,
    firstPauseMs: 2,
    lastPauseMs: 10,
  });
  running = queue.run(stop.with.signal);
  return queue;
}

const put = (queue: DeliveryQueue<Item>, name: string, version = 1): void =>
  queue.put(name, { name, version });
const names = (): string[] => deliveries.flat().map(({ name }) => name);

beforeEach(() => {
  waitingBytes = 0;
  deliveries = [];
  problems = [];
  refuse = () => false;
  stop.with = new AbortController();
});

afterEach(async () => {
  stop.with.abort();
  await running;
});

describe('DeliveryQueue', () => {
  it('delivers events of one gathering period together', async () => {
    const queue = startQueue({ gatherMs: 30 });
    put(queue, 'a');
    await sleep(5);
    put(queue, 'b');
    await eventually(() => expect(names()).toEqual(['a', 'b']));
    expect(deliveries).toHaveLength(1);
  });

  it('delivers at most the given number at once', async () => {
    const queue = startQueue({ atMost: 2 });
    for (const name of ['a', 'b', 'c', 'd', 'e']) put(queue, name);
    await eventually(() => expect(names()).toHaveLength(5));
    expect(deliveries.map((items) => items.length)).toEqual([2, 2, 1]);
  });

  it('delivers only the newest state of an object', async () => {
    const queue = startQueue({ gatherMs: 10 });
    for (let version = 1; version <= 100; version += 1) put(queue, 'a', version);
    await eventually(() => expect(deliveries).toEqual([[{ name: 'a', version: 100 }]]));
  });

  it('never delivers an older state after a newer one', async () => {
    const queue = startQueue();
    let requested = 0;
    refuse = () => {
      requested += 1;
      return requested % 3 !== 0;
    };
    for (let version = 1; version <= 40; version += 1) {
      put(queue, 'a', version);
      await sleep(1);
    }
    await eventually(() => expect(deliveries.at(-1)).toEqual([{ name: 'a', version: 40 }]));
    const versions = deliveries.flat().map(({ version }) => version);
    expect(versions).toEqual(versions.toSorted((a, b) => a - b));
  });

  it('does not replace a newer state by a failed older one', async () => {
    const queue = startQueue();
    refuse = ([item]) => {
      if (item?.version === 1) put(queue, 'a', 2);
      return item?.version === 1;
    };
    put(queue, 'a', 1);
    await eventually(() => expect(deliveries).toEqual([[{ name: 'a', version: 2 }]]));
    expect(problems).toHaveLength(1);
  });

  it('delivers again after a failure, and reports it', async () => {
    const queue = startQueue();
    let refusals = 3;
    refuse = () => {
      refusals -= 1;
      return refusals >= 0;
    };
    put(queue, 'a');
    await eventually(() => expect(names()).toEqual(['a']));
    expect(problems).toEqual(Array(3).fill('the database is away'));
  });

  it('delivers other items while one keeps failing', async () => {
    const queue = startQueue();
    refuse = (items) => items.some(({ name }) => name === 'poison');
    const others = Array.from({ length: 40 }, (_, index) => `item-${index}`);
    for (const name of others.slice(0, 20)) put(queue, name);
    put(queue, 'poison');
    for (const name of others.slice(20)) put(queue, name);
    await eventually(() => expect(names().toSorted()).toEqual(others.toSorted()));
    refuse = () => false;
    await eventually(() => expect(names()).toContain('poison'));
  });

  it('delays an item until it is due', async () => {
    const queue = startQueue();
    const dueAt = Date.now() + 40;
    queue.put('later', { name: 'later', version: 1 }, dueAt);
    put(queue, 'now');
    let laterDeliveredAt = 0;
    await eventually(() => {
      expect(names()).toEqual(['now', 'later']);
      laterDeliveredAt = Date.now();
    });
    expect(laterDeliveredAt).toBeGreaterThanOrEqual(dueAt);
  });

  it('delivers a newer state that is due sooner at its own time', async () => {
    const queue = startQueue();
    queue.put('pod', { name: 'pod', version: 1 }, Date.now() + 3_600_000);
    put(queue, 'pod', 2);
    await eventually(() => expect(deliveries).toEqual([[{ name: 'pod', version: 2 }]]));
  });

  it('does not postpone a waiting item when a newer state replaces it', async () => {
    const queue = startQueue();
    queue.put('pod', { name: 'pod', version: 1 }, Date.now() + 40);
    queue.put('pod', { name: 'pod', version: 2 }, Date.now() + 3_600_000);
    await eventually(() => expect(deliveries).toEqual([[{ name: 'pod', version: 2 }]]));
  });

  it('stops immediately if the queue is empty', async () => {
    startQueue();
    stop.with.abort();
    await expect(running).resolves.toBeUndefined();
  });
});
