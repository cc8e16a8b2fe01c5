import {
  DescribeInstancesCommand,
  type Filter,
  type Instance,
  paginateDescribeInstances,
  TerminateInstancesCommand,
} from '@aws-sdk/client-ec2';
import type { CloudInstance } from '@kerf/application';
import { tagKeys } from '@kerf/core';
import type { CapacityType } from '@kerf/engine';
import type { AwsSession } from '../clients.js';
import { hasAwsCode } from '../errors.js';
import { collectPages } from '../pages.js';
import { fromAwsTags } from './tags.js';

/** Everything that is not terminated: such an instance still costs money or addresses. */
const presentStates = ['pending', 'running', 'shutting-down', 'stopping', 'stopped'];
/** States from which an instance can still be, or become, the claim's node. */
const livingStates = ['pending', 'running'];

/** All present instances that carry the cluster's tag. */
export function listClusterInstances(session: AwsSession): Promise<readonly CloudInstance[]> {
  return describe(session, [
    { Name: `tag:${tagKeys.cluster}`, Values: [session.target.clusterName] },
    { Name: 'instance-state-name', Values: presentStates },
  ]);
}

/** Living instances of one claim; more than one is a purchase that should not have been. */
export function findInstancesOfClaim(
  session: AwsSession,
  nodeClaimName: string,
): Promise<readonly CloudInstance[]> {
  return describe(session, [
    { Name: `tag:${tagKeys.cluster}`, Values: [session.target.clusterName] },
    { Name: `tag:${tagKeys.nodeClaim}`, Values: [nodeClaimName] },
    { Name: 'instance-state-name', Values: livingStates },
  ]);
}

function describe(session: AwsSession, filters: Filter[]): Promise<readonly CloudInstance[]> {
  return session.call('ec2:DescribeInstances', async (options) => {
    const reservations = await collectPages(
      paginateDescribeInstances(
        { client: session.ec2, pageSize: 1000 },
        { Filters: filters },
        options,
      ),
      (page) => page.Reservations,
    );
    return reservations.flatMap(({ Instances = [] }) => Instances).flatMap(toCloudInstance);
  });
}

/** `null` when EC2 does not know the id any more, or the instance is terminated. */
export async function getPresentInstance(
  session: AwsSession,
  instanceId: string,
): Promise<CloudInstance | null> {
  try {
    const { Reservations = [] } = await session.call('ec2:DescribeInstances', (options) =>
      session.ec2.send(new DescribeInstancesCommand({ InstanceIds: [instanceId] }), options),
    );
    const [instance] = Reservations.flatMap(({ Instances = [] }) => Instances).flatMap(
      toCloudInstance,
    );
    return instance === undefined || instance.state === 'terminated' ? null : instance;
  } catch (error) {
    if (hasAwsCode(error, 'InvalidInstanceID.NotFound')) return null;
    throw error;
  }
}

/** Asks for the instance's end; one that is gone is no error. */
export async function terminateInstance(session: AwsSession, instanceId: string): Promise<void> {
  try {
    await session.call('ec2:TerminateInstances', (options) =>
      session.ec2.send(new TerminateInstancesCommand({ InstanceIds: [instanceId] }), options),
    );
  } catch (error) {
    if (!hasAwsCode(error, 'InvalidInstanceID.NotFound')) throw error;
  }
}

/** The form of a node's `spec.providerID`. */
export const providerIdOf = (zone: string, instanceId: string): string =>
  `aws:///${zone}/${instanceId}`;

/** EC2's answers leave every field open; an instance without these is not one. */
function toCloudInstance(instance: Instance): readonly CloudInstance[] {
  const { InstanceId: instanceId, State, InstanceType: instanceType, Placement } = instance;
  const state = State?.Name;
  const zone = Placement?.AvailabilityZone;
  if (
    instanceId === undefined ||
    state === undefined ||
    instanceType === undefined ||
    zone === undefined
  ) {
    return [];
  }
  return [
    {
      instanceId,
      providerId: providerIdOf(zone, instanceId),
      state,
      instanceType,
      zone,
      capacityType: capacityTypeOf(instance),
      imageId: instance.ImageId ?? '',
      subnetId: instance.SubnetId ?? '',
      launchedAt: instance.LaunchTime?.getTime() ?? 0,
      tags: fromAwsTags(instance.Tags),
      privateDnsName: instance.PrivateDnsName ?? '',
    },
  ];
}

function capacityTypeOf({ InstanceLifecycle: lifecycle }: Instance): CapacityType {
  return lifecycle === 'spot' ? 'spot' : 'on-demand';
}
