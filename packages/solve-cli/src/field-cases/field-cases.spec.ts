import { compareText } from '@kerf/core';
import { type ClusterSnapshot, solve } from '@kerf/engine';
import { Json, planOf, readFixture, validatePlan } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { toAnswer } from '../answer.js';
import { appliedProblems } from '../differential/disruption/command-checks.js';
import { consolidateFixture, type DisruptionStep } from '../disruption/consolidate-fixture.js';
import { consolidationCases } from './consolidation-cases.js';
import type { FieldCase } from './field-case.js';
import { instanceTypes } from './manifests.js';
import { pendingCases } from './pending-cases.js';

function snapshotOf({ given, hasUnreadableBudget = false }: FieldCase): ClusterSnapshot {
  const fixture = { name: 'field-case', instanceTypes: instanceTypes(), ...given };
  const snapshot = readFixture(new Json(fixture));
  if (!hasUnreadableBudget) return snapshot;
  const nodePools = snapshot.nodePools.map((pool) => {
    const budgets = pool.disruption.budgets.map(
      (budget) => ({ ...budget, state: 'Unreadable' }) as const,
    );
    return { ...pool, disruption: { ...pool.disruption, budgets } };
  });
  return { ...snapshot, nodePools };
}

/** Names of pods without the number that makes them unique. */
const templatesOf = (pods: readonly string[]): string =>
  pods.map((pod) => pod.replace(/-\d+$/, '')).join(' ');

function placesOf(snapshot: ClusterSnapshot): readonly string[] {
  const result = solve(snapshot, { searchMs: 50, nodeChargeMicroUsdPerHour: 0 });
  expect(validatePlan(snapshot, planOf(result))).toEqual([]);
  const { nodeClaims, existing, errors } = toAnswer(snapshot, result);
  const unplaced = Object.keys(errors);
  return [
    ...Object.entries(existing).map(([node, pods]) => `${node}: ${templatesOf(pods)}`),
    ...nodeClaims
      .map(
        ({ nodePool, cheapestType, cheapestZone, pods }) =>
          `new ${nodePool} ${cheapestType} ${cheapestZone}: ${templatesOf(pods)}`,
      )
      .sort(compareText),
    ...(unplaced.length === 0 ? [] : [`none: ${templatesOf(unplaced)}`]),
  ];
}

function commandsOf(snapshot: ClusterSnapshot): readonly string[] {
  const commands: string[] = [];
  const { price } = consolidateFixture(snapshot, {
    loops: true,
    onStep: (step) => commands.push(sentenceOf(step)),
    onCommand: (applied) => expect(appliedProblems(applied)).toEqual([]),
  });
  return [...commands, `${price} $/h`];
}

function sentenceOf({ candidates, replacements }: DisruptionStep): string {
  const removed = candidates.join(' ');
  return replacements.length === 0
    ? `${removed} removed`
    : `${removed} replaced by ${replacements.join(' ')}`;
}

describe('pods of a case from the field are placed', () => {
  it.each(Object.entries(pendingCases))('%s', (_, fieldCase) => {
    expect(placesOf(snapshotOf(fieldCase))).toEqual(fieldCase.expected);
  });
});

describe('nodes of a case from the field are consolidated', () => {
  it.each(Object.entries(consolidationCases))('%s', (_, fieldCase) => {
    expect(commandsOf(snapshotOf(fieldCase))).toEqual(fieldCase.expected);
  });
});
