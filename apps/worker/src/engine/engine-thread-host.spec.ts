import { EventEmitter } from 'node:events';
import { noEvaluations } from '@kerf/engine';
import { aNode, anInstanceType, aPod, aSnapshot } from '@kerf/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EngineMessage, ThreadMessage } from './engine-messages.js';
import { EngineThread, type StartedThread } from './engine-thread-host.js';

/** A thread that records its messages and answers when it is told to. */
class ScriptedThread extends EventEmitter implements StartedThread {
  readonly messages: EngineMessage[] = [];
  nodes = 0;
  isEnded = false;

  postMessage(message: ThreadMessage): void {
    if (message.kind === 'Call') this.messages.push(message);
    else this.nodes += message.nodes.length;
  }

  terminate(): Promise<unknown> {
    this.isEnded = true;
    this.emit('exit', 1);
    return Promise.resolve();
  }

  answer(): void {
    const id = this.messages.at(-1)?.id;
    this.emit('message', { id, answer: { kind: 'Failed', message: 'done' } });
  }
}

let threads: ScriptedThread[];
let engine: EngineThread;
const plan = { kind: 'Plan', cursor: noEvaluations } as const;
const snapshot = {
  ...aSnapshot().build(),
  instanceTypesByNodePool: { default: [anInstanceType('m5.large').build()] },
};

beforeEach(() => {
  vi.useFakeTimers();
  threads = [];
  engine = new EngineThread({ maxHeapMb: 64, idleMs: 30_000 }, () => {
    const thread = new ScriptedThread();
    threads.push(thread);
    return thread;
  });
});
afterEach(() => vi.useRealTimers());

/** Calls the engine, and returns the answer's message. */
async function call(): Promise<string> {
  const answer = engine.call(plan, snapshot);
  threads.at(-1)?.answer();
  const { kind } = await answer;
  return kind;
}

describe('EngineThread', () => {
  it('ends its thread after the idle time, and no call fails because of that', async () => {
    await call();
    vi.advanceTimersByTime(29_000);
    await call();
    vi.advanceTimersByTime(29_000);
    expect(threads.map(({ isEnded }) => isEnded)).toEqual([false]);
    vi.advanceTimersByTime(1_000);
    expect(threads.map(({ isEnded }) => isEnded)).toEqual([true]);
  });

  it('sends a new thread every instance type again', async () => {
    await call();
    await call();
    expect(threads[0]?.messages.map(({ newTypes }) => newTypes.size)).toEqual([1, 0]);
    vi.advanceTimersByTime(30_000);
    await call();
    expect(threads[1]?.messages.map(({ newTypes }) => newTypes.size)).toEqual([1]);
  });

  it('sends a node once to each thread', async () => {
    const withNodes = { ...snapshot, nodes: [aNode('n1').build()] };
    const callWithNodes = async (): Promise<void> => {
      const answer = engine.call(plan, withNodes);
      threads.at(-1)?.answer();
      await answer;
    };
    await callWithNodes();
    await callWithNodes();
    expect(threads.map(({ nodes }) => nodes)).toEqual([1]);
    vi.advanceTimersByTime(30_000);
    await callWithNodes();
    expect(threads.map(({ nodes }) => nodes)).toEqual([1, 1]);
  });

  it('fails a call whose thread ends while nodes are sent', async () => {
    vi.useRealTimers();
    const pods = Array.from({ length: 1_000 }, (_, index) => aPod(`pod-${index}`).running());
    const nodes = Array.from({ length: 3 }, () => ({ ...aNode('n1').build(), pods }));
    const answer = engine.call(plan, { ...snapshot, nodes });
    await threads[0]?.terminate();
    expect(await answer).toMatchObject({ kind: 'Failed' });
    expect(threads[0]?.messages).toEqual([]);
  });

  it('keeps its thread while a call runs', () => {
    void engine.call(plan, snapshot);
    vi.advanceTimersByTime(600_000);
    expect(threads.map(({ isEnded }) => isEnded)).toEqual([false]);
  });

  it('starts its thread ahead of the first call, and ends it if none comes', async () => {
    engine.warm();
    expect(threads).toHaveLength(1);
    await call();
    expect(threads).toHaveLength(1);
    vi.advanceTimersByTime(30_000);
    engine.warm();
    vi.advanceTimersByTime(30_000);
    expect(threads.map(({ isEnded }) => isEnded)).toEqual([true, true]);
  });
});
