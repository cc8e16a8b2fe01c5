import { labelKeys } from '@kerf/core';
import { anInstanceType, aPod, aSnapshot, type SnapshotBuilder } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { onlyValueOf } from '../../requirements/requirements.js';
import { firstFit } from '../../scheduling/first-fit/first-fit.js';
import { compileProblem } from '../../scheduling/problem/problem.js';
import { aPattern, offeringAt } from '../../testing/packing-models.js';
import { compilePackingModel } from './compile-packing-model.js';
import { createBlueprint } from './create-blueprint.js';
import { plannedDemand } from './demand.js';

const { zone } = labelKeys;
const type = anInstanceType('t').with({ milliCpu: 8_000 }).offeredAt({ microUsdPerHour: 100 });

/** Returns the blueprint of nodes with these numbers of pods, as `zone: app count, …` per node. */
function blueprintOf(
  snapshot: SnapshotBuilder,
  ...nodes: readonly { readonly counts: readonly number[]; readonly nodes: number }[]
): readonly string[] {
  const problem = compileProblem(snapshot.withInstanceTypes(type).build());
  const items = plannedDemand(firstFit(problem), ({ attempts }) => attempts[0] ?? null);
  const model = compilePackingModel(problem, items, {
    nodeChargeMicroUsdPerHour: 0,
    keepsPoolOrder: true,
  });
  const plan = nodes.map(({ counts, nodes: count }) => ({
    pattern: aPattern(offeringAt(model, 0), counts),
    nodes: count,
  }));
  const { space } = problem;
  const zoneKey = space.keyOf(zone) ?? -1;
  return createBlueprint(problem, model, plan).nodes.map(({ pods, requirements }) => {
    const zones = requirements.map((one) => space.textOf(zoneKey, onlyValueOf(one, zoneKey) ?? -1));
    const texts = pods.map(({ podGroup, count }) => `${podGroup.spec.labels['app']} ${count}`);
    return `${zones.join()}: ${texts.join(', ')}`;
  });
}

/** Two pod groups of one item type. */
const twins = aSnapshot().withPods(
  aPod('a').labelled({ app: 'a' }).times(3),
  aPod('b').labelled({ app: 'b' }).times(2),
);

describe('createBlueprint', () => {
  it('has no nodes for an empty plan', () => {
    expect(blueprintOf(twins)).toEqual([]);
  });

  it('assigns pods of an item type to nodes in the order of the demand', () => {
    expect(blueprintOf(twins, { counts: [2], nodes: 2 }, { counts: [1], nodes: 1 })).toEqual([
      ': a 2',
      ': a 1, b 1',
      ': b 1',
    ]);
  });

  it('leaves out nodes that get no pod, if the plan has more places than pods', () => {
    expect(blueprintOf(twins, { counts: [4], nodes: 3 })).toEqual([': a 3, b 1', ': b 1']);
  });

  it('puts pods of several item types on one node', () => {
    const snapshot = aSnapshot().withPods(
      aPod('a').labelled({ app: 'a' }).requesting({ milliCpu: 2_000 }).times(2),
      aPod('b').labelled({ app: 'b' }).requesting({ milliCpu: 1_000 }).times(2),
    );
    expect(
      blueprintOf(snapshot, { counts: [1, 2], nodes: 1 }, { counts: [1, 0], nodes: 1 }),
    ).toEqual([': a 1, b 2', ': a 1']);
  });

  it('restricts nodes to the zone that their pods are pinned to, once', () => {
    const spread = aSnapshot().withPods(
      aPod('a').labelled({ app: 'a' }).requesting({ milliCpu: 1_000 }).spreadOver(zone).times(3),
    );
    const [first, second, third] = blueprintOf(
      spread,
      { counts: [1, 0, 0], nodes: 1 },
      { counts: [0, 1, 0], nodes: 1 },
      { counts: [0, 0, 1], nodes: 1 },
    );
    expect(new Set([first, second, third])).toEqual(
      new Set(['zone-a: a 1', 'zone-b: a 1', 'zone-c: a 1']),
    );
    const pair = aSnapshot().withPods(
      aPod('a').labelled({ app: 'a' }).requesting({ milliCpu: 1_000 }).spreadOver(zone),
      aPod('b').labelled({ app: 'b' }).requesting({ milliCpu: 500 }).spreadOver(zone),
    );
    expect(blueprintOf(pair, { counts: [1, 1], nodes: 1 })).toEqual(['zone-a: a 1, b 1']);
  });
});
