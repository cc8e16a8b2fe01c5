import type { SearchSettings } from '@kerf/application';
import type {
  CatalogGaps,
  ClusterSnapshot,
  Command,
  CommandValidation,
  CostAnalysis,
  DisruptionPlan,
  EvaluationCursor,
  InstanceType,
  SchedulingResult,
  SimulatedDisruption,
  StaticNodesPlan,
} from '@kerf/engine';
import type { NodeOrder, NodesMessage } from './sent-nodes.js';

export type EngineCall =
  | { readonly kind: 'Solve'; readonly search: SearchSettings }
  | { readonly kind: 'PlanStatic'; readonly nodePool: string; readonly count: number }
  | { readonly kind: 'Plan'; readonly cursor: EvaluationCursor }
  | { readonly kind: 'AnalyzeCost' }
  | { readonly kind: 'Simulate'; readonly nodeNames: readonly string[] }
  | { readonly kind: 'Replan'; readonly command: Command }
  | { readonly kind: 'Validate'; readonly command: Command };

/**
 * A call as it is sent to the thread: the snapshot references nodes, instance types and lists by
 * number.
 */
export interface EngineMessage extends PackedLists {
  readonly kind: 'Call';
  readonly id: number;
  readonly call: EngineCall;
  readonly nodes: NodeOrder;
}

/** A snapshot without its nodes, whose instance types and lists are referenced by number. */
export interface PackedLists {
  readonly snapshot: Omit<
    ClusterSnapshot,
    'nodes' | 'instanceTypesByNodePool' | 'catalogGapsByNodePool'
  >;
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

/** A message to the thread. */
export type ThreadMessage = EngineMessage | NodesMessage;

export type EngineAnswer =
  | { readonly kind: 'Solved'; readonly result: SchedulingResult }
  | { readonly kind: 'StaticPlanned'; readonly plan: StaticNodesPlan }
  | { readonly kind: 'Planned'; readonly plan: DisruptionPlan }
  | { readonly kind: 'CostAnalyzed'; readonly analysis: CostAnalysis }
  | { readonly kind: 'Simulated'; readonly result: SimulatedDisruption }
  | { readonly kind: 'Validated'; readonly validation: CommandValidation }
  | { readonly kind: 'Failed'; readonly message: string };
