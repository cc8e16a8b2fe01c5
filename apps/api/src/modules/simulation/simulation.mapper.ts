import {
  type SimulationResult as Result,
  type DisruptionSimulation as Simulation,
  simulationAt,
} from '@kerf/application';
import type { Instant } from '@kerf/core';
import type {
  SimulatedBlocker as EngineBlocker,
  SimulatedConsolidation as EngineConsolidation,
  SimulatedNode as EngineNode,
} from '@kerf/engine';
import { toReason } from '../../contract/reason.js';
import type {
  DisruptionSimulation,
  SimulatedBlocker,
  SimulatedConsolidation,
  SimulatedNode,
  SimulationResult,
} from '../../generated/schema-types.js';
import {
  type PlannedNodeClaimView,
  toCandidate,
  toReplacements,
} from '../decision/decision.mapper.js';
import { toRejection } from '../scheduling/scheduling.contract.js';

export type SimulationResultView = Omit<SimulationResult, 'replacements'> & {
  readonly replacements: readonly PlannedNodeClaimView[];
};
export type DisruptionSimulationView = Omit<DisruptionSimulation, 'result'> & {
  readonly result: SimulationResultView | null;
};

/** @param now a simulation without an answer fails at its time limit */
export function toSimulationView(stored: Simulation, now: Instant): DisruptionSimulationView {
  const { result, ...simulation } = simulationAt(stored, now);
  return { ...simulation, result: result === null ? null : toResultView(result) };
}

function toResultView(result: Result): SimulationResultView {
  return {
    evaluatedAt: result.evaluatedAt,
    engineVersion: result.engineVersion,
    nodes: result.nodes.map(toNodeView),
    moves: result.moves.map(({ pod, from, to }) => ({ pod, from, to })),
    unplaced: result.unplaced.map(({ pod, from, reasons, byNodePool }) => ({
      pod,
      from,
      reasons: reasons.map(toReason),
      byNodePool: byNodePool.map(toRejection),
    })),
    replacements: toReplacements(result).map((claim) => ({
      ...claim,
      optionCount: result.optionCounts[claim.plannedId] ?? claim.optionCount,
    })),
    costChange: result.costChangeMicroUsdPerHour,
    consolidation: result.consolidation === null ? null : toConsolidationView(result.consolidation),
  };
}

function toNodeView(node: EngineNode): SimulatedNode {
  const { drift: _, ...facts } = toCandidate(node);
  return {
    ...facts,
    podsWithoutController: node.podsWithoutController,
    blockers: node.blockers.map(toBlockerView),
  };
}

const toBlockerView = ({ disruptionReasons, block, until }: EngineBlocker): SimulatedBlocker => ({
  disruptionReasons,
  reason: toReason(block),
  until,
});

const toConsolidationView = (result: EngineConsolidation): SimulatedConsolidation =>
  result.kind === 'Possible'
    ? { isPossible: true, saving: result.savingMicroUsdPerHour, blocker: null }
    : { isPossible: false, saving: null, blocker: toReason(result.block) };
