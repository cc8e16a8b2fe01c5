import {
  type _InstanceType,
  CreateFleetCommand,
  CreateLaunchTemplateCommand,
  CreatePlacementGroupCommand,
  DeletePlacementGroupCommand,
  DescribeInstancesCommand,
  DescribePlacementGroupsCommand,
  type DescribePlacementGroupsCommandInput,
  type Placement,
} from '@aws-sdk/client-ec2';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Fixture, region, spokeAccount, startFixture } from '../../testing/aws-fixture.js';
import type { PlacementGroup } from '../../world/compute/placement-groups.js';
import { restoreWorld } from '../../world/world.js';

let fixture: Fixture;
beforeEach(async () => {
  fixture = await startFixture();
});
afterEach(async () => {
  await fixture.close();
});

const addGroup = (
  strategy: PlacementGroup['strategy'],
  more: Partial<Pick<PlacementGroup, 'name' | 'partitionCount'>> = {},
): PlacementGroup =>
  fixture.world.addPlacementGroup({
    accountId: spokeAccount,
    region,
    name: 'db',
    strategy,
    ...more,
  });

/** Requests one instance in a zone, and returns the instance's id or the error. */
async function launch(
  zone: 'a' | 'b',
  placement: Placement,
  InstanceType: _InstanceType = 'm5.large',
): Promise<string> {
  const LaunchTemplateName = `kerf-${fixture.world.state.launchTemplates.size}`;
  await fixture.ec2.send(
    new CreateLaunchTemplateCommand({
      LaunchTemplateName,
      LaunchTemplateData: { ImageId: fixture.imageId('x86_64'), Placement: placement },
    }),
  );
  const { Instances = [], Errors = [] } = await fixture.ec2.send(
    new CreateFleetCommand({
      Type: 'instant',
      TargetCapacitySpecification: {
        TotalTargetCapacity: 1,
        DefaultTargetCapacityType: 'on-demand',
      },
      LaunchTemplateConfigs: [
        {
          LaunchTemplateSpecification: { LaunchTemplateName, Version: '$Latest' },
          Overrides: [{ InstanceType, SubnetId: fixture.subnetIds[zone] }],
        },
      ],
    }),
  );
  return Instances[0]?.InstanceIds?.[0] ?? Errors[0]?.ErrorCode ?? 'nothing';
}

async function placementOf(id: string) {
  const { Reservations = [] } = await fixture.ec2.send(
    new DescribeInstancesCommand({ InstanceIds: [id] }),
  );
  return Reservations[0]?.Instances?.[0]?.Placement;
}

describe('placement groups', () => {
  it('are created, described by name, id and strategy, and deleted', async () => {
    const { PlacementGroup: created } = await fixture.ec2.send(
      new CreatePlacementGroupCommand({
        GroupName: 'db',
        Strategy: 'partition',
        PartitionCount: 3,
      }),
    );
    addGroup('spread', { name: 'web' });
    const named = async (input: DescribePlacementGroupsCommandInput) =>
      (await fixture.ec2.send(new DescribePlacementGroupsCommand(input))).PlacementGroups?.map(
        ({ GroupName, Strategy, PartitionCount, State }) =>
          `${GroupName} ${Strategy} ${PartitionCount} ${State}`,
      );
    const db = ['db partition 3 available'];
    expect(await named({ GroupNames: ['db'] })).toEqual(db);
    expect(await named({ GroupIds: [created?.GroupId ?? ''] })).toEqual(db);
    expect(await named({ Filters: [{ Name: 'strategy', Values: ['spread'] }] })).toEqual([
      'web spread undefined available',
    ]);
    await fixture.ec2.send(new DeletePlacementGroupCommand({ GroupName: 'db' }));
    await expect(named({ GroupNames: ['db'] })).rejects.toMatchObject({
      name: 'InvalidPlacementGroup.Unknown',
    });
  });

  it('are not created twice under one name, and not deleted while in use', async () => {
    addGroup('cluster');
    await expect(
      fixture.ec2.send(new CreatePlacementGroupCommand({ GroupName: 'db' })),
    ).rejects.toMatchObject({ name: 'InvalidPlacementGroup.Duplicate' });
    await launch('a', { GroupName: 'db' });
    await expect(
      fixture.ec2.send(new DeletePlacementGroupCommand({ GroupName: 'db' })),
    ).rejects.toMatchObject({ name: 'InvalidPlacementGroup.InUse' });
  });
});

describe('a launch into a placement group', () => {
  it('names the group on the instance, after a restart too', async () => {
    const { id: GroupId } = addGroup('cluster');
    const id = await launch('a', { GroupId });
    expect(await placementOf(id)).toMatchObject({ GroupId, GroupName: 'db' });
    const restored = restoreWorld(fixture.world.snapshot(), fixture.clock);
    expect(restored.placementGroups.membersOf(GroupId).map((member) => member.id)).toEqual([id]);
  });

  it('has the requested partition, or the one with the fewest instances', async () => {
    addGroup('partition', { partitionCount: 2 });
    const partitionOf = async (PartitionNumber?: number) =>
      (
        await placementOf(
          await launch('a', {
            GroupName: 'db',
            ...(PartitionNumber !== undefined && { PartitionNumber }),
          }),
        )
      )?.PartitionNumber;
    expect([await partitionOf(1), await partitionOf(), await partitionOf()]).toEqual([1, 2, 1]);
  });

  it('is refused in an eighth instance of a zone when it is spread', async () => {
    addGroup('spread');
    for (let count = 0; count < 7; count += 1) {
      expect(await launch('a', { GroupName: 'db' })).toMatch(/^i-/);
    }
    const code = 'InsufficientInstanceCapacity';
    expect(await launch('a', { GroupName: 'db' })).toBe(code);
    expect(await launch('b', { GroupName: 'db' })).toMatch(/^i-/);
  });

  it('is refused for an instance type that does not support the strategy', async () => {
    addGroup('cluster', { name: 'near' });
    addGroup('spread', { name: 'far' });
    const type = 't3.large';
    expect(await launch('a', { GroupName: 'near' }, type)).toBe('InvalidParameterCombination');
    expect(await launch('a', { GroupName: 'far' }, type)).toMatch(/^i-/);
    expect(await launch('a', { GroupName: 'near' })).toMatch(/^i-/);
  });

  it('stays in one zone when it is a cluster', async () => {
    addGroup('cluster');
    await launch('a', { GroupName: 'db' });
    expect(await launch('b', { GroupName: 'db' })).toBe('InsufficientInstanceCapacity');
  });

  it.each([
    ['an unknown group', { GroupName: 'none' }, 'InvalidPlacementGroup.Unknown'],
    ['an unknown partition', { GroupName: 'db', PartitionNumber: 3 }, 'InvalidParameterValue'],
  ])('is refused for %s', async (_what, placement, name) => {
    addGroup('partition');
    await expect(launch('a', placement)).rejects.toMatchObject({ name });
  });
});
