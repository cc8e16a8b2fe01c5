import { Dice } from './dice.js';
import { type RandomType, randomTypes } from './random-catalog.js';
import { clusterObjects, randomDaemon, randomPod } from './random-pods.js';
import { randomPools, randomTaint } from './random-pools.js';

/**
 * Returns a small cluster with pending pods, as a document that `readFixture` and the real
 * Karpenter both read. All kinds of constraints occur: few names, so that constraints overlap, and
 * different prices, so that ties do not decide.
 * @param seed equal seeds give equal clusters
 */
export function randomFixture(seed: number): Readonly<Record<string, unknown>> {
  const dice = new Dice(seed);
  const instanceTypes = randomTypes(dice);
  const nodePools = randomPools(dice, instanceTypes);
  const podTemplates = dice.times(dice.between(1, 4), (index) => randomPod(dice, `p${index}`));
  const nodeCount = dice.pick([0, 0, 1, 2, 3]);
  const nodes = dice.times(nodeCount, (index) =>
    randomNode(dice, { name: `n${index}`, instanceTypes, templates: podTemplates.length }),
  );
  return {
    name: `random-${seed}`,
    instanceTypes,
    nodePools,
    daemonSets: dice.times(dice.pick([0, 0, 1, 2]), (index) => randomDaemon(dice, `d${index}`)),
    podTemplates,
    pods: podTemplates.map((_, index) => [index, dice.between(1, 4)]),
    nodes,
    objects: clusterObjects(
      dice,
      nodes.map(({ name }) => name),
    ),
    options: {
      preferencePolicy: dice.chance(0.15) ? 'Ignore' : 'Respect',
      minValuesPolicy: dice.chance(0.2) ? 'BestEffort' : 'Strict',
    },
  };
}

interface NodeSources {
  readonly name: string;
  readonly instanceTypes: readonly RandomType[];
  readonly templates: number;
}

function randomNode(dice: Dice, { name, instanceTypes, templates }: NodeSources) {
  const type = dice.pick(instanceTypes);
  const { zone, capacityType } = dice.pick(type.offerings);
  return {
    name,
    nodePool: 'pool-a',
    instanceType: type.name,
    zone,
    capacityType: capacityType === 'reserved' ? 'on-demand' : capacityType,
    initialized: dice.chance(0.85),
    taints: dice.chance(0.1) ? [randomTaint(dice)] : [],
    pods: dice.chance(0.5) ? [[dice.between(0, templates - 1), 1]] : [],
  };
}
