import { Worker } from 'node:worker_threads';
import type { Engine, SearchSettings } from '@kerf/application';
import { InvariantViolation } from '@kerf/core';
import type {
  CatalogGaps,
  ClusterSnapshot,
  Command,
  CommandValidation,
  DisruptionPlan,
  EvaluationCursor,
  InstanceType,
  SchedulingResult,
  StaticNodesPlan,
} from '@kerf/engine';
import { CallQueue } from './call-queue.js';
import { SentLists } from './sent-lists.js';

export type EngineCall =
  | { readonly kind: 'Solve'; readonly search: SearchSettings }
  | { readonly kind: 'PlanStatic'; readonly nodePool: string; readonly count: number }
  | { readonly kind: 'Plan'; readonly cursor: EvaluationCursor }
  | { readonly kind: 'Validate'; readonly command: Command };

/**
 * A call as it is sent to the thread: the snapshot references instance types and lists by number.
 */
export interface EngineMessage {
  readonly id: number;
  readonly call: EngineCall;
  readonly snapshot: Omit<ClusterSnapshot, 'instanceTypesByNodePool' | 'catalogGapsByNodePool'>;
  readonly listByNodePool: Readonly<Record<string, number>>;
  readonly gapsByNodePool: Readonly<Record<string, number>>;
  /** Types, and lists of their numbers, that the thread does not have yet. */
  readonly newTypes: ReadonlyMap<number, InstanceType>;
  readonly newLists: ReadonlyMap<number, readonly number[]>;
  readonly newGaps: ReadonlyMap<number, CatalogGaps>;
  /** Types that the thread may drop. */
  readonly droppedTypes: readonly number[];
  readonly droppedLists: readonly number[];
  readonly droppedGaps: readonly number[];
}

export type EngineAnswer =
  | { readonly kind: 'Solved'; readonly result: SchedulingResult }
  | { readonly kind: 'StaticPlanned'; readonly plan: StaticNodesPlan }
  | { readonly kind: 'Planned'; readonly plan: DisruptionPlan }
  | { readonly kind: 'Validated'; readonly validation: CommandValidation }
  | { readonly kind: 'Failed'; readonly message: string };

/**
 * Runs the engine in separate threads, so that a long solve does not delay watches and lease
 * renewals. Disruption plans have their own thread: they can take seconds, and pods must not wait
 * for them.
 */
export class ThreadedEngine implements Engine {
  readonly #scheduling = new EngineThread();
  readonly #disruption = new EngineThread();

  async solve(snapshot: ClusterSnapshot, search: SearchSettings): Promise<SchedulingResult> {
    const answer = await this.#scheduling.call({ kind: 'Solve', search }, snapshot);
    return answer.kind === 'Solved' ? answer.result : throwUnexpected(answer);
  }

  async planStaticNodes(
    snapshot: ClusterSnapshot,
    nodePool: string,
    count: number,
  ): Promise<StaticNodesPlan> {
    const answer = await this.#scheduling.call({ kind: 'PlanStatic', nodePool, count }, snapshot);
    return answer.kind === 'StaticPlanned' ? answer.plan : throwUnexpected(answer);
  }

  async planDisruption(
    snapshot: ClusterSnapshot,
    cursor: EvaluationCursor,
  ): Promise<DisruptionPlan> {
    const answer = await this.#disruption.call({ kind: 'Plan', cursor }, snapshot);
    return answer.kind === 'Planned' ? answer.plan : throwUnexpected(answer);
  }

  async validateCommand(snapshot: ClusterSnapshot, command: Command): Promise<CommandValidation> {
    const answer = await this.#disruption.call({ kind: 'Validate', command }, snapshot);
    return answer.kind === 'Validated' ? answer.validation : throwUnexpected(answer);
  }

  async close(): Promise<void> {
    await Promise.all([this.#scheduling.close(), this.#disruption.close()]);
  }
}

/**
 * By default, V8 lets the young generation of each heap grow to about 100 MB. Most values of a
 * solve are short-lived, so a third of that costs no measurable time.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 32 };

interface WaitingCall {
  readonly call: EngineCall;
  readonly snapshot: ClusterSnapshot;
  readonly resolve: (answer: EngineAnswer) => void;
}

/**
 * One thread, started by the first call. It receives one call at a time, so that an urgent
 * validation waits for the running plan only and not for the queued plans of all clusters. If the
 * thread dies, its current call fails.
 */
class EngineThread {
  readonly #queue = new CallQueue<WaitingCall>();
  #running: { readonly id: number; readonly resolve: WaitingCall['resolve'] } | null = null;
  #thread: Worker | null = null;
  #lists = new SentLists();
  #lastId = 0;

  call(call: EngineCall, snapshot: ClusterSnapshot): Promise<EngineAnswer> {
    return new Promise((resolve) => {
      this.#queue.push({ call, snapshot, resolve }, { isUrgent: call.kind === 'Validate' });
      this.#sendNext();
    });
  }

  async close(): Promise<void> {
    for (let next = this.#queue.take(); next !== undefined; next = this.#queue.take()) {
      next.resolve({ kind: 'Failed', message: 'the engine is closed' });
    }
    await this.#thread?.terminate();
  }

  #sendNext(): void {
    if (this.#running !== null) return;
    const next = this.#queue.take();
    if (next === undefined) return;
    const { call, snapshot, resolve } = next;
    this.#lastId += 1;
    const id = this.#lastId;
    this.#running = { id, resolve };
    this.#thread ??= this.#start();
    this.#thread.postMessage({ id, call, ...this.#lists.pack(snapshot) });
  }

  #finish(answer: EngineAnswer): void {
    const running = this.#running;
    this.#running = null;
    running?.resolve(answer);
    this.#sendNext();
  }

  #start(): Worker {
    this.#lists = new SentLists();
    const thread = new Worker(new URL('./engine-thread.js', import.meta.url), { resourceLimits });
    thread.on(
      'message',
      ({ id, answer }: { readonly id: number; readonly answer: EngineAnswer }) => {
        if (this.#running?.id === id) this.#finish(answer);
      },
    );
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
}

/** Throws for an unexpected answer. The engine answers every input, so this is a bug. */
function throwUnexpected(answer: EngineAnswer): never {
  throw new InvariantViolation(
    answer.kind === 'Failed'
      ? `The engine failed: ${answer.message}`
      : `the engine returned ${answer.kind} for another call`,
  );
}
