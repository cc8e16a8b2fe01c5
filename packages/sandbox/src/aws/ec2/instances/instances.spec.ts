import {
  CreateLaunchTemplateCommand,
  DescribeInstanceStatusCommand,
  DescribeInstancesCommand,
  type DescribeInstancesCommandInput,
  paginateDescribeInstances,
  RebootInstancesCommand,
  RunInstancesCommand,
  type RunInstancesCommandInput,
  TerminateInstancesCommand,
} from '@aws-sdk/client-ec2';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Fixture, region, startFixture } from '../../../testing/aws-fixture.js';

let fixture: Fixture;
beforeEach(async () => {
  fixture = await startFixture();
});
afterEach(async () => {
  await fixture.close();
});

const second = 1000;

function launchNow(tags: Record<string, string> = {}): string {
  return fixture.world.launchNow({
    subnetId: fixture.subnetIds.a,
    instanceType: 'm5.large',
    imageId: fixture.imageId('x86_64'),
    capacityType: 'on-demand',
    userData: '',
    tags,
  }).id;
}

const describeAll = async (input: DescribeInstancesCommandInput = {}) => {
  const { Reservations = [] } = await fixture.ec2.send(new DescribeInstancesCommand(input));
  return Reservations.flatMap(({ Instances = [] }) => Instances);
};
const terminate = (...InstanceIds: string[]) =>
  fixture.ec2.send(new TerminateInstancesCommand({ InstanceIds }));

describe('DescribeInstances', () => {
  it('finds the nodes of a cluster by the filters that Karpenter uses', async () => {
    const mine = launchNow({
      'karpenter.sh/nodepool': 'default',
      'karpenter.sh/nodeclaim': 'n1',
      'eks:eks-cluster-name': 'shop',
    });
    launchNow({ 'karpenter.sh/nodepool': 'default', 'eks:eks-cluster-name': 'other' });
    launchNow();
    const found = await describeAll({
      Filters: [
        { Name: 'tag-key', Values: ['karpenter.sh/nodepool'] },
        { Name: 'tag-key', Values: ['karpenter.sh/nodeclaim'] },
        { Name: 'tag:eks:eks-cluster-name', Values: ['shop'] },
        {
          Name: 'instance-state-name',
          Values: ['pending', 'running', 'stopping', 'stopped', 'shutting-down'],
        },
      ],
      MaxResults: 1000,
    });
    expect(found.map(({ InstanceId }) => InstanceId)).toEqual([mine]);
  });

  it('pages without a gap while instances come and go', async () => {
    const ids = Array.from({ length: 12 }, () => launchNow());
    const seen: string[] = [];
    for await (const page of paginateDescribeInstances(
      { client: fixture.ec2 },
      { MaxResults: 5 },
    )) {
      for (const { Instances = [] } of page.Reservations ?? []) {
        seen.push(...Instances.map(({ InstanceId = '' }) => InstanceId));
      }
      if (seen.length === 5) fixture.world.state.instances.delete(seen[0] ?? '');
    }
    expect(seen.sort()).toEqual(ids.sort());
  });

  it('refuses IDs that do not exist, naming them, and malformed IDs', async () => {
    const id = launchNow();
    await expect(describeAll({ InstanceIds: [id, 'i-0123456789abcdef0'] })).rejects.toMatchObject({
      name: 'InvalidInstanceID.NotFound',
      message: "The instance ID 'i-0123456789abcdef0' does not exist",
    });
    await expect(describeAll({ InstanceIds: ['node-1'] })).rejects.toMatchObject({
      name: 'InvalidInstanceID.Malformed',
    });
    await expect(describeAll({ InstanceIds: [id], MaxResults: 5 })).rejects.toMatchObject({
      name: 'InvalidParameterCombination',
    });
  });

  it('hides the instances of other regions and accounts', async () => {
    const { world } = fixture;
    world.addAccount({ id: '777788889999', name: 'stranger' });
    const vpc = world.addVpc({ accountId: '777788889999', region, cidr: '10.9.0.0/16' });
    const subnet = world.addSubnet({ vpcId: vpc.id, zone: 'us-east-1a', cidr: '10.9.0.0/24' });
    world.launchNow({
      subnetId: subnet.id,
      instanceType: 'm5.large',
      imageId: fixture.imageId('x86_64'),
      capacityType: 'spot',
      userData: '',
    });
    expect(await describeAll()).toEqual([]);
  });
});

describe('TerminateInstances', () => {
  it('returns the previous and the current state, and can be repeated', async () => {
    const id = launchNow();
    const first = await terminate(id);
    expect(first.TerminatingInstances).toEqual([
      {
        InstanceId: id,
        PreviousState: { Name: 'running', Code: 16 },
        CurrentState: { Name: 'shutting-down', Code: 32 },
      },
    ]);
    fixture.advance(40 * second);
    const again = await terminate(id);
    expect(again.TerminatingInstances?.[0]).toMatchObject({
      PreviousState: { Name: 'terminated' },
      CurrentState: { Name: 'terminated' },
    });
    const [instance] = await describeAll({ InstanceIds: [id] });
    expect(instance).toMatchObject({
      State: { Name: 'terminated', Code: 48 },
      StateReason: { Code: 'Client.UserInitiatedShutdown' },
    });
    expect(instance?.PrivateIpAddress).toBeUndefined();
  });

  it('terminates none if one does not exist', async () => {
    const id = launchNow();
    await expect(terminate(id, 'i-0123456789abcdef0')).rejects.toMatchObject({
      name: 'InvalidInstanceID.NotFound',
    });
    expect((await describeAll())[0]?.State?.Name).toBe('running');
    await expect(terminate()).rejects.toMatchObject({ name: 'MissingParameter' });
  });
});

describe('RebootInstances', () => {
  const reboot = (...InstanceIds: string[]) =>
    fixture.ec2.send(new RebootInstancesCommand({ InstanceIds }));
  const boots: number[] = [];
  const unreachable: string[] = [];
  beforeEach(() => {
    boots.length = 0;
    unreachable.length = 0;
    fixture.world.instances.onUnreachable((id) => unreachable.push(id));
  });

  it('ends the kubelet, which starts again after the boot; the instance stays running', async () => {
    const id = launchNow();
    fixture.world.instances.onBooted(({ reboots }) => boots.push(reboots));
    expect(boots).toEqual([0]);
    expect((await reboot(id)).$metadata.httpStatusCode).toBe(200);
    expect(unreachable).toEqual([id]);
    fixture.advance(10 * second);
    expect(boots).toEqual([0]);
    expect((await describeAll({ InstanceIds: [id] }))[0]?.State?.Name).toBe('running');
    fixture.advance(25 * second);
    expect(boots).toEqual([0, 1]);
  });

  it('boots once after two reboots in a row', async () => {
    const id = launchNow();
    fixture.world.instances.onBooted(({ reboots }) => boots.push(reboots));
    await reboot(id);
    await reboot(id);
    fixture.advance(60 * second);
    expect(boots).toEqual([0, 2]);
  });

  it('clears an error of the GPU, unless it is lasting', async () => {
    const id = launchNow();
    const errors: (string | null)[] = [];
    fixture.world.instances.onBooted(({ gpuError }) => errors.push(gpuError));
    const { instances } = fixture.world;
    instances.setGpuError(id, { reason: 'NvidiaXID48Error', isClearedByReboot: true });
    await reboot(id);
    fixture.advance(60 * second);
    instances.setGpuError(id, { reason: 'NvidiaXID48Error', isClearedByReboot: false });
    await reboot(id);
    fixture.advance(60 * second);
    expect(errors).toEqual([
      null,
      'NvidiaXID48Error',
      null,
      'NvidiaXID48Error',
      'NvidiaXID48Error',
    ]);
  });

  it('ignores an instance that has ended, and refuses an unknown one', async () => {
    const id = launchNow();
    await terminate(id);
    await reboot(id);
    expect(fixture.world.state.instances.get(id)?.reboots).toBeUndefined();
    await expect(reboot('i-0123456789abcdef0')).rejects.toMatchObject({
      name: 'InvalidInstanceID.NotFound',
    });
    await expect(reboot()).rejects.toMatchObject({ name: 'MissingParameter' });
  });
});

describe('DescribeInstanceStatus', () => {
  it('lists running instances, and reports passed checks', async () => {
    const run = await fixture.ec2.send(new RunInstancesCommand(runInput()));
    const id = run.Instances?.[0]?.InstanceId ?? '';
    const statusOf = async (IncludeAllInstances = false) => {
      const { InstanceStatuses = [] } = await fixture.ec2.send(
        new DescribeInstanceStatusCommand({ InstanceIds: [id], IncludeAllInstances }),
      );
      return InstanceStatuses.map(({ InstanceStatus }) => InstanceStatus?.Status);
    };
    expect(await statusOf()).toEqual([]);
    expect(await statusOf(true)).toEqual(['not-applicable']);
    fixture.advance(15 * second);
    expect(await statusOf()).toEqual(['initializing']);
    fixture.advance(35 * second);
    expect(await statusOf()).toEqual(['ok']);
  });

  const impairedBy = async (check: 'instance' | 'system') => {
    const { InstanceStatuses = [] } = await fixture.ec2.send(
      new DescribeInstanceStatusCommand({
        Filters: [{ Name: `${check}-status.status`, Values: ['impaired'] }],
      }),
    );
    return InstanceStatuses;
  };

  it('reports both checks of an unreachable instance as failed, with the time', async () => {
    const run = await fixture.ec2.send(new RunInstancesCommand(runInput()));
    const id = run.Instances?.[0]?.InstanceId ?? '';
    fixture.advance(60 * second);
    expect(await impairedBy('system')).toEqual([]);
    fixture.world.instances.setImpaired(id, true);
    const at = fixture.world.state.instances.get(id)?.impairedAt ?? 0;
    fixture.advance(60 * second);
    const failed = {
      Status: 'impaired',
      Details: [{ Name: 'reachability', Status: 'failed', ImpairedSince: new Date(at) }],
    };
    for (const check of ['instance', 'system'] as const) {
      expect(await impairedBy(check)).toMatchObject([
        { InstanceId: id, InstanceStatus: failed, SystemStatus: failed },
      ]);
    }
    fixture.world.instances.setImpaired(id, false);
    expect(await impairedBy('instance')).toEqual([]);
  });

  it('reports the instance check of a broken image as failed since the launch', async () => {
    const image = fixture.imageId('x86_64');
    fixture.world.instances.breakImage(image);
    const run = await fixture.ec2.send(new RunInstancesCommand(runInput()));
    const { InstanceId = '', LaunchTime } = run.Instances?.[0] ?? {};
    fixture.advance(60 * second);
    expect(await impairedBy('system')).toEqual([]);
    expect(await impairedBy('instance')).toMatchObject([
      {
        InstanceId,
        InstanceStatus: { Details: [{ Status: 'failed', ImpairedSince: LaunchTime }] },
        SystemStatus: { Status: 'ok', Details: [{ Status: 'passed' }] },
      },
    ]);
  });

  it('lists scheduled events', async () => {
    const run = await fixture.ec2.send(new RunInstancesCommand(runInput()));
    const id = run.Instances?.[0]?.InstanceId ?? '';
    fixture.advance(15 * second);
    const withEvent = (code: string) =>
      fixture.ec2.send(
        new DescribeInstanceStatusCommand({ Filters: [{ Name: 'event.code', Values: [code] }] }),
      );
    expect((await withEvent('instance-retirement')).InstanceStatuses).toEqual([]);
    fixture.world.interruptions.scheduleRetirement(id);
    expect((await withEvent('instance-retirement')).InstanceStatuses).toMatchObject([
      { InstanceId: id, Events: [{ Code: 'instance-retirement', NotBefore: expect.any(Date) }] },
    ]);
    expect((await withEvent('system-reboot')).InstanceStatuses).toEqual([]);
  });
});

function runInput(more: Partial<RunInstancesCommandInput> = {}): RunInstancesCommandInput {
  return {
    MinCount: 1,
    MaxCount: 1,
    ImageId: fixture.imageId('x86_64'),
    InstanceType: 'm5.large',
    SubnetId: fixture.subnetIds.a,
    ...more,
  };
}

describe('RunInstances', () => {
  const run = (more?: Partial<RunInstancesCommandInput>) =>
    fixture.ec2.send(new RunInstancesCommand(runInput(more)));

  it('uses the template for fields that the request omits', async () => {
    await fixture.ec2.send(
      new CreateLaunchTemplateCommand({
        LaunchTemplateName: 'kerf-1',
        LaunchTemplateData: {
          InstanceType: 'c5.large',
          SecurityGroupIds: [fixture.securityGroupId],
          TagSpecifications: [
            { ResourceType: 'instance', Tags: [{ Key: 'a', Value: 'template' }] },
          ],
        },
      }),
    );
    const { Instances } = await run({
      LaunchTemplate: { LaunchTemplateName: 'kerf-1' },
      InstanceType: 'm5.xlarge',
      TagSpecifications: [{ ResourceType: 'instance', Tags: [{ Key: 'b', Value: 'request' }] }],
    });
    expect(Instances?.[0]).toMatchObject({
      InstanceType: 'm5.xlarge',
      SecurityGroups: [{ GroupId: fixture.securityGroupId }],
      Tags: [
        { Key: 'a', Value: 'template' },
        { Key: 'b', Value: 'request' },
      ],
    });
  });

  it('launches several in one reservation, and only once per token', async () => {
    const first = await run({ MinCount: 2, MaxCount: 2, ClientToken: 'token' });
    const again = await run({ MinCount: 2, MaxCount: 2, ClientToken: 'token' });
    expect(first.Instances).toHaveLength(2);
    expect(again.ReservationId).toBe(first.ReservationId);
    expect(fixture.world.state.instances.size).toBe(2);
    const { Reservations } = await fixture.ec2.send(new DescribeInstancesCommand({}));
    expect(Reservations).toHaveLength(1);
  });

  it('launches as many as there is capacity for, and none below MinCount', async () => {
    fixture.world.capacity.set({ region, instanceType: 'm5.large' }, 2);
    await expect(run({ MinCount: 3, MaxCount: 5 })).rejects.toMatchObject({
      name: 'InsufficientInstanceCapacity',
    });
    expect(fixture.world.state.instances.size).toBe(0);
    expect((await run({ MinCount: 1, MaxCount: 5 })).Instances).toHaveLength(2);
  });

  it('validates a dry run and launches nothing', async () => {
    await expect(run({ DryRun: true })).rejects.toMatchObject({ name: 'DryRunOperation' });
    expect(fixture.world.state.instances.size).toBe(0);
  });

  it.each<[string, Partial<RunInstancesCommandInput>, string]>([
    ['an image that does not exist', { ImageId: 'ami-0' }, 'InvalidAMIID.NotFound'],
    ['a subnet that does not exist', { SubnetId: 'subnet-0' }, 'InvalidSubnetID.NotFound'],
    [
      'a security group that does not exist',
      { SecurityGroupIds: ['sg-0'] },
      'InvalidGroup.NotFound',
    ],
    [
      'an instance profile that does not exist',
      { IamInstanceProfile: { Name: 'none' } },
      'InvalidParameterValue',
    ],
    ['user data that is not base64', { UserData: '#!/bin/sh' }, 'InvalidUserData.Malformed'],
    [
      'user data above the limit',
      { UserData: Buffer.alloc(16_385).toString('base64') },
      'InvalidParameterValue',
    ],
    ['another architecture', { InstanceType: 'm7g.large' }, 'InvalidParameterValue'],
    ['a type that is not in the zone', { InstanceType: 'mac1.metal' }, 'InvalidParameterValue'],
    ['a MinCount above MaxCount', { MinCount: 2 }, 'InvalidParameterValue'],
  ])('refuses %s, also in a dry run', async (_what, more, name) => {
    await expect(run(more)).rejects.toMatchObject({ name });
    await expect(run({ ...more, DryRun: true })).rejects.toMatchObject({ name });
  });
});
