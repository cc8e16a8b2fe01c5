import type { Engine, SearchSettings } from '@kerf/application';
import { InvariantViolation } from '@kerf/core';
import type {
  ClusterSnapshot,
  Command,
  CommandValidation,
  CostAnalysis,
  DisruptionPlan,
  EvaluationCursor,
  SchedulingResult,
  SimulatedDisruption,
  StaticNodesPlan,
} from '@kerf/engine';
import type { EngineAnswer } from './engine-messages.js';
import { EngineThread, type ThreadLimits } from './engine-thread-host.js';

export interface EngineThreads extends ThreadLimits {
  /**
   * With one thread, pods wait for a running disruption plan. Two threads separate them, for twice
   * the memory.
   */
  readonly threads: number;
}

/**
 * Runs the engine in separate threads, so that a long solve does not delay watches and lease
 * renewals. Waiting calls for pods are first, then validations and simulations, then
 * disruption plans, then cost analyses.
 */
export class ThreadedEngine implements Engine {
  readonly #scheduling: EngineThread;
  readonly #disruption: EngineThread;

  constructor({ threads, ...limits }: EngineThreads) {
    this.#scheduling = new EngineThread(limits);
    this.#disruption = threads > 1 ? new EngineThread(limits) : this.#scheduling;
  }

  /** Starts the thread for pods, so that the next solve does not wait for its start. */
  warm(): void {
    this.#scheduling.warm();
  }

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

  async analyzeCost(snapshot: ClusterSnapshot): Promise<CostAnalysis> {
    const answer = await this.#disruption.call({ kind: 'AnalyzeCost' }, snapshot);
    return answer.kind === 'CostAnalyzed' ? answer.analysis : throwUnexpected(answer);
  }

  async simulateDisruption(
    snapshot: ClusterSnapshot,
    nodeNames: readonly string[],
  ): Promise<SimulatedDisruption> {
    const answer = await this.#disruption.call({ kind: 'Simulate', nodeNames }, snapshot);
    return answer.kind === 'Simulated' ? answer.result : throwUnexpected(answer);
  }

  async replanCommand(snapshot: ClusterSnapshot, command: Command): Promise<CommandValidation> {
    const answer = await this.#disruption.call({ kind: 'Replan', command }, snapshot);
    return answer.kind === 'Validated' ? answer.validation : throwUnexpected(answer);
  }

  async validateCommand(snapshot: ClusterSnapshot, command: Command): Promise<CommandValidation> {
    const answer = await this.#disruption.call({ kind: 'Validate', command }, snapshot);
    return answer.kind === 'Validated' ? answer.validation : throwUnexpected(answer);
  }

  async close(): Promise<void> {
    await Promise.all([this.#scheduling.close(), this.#disruption.close()]);
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
