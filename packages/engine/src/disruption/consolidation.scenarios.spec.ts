import {
  aNode,
  aNodePool,
  anInstanceType,
  anOffering,
  aPod,
  aPodDisruptionBudget,
  aSnapshot,
  type NodeBuilder,
  podsWith,
  type SnapshotBuilder,
} from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { bufferPods } from '../buffers/buffer-pods.js';
import type { CapacityType } from '../model/offering.js';
import type { DisruptionBlock } from '../model/reason.js';
import { balancedScores } from './balanced-score.js';
import { noEvaluations } from './evaluation-order.js';
import { planDisruption } from './plan-disruption.js';
import { validateCommand } from './validate-command.js';

const pool = aNodePool().withBudget('100%').consolidatingAfter(30_000);
/** A type with this on-demand price, and two fifths of it for spot. */
const typeAt = (name: string, cpus: number, microUsdPerHour: number) =>
  anInstanceType(name)
    .with({ milliCpu: cpus * 1_000, memoryMib: cpus * 4_096, pods: 20 })
    .offeredAt({ microUsdPerHour });
const types = [typeAt('small', 2, 100_000), typeAt('large', 8, 400_000)];
const small = aPod('web').requesting({ milliCpu: 500, memoryMib: 512 });
const large = aPod('big').requesting({ milliCpu: 5_000, memoryMib: 1_024 });

function node(name: string, cpus: number, price: number | null, as: CapacityType = 'on-demand') {
  const capacity = { cpu: cpus * 1_000, memory: cpus * 4_096 * 1024 ** 2, pods: 20 };
  return aNode(name)
    .with({ capacity, allocatable: capacity })
    .launchedAs(cpus > 2 ? 'large' : 'small', 'zone-a', as, price);
}

const clusterOf = (...nodes: readonly NodeBuilder[]): SnapshotBuilder =>
  aSnapshot()
    .at(100_000)
    .withNodePools(pool)
    .withInstanceTypes(...types)
    .withNodes(...nodes);

const commandOf = (snapshot: SnapshotBuilder) => planDisruption(snapshot.build()).commands[0];
const reasonsOf = (snapshot: SnapshotBuilder, name = 'n'): readonly unknown[] | undefined =>
  planDisruption(snapshot.build()).blocked.find(({ nodeName }) => nodeName === name)?.reasons;

describe('an underutilized node', () => {
  it('is deleted if its pods fit elsewhere, and each move is listed', () => {
    const snapshot = clusterOf(
      node('n', 8, 400_000).running(small.named('a').running(), small.named('b').running()),
      node('roomy', 2, 100_000).running(aPod('x').running({ doNotDisrupt: 'true' })),
    );
    expect(commandOf(snapshot)).toMatchObject({
      method: 'SingleNodeConsolidation',
      reason: 'Underutilized',
      candidates: [{ nodeName: 'n' }],
      replacements: [],
      moves: [
        { pod: 'default/a', from: 'n', to: 'roomy' },
        { pod: 'default/b', from: 'n', to: 'roomy' },
      ],
      savingMicroUsdPerHour: 400_000,
    });
  });

  it('needs no replacement for buffers with capacity on a node that is not stable', () => {
    const unit = { namespace: 'shop', name: 'headroom', podSpec: large.spec(), replicas: 1 };
    const busy = aPod('x').running({ doNotDisrupt: 'true' });
    const snapshot = clusterOf(
      node('n', 2, 100_000).running(small.named('a').running()),
      node('roomy', 2, 100_000).running(busy),
      node('in-motion', 8, 400_000).running(busy).withClaim({ lastPodEventAt: 99_000 }),
    ).withPods(...bufferPods([{ ...unit, share: null, limits: {} }], 0));
    expect(commandOf(snapshot)).toMatchObject({
      candidates: [{ nodeName: 'n' }],
      replacements: [],
      moves: [{ pod: 'default/a', from: 'n', to: 'roomy' }],
    });
  });

  it('is not removed if a buffer needs its capacity, unless a cheaper node has it', () => {
    const unit = { namespace: 'shop', name: 'headroom', podSpec: large.spec(), replicas: 1 };
    const snapshot = clusterOf(
      node('n', 8, 400_000).running(small.named('a').running()),
      node('roomy', 2, 100_000).running(aPod('x').running({ doNotDisrupt: 'true' })),
    ).withPods(...bufferPods([{ ...unit, share: null, limits: {} }], 0));
    expect(commandOf(snapshot)).toBeUndefined();
    expect(reasonsOf(snapshot)).toMatchObject([{ code: 'NO_CHEAPER_REPLACEMENT' }]);
  });

  it('is replaced by a cheaper one that holds its pods', () => {
    const snapshot = clusterOf(node('n', 8, 400_000).running(small.running()));
    const command = commandOf(snapshot);
    expect(command).toMatchObject({
      candidates: [{ nodeName: 'n' }],
      moves: [{ pod: 'default/web', from: 'n', to: 'claim-0001' }],
      savingMicroUsdPerHour: 300_000,
    });
    expect(command?.replacements).toMatchObject([
      { instanceTypes: [{ name: 'small' }], expected: { priceMicroUsdPerHour: 100_000 } },
    ]);
  });

  it('is replaced by spot only if spot is cheaper, so that a launch without capacity fails', () => {
    const snapshot = clusterOf(node('n', 2, 100_000).running(small.running())).withNodePools(
      pool.allowingAllCapacityTypes(),
    );
    const [replacement] = commandOf(snapshot)?.replacements ?? [];
    expect(replacement?.expected).toMatchObject({ capacityType: 'spot' });
    expect(replacement?.requirements).toContainEqual({
      key: 'karpenter.sh/capacity-type',
      operator: 'In',
      values: ['spot'],
      minValues: null,
    });
    const offerings = replacement?.instanceTypes.flatMap((option) => option.offerings) ?? [];
    expect(offerings.every(({ capacityType }) => capacityType === 'spot')).toBe(true);
  });

  it('comes first if it has the highest savings ratio', () => {
    const cheap = node('cheap', 2, 100_000).running(small.named('a').running());
    const busy = node('busy', 8, 400_000).running(
      ...['b', 'c', 'd', 'e', 'f'].map((name) => small.named(name).running()),
    );
    const spare = node('spare', 8, 400_000).with({ doNotDisrupt: 'true' }).running(large.running());
    const idle = node('idle', 8, 390_000).running(small.named('g').running());
    const snapshot = clusterOf(cheap, busy, spare, idle).withNodePools(pool.withBudget('1'));
    expect(commandOf(snapshot)?.candidates).toMatchObject([{ nodeName: 'idle' }]);
  });
});

describe('several underutilized nodes (106)', () => {
  const spare = node('spare', 8, 400_000).with({ doNotDisrupt: 'true' });
  const one = (name: string, price = 400_000) =>
    node(name, 8, price).running(small.named(`pod-of-${name}`).running());
  /** Its pod fits nowhere else. */
  const stuck = (name: string, price: number) =>
    node(name, 8, price).running(aPod(`pod-of-${name}`).selecting({ disk: 'ssd' }).running());
  const namesOf = (snapshot: SnapshotBuilder) =>
    commandOf(snapshot)?.candidates.map(({ nodeName }) => nodeName);

  it('are deleted by one command if the pods of all fit elsewhere', () => {
    expect(commandOf(clusterOf(one('a'), one('b'), one('c'), spare))).toMatchObject({
      method: 'MultiNodeConsolidation',
      reason: 'Underutilized',
      candidates: [{ nodeName: 'a' }, { nodeName: 'b' }, { nodeName: 'c' }],
      replacements: [],
      moves: [
        { pod: 'default/pod-of-a', from: 'a', to: 'spare' },
        { pod: 'default/pod-of-b', from: 'b', to: 'spare' },
        { pod: 'default/pod-of-c', from: 'c', to: 'spare' },
      ],
      savingMicroUsdPerHour: 1_200_000,
    });
  });

  it('are replaced by one node that is cheaper than all of them together', () => {
    expect(commandOf(clusterOf(one('a'), one('b'), one('c')))).toMatchObject({
      method: 'MultiNodeConsolidation',
      candidates: [{}, {}, {}],
      replacements: [{ instanceTypes: [{ name: 'small' }] }],
      savingMicroUsdPerHour: 1_100_000,
    });
  });

  it('are not replaced by a node of a type that one of them has at the same price', () => {
    const half = (name: string) =>
      node(name, 8, 400_000).running(
        aPod(`pod-of-${name}`).requesting({ milliCpu: 3_000 }).running(),
      );
    expect(commandOf(clusterOf(half('a'), half('b')))).toMatchObject({
      method: 'SingleNodeConsolidation',
      replacements: [],
    });
    const separate = [half('a'), half('b')].map((each) => each.with({ doNotDisrupt: null }));
    const cheaper = typeAt('cheaper', 8, 390_000);
    expect(commandOf(clusterOf(...separate).withInstanceTypes(...types, cheaper))).toMatchObject({
      method: 'MultiNodeConsolidation',
      replacements: [{ instanceTypes: [{ name: 'cheaper' }] }],
    });
  });

  it('are taken up to the budgets of their NodePools', () => {
    const nodes = [one('a', 410_000), one('b', 405_000), one('c'), spare];
    expect(namesOf(clusterOf(...nodes).withNodePools(pool.withBudget('2')))).toEqual(['a', 'b']);
    expect(commandOf(clusterOf(...nodes).withNodePools(pool.withBudget('1')))).toMatchObject({
      method: 'SingleNodeConsolidation',
    });
  });

  it('are removed without those among them that cannot be', () => {
    const nodes = [one('a', 420_000), one('b', 410_000), stuck('c', 405_000), one('d')];
    expect(namesOf(clusterOf(...nodes, spare))).toEqual(['a', 'b', 'd']);
    const first = [stuck('a', 420_000), one('b', 410_000), stuck('c', 405_000), one('d')];
    expect(namesOf(clusterOf(...first, spare))).toEqual(['b', 'd']);
  });

  it('are removed without those whose removal was rejected', () => {
    const rejection = {
      decisionId: 'dec_1',
      reason: 'Underutilized',
      at: 0,
      until: 200_000,
      savingMicroUsdPerHour: 400_000,
    } as const;
    const rejected = one('b').withClaim({ rejections: [rejection] });
    expect(namesOf(clusterOf(one('a'), rejected, one('c'), spare))).toEqual(['a', 'c']);
  });

  it('on spot are replaced by one spot node if the setting allows it, however few types fit', () => {
    const onSpot = ['a', 'b', 'c'].map((name) =>
      node(name, 8, 160_000, 'spot').running(small.named(`pod-of-${name}`).running()),
    );
    const snapshot = clusterOf(...onSpot).withNodePools(pool.allowingAllCapacityTypes());
    expect(commandOf(snapshot.withSettings({ spotToSpotConsolidation: true }))).toMatchObject({
      method: 'MultiNodeConsolidation',
      candidates: [{}, {}, {}],
      replacements: [{ expected: { instanceType: 'small', capacityType: 'spot' } }],
    });
    expect(commandOf(snapshot)?.replacements ?? []).toEqual([]);
  });

  it('are validated as a whole: those without a replacement may become fewer', () => {
    const nodes = [one('a'), one('b'), one('c')] as const;
    const deletion = commandOf(clusterOf(...nodes, spare));
    const fewer = [nodes[0].nominatedUntil(200_000), nodes[1], nodes[2], spare];
    expect(deletion && validateCommand(clusterOf(...fewer).build(), deletion)).toMatchObject({
      kind: 'Reduced',
      command: { candidates: [{ nodeName: 'b' }, { nodeName: 'c' }], moves: [{}, {}] },
      dropped: [{ nodeName: 'a', reasons: [{ code: 'NOMINATED' }] }],
    });
    const replacement = commandOf(clusterOf(...nodes));
    const busy = [nodes[0].nominatedUntil(200_000), nodes[1], nodes[2]];
    expect(replacement && validateCommand(clusterOf(...busy).build(), replacement).kind).toBe(
      'Invalid',
    );
    expect(replacement && validateCommand(clusterOf(...nodes).build(), replacement)).toMatchObject({
      kind: 'Valid',
      command: { replacements: replacement?.replacements },
    });
  });
});

describe('more underutilized nodes than one evaluation simulates', () => {
  const names = Array.from({ length: 500 }, (_, index) => `n${index}`);
  const pinned = (name: string) =>
    node(name, 2, 100_000).running(aPod(`pod-${name}`).selecting({ disk: 'ssd' }).running());
  const cluster = clusterOf(...names.map(pinned));

  it('are all simulated, also if the number of nodes is a multiple of the simulations', () => {
    const simulated = new Set<string>();
    let cursor = noEvaluations;
    for (const at of [100_000, 120_000]) {
      const plan = planDisruption(cluster.at(at).build(), cursor);
      cursor = plan.cursor;
      for (const { nodeName, reasons } of plan.blocked) {
        if (reasons.every(({ code }) => code === 'PODS_UNSCHEDULABLE')) simulated.add(nodeName);
      }
    }
    expect(names.filter((name) => !simulated.has(name))).toEqual([]);
    expect(cursor.evaluations).toBe(2);
  });
});

describe('a minimum of what consolidation saves', () => {
  const none = { microUsdPerHour: 0, percent: 0, perPodMoveMicroUsdPerHour: 0 };
  // The replacement saves 300,000 of 400,000 and moves two pods.
  const cluster = (minSaving: object, price: number | null = 400_000) =>
    clusterOf(
      node('n', 8, price).running(small.named('a').running(), small.named('b').running()),
    ).withSettings({ minSaving: { ...none, ...minSaving } });

  it.each([{ microUsdPerHour: 300_000 }, { percent: 75 }, { perPodMoveMicroUsdPerHour: 150_000 }])(
    'allows a command that reaches it: %o',
    (minSaving) => {
      expect(commandOf(cluster(minSaving))).toMatchObject({ savingMicroUsdPerHour: 300_000 });
    },
  );

  it.each([
    [{ microUsdPerHour: 300_001 }, 300_001],
    [{ percent: 76 }, 304_000],
    [{ perPodMoveMicroUsdPerHour: 150_001 }, 300_002],
  ])('blocks a command below it: %o', (minSaving, minSavingMicroUsdPerHour) => {
    expect(commandOf(cluster(minSaving))).toBeUndefined();
    expect(reasonsOf(cluster(minSaving))).toEqual([
      {
        code: 'SAVING_TOO_SMALL',
        savingMicroUsdPerHour: 300_000,
        minSavingMicroUsdPerHour,
        pods: 2,
      },
    ]);
  });

  describe('of a NodePool', () => {
    const poolWith = (name: string, minSaving: object) =>
      aNodePool(name).withBudget('100%').withDisruption({ minSaving });
    const withPool = (minSaving: object, ofCluster: object = {}) =>
      cluster(ofCluster).withNodePools(poolWith('default', minSaving));

    it.each([
      [{ microUsdPerHour: 300_001 }, 300_001],
      [{ percent: 76 }, 304_000],
      [{ perPodMoveMicroUsdPerHour: 150_001 }, 300_002],
    ])('blocks a command below it, and is named: %o', (minSaving, minSavingMicroUsdPerHour) => {
      expect(reasonsOf(withPool(minSaving))).toMatchObject([
        { code: 'SAVING_TOO_SMALL', minSavingMicroUsdPerHour, nodePool: 'default' },
      ]);
    });

    it('takes the place of the value of the cluster', () => {
      const strict = { microUsdPerHour: 300_001 };
      expect(commandOf(withPool({ microUsdPerHour: 0 }, strict))).toBeDefined();
      const reasons = reasonsOf(withPool({ percent: 0 }, strict));
      expect(reasons).toMatchObject([{ code: 'SAVING_TOO_SMALL' }]);
      expect(JSON.stringify(reasons)).not.toContain('nodePool');
    });

    it('is the highest of the NodePools whose nodes a command removes', () => {
      const of = (name: string, nodePool: string) =>
        node(name, 8, 400_000).inPool(nodePool).running(small.named(name).running());
      const removed = (minSaving: object) =>
        commandOf(
          clusterOf(of('a', 'default'), of('b', 'batch')).withNodePools(
            poolWith('default', {}),
            poolWith('batch', minSaving),
          ),
        )?.candidates.map(({ nodeName }) => nodeName);
      expect(removed({})).toEqual(['a', 'b']);
      expect(removed({ microUsdPerHour: 700_001 })).toEqual(['a']);
    });
  });

  it('blocks a command whose saving is unknown', () => {
    const roomy = node('roomy', 2, 100_000).running(aPod('x').running({ doNotDisrupt: 'true' }));
    const unpriced = node('n', 8, null).running(small.running());
    const withMinimum = (minSaving: object) =>
      clusterOf(unpriced, roomy).withSettings({ minSaving: { ...none, ...minSaving } });
    expect(commandOf(withMinimum({}))).toMatchObject({ savingMicroUsdPerHour: null });
    expect(reasonsOf(withMinimum({ percent: 1 }))).toEqual([{ code: 'PRICE_UNKNOWN' }]);
  });

  it('does not apply to empty nodes', () => {
    const empty = clusterOf(node('n', 2, 100_000)).withSettings({
      minSaving: { ...none, microUsdPerHour: 1_000_000 },
    });
    expect(commandOf(empty)).toMatchObject({ method: 'Emptiness' });
  });

  it('adds no node to a command whose pods cost more to move than it saves', () => {
    const spare = node('z', 8, 400_000).running(aPod('x').running({ doNotDisrupt: 'true' }));
    const cheap = node('c', 2, 100_000).running(
      small.named('c1').running(),
      small.named('c2').running(),
      small.named('c3').running(),
    );
    const withPod = (name: string) => node(name, 8, 400_000).running(small.named(name).running());
    const nodes = clusterOf(withPod('a'), withPod('b'), cheap, spare);
    const removed = (perPodMoveMicroUsdPerHour: number) =>
      commandOf(nodes.withSettings({ minSaving: { ...none, perPodMoveMicroUsdPerHour } }))
        ?.candidates.map(({ nodeName }) => nodeName)
        .sort();
    expect(removed(0)).toEqual(['a', 'b', 'c']);
    expect(removed(50_000)).toEqual(['a', 'b']);
  });
});

const blocked: Record<string, readonly [SnapshotBuilder, DisruptionBlock]> = {
  'nothing is cheaper, equal prices included': [
    clusterOf(node('n', 2, 100_000).running(small.running())),
    {
      code: 'NO_CHEAPER_REPLACEMENT',
      priceMicroUsdPerHour: 100_000,
      bestMicroUsdPerHour: 100_000,
    },
  ],
  'one of its pods fits nowhere': [
    clusterOf(node('n', 8, 400_000).running(aPod('odd').selecting({ disk: 'ssd' }).running())),
    { code: 'PODS_UNSCHEDULABLE', pods: 1, pod: 'default/odd' },
  ],
  'a command moves pods to it': [
    clusterOf(node('n', 8, 400_000).running(small.running()).with({ expectsPodsOf: 'dec_1' })),
    { code: 'EXPECTS_PODS', decisionId: 'dec_1' },
  ],
  'its pods would need two nodes': [
    clusterOf(
      node('n', 16, 900_000).running(large.named('a').running(), large.named('b').running()),
    ),
    { code: 'MULTIPLE_REPLACEMENTS', nodes: 2 },
  ],
  'its price is unknown': [
    clusterOf(node('n', 8, null).running(small.running())),
    { code: 'PRICE_UNKNOWN' },
  ],
  'the price of its replacement is only estimated': [
    clusterOf(node('n', 8, 400_000).running(small.running())).withInstanceTypes(
      anInstanceType('small')
        .with({ milliCpu: 2_000, memoryMib: 8_192, pods: 20 })
        .offered(anOffering('zone-a', 'on-demand', 90_000, { isPriceEstimated: true })),
    ),
    { code: 'PRICE_UNKNOWN' },
  ],
  'it is spot, and its replacement may be spot too': [
    clusterOf(node('n', 8, 160_000, 'spot').running(small.running())).withNodePools(
      pool.allowingAllCapacityTypes(),
    ),
    { code: 'SPOT_TO_SPOT_DISABLED' },
  ],
  'too few spot types are cheaper than its own': [
    clusterOf(node('n', 8, 160_000, 'spot').running(small.running()))
      .withNodePools(pool.allowingAllCapacityTypes())
      .withSettings({ spotToSpotConsolidation: true }),
    { code: 'SPOT_INFLEXIBLE', cheaperTypes: 1, needed: 15 },
  ],
  'its pool has the policy Balanced and saves too little for the pods that move (110)': [
    clusterOf(node('n', 8, 110_000).running(small.running())).withNodePools(
      pool.withDisruption({ consolidationPolicy: 'Balanced' }),
    ),
    { code: 'SCORE_TOO_LOW', nodePool: 'default', score: 0.09, minScore: 0.5 },
  ],
  'its pods have changed recently': [
    clusterOf(node('n', 8, 400_000).withClaim({ lastPodEventAt: 90_000 }).running(small.running())),
    { code: 'CONSOLIDATE_AFTER', until: 120_000 },
  ],
  'a PodDisruptionBudget of its pods allows no disruption': [
    clusterOf(node('n', 8, 400_000).running(small.running())).withPodDisruptionBudgets(
      aPodDisruptionBudget('web', podsWith({ app: 'web' })),
    ),
    { code: 'PDB_BLOCKS', pdb: 'default/web', pod: 'default/web' },
  ],
  'the disruption budget of its NodePool is used up': [
    clusterOf(node('n', 8, 400_000).running(small.running())).withNodePools(pool.withBudget('0')),
    {
      code: 'BUDGET_EXHAUSTED',
      nodePool: 'default',
      reason: 'Underutilized',
      allowed: 0,
      budget: 0,
    },
  ],
};

describe('a command that is validated while another one has launched a node', () => {
  const underused = node('n', 8, 400_000).running(small.running());
  const command = commandOf(clusterOf(underused));
  const validated = (...others: readonly NodeBuilder[]) => {
    if (command === undefined) throw new RangeError('the node is consolidated');
    return validateCommand(clusterOf(underused, ...others).build(), command);
  };

  it('stays valid, with its own replacement', () => {
    expect(command?.replacements).toHaveLength(1);
    const validation = validated(node('z', 2, 1).starting());
    expect(validation).toMatchObject({ kind: 'Valid', command: { moves: [{ from: 'n' }] } });
    expect(JSON.stringify(validation)).not.toContain('"to":"z"');
  });

  it('is not valid if its pods fit on a node that is ready', () => {
    expect(validated(node('z', 2, 1).with({ doNotDisrupt: 'true' }))).toMatchObject({
      kind: 'Invalid',
    });
  });

  it('is not valid if it has no replacement, and only the new node has room', () => {
    const room = node('y', 2, 1).with({ doNotDisrupt: 'true' });
    const deletion = commandOf(clusterOf(underused, room));
    if (deletion === undefined) throw new RangeError('the node is removed');
    expect(deletion.replacements).toEqual([]);
    const now = clusterOf(underused, node('z', 2, 1).starting());
    expect(validateCommand(now.build(), deletion)).toMatchObject({ kind: 'Invalid' });
  });
});

describe('a node is not consolidated if', () => {
  it.each(Object.entries(blocked))('%s', (_sentence, [snapshot, reason]) => {
    expect(planDisruption(snapshot.build()).commands).toEqual([]);
    expect(reasonsOf(snapshot)).toEqual([reason]);
  });

  it('the only free capacity is on a node that is not consolidatable or not ready yet', () => {
    const busy = node('n', 2, 100_000).running(small.running());
    const notYetConsolidatable = node('z', 2, 1).withClaim({ lastPodEventAt: 99_000 });
    expect(commandOf(clusterOf(busy, notYetConsolidatable))).toBeUndefined();
    expect(reasonsOf(clusterOf(busy, notYetConsolidatable))).toEqual([
      { code: 'DESTINATION_NOT_CONSOLIDATABLE', nodeName: 'z', until: 129_000 },
    ]);
    const starting = clusterOf(busy, node('z', 2, 1).starting());
    expect(commandOf(starting)).toBeUndefined();
    expect(reasonsOf(starting)).toEqual([{ code: 'DESTINATION_NOT_READY', nodeName: 'z' }]);
    const quiet = node('z', 2, 1).with({ doNotDisrupt: 'true' });
    expect(commandOf(clusterOf(busy, quiet))?.moves).toMatchObject([{ to: 'z' }]);
  });

  it('the cheaper types do not satisfy minValues of its NodePool', () => {
    const flexible = pool.requiring(
      'node.kubernetes.io/instance-type',
      'In',
      ['small', 'large'],
      2,
    );
    const snapshot = clusterOf(node('n', 8, 400_000).running(small.running()));
    expect(commandOf(snapshot.withNodePools(flexible))).toBeUndefined();
  });
});

describe('minValues of a NodePool', () => {
  it.each([
    ['node.kubernetes.io/instance-type', 2],
    ['topology.kubernetes.io/zone', 3],
  ])('for %s counts the cheaper types, whose labels need not contain it', (key, minValues) => {
    const snapshot = clusterOf(node('n', 8, 400_000).running(small.running()))
      .withInstanceTypes(...types, typeAt('medium', 4, 200_000))
      .withNodePools(pool.requiring(key, 'Exists', [], minValues));
    const [replacement] = commandOf(snapshot)?.replacements ?? [];
    expect(replacement?.instanceTypes.map(({ name }) => name)).toEqual(['small', 'medium']);
  });
});

describe('spot', () => {
  it('is replaced by the 15 cheapest of at least 15 cheaper types', () => {
    const many = Array.from({ length: 20 }, (_, index) =>
      typeAt(`t${String(index).padStart(2, '0')}`, 2, 90_000 + index * 300),
    );
    const snapshot = clusterOf(node('n', 8, 60_000, 'spot').running(small.running()))
      .withInstanceTypes(...many)
      .withNodePools(pool.allowingAllCapacityTypes())
      .withSettings({ spotToSpotConsolidation: true });
    const [replacement] = commandOf(snapshot)?.replacements ?? [];
    expect(replacement?.instanceTypes.map(({ name }) => name)).toEqual(
      many.slice(0, 15).map((type) => type.build().name),
    );
  });
});

describe('a NodePool with the policy Balanced (110)', () => {
  const balanced = pool.withDisruption({ consolidationPolicy: 'Balanced' });
  const pods = (count: number) =>
    Array.from({ length: count }, (_, index) => small.named(`pod-${index}`).running());
  const spare = node('spare', 8, 400_000).with({ doNotDisrupt: 'true' });

  it('allows savings from half of the price share on its share of the disruption', () => {
    // $0.10 of $0.50 saved, for 2 of 3 points of disruption cost: 0.3. With two pods on the other
    // node: 2 of 5 points, 0.5.
    const one = node('n', 2, 100_000).running(...pods(1));
    const low = clusterOf(one, spare).withNodePools(balanced);
    expect(commandOf(low)).toBeUndefined();
    expect(reasonsOf(low)).toEqual([
      { code: 'SCORE_TOO_LOW', nodePool: 'default', score: 0.3, minScore: 0.5 },
    ]);
    const busy = spare.running(small.named('x').running(), small.named('y').running());
    const high = clusterOf(one, busy).withNodePools(balanced);
    const command = commandOf(high);
    expect(command).toMatchObject({ candidates: [{ nodeName: 'n' }] });
    expect(command && balancedScores(high.build(), command)).toEqual([
      { nodePool: 'default', score: 0.5, minScore: 0.5, savedRatio: 0.2, disruptedRatio: 0.4 },
    ]);
    const plain = high.withNodePools(pool);
    expect(command && balancedScores(plain.build(), command)).toEqual([]);
  });

  it('is asked only about its own nodes and its share of the saving', () => {
    const other = aNodePool('other').withBudget('100%').consolidatingAfter(30_000);
    const ofOther = node('o', 8, 400_000)
      .inPool('other')
      .running(...pods(1));
    const plain = clusterOf(ofOther, spare).withNodePools(balanced, other);
    expect(commandOf(plain)).toMatchObject({ candidates: [{ nodeName: 'o' }] });
  });

  it('has its empty nodes consolidated', () => {
    expect(commandOf(clusterOf(node('n', 8, 400_000)).withNodePools(balanced))).toMatchObject({
      method: 'Emptiness',
      candidates: [{ nodeName: 'n' }],
    });
  });
});

describe('spot, where spot-to-spot consolidation is off', () => {
  const spot = clusterOf(node('n', 8, 160_000, 'spot').running(small.running()));

  it('is replaced by on-demand only if the NodePool allows nothing else', () => {
    const onDemand = typeAt('small', 2, 100_000);
    expect(commandOf(spot.withInstanceTypes(onDemand).withNodePools(pool))).toMatchObject({
      replacements: [{ expected: { capacityType: 'on-demand' } }],
    });
    expect(
      commandOf(spot.withInstanceTypes(onDemand).withNodePools(pool.allowingAllCapacityTypes())),
    ).toBe(undefined);
  });

  it('is deleted if its pods fit elsewhere', () => {
    const spare = node('z', 8, 400_000).with({ doNotDisrupt: 'true' });
    const snapshot = clusterOf(node('n', 2, 40_000, 'spot').running(small.running()), spare);
    expect(commandOf(snapshot.withNodePools(pool.allowingAllCapacityTypes()))).toMatchObject({
      candidates: [{ nodeName: 'n' }],
      replacements: [],
    });
  });
});

describe('a drifted node', () => {
  const drifted = (name: string, createdAt: number, driftedAt = 90_000) =>
    node(name, 8, 400_000).withClaim({ drifted: 'NodePoolDrifted', createdAt, driftedAt });

  it('is replaced at any price, the one that drifted first before older ones', () => {
    const snapshot = clusterOf(
      drifted('old', 10, 80_000).running(large.named('a').running()),
      drifted('young', 50, 70_000).running(large.named('b').running()),
    );
    expect(commandOf(snapshot)?.candidates).toMatchObject([{ nodeName: 'young' }]);
  });

  it('gets its own replacement while that of another node is starting', () => {
    const replacement = node('replacement', 8, 400_000).starting();
    const snapshot = clusterOf(
      drifted('first', 10).terminating().withClaim({ decisionId: 'dec_1' }),
      drifted('second', 10).running(small.running()),
      replacement,
    );
    expect(commandOf(snapshot)).toMatchObject({
      candidates: [{ nodeName: 'second' }],
      moves: [{ pod: 'default/web', to: 'claim-0001' }],
    });
  });

  it('leaves the starting node to the pending pods that need it', () => {
    const snapshot = clusterOf(
      drifted('n', 10).running(small.running()),
      node('starting', 2, 100_000).starting(),
    ).withPods(small.named('pending').build());
    expect(commandOf(snapshot)?.replacements).toHaveLength(1);
  });

  it('is replaced at any price, the oldest first among those that drifted at once', () => {
    const snapshot = clusterOf(
      drifted('young', 50).running(large.named('a').running()),
      drifted('old', 10).running(large.named('b').running()),
    );
    expect(commandOf(snapshot)).toMatchObject({
      method: 'Drift',
      reason: 'Drifted',
      candidates: [{ nodeName: 'old' }],
      replacements: [{ expected: { priceMicroUsdPerHour: 400_000 } }],
      savingMicroUsdPerHour: 0,
    });
  });

  it('is deleted without a replacement if it is empty and its NodePool never consolidates', () => {
    const snapshot = clusterOf(drifted('n', 0)).withNodePools(pool.consolidatingAfter(null));
    expect(commandOf(snapshot)).toMatchObject({ method: 'Drift', replacements: [], moves: [] });
  });

  it('is disrupted despite blocking pods only if its NodeClaim has a termination grace period', () => {
    const held = drifted('n', 0).running(large.running({ doNotDisrupt: 'true' }));
    expect(commandOf(clusterOf(held))).toBeUndefined();
    const graceful = held.withClaim({ hasTerminationGracePeriod: true });
    expect(commandOf(clusterOf(graceful))).toMatchObject({ method: 'Drift' });
  });
});

describe('the validation of a replacement', () => {
  const before = clusterOf(node('n', 8, 400_000).running(small.running()));
  const command = commandOf(before);

  it('keeps the approved replacement while its types still fit', () => {
    const more = before.withInstanceTypes(...types, typeAt('cheaper', 2, 90_000));
    expect(command && validateCommand(more.build(), command)).toMatchObject({
      kind: 'Valid',
      command: { replacements: command?.replacements, savingMicroUsdPerHour: 300_000 },
    });
  });

  it('fails if a type is not cheaper any more, or no node is needed', () => {
    const cheapNow = clusterOf(node('n', 8, 90_000).running(small.running()));
    expect(command && validateCommand(cheapNow.build(), command).kind).toBe('Invalid');
    const roomNow = clusterOf(
      node('n', 8, 400_000).running(small.running()),
      node('z', 2, 1).with({ doNotDisrupt: 'true' }),
    );
    expect(command && validateCommand(roomNow.build(), command).kind).toBe('Invalid');
  });
});
