import {
  type Filter,
  type Instance,
  paginateDescribeInstances,
  TerminateInstancesCommand,
} from '@aws-sdk/client-ec2';
import type { CloudInstance } from '@kerf/application';
import { tagKeys } from '@kerf/core';
import { createBatcher } from '../batcher.js';
import type { AwsSession } from '../clients.js';
import { hasAwsCode, isUnauthorized } from '../errors.js';
import { collectPages } from '../pages.js';
import { fromAwsTags } from './tags.js';

/** States other than terminated: such an instance still costs money or addresses. */
const presentStates = ['pending', 'running', 'shutting-down', 'stopping', 'stopped'];
/** States of an instance that is or may become the node of its NodeClaim. */
const livingStates = ['pending', 'running'];

/** Long enough to combine the calls of a burst; EC2 allows 200 values in a filter. */
const batching = { windowMs: 20, maxItems: 200 };

/** Instances of one cluster. Lookups and ends that come together share their calls. */
export interface Instances {
  /** All present instances that carry the cluster's tag. */
  list(): Promise<readonly CloudInstance[]>;
  /** The claim's living instance, the oldest should there be two; `null` without one. */
  findOfClaim(nodeClaimName: string): Promise<CloudInstance | null>;
  /** `null` when EC2 does not know the id any more, or the instance is terminated. */
  find(instanceId: string): Promise<CloudInstance | null>;
  /** Terminates the instance; an instance that does not exist is not an error. */
  terminate(instanceId: string): Promise<void>;
}

export function createInstances(session: AwsSession): Instances {
  const ofCluster: Filter = {
    Name: `tag:${tagKeys.cluster}`,
    Values: [session.target.clusterName],
  };
  const inStates = (states: string[]): Filter => ({ Name: 'instance-state-name', Values: states });

  return {
    list: () => describe(session, [ofCluster, inStates(presentStates)]),
    findOfClaim: createBatcher({
      ...batching,
      run: async (nodeClaimNames: readonly string[]) => {
        const living = await describe(session, [
          ofCluster,
          { Name: `tag:${tagKeys.nodeClaim}`, Values: [...nodeClaimNames] },
          inStates(livingStates),
        ]);
        const oldestFirst = living.toSorted((a, b) => a.launchedAt - b.launchedAt);
        return (name) => oldestFirst.find(({ tags }) => tags[tagKeys.nodeClaim] === name) ?? null;
      },
    }),
    find: createBatcher({
      ...batching,
      run: async (instanceIds: readonly string[]) => {
        // A filter, and not the ids themselves: one that is unknown would fail the whole call.
        const present = await describe(session, [
          { Name: 'instance-id', Values: [...instanceIds] },
          inStates(presentStates),
        ]);
        return (id) => present.find(({ instanceId }) => instanceId === id) ?? null;
      },
    }),
    terminate: createBatcher({
      ...batching,
      run: async (instanceIds: readonly string[]) => {
        await terminate(session, instanceIds);
        return () => undefined;
      },
    }),
  };
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
    return reservations.flatMap(({ Instances: some = [] }) => some).flatMap(toCloudInstance);
  });
}

/**
 * An id that EC2 does not know, or that the role may not terminate, fails the call for all; then each
 * is asked for alone. The policy in deploy/ allows what has the cluster's tags, which an instance that
 * is gone has no more: a refusal for one that is not there is no error.
 */
async function terminate(session: AwsSession, instanceIds: readonly string[]): Promise<void> {
  try {
    await session.call('ec2:TerminateInstances', (options) =>
      session.ec2.send(new TerminateInstancesCommand({ InstanceIds: [...instanceIds] }), options),
    );
  } catch (error) {
    const isUnknown = hasAwsCode(error, 'InvalidInstanceID.NotFound');
    if (!isUnknown && !isUnauthorized(error)) throw error;
    if (instanceIds.length > 1) {
      await Promise.all(instanceIds.map((instanceId) => terminate(session, [instanceId])));
    } else if (!isUnknown && (await arePresent(session, instanceIds))) {
      throw error;
    }
  }
}

const arePresent = async (session: AwsSession, instanceIds: readonly string[]): Promise<boolean> =>
  (
    await describe(session, [
      { Name: 'instance-id', Values: [...instanceIds] },
      { Name: 'instance-state-name', Values: presentStates },
    ])
  ).length > 0;

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
      capacityType: instance.InstanceLifecycle === 'spot' ? 'spot' : 'on-demand',
      imageId: instance.ImageId ?? '',
      subnetId: instance.SubnetId ?? '',
      launchedAt: instance.LaunchTime?.getTime() ?? 0,
      tags: fromAwsTags(instance.Tags),
      privateDnsName: instance.PrivateDnsName ?? '',
    },
  ];
}
