import { Json, randomCluster, readFixture, runningCluster } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { isReschedulable } from '../drainability/pod-state.js';
import type { ClusterSnapshot } from '../model/cluster-snapshot.js';
import type { Command, DisruptionPlan } from '../model/command.js';
import { budgetStatuses } from './disruption-budget.js';
import { minSavingBlock, requiredSavingOf } from './min-saving.js';
import { planDisruption } from './plan-disruption.js';
import { validateCommand } from './validate-command.js';

const seeds = Array.from({ length: 40 }, (_, index) => index + 1);

/** Random clusters: small ones with all kinds of nodes, and running ones without pending pods. */
const snapshots: readonly ClusterSnapshot[] = seeds.flatMap((seed) => [
  readFixture(new Json(randomCluster(seed))),
  runningCluster(seed),
]);
const planned = snapshots.map((snapshot, index) => ({
  name: `${snapshot.clusterName} #${index}`,
  snapshot,
  plan: planDisruption(snapshot),
}));
const commands = planned.flatMap(({ name, snapshot, plan }) =>
  plan.commands.map((command) => ({ name: `${name} ${command.method}`, snapshot, command })),
);

/** Returns the names of the commands for which a rule does not hold. */
const commandsWithout = (
  holds: (command: Command, snapshot: ClusterSnapshot) => boolean,
): readonly string[] =>
  commands.filter(({ command, snapshot }) => !holds(command, snapshot)).map(({ name }) => name);

const plansWithout = (
  holds: (plan: DisruptionPlan, snapshot: ClusterSnapshot) => boolean,
): readonly string[] =>
  planned.filter(({ plan, snapshot }) => !holds(plan, snapshot)).map(({ name }) => name);

const removedBy = ({ candidates }: Command): ReadonlySet<string> =>
  new Set(candidates.map(({ nodeName }) => nodeName));

describe('the commands for random clusters', () => {
  it('come from several methods', () => {
    const methods = new Set(commands.map(({ command }) => command.method));
    expect(methods.size).toBeGreaterThanOrEqual(3);
    expect(commands.length).toBeGreaterThan(20);
  });

  it('move every pod of their nodes that needs another one, exactly once', () => {
    const wrong = commandsWithout((command, { nodes }) => {
      const removed = removedBy(command);
      const expected = nodes
        .filter(({ name }) => removed.has(name))
        .flatMap(({ name, pods }) =>
          pods.filter(isReschedulable).map(({ uid }) => `${name} ${uid}`),
        );
      const moves = command.moves.map(({ from, podUid }) => `${from} ${podUid}`);
      return (
        moves.length === expected.length && new Set([...moves, ...expected]).size === moves.length
      );
    });
    expect(wrong).toEqual([]);
  });

  it('move pods only to nodes that stay, or to their replacements; each of several gets some', () => {
    const wrong = commandsWithout((command, { nodes }) => {
      const removed = removedBy(command);
      const staying = new Set(nodes.map(({ name }) => name).filter((name) => !removed.has(name)));
      const replacements = command.replacements.map(({ id }) => id);
      const targets = new Set(command.moves.map(({ to }) => to ?? ''));
      return (
        [...targets].every((to) => staying.has(to) || replacements.includes(to)) &&
        // A single one may be for a pending pod that has a place without the removed node.
        (replacements.length < 2 || replacements.every((id) => targets.has(id)))
      );
    });
    expect(wrong).toEqual([]);
  });

  it('save the price of their nodes less that of the replacements', () => {
    const wrong = commandsWithout(({ candidates, replacements, savingMicroUsdPerHour }) => {
      const prices = candidates.map(({ priceMicroUsdPerHour }) => priceMicroUsdPerHour);
      const isKnown =
        prices.every((price) => price !== null) &&
        replacements.every(({ expected }) => expected.isPriceEstimated !== true);
      if (!isKnown) return savingMicroUsdPerHour === null;
      const before = prices.reduce<number>((sum, price) => sum + (price ?? 0), 0);
      const after = replacements.reduce(
        (sum, { expected }) => sum + expected.priceMicroUsdPerHour,
        0,
      );
      return savingMicroUsdPerHour === before - after;
    });
    expect(wrong).toEqual([]);
  });

  it('consolidate only with a saving, whichever offering of a replacement is launched', () => {
    const wrong = commandsWithout((command, snapshot) => {
      const { reason, candidates, replacements } = command;
      if (reason !== 'Underutilized') return true;
      const price = candidates.reduce(
        (sum, { priceMicroUsdPerHour }) => sum + (priceMicroUsdPerHour ?? 0),
        0,
      );
      const highest = replacements.reduce(
        (sum, { instanceTypes }) =>
          sum +
          Math.max(
            ...instanceTypes.flatMap(({ offerings }) =>
              offerings.map((offering) => offering.priceMicroUsdPerHour),
            ),
          ),
        0,
      );
      const isCheaper = replacements.length === 0 || highest < price;
      return (
        isCheaper && minSavingBlock(requiredSavingOf(snapshot, command), command, price) === null
      );
    });
    expect(wrong).toEqual([]);
  });

  it('are valid as they are, as long as nothing has changed', () => {
    const wrong = commandsWithout((command, snapshot) => {
      const validation = validateCommand(snapshot, command);
      return validation.kind === 'Valid';
    });
    expect(wrong).toEqual([]);
  });
});

describe('the plans for random clusters', () => {
  it('disrupt no more nodes than the budgets allow', () => {
    const wrong = plansWithout(({ commands: all }, snapshot) =>
      budgetStatuses(snapshot).every(({ nodePool, reason, allowed }) => {
        const taken = all
          .filter((command) => command.reason === reason)
          .flatMap(({ candidates }) => candidates)
          .filter((candidate) => candidate.nodePool === nodePool);
        return taken.length <= allowed;
      }),
    );
    expect(wrong).toEqual([]);
  });

  it('remove each managed node once, or list what blocks it', () => {
    const wrong = plansWithout(({ commands: all, blocked }, { nodes }) => {
      const named = [
        ...all.flatMap(({ candidates }) => candidates.map(({ nodeName }) => nodeName)),
        ...blocked.map(({ nodeName }) => nodeName),
      ];
      const managed = nodes.filter(({ nodeClaim }) => nodeClaim !== null).map(({ name }) => name);
      return JSON.stringify(named.toSorted()) === JSON.stringify(managed.toSorted());
    });
    expect(wrong).toEqual([]);
  });

  it('list at least one reason for each blocked node', () => {
    const wrong = plansWithout(({ blocked }) => blocked.every(({ reasons }) => reasons.length > 0));
    expect(wrong).toEqual([]);
  });
});
