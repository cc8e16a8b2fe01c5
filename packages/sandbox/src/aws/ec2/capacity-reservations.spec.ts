import {
  CreateFleetCommand,
  CreateLaunchTemplateCommand,
  CreateTagsCommand,
  DescribeCapacityReservationsCommand,
  DescribeInstancesCommand,
  type Filter,
  paginateDescribeCapacityReservations,
  type RequestLaunchTemplateData,
  RunInstancesCommand,
  TerminateInstancesCommand,
} from '@aws-sdk/client-ec2';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type Fixture,
  hubAccount,
  region,
  spokeAccount,
  startFixture,
} from '../../testing/aws-fixture.js';
import type { CapacityReservation } from '../../world/compute/capacity-reservations.js';
import { restoreWorld } from '../../world/world.js';

let fixture: Fixture;
beforeEach(async () => {
  fixture = await startFixture();
});
afterEach(async () => {
  await fixture.close();
});

const reserve = (more: Partial<CapacityReservation> = {}) =>
  fixture.world.addCapacityReservation({
    accountId: spokeAccount,
    region,
    zone: 'us-east-1a',
    instanceType: 'm5.large',
    total: 1,
    ...more,
  });

const described = async (...Filters: Filter[]) => {
  const { CapacityReservations = [] } = await fixture.ec2.send(
    new DescribeCapacityReservationsCommand({ Filters }),
  );
  return CapacityReservations.map(
    ({ CapacityReservationId, State, AvailableInstanceCount, TotalInstanceCount }) =>
      `${CapacityReservationId} ${State} ${AvailableInstanceCount}/${TotalInstanceCount}`,
  );
};

const into = (id: string, isBlock = false): RequestLaunchTemplateData => ({
  CapacityReservationSpecification: {
    CapacityReservationPreference: 'capacity-reservations-only',
    CapacityReservationTarget: { CapacityReservationId: id },
  },
  ...(isBlock && { InstanceMarketOptions: { MarketType: 'capacity-block' } }),
});

/** Requests one m5.large in zone a, and returns the instance's id or the error. */
async function launch(data: RequestLaunchTemplateData, isBlock = false): Promise<string> {
  const LaunchTemplateName = `kerf-${fixture.world.state.launchTemplates.size}`;
  await fixture.ec2.send(
    new CreateLaunchTemplateCommand({
      LaunchTemplateName,
      LaunchTemplateData: { ImageId: fixture.imageId('x86_64'), ...data },
    }),
  );
  const { Instances = [], Errors = [] } = await fixture.ec2.send(
    new CreateFleetCommand({
      Type: 'instant',
      LaunchTemplateConfigs: [
        {
          LaunchTemplateSpecification: { LaunchTemplateName, Version: '$Latest' },
          Overrides: [{ InstanceType: 'm5.large', SubnetId: fixture.subnetIds.a }],
        },
      ],
      TargetCapacitySpecification: {
        TotalTargetCapacity: 1,
        DefaultTargetCapacityType: isBlock ? 'capacity-block' : 'on-demand',
      },
    }),
  );
  return Instances[0]?.InstanceIds?.[0] ?? Errors[0]?.ErrorCode ?? '';
}

async function instance(id: string) {
  const { Reservations } = await fixture.ec2.send(
    new DescribeInstancesCommand({ InstanceIds: [id] }),
  );
  const { CapacityReservationId, InstanceLifecycle, State } =
    Reservations?.[0]?.Instances?.[0] ?? {};
  return { CapacityReservationId, InstanceLifecycle, state: State?.Name };
}

describe('DescribeCapacityReservations', () => {
  it('returns the reservations of the caller’s account with their free capacity', async () => {
    const one = reserve({ total: 3, tags: { team: 'shop' } });
    reserve({ accountId: hubAccount });
    const { CapacityReservations } = await fixture.ec2.send(
      new DescribeCapacityReservationsCommand({}),
    );
    expect(CapacityReservations).toMatchObject([
      {
        CapacityReservationId: one.id,
        OwnerId: spokeAccount,
        InstanceType: 'm5.large',
        AvailabilityZone: 'us-east-1a',
        AvailabilityZoneId: 'use1-az4',
        TotalInstanceCount: 3,
        AvailableInstanceCount: 3,
        State: 'active',
        EndDateType: 'unlimited',
        InstanceMatchCriteria: 'targeted',
        ReservationType: 'default',
        Tags: [{ Key: 'team', Value: 'shop' }],
      },
    ]);
  });

  it('filters by tag, type, zone, owner, match criteria and state', async () => {
    const a = reserve({ tags: { team: 'shop' }, matchCriteria: 'open' });
    const b = reserve({ zone: 'us-east-1b', instanceType: 'm5.xlarge' });
    const c = reserve({ endsAt: fixture.world.timers.now() });
    const filtered = async (Name: string, ...Values: string[]) =>
      (await described({ Name, Values })).map((text) => text.split(' ')[0]);
    expect(await filtered('tag:team', 'shop')).toEqual([a.id]);
    expect(await filtered('tag-key', 'team')).toEqual([a.id]);
    expect(await filtered('instance-type', 'm5.xlarge')).toEqual([b.id]);
    expect(await filtered('availability-zone', 'us-east-1b')).toEqual([b.id]);
    expect(await filtered('instance-match-criteria', 'open')).toEqual([a.id]);
    expect(await filtered('state', 'expired')).toEqual([c.id]);
    expect(await filtered('owner-id', hubAccount)).toEqual([]);
  });

  it('returns pages, and refuses an unknown id', async () => {
    const ids = [reserve().id, reserve().id, reserve().id];
    const pages = paginateDescribeCapacityReservations({ client: fixture.ec2, pageSize: 2 }, {});
    const sizes: number[] = [];
    for await (const { CapacityReservations = [] } of pages)
      sizes.push(CapacityReservations.length);
    expect(sizes).toEqual([2, 1]);
    const byId = new DescribeCapacityReservationsCommand({
      CapacityReservationIds: [ids[1] ?? ''],
    });
    expect((await fixture.ec2.send(byId)).CapacityReservations).toHaveLength(1);
    await expect(
      fixture.ec2.send(
        new DescribeCapacityReservationsCommand({ CapacityReservationIds: ['cr-1'] }),
      ),
    ).rejects.toMatchObject({ name: 'InvalidCapacityReservationId.NotFound' });
  });

  it('shows tags that were added', async () => {
    const { id } = reserve();
    const Tags = [{ Key: 'team', Value: 'shop' }];
    await fixture.ec2.send(new CreateTagsCommand({ Resources: [id], Tags }));
    expect(await described({ Name: 'tag:team', Values: ['shop'] })).toHaveLength(1);
  });
});

describe('a launch into a reservation', () => {
  it('uses it until it is full, whatever the On-Demand capacity', async () => {
    const { id } = reserve();
    fixture.world.capacity.set({ region }, 0);
    const launched = await launch(into(id));
    expect(await instance(launched)).toMatchObject({ CapacityReservationId: id });
    expect(await described()).toEqual([`${id} active 0/1`]);
    expect(await launch(into(id))).toBe('ReservationCapacityExceeded');
    await fixture.ec2.send(new TerminateInstancesCommand({ InstanceIds: [launched] }));
    fixture.advance(60_000);
    expect(await described()).toEqual([`${id} active 1/1`]);
  });

  it('is refused by one of another type, of another account, and after its end', async () => {
    const other = reserve({ instanceType: 'm5.xlarge' });
    const foreign = reserve({ accountId: hubAccount });
    const ended = reserve({ endsAt: fixture.world.timers.now() });
    expect(await launch(into(other.id))).toBe('InvalidParameterValue');
    expect(await launch(into(foreign.id))).toBe('InvalidCapacityReservationId.NotFound');
    expect(await launch(into(ended.id))).toBe('ReservationCapacityExceeded');
  });

  it('uses an open one that matches, unless it avoids reservations', async () => {
    const { id } = reserve({ matchCriteria: 'open' });
    const avoiding = {
      CapacityReservationSpecification: { CapacityReservationPreference: 'none' },
    } as const;
    expect((await instance(await launch(avoiding))).CapacityReservationId).toBeUndefined();
    expect((await instance(await launch({}))).CapacityReservationId).toBe(id);
    // It is full, so the next launch is On-Demand.
    expect((await instance(await launch({}))).CapacityReservationId).toBeUndefined();
  });

  it('is refused by a reservation that was made smaller', async () => {
    const { id } = reserve({ total: 2 });
    await launch(into(id));
    fixture.world.capacityReservations.resize(id, 1);
    expect(await launch(into(id))).toBe('ReservationCapacityExceeded');
  });

  it('names the market of a Capacity Block', async () => {
    const { id } = reserve({ type: 'capacity-block' });
    expect(await launch(into(id))).toBe('InvalidParameterValue');
    expect(await instance(await launch(into(id, true), true))).toMatchObject({
      CapacityReservationId: id,
      InstanceLifecycle: 'capacity-block',
    });
  });

  it('is refused by a resource group, which the sandbox does not simulate', async () => {
    const launched = fixture.ec2.send(
      new RunInstancesCommand({
        MinCount: 1,
        MaxCount: 1,
        InstanceType: 'm5.large',
        SubnetId: fixture.subnetIds.a,
        ImageId: fixture.imageId('x86_64'),
        CapacityReservationSpecification: {
          CapacityReservationTarget: { CapacityReservationResourceGroupArn: 'arn:aws:x' },
        },
      }),
    );
    await expect(launched).rejects.toMatchObject({ name: 'UnsupportedOperation' });
  });
});

describe('the end of a reservation', () => {
  it('leaves instances running On-Demand, but terminates those of a Capacity Block', async () => {
    const plain = reserve();
    const block = reserve({ type: 'capacity-block' });
    const [kept, ended] = [await launch(into(plain.id)), await launch(into(block.id, true), true)];
    fixture.advance(60_000);
    const now = fixture.world.timers.now();
    for (const { id } of [plain, block]) fixture.world.capacityReservations.endAt(id, now);
    fixture.advance(60_000);
    expect(await instance(kept)).toEqual({ state: 'running' });
    expect(await instance(ended)).toMatchObject({ state: 'terminated' });
    expect(await described()).toEqual(
      [`${plain.id} expired 0/1`, `${block.id} expired 0/1`].sort(),
    );
  });

  it('comes at its time also after a restart', async () => {
    const { id } = reserve({ type: 'capacity-block', endsAt: fixture.world.timers.now() + 60_000 });
    const launched = await launch(into(id, true), true);
    const clock = fixture.clock;
    const world = restoreWorld(fixture.world.snapshot(), { clock });
    fixture.world.stop();
    clock.advance(61_000 * 10);
    expect(world.state.instances.get(launched)?.end?.reasonCode).toBe(
      'Server.CapacityBlockExpired',
    );
    world.stop();
  });
});
