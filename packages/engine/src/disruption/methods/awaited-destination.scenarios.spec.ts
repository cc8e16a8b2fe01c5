import { aNode, aNodePool, anInstanceType, aPod, aSnapshot, type NodeBuilder } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { planDisruption } from '../plan-disruption.js';

const typeAt = (name: string, cpus: number, microUsdPerHour: number) =>
  anInstanceType(name)
    .with({ milliCpu: cpus * 1_000, memoryMib: cpus * 4_096, pods: 20 })
    .offeredAt({ microUsdPerHour });
const small = aPod('web').requesting({ milliCpu: 500, memoryMib: 512 });
const large = aPod('big').requesting({ milliCpu: 5_000, memoryMib: 1_024 });

function node(name: string, cpus: number, price: number) {
  const capacity = { cpu: cpus * 1_000, memory: cpus * 4_096 * 1024 ** 2, pods: 20 };
  return aNode(name)
    .with({ capacity, allocatable: capacity })
    .launchedAs(cpus > 2 ? 'large' : 'small', 'zone-a', 'on-demand', price);
}

/** Returns why the node `n` of a cluster with these nodes is not consolidated. */
function reasonOf(...nodes: readonly NodeBuilder[]): unknown {
  const snapshot = aSnapshot()
    .at(100_000)
    .withNodePools(aNodePool().withBudget('100%').consolidatingAfter(30_000))
    .withInstanceTypes(typeAt('small', 2, 100_000), typeAt('large', 8, 400_000))
    .withNodes(...nodes);
  const { blocked } = planDisruption(snapshot.build());
  return blocked.find(({ nodeName }) => nodeName === 'n')?.reasons[0];
}

describe('a node waits for a destination that is not consolidatable', () => {
  const recently = (at: number) => ({ lastPodEventAt: at });

  it('until the last of those that its pods would move to is', () => {
    const pods = ['a', 'b'].map((name) =>
      small.named(name).requesting({ milliCpu: 1_800 }).running(),
    );
    const reason = reasonOf(
      node('n', 8, 210_000).running(...pods),
      node('y', 2, 1).withClaim(recently(98_000)),
      node('z', 2, 1).withClaim(recently(99_000)),
    );
    expect(reason).toEqual({
      code: 'DESTINATION_NOT_CONSOLIDATABLE',
      nodeName: 'z',
      until: 129_000,
    });
  });

  it('only if it could be consolidated then', () => {
    const full = node('z', 2, 1).withClaim(recently(99_000)).running(large.running());
    const reason = reasonOf(node('n', 2, 100_000).running(small.running()), full);
    expect(reason).toMatchObject({ code: 'NO_CHEAPER_REPLACEMENT' });
  });

  it('only if its pods would move to such a node', () => {
    const odd = aPod('odd').selecting({ disk: 'ssd' }).running();
    const reason = reasonOf(
      node('n', 8, 400_000).running(odd),
      node('z', 2, 1).withClaim(recently(99_000)),
    );
    expect(reason).toMatchObject({ code: 'PODS_UNSCHEDULABLE' });
  });
});
