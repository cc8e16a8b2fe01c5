import { type MicroUsdPerHour } from '@kerf/core';
import {
  afterCommand,
  analyzeCost,
  type ClusterSnapshot,
  type Command,
  type DisruptionPlan,
  type EvaluationCursor,
  noEvaluations,
  planDisruption,
  withCommandBounds,
} from '@kerf/engine';
import { toUsd } from '../answer.js';
import { measure } from '../measure.js';

/** Results of disruption for one fixture. Prices are US dollars per hour. */
export interface DisruptionAnswer {
  readonly fixture: string;
  readonly startPrice: number;
  readonly startNodes: number;
  /** After the last command. */
  readonly price: number;
  readonly nodes: number;
  readonly commands: number;
  readonly nodesRemoved: number;
  readonly podsMoved: number;
  readonly decisionMs: number;
  /** Lower bound of the price of all nodes that could hold these pods, if all could be moved. */
  readonly lowerBound: number;
  /** The last price divided by the lower bound, less one; `null` if the bound is 0. */
  readonly gapRatio: number | null;
  /**
   * Nodes that nothing keeps from being consolidated before the last commands, and those of them that
   * consolidation has simulated at least once.
   */
  readonly coverage: { readonly evaluated: number; readonly candidates: number };
}

/** One command of a run, with the cluster's price after it. */
export interface DisruptionStep {
  readonly method: Command['method'];
  readonly candidates: readonly string[];
  readonly replacements: readonly string[];
  readonly podsMoved: number;
  readonly decisionMs: number;
  readonly nodes: number;
  readonly price: number;
  /** The savings, and the most that any command could save within the same budgets. */
  readonly saving: number | null;
  readonly mostSaving: number | null;
  /** The price after the command divided by the least possible one, less one. */
  readonly gapRatio: number | null;
}

export interface DisruptionOptions {
  /** True to apply commands until none is left; else the first evaluation only, applied. */
  readonly loops: boolean;
  readonly onStep?: (step: DisruptionStep) => void;
  readonly onCommand?: (applied: AppliedCommand) => void;
}

/** A command with the cluster before and after it. */
export interface AppliedCommand {
  readonly before: ClusterSnapshot;
  readonly command: Command;
  readonly after: ClusterSnapshot;
}

/** A run that has not ended after so many evaluations repeats itself. */
const maxEvaluations = 10_000;

/** Evaluates the disruption of a cluster, applies its commands at once, and goes on if asked to. */
export function consolidateFixture(
  start: ClusterSnapshot,
  { loops, onStep, onCommand }: DisruptionOptions,
): DisruptionAnswer {
  let snapshot = start;
  let cursor: EvaluationCursor = noEvaluations;
  const totals = { commands: 0, nodesRemoved: 0, podsMoved: 0, decisionMs: 0 };
  let lastCommandAt = 0;
  let coverage = { evaluated: 0, candidates: 0 };
  for (let evaluation = 1; evaluation <= maxEvaluations; evaluation += 1) {
    const { result: plan, solveMs } = measure(() => planDisruption(snapshot, cursor));
    const bounded = withCommandBounds(snapshot, plan);
    totals.decisionMs += solveMs;
    cursor = plan.cursor;
    if (plan.commands.length > 0) lastCommandAt = cursor.evaluations;
    // One evaluation simulates only a part of a large cluster.
    const isSettled = Object.values(cursor.lastByClaim).every(
      (last) => last.evaluation > lastCommandAt,
    );
    coverage = coverageOf(snapshot, plan);
    for (const [index, command] of bounded.commands.entries()) {
      const before = snapshot;
      // New nodes come last by name, as those of the oracle: pods go to the first node by name.
      const prefix = `z${String(evaluation).padStart(6, '0')}-${index}`;
      snapshot = afterCommand(before, command, prefix);
      onCommand?.({ before, command, after: snapshot });
      totals.commands += 1;
      totals.nodesRemoved += command.candidates.length;
      totals.podsMoved += command.moves.length;
      onStep?.(stepOf(command, snapshot, solveMs));
    }
    if (!loops || (plan.commands.length === 0 && isSettled)) break;
  }
  const { lowerBoundMicroUsdPerHour: lowerBound } = analyzeCost(snapshot);
  const price = priceOf(snapshot);
  return {
    fixture: start.clusterName,
    startPrice: toUsd(priceOf(start)),
    startNodes: start.nodes.length,
    price: toUsd(price),
    nodes: snapshot.nodes.length,
    ...totals,
    lowerBound: toUsd(lowerBound),
    gapRatio: lowerBound === 0 ? null : price / lowerBound - 1,
    coverage,
  };
}

function coverageOf(
  { nodes }: ClusterSnapshot,
  { eligible, blocked, cursor }: DisruptionPlan,
): DisruptionAnswer['coverage'] {
  const candidates = eligible.find(({ reason }) => reason === 'Underutilized')?.nodes ?? 0;
  const claimByNode = new Map(nodes.map(({ name, nodeClaim }) => [name, nodeClaim?.id ?? '']));
  const unseen = blocked.filter(
    ({ nodeName, reasons }) =>
      reasons.some(({ code }) => code === 'NOT_EVALUATED_YET') &&
      cursor.lastByClaim[claimByNode.get(nodeName) ?? ''] === undefined,
  );
  return { evaluated: candidates - unseen.length, candidates };
}

const priceOf = ({ nodes }: ClusterSnapshot): MicroUsdPerHour =>
  nodes.reduce((sum, { offering }) => sum + (offering?.priceMicroUsdPerHour ?? 0), 0);

function stepOf(command: Command, snapshot: ClusterSnapshot, decisionMs: number): DisruptionStep {
  return {
    method: command.method,
    candidates: command.candidates.map(({ nodeName }) => nodeName),
    replacements: command.replacements.map(({ expected }) => expected.instanceType),
    podsMoved: command.moves.length,
    decisionMs,
    nodes: snapshot.nodes.length,
    price: toUsd(priceOf(snapshot)),
    saving: toUsdOrNull(command.savingMicroUsdPerHour),
    mostSaving: toUsdOrNull(command.bound?.mostSavingMicroUsdPerHour ?? null),
    gapRatio: command.bound?.gapRatio ?? null,
  };
}

const toUsdOrNull = (microUsd: MicroUsdPerHour | null): number | null =>
  microUsd === null ? null : toUsd(microUsd);
