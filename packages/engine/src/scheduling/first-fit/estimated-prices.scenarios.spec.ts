import { aNode, aNodePool, anInstanceType, anOffering, aPod, aSnapshot } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { planDisruption } from '../../disruption/plan-disruption.js';
import { listedPrice } from '../../model/offering.js';
import { solve as solveForLeast } from '../../optimize/solve.js';
import { planWithFirstFit } from '../../plan/write-result.js';

/** As in the catalog while no price list is available. */
const estimatedAt = (name: string, cpus: number, microUsdPerHour: number) =>
  anInstanceType(name)
    .with({ milliCpu: cpus * 1_000, memoryMib: cpus * 4_096, pods: 20 })
    .offered(anOffering('zone-a', 'on-demand', microUsdPerHour, { isPriceEstimated: true }));
const cluster = aSnapshot()
  .at(100_000)
  .withNodePools(aNodePool().withBudget('100%'))
  .withInstanceTypes(estimatedAt('large', 8, 300_000), estimatedAt('small', 2, 80_000));

describe('types with estimated prices', () => {
  it.each([
    ['the FirstFit baseline', planWithFirstFit],
    ['the optimizer', solveForLeast],
  ])(
    'are used by %s in the order of the estimates, and the price of the plan is unknown',
    (_, by) => {
      const { newNodeClaims, unschedulable } = by(cluster.withPods(aPod('web')).build());
      expect(unschedulable).toEqual([]);
      expect(newNodeClaims).toMatchObject([
        {
          instanceTypes: [{ name: 'small' }, { name: 'large' }],
          expected: { instanceType: 'small', isPriceEstimated: true },
          savingAgainstNextBestMicroUsdPerHour: null,
        },
      ]);
      expect(newNodeClaims.map(({ expected }) => listedPrice(expected))).toEqual([null]);
    },
  );

  it('replace a drifted node, with unknown savings', () => {
    const capacity = { cpu: 2_000, memory: 8 * 1024 ** 3, pods: 20 };
    const drifted = aNode('n')
      .with({ capacity, allocatable: capacity })
      .launchedAs('small', 'zone-a', 'on-demand', 100_000)
      .withClaim({ drifted: 'NodePoolDrifted' })
      .running(aPod('web').running());
    const { commands } = planDisruption(cluster.withNodes(drifted).build());
    expect(commands).toMatchObject([
      {
        method: 'Drift',
        replacements: [{ expected: { isPriceEstimated: true } }],
        savingMicroUsdPerHour: null,
      },
    ]);
  });
});
