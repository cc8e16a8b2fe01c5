import { Dice, runningCluster } from '@kerf/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { verifySavingProof } from '../bound/verify-saving-proof.js';
import { inspectNodes } from '../disruption/candidate.js';
import { budgetStatuses } from '../disruption/disruption-budget.js';
import { blockersOf } from '../disruption/methods/method.js';
import { singleNodeConsolidation } from '../disruption/methods/single-node-consolidation.js';
import { planDisruption } from '../disruption/plan-disruption.js';
import { simulateWithout } from '../disruption/simulate.js';
import { validateCommand } from '../disruption/validate-command.js';
import type { ClusterSnapshot } from '../model/cluster-snapshot.js';
import type { Command } from '../model/command.js';
import type { SavingProof } from '../model/saving-proof.js';
import { verifyCommandBound, withCommandBounds } from './command-bound.js';

const seeds = Array.from({ length: 100 }, (_, index) => index + 1);

/** A random cluster without pending pods, of whose NodePools a third of the nodes may be removed. */
function cluster(seed: number): ClusterSnapshot {
  const snapshot = runningCluster(seed);
  const budget = {
    max: { kind: 'Percent', value: 34 },
    reasons: [],
    state: 'Active',
    changesAt: null,
    index: 0,
  } as const;
  const nodePools = snapshot.nodePools.map((pool) => ({
    ...pool,
    disruption: { ...pool.disruption, budgets: [budget] },
  }));
  return { ...snapshot, nodePools, pods: [] };
}

/** Random nodes that the budgets allow to remove together. */
function chosen(snapshot: ClusterSnapshot, dice: Dice) {
  const left = new Map(
    budgetStatuses(snapshot)
      .filter(({ reason }) => reason === 'Underutilized')
      .map(({ nodePool, allowed }) => [nodePool, allowed]),
  );
  return inspectNodes(snapshot).candidates.filter((one) => {
    const { now } = snapshot;
    const allowed = left.get(one.nodePool.name) ?? 0;
    const isEligible =
      singleNodeConsolidation.appliesTo(one) &&
      blockersOf(singleNodeConsolidation, one, now).length === 0 &&
      (one.node.offering?.priceMicroUsdPerHour ?? null) !== null;
    if (!isEligible || allowed === 0 || !dice.chance(0.7)) return false;
    left.set(one.nodePool.name, allowed - 1);
    return true;
  });
}

/** The same cluster after a change of the prices of some of its nodes. */
function withOtherPrices(snapshot: ClusterSnapshot, dice: Dice): ClusterSnapshot {
  const nodes = snapshot.nodes.map((node) => {
    const price = node.offering?.priceMicroUsdPerHour ?? null;
    if (node.offering === null || price === null || !dice.chance(0.3)) return node;
    const priceMicroUsdPerHour = Math.round(price * (dice.chance(0.5) ? 0.7 : 1.5));
    return { ...node, offering: { ...node.offering, priceMicroUsdPerHour } };
  });
  return { ...snapshot, nodes };
}

const consolidations = (commands: readonly Command[]): readonly Command[] =>
  commands.filter(({ reason }) => reason === 'Underutilized');

/** The bounded commands of random clusters, with their proofs. */
const proved = () =>
  seeds.flatMap((seed) => {
    const snapshot = cluster(seed);
    const { commands, proofs } = withCommandBounds(snapshot, planDisruption(snapshot));
    return commands.flatMap((command, index) => {
      const proof = proofs?.[index] ?? null;
      return proof === null || command.bound === undefined ? [] : [{ seed, command, proof }];
    });
  });

/** Proofs with one change that would make them prove more than is true. */
const forgeries: readonly (readonly [string, (proof: SavingProof) => SavingProof])[] = [
  [
    'higher dual prices of pods',
    (proof) => ({
      ...proof,
      podGroups: proof.podGroups.map((group) => ({
        ...group,
        dualValue: `${BigInt(group.dualValue) * 3n + BigInt(2 ** 60)}`,
      })),
    }),
  ],
  [
    'cheaper nodes',
    (proof) => ({
      ...proof,
      nodes: proof.nodes.map((node) => ({
        ...node,
        priceMicroUsdPerHour: Math.floor(node.priceMicroUsdPerHour / 2),
      })),
    }),
  ],
  ['no removable nodes', (proof) => ({ ...proof, removable: [] })],
  ['fewer nodes', (proof) => ({ ...proof, nodes: proof.nodes.slice(1), removable: [] })],
  [
    'a node that counts twice',
    (proof) => ({
      ...proof,
      removable: proof.removable.map((one) => ({ ...one, nodes: [...one.nodes, ...one.nodes] })),
    }),
  ],
  ['a missing dual price', (proof) => ({ ...proof, dualPrices: [['1']] })],
  [
    'an index that does not exist',
    (proof) => ({ ...proof, nodes: proof.nodes.map((node) => ({ ...node, admission: 1e6 })) }),
  ],
];

describe('the proof of a bound', () => {
  let all: ReturnType<typeof proved> = [];
  beforeAll(() => {
    all = proved();
  }, 60_000);

  it('proves it without the snapshot, also as JSON', () => {
    expect(all.length).toBeGreaterThan(20);
    for (const { seed, command, proof } of all) {
      const stored: SavingProof = JSON.parse(JSON.stringify(proof));
      expect(verifySavingProof(stored, command), `${seed}`).toMatchObject({ isProved: true });
    }
  });

  it('does not prove a lower bound', () => {
    const refused = all.flatMap(({ command, proof }) => {
      const { bound } = command;
      const verdict = verifySavingProof(proof, command);
      if (bound === undefined || !verdict.isProved) return [];
      const lower = {
        ...bound,
        mostSavingMicroUsdPerHour: verdict.mostSavingMicroUsdPerHour - 1,
      };
      return [verifySavingProof(proof, { ...command, bound: lower })];
    });
    expect(refused.length).toBeGreaterThan(20);
    expect(refused.filter(({ isProved }) => isProved)).toEqual([]);
  });

  it('is refused for a command that saves more than its bound', () => {
    for (const { seed, command, proof } of all) {
      const savingMicroUsdPerHour = (command.bound?.mostSavingMicroUsdPerHour ?? 0) + 1;
      const verdict = verifySavingProof(proof, { ...command, savingMicroUsdPerHour });
      expect(verdict, `${seed}`).toMatchObject({ isProved: false });
    }
  });

  it.each(forgeries)('is refused with %s', (_, forge) => {
    // Without pods, nothing depends on dual prices.
    const withPods = all.filter(({ proof }) => proof.podGroups.length > 0);
    const verdicts = withPods.map(({ command, proof }) => verifySavingProof(forge(proof), command));
    expect(verdicts.length).toBeGreaterThan(20);
    expect(verdicts.filter(({ isProved }) => isProved)).toEqual([]);
  });

  it('is refused for other nodes, other prices, and commands without a bound', () => {
    for (const { command, proof } of all.slice(0, 5)) {
      const { bound: _, ...unbounded } = command;
      expect(verifySavingProof(proof, unbounded).isProved).toBe(false);
      const renamed = command.candidates.map((one) => ({ ...one, nodeName: 'other' }));
      expect(verifySavingProof(proof, { ...command, candidates: renamed }).isProved).toBe(false);
      const repriced = command.candidates.map((one) => ({ ...one, priceMicroUsdPerHour: 1 }));
      expect(verifySavingProof(proof, { ...command, candidates: repriced }).isProved).toBe(false);
    }
  });
});

describe('the bound of what a command can save', () => {
  it('is proved by the certificate of the plan, and not below the saving', () => {
    let checked = 0;
    for (const seed of seeds) {
      const snapshot = cluster(seed);
      const plan = withCommandBounds(snapshot, planDisruption(snapshot));
      for (const command of plan.commands) {
        if (command.bound === undefined) continue;
        const { mostSavingMicroUsdPerHour: most, gapRatio } = command.bound;
        expect(verifyCommandBound(snapshot, plan, command), `${seed}`).toMatchObject({
          isProved: true,
        });
        expect(most).toBeGreaterThanOrEqual(command.savingMicroUsdPerHour ?? 0);
        expect(gapRatio).toBeGreaterThanOrEqual(0);
        checked += 1;
      }
    }
    expect(checked).toBeGreaterThan(20);
  }, 60_000);

  it('is not below what any removal within the budgets saves', () => {
    let removals = 0;
    for (const seed of seeds) {
      const snapshot = cluster(seed);
      const plan = withCommandBounds(snapshot, planDisruption(snapshot));
      const [command] = consolidations(plan.commands);
      const most = command?.bound?.mostSavingMicroUsdPerHour;
      if (most === undefined) continue;
      const dice = new Dice(seed);
      for (let attempt = 0; attempt < 5; attempt += 1) {
        const removed = chosen(snapshot, dice);
        const { unplacedPods, newNodeClaims } = simulateWithout(snapshot, removed);
        if (unplacedPods.length > 0) continue;
        const saved =
          removed.reduce((sum, { node }) => sum + (node.offering?.priceMicroUsdPerHour ?? 0), 0) -
          newNodeClaims.reduce((sum, { expected }) => sum + expected.priceMicroUsdPerHour, 0);
        expect(saved, `cluster ${seed}`).toBeLessThanOrEqual(most);
        removals += 1;
      }
    }
    expect(removals).toBeGreaterThan(30);
  }, 60_000);

  it('is absent after a validation with other prices, and else still proved', () => {
    const counts = { bounded: 0, unbounded: 0 };
    for (const seed of seeds) {
      const snapshot = cluster(seed);
      const { commands, proofs } = withCommandBounds(snapshot, planDisruption(snapshot));
      const repriced = withOtherPrices(snapshot, new Dice(seed));
      for (const [index, proposed] of commands.entries()) {
        const proof = proofs?.[index] ?? null;
        const validation = validateCommand(repriced, proposed);
        if (proof === null || validation.kind === 'Invalid') continue;
        const { command } = validation;
        counts[command.bound === undefined ? 'unbounded' : 'bounded'] += 1;
        if (command.bound === undefined) continue;
        const { mostSavingMicroUsdPerHour: most } = command.bound;
        expect(command.savingMicroUsdPerHour, `${seed}`).toBeLessThanOrEqual(most);
        expect(verifySavingProof(proof, command), `${seed}`).toMatchObject({ isProved: true });
      }
    }
    expect(counts.bounded).toBeGreaterThan(10);
    expect(counts.unbounded).toBeGreaterThan(10);
  }, 60_000);

  it('is refused if it is lower than what the certificate proves', () => {
    const found = seeds.map((seed) => {
      const snapshot = cluster(seed);
      return { snapshot, plan: withCommandBounds(snapshot, planDisruption(snapshot)) };
    });
    const falsified = found.flatMap(({ snapshot, plan }) =>
      consolidations(plan.commands).flatMap(({ bound, ...command }) => {
        const most = bound?.mostSavingMicroUsdPerHour ?? 0;
        // Where the saving itself is the bound, the certificate may prove less.
        if (bound === undefined || most <= (command.savingMicroUsdPerHour ?? 0)) return [];
        const lower = { ...bound, mostSavingMicroUsdPerHour: most - 1 };
        return [verifyCommandBound(snapshot, plan, { ...command, bound: lower })];
      }),
    );
    expect(falsified.length).toBeGreaterThan(5);
    expect(falsified.filter(({ isProved }) => isProved)).toEqual([]);
  }, 60_000);
});
