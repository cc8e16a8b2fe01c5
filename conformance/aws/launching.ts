import {
  CreateFleetCommand,
  type CreateFleetCommandOutput,
  type CreateFleetRequest,
  CreateLaunchTemplateCommand,
  DescribeInstancesCommand,
  type Filter,
  type Instance,
} from '@aws-sdk/client-ec2';
import { GetParameterCommand } from '@aws-sdk/client-ssm';
import { invariant } from '@kerf/core';
import type { AwsBackend } from './backend.js';

/** Creates a launch template with this suffix, and returns its name. */
export async function createTemplate(aws: AwsBackend, suffix: string): Promise<string> {
  const name = `${aws.clusterName}-${suffix}`;
  const { Parameter } = await aws.ssm.send(new GetParameterCommand({ Name: aws.imageParameter }));
  await aws.ec2.send(
    new CreateLaunchTemplateCommand({
      LaunchTemplateName: name,
      LaunchTemplateData: {
        ImageId: Parameter?.Value,
        SecurityGroupIds: [aws.securityGroup.id],
        TagSpecifications: [
          { ResourceType: 'instance', Tags: [{ Key: 'from', Value: 'template' }] },
        ],
      },
    }),
  );
  return name;
}

/** Fields that differ from those of {@link fleetRequest}, and the tags of the instance. */
export interface FleetOptions extends Partial<CreateFleetRequest> {
  readonly tags?: Readonly<Record<string, string>>;
}

/** The request of one instance in the first subnet, as the product makes it. */
export function fleetRequest(
  aws: AwsBackend,
  template: string,
  more: FleetOptions = {},
): CreateFleetRequest {
  const { tags = {}, ...fields } = more;
  const [subnet] = aws.subnets;
  const Tags = Object.entries(tags).map(([Key, Value]) => ({ Key, Value }));
  return {
    Type: 'instant',
    LaunchTemplateConfigs: [
      {
        LaunchTemplateSpecification: { LaunchTemplateName: template, Version: '$Latest' },
        Overrides: [
          { InstanceType: 'm5.large', SubnetId: subnet?.id, AvailabilityZone: subnet?.zone },
        ],
      },
    ],
    TargetCapacitySpecification: {
      TotalTargetCapacity: 1,
      DefaultTargetCapacityType: 'on-demand',
    },
    OnDemandOptions: { AllocationStrategy: 'lowest-price' },
    ...(Tags.length > 0 && { TagSpecifications: [{ ResourceType: 'instance', Tags }] }),
    ...fields,
  };
}

export const instanceIdsOf = ({ Instances = [] }: CreateFleetCommandOutput): readonly string[] =>
  Instances.flatMap(({ InstanceIds = [] }) => InstanceIds);

/** Launches one instance and returns its ID. */
export async function launchOne(aws: AwsBackend, request: CreateFleetRequest): Promise<string> {
  const [id] = instanceIdsOf(await aws.ec2.send(new CreateFleetCommand(request)));
  invariant(id !== undefined, 'the fleet has an instance');
  return id;
}

/** Returns the instances that match all filters, of one page. */
export async function describeInstances(
  aws: AwsBackend,
  ...Filters: Filter[]
): Promise<readonly Instance[]> {
  const { Reservations = [] } = await aws.ec2.send(new DescribeInstancesCommand({ Filters }));
  return Reservations.flatMap(({ Instances = [] }) => Instances);
}
