import { labelKeys } from '@kerf/core';
import {
  aDaemonSet,
  aNodePool,
  anInstanceType,
  anOffering,
  aPod,
  aSnapshot,
  type SnapshotBuilder,
  term,
} from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { compileProblem } from '../../scheduling/problem/problem.js';
import {
  compilePackingModel,
  firstPossibleAttempt,
  type PackingModelOptions,
} from './compile-packing-model.js';
import type { PodDemand } from './demand.js';
import type { PackingModel } from './packing-model.js';

const { zone, capacityType, hostname } = labelKeys;
const gib = 2 ** 30;

/** Returns the demand of all pending pods, one item per pod group. */
function demandOf(problem: ReturnType<typeof compileProblem>): PodDemand[] {
  const counts = new Map<PodDemand['podGroup'], number>();
  for (const { podGroup } of problem.pods) counts.set(podGroup, (counts.get(podGroup) ?? 0) + 1);
  return [...counts].map(([podGroup, count]) => ({
    podGroup,
    attempts: podGroup.attempts,
    pin: [],
    count,
  }));
}

function modelOf(
  snapshot: SnapshotBuilder,
  options: Partial<PackingModelOptions> = {},
): PackingModel {
  const problem = compileProblem(snapshot.build());
  return compilePackingModel(problem, demandOf(problem), {
    nodeChargeMicroUsdPerHour: 0,
    keepsPoolOrder: false,
    ...options,
  });
}

/** Returns the offerings as `pool/type cost: item types`, in the order of the model. */
const offeringsOf = ({ offerings, groups }: PackingModel): readonly string[] =>
  offerings.map(({ template, type, cost, group }) => {
    const name = template.types[type]?.source.name ?? '';
    return `${template.pool.name}/${name} ${cost}: ${(groups[group] ?? []).join(' ')}`;
  });

/** A type with on-demand prices by zone. */
const aType = (name: string, cores: number, prices: Readonly<Record<string, number>>) =>
  anInstanceType(name)
    .with({ milliCpu: cores * 1_000, memoryMib: cores * 4_096 })
    .reserving({})
    .offered(...Object.entries(prices).map(([at, price]) => anOffering(at, 'on-demand', price)));

const small = aType('small', 2, { 'zone-a': 100 });
const large = aType('large', 4, { 'zone-a': 190 });

describe('the item types of a packing model', () => {
  it('are none without pods', () => {
    const model = modelOf(aSnapshot().withInstanceTypes(small));
    expect(model).toMatchObject({ itemTypes: [], resources: [], width: 0, offerings: [] });
  });

  it('have the requests of a pod, by the resources that any pod requests', () => {
    const model = modelOf(
      aSnapshot()
        .withInstanceTypes(large)
        .withPods(aPod().requesting({ milliCpu: 1_500, memoryMib: 2_048 }).times(3)),
    );
    expect(model.resources).toEqual(['cpu', 'memory', 'pods']);
    expect(model.itemTypes.map(({ demand }) => demand)).toEqual([3]);
    expect([...model.requests]).toEqual([1_500, 2 * gib, 1]);
    expect([...model.largest]).toEqual([4_000, 16 * gib, 20]);
    expect([...model.relativeRequests]).toEqual([1_500 / 4_000, 1 / 8, 1 / 20]);
  });

  it('join pod groups with equal requests and placements', () => {
    const model = modelOf(
      aSnapshot()
        .withInstanceTypes(large)
        .withPods(
          aPod('a').labelled({ app: 'a' }).times(2),
          aPod('b').labelled({ app: 'b' }).times(3),
        ),
    );
    expect(model.itemTypes).toMatchObject([{ demand: 5, items: [{ count: 2 }, { count: 3 }] }]);
  });

  it('are separate for other requests and for other placements', () => {
    const model = modelOf(
      aSnapshot()
        .withInstanceTypes(aType('t', 4, { 'zone-a': 100, 'zone-b': 120 }))
        .withPods(
          aPod('a'),
          aPod('b').requesting({ milliCpu: 500 }),
          aPod('c').selecting({ [zone]: 'zone-b' }),
        ),
    );
    expect(model.itemTypes).toHaveLength(3);
    expect(offeringsOf(model)).toEqual(['default/t 100: 0 1', 'default/t 120: 0 1 2']);
  });

  it('are separate for pod groups with a limit per node, which holds for each on its own', () => {
    const shy = (app: string) =>
      aPod(app).labelled({ app }).withAntiAffinityTo({ app }, hostname).times(2);
    const model = modelOf(aSnapshot().withInstanceTypes(large).withPods(shy('a'), shy('b')));
    expect(model.itemTypes).toMatchObject([
      { demand: 2, maxPerNode: 1 },
      { demand: 2, maxPerNode: 1 },
    ]);
    expect(model.slots).toEqual([]);
  });

  it('leave out pods that no NodePool can hold', () => {
    const model = modelOf(
      aSnapshot()
        .withInstanceTypes(large)
        .withPods(aPod('a'), aPod('b').selecting({ [zone]: 'zone-x' })),
    );
    expect(model.itemTypes.map(({ items }) => items[0]?.podGroup.spec.nodeSelector)).toEqual([{}]);
  });

  it('take one slot of a host port that several pod groups use', () => {
    const model = modelOf(
      aSnapshot()
        .withInstanceTypes(large)
        .withPods(
          aPod('a').requesting({ milliCpu: 1_000 }).onHostPort(80),
          aPod('b').requesting({ milliCpu: 500 }).onHostPort(80),
          aPod('c').requesting({ milliCpu: 500 }),
        ),
    );
    expect(model.slots).toMatchObject([{ capacity: 1 }]);
    expect(model.width).toBe(3);
    expect([...model.requests]).toEqual([1_000, 1, 1, 500, 1, 1, 500, 1, 0]);
    expect([...(model.offerings[0]?.capacity ?? [])]).toEqual([4_000, 20, 1]);
  });
});

describe('the offerings of a packing model', () => {
  const pods = aPod().requesting({ milliCpu: 1_000, memoryMib: 1_024 }).times(3);

  it('cost the cheapest price plus the node charge, cheapest first', () => {
    const snapshot = aSnapshot().withInstanceTypes(large, small).withPods(pods);
    expect(offeringsOf(modelOf(snapshot))).toEqual([
      'default/small 100: 0',
      'default/large 190: 0',
    ]);
    const charged = modelOf(snapshot, { nodeChargeMicroUsdPerHour: 7 });
    expect(charged.offerings.map(({ cost }) => cost)).toEqual([107, 197]);
  });

  it('have the allocatable capacity less daemons', () => {
    const daemon = aPod('agent').requesting({ milliCpu: 300, memoryMib: 1_024 });
    const model = modelOf(
      aSnapshot()
        .withInstanceTypes(small.reserving({ milliCpu: 200 }))
        .withDaemonSets(aDaemonSet('agent', daemon))
        .withPods(pods),
    );
    expect(model.resources).toEqual(['cpu', 'memory', 'pods']);
    expect([...(model.offerings[0]?.capacity ?? [])]).toEqual([1_500, 7 * gib, 19]);
    expect([...(model.offerings[0]?.relativeCapacity ?? [])]).toEqual([1, 1, 1]);
  });

  it('leave out one that costs as much as a larger one, or more', () => {
    const dominated = aType('dominated', 2, { 'zone-a': 190 });
    const model = modelOf(aSnapshot().withInstanceTypes(dominated, large).withPods(pods));
    expect(offeringsOf(model)).toEqual(['default/large 190: 0']);
  });

  it('keep a smaller one that is cheaper, and an expensive one that has more of one resource', () => {
    const wide = aType('wide', 2, { 'zone-a': 200 }).with({ memoryMib: 32_768 });
    const model = modelOf(aSnapshot().withInstanceTypes(small, large, wide).withPods(pods));
    expect(offeringsOf(model)).toEqual([
      'default/small 100: 0',
      'default/large 190: 0',
      'default/wide 200: 0',
    ]);
  });

  it('keep one that costs more, if only it admits some pods', () => {
    const snapshot = aSnapshot()
      .withInstanceTypes(aType('a', 4, { 'zone-a': 100 }), aType('b', 2, { 'zone-b': 300 }))
      .withPods(aPod('free'), aPod('bound').selecting({ [zone]: 'zone-b' }));
    expect(offeringsOf(modelOf(snapshot))).toEqual(['default/a 100: 0', 'default/b 300: 0 1']);
  });

  it('are one for zones that admit the same pods: the cheapest', () => {
    const type = aType('t', 4, { 'zone-a': 120, 'zone-b': 100, 'zone-c': 110 });
    const model = modelOf(aSnapshot().withInstanceTypes(type).withPods(pods));
    expect(offeringsOf(model)).toEqual(['default/t 100: 0']);
  });

  it('are only those that some pod may use', () => {
    const type = anInstanceType('t').offered(
      anOffering('zone-a', 'spot', 40),
      anOffering('zone-a', 'on-demand', 100),
    );
    const model = modelOf(
      aSnapshot()
        .withNodePools(aNodePool().allowingAllCapacityTypes())
        .withInstanceTypes(type)
        .withPods(aPod().selecting({ [capacityType]: 'on-demand' })),
    );
    expect(offeringsOf(model)).toEqual(['default/t 100: 0']);
  });

  it('are none without a price or without capacity', () => {
    const type = anInstanceType('t').offered(
      anOffering('zone-a', 'on-demand', null),
      anOffering('zone-b', 'on-demand', 100, { available: false }),
    );
    const model = modelOf(aSnapshot().withInstanceTypes(type).withPods(pods));
    expect(model.offerings).toEqual([]);
    expect(model.itemTypes).toEqual([]);
  });

  it('prefer the larger of equal prices, then the first by name', () => {
    const model = modelOf(
      aSnapshot()
        .withInstanceTypes(
          aType('c', 2, { 'zone-a': 100 }),
          aType('b', 4, { 'zone-a': 100 }),
          aType('a', 4, { 'zone-a': 100 }),
        )
        .withPods(pods),
    );
    expect(offeringsOf(model)).toEqual(['default/a 100: 0']);
  });
});

describe('the NodePools of a packing model', () => {
  const pools = [aNodePool('heavy').withWeight(10), aNodePool('light')];
  const snapshot = aSnapshot()
    .withNodePools(...pools)
    .withInstanceTypesOf('heavy', aType('t', 4, { 'zone-a': 300 }))
    .withInstanceTypesOf('light', aType('t', 4, { 'zone-a': 100 }));

  it('are all, whatever their weights, for a lower bound', () => {
    const model = modelOf(snapshot.withPods(aPod()));
    // The offering of the other NodePool costs more and holds no more.
    expect(offeringsOf(model)).toEqual(['light/t 100: 0']);
  });

  it('are those of the highest weight that can take the pods, for a plan', () => {
    const model = modelOf(snapshot.withPods(aPod()), { keepsPoolOrder: true });
    expect(offeringsOf(model)).toEqual(['heavy/t 300: 0']);
  });

  it('have a lower weight for pods that the others cannot take', () => {
    const tainted = snapshot
      .withNodePools(
        aNodePool('heavy')
          .withWeight(10)
          .tainted({ key: 'team', value: 'x', effect: 'NoSchedule' }),
        aNodePool('light'),
      )
      .withPods(aPod('a'), aPod('b').tolerating({ key: 'team' }));
    const model = modelOf(tainted, { keepsPoolOrder: true });
    expect(offeringsOf(model)).toEqual(['light/t 100: 0', 'heavy/t 300: 1']);
  });

  it('are all of equal weight, whichever of them is cheaper', () => {
    const priced = (first: number, second: number) =>
      aSnapshot()
        .withNodePools(aNodePool('first'), aNodePool('second'))
        .withInstanceTypesOf('first', aType('t', 4, { 'zone-a': first }))
        .withInstanceTypesOf('second', aType('t', 4, { 'zone-a': second }))
        .withPods(aPod());
    const options = { keepsPoolOrder: true };
    expect(offeringsOf(modelOf(priced(100, 300), options))).toEqual(['first/t 100: 0']);
    expect(offeringsOf(modelOf(priced(300, 100), options))).toEqual(['second/t 100: 0']);
  });

  it('have one item type for pods that may use the same of them, in any order of attempts', () => {
    const model = modelOf(
      snapshot.withPods(
        aPod('a')
          .labelled({ app: 'a' })
          .preferring(1, term(zone, 'In', 'zone-a')),
        aPod('b')
          .labelled({ app: 'b' })
          .preferring(1, term(zone, 'In', 'zone-a')),
      ),
    );
    expect(model.itemTypes).toMatchObject([{ demand: 2 }]);
  });

  it('make pods separate item types that may use other ones', () => {
    const pods = [aPod('a'), aPod('b').tolerating({ key: 'team' })];
    const tainted = aNodePool('heavy').tainted({ key: 'team', value: 'x', effect: 'NoSchedule' });
    const model = modelOf(snapshot.withNodePools(tainted, aNodePool('light')).withPods(...pods));
    expect(model.itemTypes.map(({ demand }) => demand)).toEqual([1, 1]);
  });
});

describe('the placements of a pod', () => {
  const type = aType('t', 4, { 'zone-a': 100, 'zone-b': 120 });

  it('are those of any of its attempts', () => {
    const pod = aPod().preferring(1, term(zone, 'In', 'zone-b'));
    const model = modelOf(aSnapshot().withInstanceTypes(type).withPods(pod));
    expect(offeringsOf(model)).toEqual(['default/t 100: 0']);
  });

  it('are those of its first attempt, if only that is planned', () => {
    const problem = compileProblem(
      aSnapshot()
        .withInstanceTypes(type)
        .withPods(aPod().preferring(1, term(zone, 'In', 'zone-b')))
        .build(),
    );
    const items = demandOf(problem).map((item) => ({
      ...item,
      attempts: item.attempts.slice(0, 1),
    }));
    const options = { nodeChargeMicroUsdPerHour: 0, keepsPoolOrder: true };
    const model = compilePackingModel(problem, items, options);
    expect(offeringsOf(model)).toEqual(['default/t 120: 0']);
  });

  it('have the pinned value of a label', () => {
    const problem = compileProblem(
      aSnapshot().withInstanceTypes(type).withPods(aPod().spreadOver(zone).times(2)).build(),
    );
    const key = problem.space.keyOf(zone) ?? -1;
    const value = problem.space.valueOf(key, 'zone-b') ?? -1;
    const items = demandOf(problem).map((item) => ({ ...item, pin: [{ key, value }] }));
    const options = { nodeChargeMicroUsdPerHour: 0, keepsPoolOrder: true };
    expect(offeringsOf(compilePackingModel(problem, items, options))).toEqual(['default/t 120: 0']);
  });

  it('are where its volume is', () => {
    const pod = aPod().withVolume('data', { nodeRequirements: [term(zone, 'In', 'zone-b')] });
    const model = modelOf(aSnapshot().withInstanceTypes(type).withPods(pod));
    expect(offeringsOf(model)).toEqual(['default/t 120: 0']);
  });
});

describe('firstPossibleAttempt', () => {
  const attemptOf = (pod: ReturnType<typeof aPod>, pools = [aNodePool()]) => {
    const problem = compileProblem(
      aSnapshot()
        .withNodePools(...pools)
        .withInstanceTypes(small)
        .withPods(pod)
        .build(),
    );
    const podGroup = problem.pods[0]?.podGroup;
    return podGroup === undefined ? undefined : firstPossibleAttempt(problem, podGroup)?.position;
  };

  it('keeps preferences that a new node can satisfy', () => {
    expect(attemptOf(aPod().preferring(1, term(zone, 'In', 'zone-a')))).toBe(0);
  });

  it('relaxes preferences that no new node can satisfy', () => {
    expect(attemptOf(aPod().preferring(1, term(zone, 'In', 'zone-b')))).toBe(1);
  });

  it('finds none for pods that no NodePool can hold', () => {
    expect(attemptOf(aPod().selecting({ [zone]: 'zone-b' }))).toBeUndefined();
    const tainted = aNodePool().tainted({ key: 'x', value: '', effect: 'NoSchedule' });
    expect(attemptOf(aPod(), [tainted])).toBeUndefined();
  });
});
