import type {
  ClusterSnapshot,
  Command,
  CommandValidation,
  DisruptionPlan,
  EvaluationCursor,
  SchedulingResult,
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
  validateCommand(snapshot: ClusterSnapshot, command: Command): Promise<CommandValidation>;
}
