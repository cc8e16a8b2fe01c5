import { aNode, anInstanceType, aPod, aSnapshot, type PodBuilder } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { planWithFirstFit } from '../../plan/write-result.js';

const driver = 'ebs.csi.aws.com';
/** Pods of a StatefulSet: each has its own volume. */
const members = (count: number): readonly PodBuilder[] =>
  Array.from({ length: count }, (_, index) =>
    aPod(`db-${index}`).requesting({ milliCpu: 10 }).withVolume(`default/db-${index}`, { driver }),
  );
const large = anInstanceType('large').with({ milliCpu: 8_000, memoryMib: 32_768, pods: 100 });

const plan = (given: ReturnType<typeof aSnapshot>) => planWithFirstFit(given.build());
/** Number of pods by planned node. */
const podsOf = (given: ReturnType<typeof aSnapshot>) =>
  plan(given).newNodeClaims.map(({ podUids }) => podUids.length);

describe('the volumes that an instance type can attach', () => {
  it('determine how many nodes are planned at once', () => {
    const given = aSnapshot().withInstanceTypes(large.attaching({ [driver]: 4 }));
    expect(podsOf(given.withPods(...members(10)))).toEqual([4, 4, 2]);
  });

  it('count a volume that several pods share once', () => {
    const shared = aPod('shared')
      .requesting({ milliCpu: 10 })
      .withVolume('default/shared', { driver });
    const given = aSnapshot().withInstanceTypes(large.attaching({ [driver]: 2 }));
    expect(podsOf(given.withPods(...shared.times(6)))).toEqual([6]);
    expect(podsOf(given.withPods(...shared.times(6), ...members(2)))).toEqual([2, 6]);
  });

  it('are without limit for a driver of which no number is known', () => {
    const given = aSnapshot().withInstanceTypes(large.attaching({ 'other.csi': 1 }));
    expect(podsOf(given.withPods(...members(10)))).toEqual([10]);
  });

  it('exclude the types of a planned node that can attach fewer', () => {
    const given = aSnapshot().withInstanceTypes(
      large.attaching({ [driver]: 4 }),
      anInstanceType('small')
        .with({ pods: 100 })
        .attaching({ [driver]: 2 }),
    );
    const [claim] = plan(given.withPods(...members(3))).newNodeClaims;
    expect(claim?.instanceTypes.map(({ name }) => name)).toEqual(['large']);
    expect(claim?.rejectedInstanceTypes).toEqual([
      {
        reason: {
          code: 'VOLUME_LIMIT_EXCEEDED',
          driver,
          volumeCount: 3,
          limit: 2,
          instanceType: 'small',
        },
        count: 1,
        examples: ['small'],
      },
    ]);
  });

  it('leave a pod without a node that needs more volumes than any type attaches', () => {
    const pod = aPod()
      .withVolume('a', { driver })
      .withVolume('b', { driver })
      .withVolume('c', { driver });
    const given = aSnapshot()
      .withInstanceTypes(large.attaching({ [driver]: 2 }))
      .withPods(pod);
    const { newNodeClaims, unschedulable } = plan(given);
    expect(newNodeClaims).toEqual([]);
    expect(unschedulable.map(({ byNodePool }) => byNodePool.map(({ reason }) => reason))).toEqual([
      [{ code: 'VOLUME_LIMIT_EXCEEDED', driver, volumeCount: 3, limit: 2, instanceType: 'large' }],
    ]);
  });

  it('do not limit a running node, of which its CSINode says the number', () => {
    const given = aSnapshot()
      .withInstanceTypes(large.attaching({ [driver]: 1 }))
      .withNodes(aNode('n1').with({ volumeLimits: { [driver]: 3 } }))
      .withPods(...members(3));
    expect(plan(given).existingNodes.map(({ podUids }) => podUids.length)).toEqual([3]);
  });
});
