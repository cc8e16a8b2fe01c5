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
import type { SearchSettings } from '../domain/cluster/cluster.js';

/** The engine, in this thread or another: a large snapshot is solved in a thread of its own. */
export interface Engine {
  solve(snapshot: ClusterSnapshot, search: SearchSettings): Promise<SchedulingResult>;
  planStaticNodes(
    snapshot: ClusterSnapshot,
    nodePool: string,
    count: number,
  ): Promise<StaticNodesPlan>;
  planDisruption(snapshot: ClusterSnapshot, cursor: EvaluationCursor): Promise<DisruptionPlan>;
  analyzeCost(snapshot: ClusterSnapshot): Promise<CostAnalysis>;
  simulateDisruption(
    snapshot: ClusterSnapshot,
    nodeNames: readonly string[],
  ): Promise<SimulatedDisruption>;
  /** Plans the nodes of a command anew, with the replacements that they need now. */
  replanCommand(snapshot: ClusterSnapshot, command: Command): Promise<CommandValidation>;
  validateCommand(snapshot: ClusterSnapshot, command: Command): Promise<CommandValidation>;
}
