import {
  CreateFleetCommand,
  type CreateFleetCommandInput,
  type CreateFleetCommandOutput,
  CreateLaunchTemplateCommand,
  DescribeInstancesCommand,
  type FleetLaunchTemplateOverridesRequest,
  type FleetOnDemandAllocationStrategy,
  type RequestLaunchTemplateData,
  type SpotAllocationStrategy,
} from '@aws-sdk/client-ec2';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Fixture, region, spokeAccount, startFixture } from '../../../testing/aws-fixture.js';

let fixture: Fixture;
beforeEach(async () => {
  fixture = await startFixture();
  await createTemplate('kerf-x86', 'x86_64');
});
afterEach(async () => {
  await fixture.close();
});

async function createTemplate(
  name: string,
  architecture: 'x86_64' | 'arm64',
  more: RequestLaunchTemplateData = {},
): Promise<void> {
  await fixture.ec2.send(
    new CreateLaunchTemplateCommand({
      LaunchTemplateName: name,
      LaunchTemplateData: {
        ImageId: fixture.imageId(architecture),
        UserData: Buffer.from('apiVersion: node.eks.aws/v1alpha1').toString('base64'),
        SecurityGroupIds: [fixture.securityGroupId],
        IamInstanceProfile: { Name: fixture.profileName },
        BlockDeviceMappings: [{ DeviceName: '/dev/xvda', Ebs: { VolumeSize: 100 } }],
        TagSpecifications: [
          { ResourceType: 'instance', Tags: [{ Key: 'from', Value: 'template' }] },
        ],
        ...more,
      },
    }),
  );
}

type Override = FleetLaunchTemplateOverridesRequest;
type TypeName = NonNullable<Override['InstanceType']>;
const overrideIn = (
  zone: 'a' | 'b' | 'c',
  InstanceType: TypeName,
  more: Override = {},
): Override => ({ InstanceType, SubnetId: fixture.subnetIds[zone], ...more });

/** A value that the client's types do not allow. */
const unknownType = JSON.parse('{"InstanceType":"m99.large"}');

interface Asked {
  readonly overrides: Override[];
  readonly capacityType?: 'spot' | 'on-demand';
  readonly count?: number;
  readonly more?: Partial<CreateFleetCommandInput>;
}

function request({ overrides, capacityType = 'on-demand', count = 1, more }: Asked) {
  return new CreateFleetCommand({
    Type: 'instant',
    LaunchTemplateConfigs: [
      {
        LaunchTemplateSpecification: { LaunchTemplateName: 'kerf-x86', Version: '$Latest' },
        Overrides: overrides,
      },
    ],
    TargetCapacitySpecification: {
      TotalTargetCapacity: count,
      DefaultTargetCapacityType: capacityType,
    },
    ...more,
  });
}
const fleet = (requested: Asked) => fixture.ec2.send(request(requested));

/** Returns what was launched in which zone, e.g. `2 m5.large us-east-1a`. */
const launchedBy = ({ Instances = [] }: CreateFleetCommandOutput) =>
  Instances.map(({ InstanceIds, InstanceType, LaunchTemplateAndOverrides: from }) =>
    [InstanceIds?.length, InstanceType, from?.Overrides?.AvailabilityZone].join(' '),
  );
const errorsOf = ({ Errors = [] }: CreateFleetCommandOutput) =>
  Errors.map(({ ErrorCode, Lifecycle, LaunchTemplateAndOverrides: from }) =>
    [ErrorCode, Lifecycle, from?.Overrides?.InstanceType, from?.Overrides?.AvailabilityZone].join(
      ' ',
    ),
  );
const idsOf = ({ Instances = [] }: CreateFleetCommandOutput) =>
  Instances.flatMap(({ InstanceIds = [] }) => InstanceIds);
const setCapacity = (
  zone: string,
  instanceType: string,
  capacityType: 'spot' | 'on-demand',
  total: number,
) => fixture.world.capacity.set({ region, zone, instanceType, capacityType }, total);

describe('instances of a fleet', () => {
  it('follow the template and the override', async () => {
    const output = await fleet({
      overrides: [overrideIn('b', 'm5.large', { Priority: 3 })],
      capacityType: 'spot',
      more: {
        TagSpecifications: [
          { ResourceType: 'instance', Tags: [{ Key: 'karpenter.sh/nodeclaim', Value: 'n1' }] },
        ],
      },
    });
    expect(output.FleetId).toMatch(/^fleet-[0-9a-f-]{36}$/);
    expect(output.Errors).toEqual([]);
    expect(output.Instances).toMatchObject([
      {
        Lifecycle: 'spot',
        InstanceType: 'm5.large',
        LaunchTemplateAndOverrides: {
          LaunchTemplateSpecification: { Version: '1' },
          Overrides: {
            InstanceType: 'm5.large',
            SubnetId: fixture.subnetIds.b,
            AvailabilityZone: 'us-east-1b',
            Priority: 3,
          },
        },
      },
    ]);
    const { Reservations } = await fixture.ec2.send(
      new DescribeInstancesCommand({ InstanceIds: idsOf(output) }),
    );
    const [instance] = Reservations?.[0]?.Instances ?? [];
    expect(instance).toMatchObject({
      ImageId: fixture.imageId('x86_64'),
      InstanceType: 'm5.large',
      InstanceLifecycle: 'spot',
      SubnetId: fixture.subnetIds.b,
      State: { Name: 'pending', Code: 0 },
      SecurityGroups: [{ GroupId: fixture.securityGroupId, GroupName: 'nodes' }],
      IamInstanceProfile: { Arn: `arn:aws:iam::${spokeAccount}:instance-profile/node` },
      Placement: { AvailabilityZone: 'us-east-1b' },
    });
    expect(
      Object.fromEntries((instance?.Tags ?? []).map(({ Key, Value }) => [Key, Value])),
    ).toEqual({
      from: 'template',
      'karpenter.sh/nodeclaim': 'n1',
      'aws:ec2:fleet-id': output.FleetId,
      'aws:ec2launchtemplate:id': expect.stringMatching(/^lt-/),
      'aws:ec2launchtemplate:version': '1',
    });
  });

  it('use a subnet of the zone if the override has none', async () => {
    const output = await fleet({
      overrides: [{ InstanceType: 'm5.large', AvailabilityZone: 'us-east-1c' }],
    });
    expect(launchedBy(output)).toEqual(['1 m5.large us-east-1c']);
  });

  it('are counted per capacity type', async () => {
    const output = await fleet({
      overrides: [overrideIn('a', 'm5.large')],
      more: {
        TargetCapacitySpecification: {
          TotalTargetCapacity: 3,
          OnDemandTargetCapacity: 1,
          DefaultTargetCapacityType: 'spot',
        },
      },
    });
    expect(output.Instances?.map((each) => [each.Lifecycle, each.InstanceIds?.length])).toEqual([
      ['on-demand', 1],
      ['spot', 2],
    ]);
  });

  it('use the image of the override before that of the template', async () => {
    const output = await fleet({
      overrides: [overrideIn('a', 'm7g.large', { ImageId: fixture.imageId('arm64') })],
    });
    expect(fixture.world.state.instances.get(idsOf(output)[0] ?? '')?.architecture).toBe('arm64');
  });
});

describe('allocation strategies of a fleet', () => {
  const threeTypes = () => [
    overrideIn('a', 'm5.2xlarge', { Priority: 1 }),
    overrideIn('b', 'm5.large', { Priority: 2 }),
    overrideIn('c', 'm5.xlarge', { Priority: 3 }),
  ];

  const spot = (AllocationStrategy: SpotAllocationStrategy) => ({
    capacityType: 'spot' as const,
    more: { SpotOptions: { AllocationStrategy } },
  });
  const onDemand = (AllocationStrategy: FleetOnDemandAllocationStrategy) => ({
    more: { OnDemandOptions: { AllocationStrategy } },
  });

  it.each<[Partial<Asked>, string]>([
    [onDemand('lowest-price'), 'm5.large'],
    [onDemand('prioritized'), 'm5.2xlarge'],
    [spot('lowest-price'), 'm5.large'],
    [spot('capacity-optimized'), 'm5.xlarge'],
    [spot('capacity-optimized-prioritized'), 'm5.2xlarge'],
    [spot('price-capacity-optimized'), 'm5.xlarge'],
  ])('follows %j to %s', async (strategy, expected) => {
    // The cheapest pool has little capacity, the most expensive one almost as much as the largest.
    setCapacity('us-east-1a', 'm5.2xlarge', 'spot', 90);
    setCapacity('us-east-1b', 'm5.large', 'spot', 2);
    setCapacity('us-east-1c', 'm5.xlarge', 'spot', 100);
    const output = await fleet({ overrides: threeTypes(), ...strategy });
    expect(output.Instances?.map(({ InstanceType }) => InstanceType)).toEqual([expected]);
  });

  it.each(['diversified', 'constructor', ''])('refuses the strategy %j', async (name) => {
    const requested = { overrides: threeTypes(), ...spot('diversified') };
    Reflect.set(requested.more.SpotOptions, 'AllocationStrategy', name);
    await expect(fleet(requested)).rejects.toMatchObject({ name: 'InvalidParameterValue' });
  });
});

describe('a fleet without enough capacity', () => {
  it('uses the next pool and reports the exhausted ones', async () => {
    setCapacity('us-east-1a', 'm5.large', 'on-demand', 2);
    const output = await fleet({
      overrides: [overrideIn('a', 'm5.large'), overrideIn('b', 'm5.xlarge')],
      count: 3,
    });
    expect(launchedBy(output)).toEqual(['2 m5.large us-east-1a', '1 m5.xlarge us-east-1b']);
    expect(errorsOf(output)).toEqual([
      'InsufficientInstanceCapacity on-demand m5.large us-east-1a',
    ]);
  });

  it('launches the available part', async () => {
    setCapacity('us-east-1a', 'm5.large', 'spot', 1);
    const output = await fleet({
      overrides: [overrideIn('a', 'm5.large')],
      capacityType: 'spot',
      count: 5,
    });
    expect(launchedBy(output)).toEqual(['1 m5.large us-east-1a']);
    expect(output.Errors?.[0]?.ErrorMessage).toBe(
      'There is no Spot capacity available that matches your request.',
    );
  });

  it('launches nothing without capacity, and launches again when there is capacity', async () => {
    fixture.world.capacity.set({ region, zone: 'us-east-1a' }, 0);
    fixture.world.capacity.set({ region, zone: 'us-east-1b' }, 0);
    const overrides = [overrideIn('a', 'm5.large'), overrideIn('b', 'c5.large')];
    const dry = await fleet({ overrides });
    expect(dry.Instances).toEqual([]);
    expect(errorsOf(dry)).toHaveLength(2);
    fixture.world.capacity.reset();
    expect((await fleet({ overrides })).Instances).toHaveLength(1);
  });

  it('reports a full subnet', async () => {
    const { world } = fixture;
    const { vpcId } = world.state.subnets.get(fixture.subnetIds.a)!;
    const tiny = world.addSubnet({ vpcId, zone: 'us-east-1a', cidr: '10.0.99.0/28' });
    const output = await fleet({
      overrides: [{ InstanceType: 't3.small', SubnetId: tiny.id }],
      count: 12,
    });
    expect(launchedBy(output)).toEqual(['11 t3.small us-east-1a']);
    expect(errorsOf(output)).toEqual([
      'InsufficientFreeAddressesInSubnet on-demand t3.small us-east-1a',
    ]);
  });

  it.each<[string, () => Override, string]>([
    [
      'a zone that lacks the type',
      () => overrideIn('b', 'g7e.2xlarge'),
      'InvalidFleetConfiguration',
    ],
    [
      'an image for another architecture',
      () => overrideIn('a', 'm7g.large'),
      'InvalidParameterValue',
    ],
    [
      'a subnet that does not exist',
      () => ({ InstanceType: 'm5.large', SubnetId: 'subnet-0' }),
      'InvalidSubnetID.NotFound',
    ],
    [
      'an instance type that does not exist',
      () => ({ ...overrideIn('a', 'm5.large'), ...unknownType }),
      'InvalidParameterValue',
    ],
    ['neither subnet nor zone', () => ({ InstanceType: 'm5.large' }), 'VPCIdNotSpecified'],
  ])('launches from another override despite %s', async (_what, broken, code) => {
    const output = await fleet({
      overrides: [{ ...broken(), Priority: 0 }, overrideIn('a', 'm5.large', { Priority: 1 })],
      more: { OnDemandOptions: { AllocationStrategy: 'prioritized' } },
    });
    expect(launchedBy(output)).toEqual(['1 m5.large us-east-1a']);
    expect(output.Errors?.map(({ ErrorCode }) => ErrorCode)).toEqual([code]);
  });
});

describe('a fleet with a setting that not every instance type supports', () => {
  const fleetOf = (template: string, InstanceType: TypeName) =>
    fleet({
      overrides: [overrideIn('a', InstanceType)],
      more: {
        LaunchTemplateConfigs: [
          {
            LaunchTemplateSpecification: { LaunchTemplateName: template, Version: '$Latest' },
            Overrides: [overrideIn('a', InstanceType)],
          },
        ],
      },
    });

  it.each<[string, RequestLaunchTemplateData, TypeName, TypeName]>([
    [
      'nested virtualization',
      { CpuOptions: { NestedVirtualization: 'enabled' } },
      'm8i.large',
      'm5.large',
    ],
    ['Nitro Enclaves', { EnclaveOptions: { Enabled: true } }, 'm5.xlarge', 'm5.large'],
  ])('launches only instance types with %s', async (_what, data, supported, unsupported) => {
    await createTemplate('setting', 'x86_64', data);
    expect(launchedBy(await fleetOf('setting', supported))).toEqual([`1 ${supported} us-east-1a`]);
    const refused = await fleetOf('setting', unsupported);
    expect(launchedBy(refused)).toEqual([]);
    expect(errorsOf(refused)).toEqual([
      `InvalidParameterCombination on-demand ${unsupported} us-east-1a`,
    ]);
  });
});

describe('a client token', () => {
  const requested = (more: Partial<CreateFleetCommandInput> = {}): Asked => ({
    overrides: [overrideIn('a', 'm5.large')],
    count: 2,
    more: { ClientToken: 'claim-1', ...more },
  });

  it('returns the same fleet and instances again, also much later', async () => {
    const first = await fleet(requested());
    fixture.advance(3600_000);
    const second = await fleet(requested());
    expect([second.FleetId, second.Instances]).toEqual([first.FleetId, first.Instances]);
    expect(fixture.world.state.instances.size).toBe(2);
  });

  it('returns the same error again, although there is capacity now', async () => {
    setCapacity('us-east-1a', 'm5.large', 'on-demand', 0);
    const first = await fleet(requested());
    fixture.world.capacity.reset();
    const second = await fleet(requested());
    expect([second.FleetId, second.Errors]).toEqual([first.FleetId, first.Errors]);
  });

  it('refuses another request', async () => {
    await fleet(requested());
    await expect(fleet({ ...requested(), count: 3 })).rejects.toMatchObject({
      name: 'IdempotentParameterMismatch',
    });
  });

  it('does not launch twice for two simultaneous requests', async () => {
    const outputs = await Promise.all([fleet(requested()), fleet(requested()), fleet(requested())]);
    expect(new Set(outputs.map(({ FleetId }) => FleetId)).size).toBe(1);
    expect(fixture.world.state.instances.size).toBe(2);
  });

  it('expires after a day', async () => {
    await fleet(requested());
    fixture.advance(10 * 25 * 3600_000);
    await fleet({ ...requested(), more: { ClientToken: 'claim-2' } });
    expect(
      [...fixture.world.state.usedTokens.keys()].filter((id) => id.includes('CreateFleet')),
    ).toHaveLength(1);
    expect(fixture.world.state.fleets.size).toBe(1);
  });

  it('is not consumed by a refused request', async () => {
    await expect(fleet(requested({ DryRun: true }))).rejects.toMatchObject({
      name: 'DryRunOperation',
    });
    expect(fixture.world.state.instances.size).toBe(0);
    expect((await fleet(requested())).Instances).toHaveLength(1);
  });
});

describe('an invalid request', () => {
  it.each<[string, Partial<CreateFleetCommandInput>, string]>([
    [
      'a template that does not exist',
      { LaunchTemplateConfigs: [{ LaunchTemplateSpecification: { LaunchTemplateName: 'none' } }] },
      'InvalidLaunchTemplateName.NotFoundException',
    ],
    [
      'a template ID that does not exist',
      { LaunchTemplateConfigs: [{ LaunchTemplateSpecification: { LaunchTemplateId: 'lt-0' } }] },
      'InvalidLaunchTemplateId.NotFound',
    ],
    [
      'nothing wanted',
      { TargetCapacitySpecification: { TotalTargetCapacity: 0 } },
      'InvalidParameterValue',
    ],
    [
      'a target below the sum of its parts',
      { TargetCapacitySpecification: { TotalTargetCapacity: 1, SpotTargetCapacity: 2 } },
      'InvalidParameterValue',
    ],
    ['a fleet of type maintain', { Type: 'maintain' }, 'UnsupportedOperation'],
    ['a minimum target', { OnDemandOptions: { MinTargetCapacity: 1 } }, 'UnsupportedOperation'],
  ])('is refused: %s', async (_what, more, name) => {
    const failing = fleet({ overrides: [overrideIn('a', 'm5.large')], more });
    await expect(failing).rejects.toMatchObject({ name });
    expect(fixture.world.state.instances.size).toBe(0);
  });

  it('is refused if it has a weight', async () => {
    await expect(
      fleet({ overrides: [overrideIn('a', 'm5.large', { WeightedCapacity: 2 })] }),
    ).rejects.toMatchObject({
      name: 'UnsupportedOperation',
      message: 'The sandbox does not simulate WeightedCapacity.',
    });
  });
});
