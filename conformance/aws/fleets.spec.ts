import { CreateFleetCommand, RunInstancesCommand } from '@aws-sdk/client-ec2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AwsBackend, startBackend } from './backend.js';
import { unlikeMoto } from './differences.js';
import {
  createTemplate,
  describeInstances,
  type FleetOptions,
  fleetRequest,
  instanceIdsOf,
  launchOne,
} from './launching.js';

let aws: AwsBackend;
let template: string;
beforeAll(async () => {
  aws = await startBackend();
  template = await createTemplate(aws, 'fleet');
});
afterAll(() => aws.close());

const create = (name: string, more?: FleetOptions) =>
  aws.ec2.send(new CreateFleetCommand(fleetRequest(aws, name, more)));
const withId = (id: string) => describeInstances(aws, { Name: 'instance-id', Values: [id] });

describe('CreateFleet', () => {
  it('launches the instance and says which and where', async () => {
    const output = await create(template);
    const [subnet] = aws.subnets;
    expect(output.FleetId).toMatch(/^fleet-[0-9a-f-]{17,36}$/);
    expect(output.Errors ?? []).toEqual([]);
    expect(output.Instances).toMatchObject([
      {
        InstanceIds: [expect.stringMatching(/^i-[0-9a-f]{17}$/)],
        InstanceType: 'm5.large',
        Lifecycle: 'on-demand',
      },
    ]);
    const [id = ''] = instanceIdsOf(output);
    expect(await withId(id)).toMatchObject([
      {
        InstanceId: id,
        InstanceType: 'm5.large',
        SubnetId: subnet?.id,
        Placement: { AvailabilityZone: subnet?.zone },
        PrivateDnsName: expect.stringMatching(/^ip-10-0-0-\d+\./),
        State: { Name: expect.stringMatching(/^(pending|running)$/) },
      },
    ]);
  });

  it('returns template and override of each instance', async () => {
    const { Instances } = await create(template);
    const [subnet] = aws.subnets;
    expect(Instances?.[0]?.LaunchTemplateAndOverrides).toMatchObject({
      LaunchTemplateSpecification: {
        LaunchTemplateId: expect.stringMatching(/^lt-/),
        Version: '1',
      },
      Overrides: {
        InstanceType: 'm5.large',
        SubnetId: subnet?.id,
        AvailabilityZone: subnet?.zone,
      },
    });
  });

  it('launches spot instances, which say so', async () => {
    const id = await launchOne(
      aws,
      fleetRequest(aws, template, {
        TargetCapacitySpecification: { TotalTargetCapacity: 1, DefaultTargetCapacityType: 'spot' },
        OnDemandOptions: undefined,
        SpotOptions: { AllocationStrategy: 'price-capacity-optimized' },
      }),
    );
    expect(await withId(id)).toMatchObject([{ InstanceLifecycle: 'spot' }]);
  });

  it('tags the instance as requested', async () => {
    const tags = { 'karpenter.sh/nodeclaim': 'default-abcde', Name: 'default-abcde' };
    const id = await launchOne(aws, fleetRequest(aws, template, { tags }));
    const [instance] = await withId(id);
    expect(instance?.Tags).toEqual(
      expect.arrayContaining(Object.entries(tags).map(([Key, Value]) => ({ Key, Value }))),
    );
  });

  it(
    'uses tags and groups of the launch template',
    unlikeMoto('fleet-template-data', async () => {
      const id = await launchOne(aws, fleetRequest(aws, template));
      const [instance] = await withId(id);
      expect(instance?.Tags).toContainEqual({ Key: 'from', Value: 'template' });
      expect(instance?.SecurityGroups).toEqual([
        { GroupId: aws.securityGroup.id, GroupName: aws.securityGroup.name },
      ]);
    }),
  );

  it(
    'launches one instance per client token',
    unlikeMoto('fleet-client-token', async () => {
      const request = fleetRequest(aws, template, { ClientToken: `${aws.clusterName}-once` });
      expect(await launchOne(aws, request)).toBe(await launchOne(aws, request));
    }),
  );

  it(
    'refuses another request with a used token',
    unlikeMoto('fleet-client-token', async () => {
      const ClientToken = `${aws.clusterName}-other`;
      await create(template, { ClientToken });
      await expect(create(template, { ClientToken, tags: { other: 'yes' } })).rejects.toMatchObject(
        {
          name: 'IdempotentParameterMismatch',
        },
      );
    }),
  );

  it(
    'launches the cheapest override',
    unlikeMoto('fleet-first-override', async () => {
      const [subnet] = aws.subnets;
      const overrideOf = (InstanceType: 'm5.xlarge' | 'm5.large') => ({
        InstanceType,
        SubnetId: subnet?.id,
        AvailabilityZone: subnet?.zone,
      });
      const output = await create(template, {
        LaunchTemplateConfigs: [
          {
            LaunchTemplateSpecification: { LaunchTemplateName: template, Version: '$Latest' },
            Overrides: [overrideOf('m5.xlarge'), overrideOf('m5.large')],
          },
        ],
      });
      expect(output.Instances?.[0]?.InstanceType).toBe('m5.large');
    }),
  );

  it('refuses a launch template that does not exist', async () => {
    await expect(create(`${aws.clusterName}-none`)).rejects.toMatchObject({
      name: 'InvalidLaunchTemplateName.NotFoundException',
    });
  });
});

describe('a dry run of RunInstances', () => {
  it('is refused with DryRunOperation if the launch would succeed', async () => {
    await expect(
      aws.ec2.send(
        new RunInstancesCommand({
          DryRun: true,
          MinCount: 1,
          MaxCount: 1,
          InstanceType: 'm5.large',
          SubnetId: aws.subnets[0]?.id,
          LaunchTemplate: { LaunchTemplateName: template, Version: '$Latest' },
        }),
      ),
    ).rejects.toMatchObject({ name: 'DryRunOperation', $metadata: { httpStatusCode: 412 } });
  });
});
