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
    ).withPods(...bufferPods({ ...unit, share: null, limits: {} }, 0));
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
    ).withPods(...bufferPods({ ...unit, share: null, limits: {} }, 0));
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
    expect(commandOf(clusterOf(cheap, busy, spare, idle))?.candidates).toMatchObject([
      { nodeName: 'idle' },
    ]);
  });
});

describe('more underutilized nodes than one evaluation simulates', () => {
  const names = Array.from({ length: 120 }, (_, index) => `n${index}`);
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
  }, 30_000);
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
  'the policy of its pool is Balanced, which is not implemented': [
    clusterOf(node('n', 8, 400_000).running(small.running())).withNodePools(
      pool.withDisruption({ consolidationPolicy: 'Balanced' }),
    ),
    { code: 'POLICY_UNSUPPORTED', policy: 'Balanced' },
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

describe('a node is not consolidated if', () => {
  it.each(Object.entries(blocked))('%s', (_sentence, [snapshot, reason]) => {
    expect(planDisruption(snapshot.build()).commands).toEqual([]);
    expect(reasonsOf(snapshot)).toEqual([reason]);
  });

  it('the only free capacity is on a node that is not consolidatable or not ready yet', () => {
    const busy = node('n', 2, 100_000).running(small.running());
    const notYetConsolidatable = node('z', 2, 1).withClaim({ lastPodEventAt: 99_000 });
    expect(commandOf(clusterOf(busy, notYetConsolidatable))).toBeUndefined();
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

describe('a NodePool with the policy Balanced', () => {
  const balanced = pool.withDisruption({ consolidationPolicy: 'Balanced' });

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
