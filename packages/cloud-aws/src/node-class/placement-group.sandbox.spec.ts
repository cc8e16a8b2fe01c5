import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { first, someFacts, someLaunchRequest, someNodeClass } from '../testing/builders.js';
import {
  describedCluster,
  region,
  type SandboxCloud,
  spokeAccount,
  startSandboxCloud,
} from '../testing/sandbox.js';

let sandbox: SandboxCloud;
beforeAll(async () => {
  sandbox = await startSandboxCloud();
});
afterAll(() => sandbox.close());
afterEach(() => {
  sandbox.world.state.placementGroups.clear();
});

type Selector = NonNullable<ReturnType<typeof someNodeClass>['placementGroupSelector']>;

const addGroup = (strategy: 'cluster' | 'partition' | 'spread') =>
  sandbox.world.addPlacementGroup({ accountId: spokeAccount, region, name: 'db', strategy });
const classWith = (placementGroupSelector: Selector) => ({
  name: 'default',
  spec: someNodeClass({ placementGroupSelector }),
});
const resolve = (selector: Selector) =>
  sandbox.cloud.resolveNodeClass(sandbox.target, classWith(selector), '1.34', 'auto');

describe('39: the placement group of an EC2NodeClass', () => {
  it('is found by its name and by its id', async () => {
    const { id } = addGroup('partition');
    const expected = { id, name: 'db', strategy: 'partition', partitionCount: 2 };
    const byName = await resolve({ name: 'db' });
    expect(byName.placementGroup).toEqual(expected);
    expect(byName.problems).toEqual([]);
    expect((await resolve({ id })).placementGroup).toEqual(expected);
  });

  it.each([[{ name: 'web' }], [{ id: 'pg-0123456789abcdef0' }]])(
    'makes the class not ready if %j does not exist',
    async (selector) => {
      const { placementGroup, problems } = await resolve(selector);
      expect(placementGroup).toBeNull();
      expect(problems).toMatchObject([
        { condition: 'PlacementGroupReady', reason: 'PlacementGroupNotFound' },
      ]);
      expect(problems[0]?.message).toContain(Object.values(selector)[0]);
    },
  );

  it('is not looked up without a selector', async () => {
    const calls = sandbox.count('ec2', 'DescribePlacementGroups');
    const nodeClass = { name: 'default', spec: someNodeClass() };
    const { cloud, target } = sandbox;
    const found = await cloud.resolveNodeClass(target, nodeClass, '1.34', 'auto');
    expect(found.placementGroup).toBeNull();
    expect(calls()).toBe(0);
  });

  it('labels the node with the group, and has a partition once EC2 reports it', async () => {
    const { id } = addGroup('partition');
    const { cloud, target } = sandbox;
    const nodeClass = classWith({ name: 'db' });
    const request = someLaunchRequest([someFacts()], {
      token: `ncl_${'7'.repeat(32)}`,
      nodeClaimName: 'default-group',
      isRepeat: false,
      nodeClass,
      resolution: await resolve({ name: 'db' }),
      cluster: { name: 'prod', ...describedCluster },
    });
    const { instance } = await cloud.launch(target, request);
    expect(instance.labels).toMatchObject({ 'karpenter.k8s.aws/placement-group-id': id });
    expect(instance.labels).not.toHaveProperty('karpenter.k8s.aws/placement-group-partition');
    expect(first(sandbox.world.placementGroups.membersOf(id)).id).toBe(instance.instanceId);
    expect(await cloud.getInstance(target, instance.instanceId)).toMatchObject({ partition: 1 });
  });
});
