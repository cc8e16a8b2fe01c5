import { setImmediate as otherWork } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { DurationMs } from '@kerf/core';
import type { ClusterSnapshot } from '@kerf/engine';
import { CallQueue } from './call-queue.js';
import type { EngineAnswer, EngineCall, EngineMessage, ThreadMessage } from './engine-messages.js';
import { SentLists } from './sent-lists.js';
import { type NodesMessage, SentNodes } from './sent-nodes.js';

export interface ThreadLimits {
  /** Maximum size of the thread's old generation in MiB; a call that needs more fails. */
  readonly maxHeapMb: number;
  /** Time without a call after which the thread is ended and its memory is released. */
  readonly idleMs: DurationMs;
}

/** The parts of a worker thread that {@link EngineThread} uses. */
export interface StartedThread {
  postMessage(message: ThreadMessage): void;
  terminate(): Promise<unknown>;
  on(event: 'message', listener: (reply: EngineReply) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'exit', listener: (code: number) => void): unknown;
}

interface EngineReply {
  readonly id: number;
  readonly answer: EngineAnswer;
}

/**
 * By default, V8 lets the young generation of each heap grow to about 100 MB. Most values of a
 * solve are short-lived, so a third of that costs no measurable time.
 */
const maxYoungGenerationSizeMb = 32;

/** Starts a thread that runs `engine-thread.ts`. */
function startThread({ maxHeapMb }: ThreadLimits): StartedThread {
  return new Worker(new URL('./engine-thread.js', import.meta.url), {
    resourceLimits: { maxYoungGenerationSizeMb, maxOldGenerationSizeMb: maxHeapMb },
  });
}

interface WaitingCall {
  readonly call: EngineCall;
  readonly snapshot: ClusterSnapshot;
  readonly resolve: (answer: EngineAnswer) => void;
}

/**
 * One thread, started by the first call and ended when it is idle. It receives one call at a time,
 * so that an urgent call waits for the running one only and not for the queued plans of all
 * clusters. If the thread dies, its current call fails.
 */
export class EngineThread {
  readonly #limits: ThreadLimits;
  readonly #startThread: (limits: ThreadLimits) => StartedThread;
  readonly #queue = new CallQueue<WaitingCall>();
  #running: { readonly id: number; readonly resolve: WaitingCall['resolve'] } | null = null;
  #thread: StartedThread | null = null;
  #lists = new SentLists();
  #nodes = new SentNodes();
  #lastId = 0;
  #idle: NodeJS.Timeout | null = null;

  constructor(limits: ThreadLimits, start = startThread) {
    this.#limits = limits;
    this.#startThread = start;
  }

  call(call: EngineCall, snapshot: ClusterSnapshot): Promise<EngineAnswer> {
    return new Promise((resolve) => {
      this.#queue.push({ call, snapshot, resolve }, call.kind);
      this.#sendNext();
    });
  }

  /** Starts the thread if it is not running. */
  warm(): void {
    if (this.#running !== null) return;
    this.#thread ??= this.#start();
    this.#endWhenIdle();
  }

  async close(): Promise<void> {
    this.#stayAlive();
    for (let next = this.#queue.take(); next !== undefined; next = this.#queue.take()) {
      next.resolve({ kind: 'Failed', message: 'the engine is closed' });
    }
    await this.#thread?.terminate();
  }

  #sendNext(): void {
    if (this.#running !== null) return;
    const next = this.#queue.take();
    if (next === undefined) {
      this.#endWhenIdle();
      return;
    }
    this.#stayAlive();
    const { call, snapshot, resolve } = next;
    this.#lastId += 1;
    const id = this.#lastId;
    this.#running = { id, resolve };
    this.#thread ??= this.#start();
    const thread = this.#thread;
    const { parts, order } = this.#nodes.pack(snapshot.clusterName, snapshot.nodes);
    const lists = this.#lists.pack(snapshot);
    this.#send(thread, parts, { kind: 'Call', id, call, nodes: order, ...lists }).catch(
      (error: unknown) => this.#giveUp(thread, error),
    );
  }

  /** Sends one part at a time, because cloning all nodes of a large cluster blocks the process. */
  async #send(
    thread: StartedThread,
    parts: Iterable<NodesMessage>,
    call: EngineMessage,
  ): Promise<void> {
    let isFirst = true;
    for (const part of parts) {
      if (!isFirst) await otherWork();
      isFirst = false;
      // If the thread has ended, its call has failed.
      if (this.#thread !== thread) return;
      thread.postMessage(part);
    }
    thread.postMessage(call);
  }

  /** Ends a thread that did not get all parts of a call. */
  #giveUp(thread: StartedThread, cause: unknown): void {
    if (this.#thread !== thread) return;
    this.#thread = null;
    thread.terminate().catch(() => undefined);
    this.#finish({ kind: 'Failed', message: `The engine was not called: ${String(cause)}` });
  }

  #finish(answer: EngineAnswer): void {
    const running = this.#running;
    this.#running = null;
    running?.resolve(answer);
    this.#sendNext();
  }

  #start(): StartedThread {
    this.#lists = new SentLists();
    this.#nodes = new SentNodes();
    const thread = this.#startThread(this.#limits);
    thread.on('message', ({ id, answer }) => {
      if (this.#running?.id === id) this.#finish(answer);
    });
    // The next call starts a new thread.
    const onEnd = (reason: string): void => {
      if (this.#thread !== thread) return;
      this.#thread = null;
      this.#finish({ kind: 'Failed', message: `The engine thread ended: ${reason}` });
    };
    thread.on('error', (error) => onEnd(error.message));
    thread.on('exit', (code) => onEnd(`exit code ${code}`));
    return thread;
  }

  #endWhenIdle(): void {
    this.#stayAlive();
    const thread = this.#thread;
    if (thread === null) return;
    this.#idle = setTimeout(() => {
      this.#thread = null;
      this.#lists = new SentLists();
      this.#nodes = new SentNodes();
      // A thread that cannot be ended holds memory and does no work.
      thread.terminate().catch(() => undefined);
    }, this.#limits.idleMs).unref();
  }

  #stayAlive(): void {
    if (this.#idle !== null) clearTimeout(this.#idle);
    this.#idle = null;
  }
}
