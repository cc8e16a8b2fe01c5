import {
  type Filter,
  type Instance,
  paginateDescribeInstances,
  RebootInstancesCommand,
  TerminateInstancesCommand,
} from '@aws-sdk/client-ec2';
import type { CloudInstance, RebootAnswer } from '@kerf/application';
import { type AppError, type DurationMs, isAppError, tagKeys } from '@kerf/core';
import { createBatcher } from '../batcher.js';
import type { AwsSession } from '../clients.js';
import { hasAwsCode, isUnauthorized } from '../errors.js';
import { collectPages } from '../pages.js';
import { fromAwsTags } from './tags.js';

/** All states but terminated: such an instance still costs money or uses addresses. */
const presentStates = ['pending', 'running', 'shutting-down', 'stopping', 'stopped'];
/** States of an instance that is or may become the node of its NodeClaim. */
const livingStates = ['pending', 'running'];

/** Instances of one cluster. Concurrent lookups and terminations share their calls. */
export interface Instances {
  /** Returns all present instances that have the cluster's tag. */
  list(): Promise<readonly CloudInstance[]>;
  /**
   * Returns the NodeClaim's living instance, the oldest if there are several; `null` if there is
   * none.
   */
  findOfClaim(nodeClaimName: string): Promise<CloudInstance | null>;
  /** Returns `null` if EC2 does not know the id any more, or the instance is terminated. */
  find(instanceId: string): Promise<CloudInstance | null>;
  /** Terminates the instance; an instance that does not exist is not an error. */
  terminate(instanceId: string): Promise<void>;
  /**
   * Reboots the instance, in one call that is not repeated: EC2 has no idempotency token for it.
   * @throws CLOUD.* when EC2 has refused the call and may accept it later; CLOUD.UNREACHABLE without an
   * answer
   */
  reboot(instanceId: string): Promise<RebootAnswer>;
}

/** Requests of one cluster that were sent to EC2 in one call. */
export interface RequestBatch {
  readonly batcher: 'describe_instances' | 'terminate_instances';
  /** Name of the cluster. */
  readonly cluster: string;
  /** Number of requests. */
  readonly size: number;
  readonly openMs: DurationMs;
}

/** @param observe called before each call that joins requests */
export function createInstances(
  session: AwsSession,
  observe: (batch: RequestBatch) => void,
): Instances {
  const { clusterName: cluster } = session.target;
  // Long enough to combine the calls of a burst; EC2 allows 200 values per filter.
  const batchingFor = (batcher: RequestBatch['batcher']) => ({
    windowMs: 20,
    maxItems: 200,
    observe: (size: number, openMs: DurationMs) => observe({ batcher, cluster, size, openMs }),
  });
  const ofCluster: Filter = {
    Name: `tag:${tagKeys.cluster}`,
    Values: [cluster],
  };
  const inStates = (states: string[]): Filter => ({ Name: 'instance-state-name', Values: states });

  return {
    list: () => describe(session, [ofCluster, inStates(presentStates)]),
    findOfClaim: createBatcher({
      ...batchingFor('describe_instances'),
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
      ...batchingFor('describe_instances'),
      run: async (instanceIds: readonly string[]) => {
        // Uses a filter instead of ids, because one unknown id would fail the whole call.
        const present = await describe(session, [
          { Name: 'instance-id', Values: [...instanceIds] },
          inStates(presentStates),
        ]);
        return (id) => present.find(({ instanceId }) => instanceId === id) ?? null;
      },
    }),
    terminate: createBatcher({
      ...batchingFor('terminate_instances'),
      run: async (instanceIds: readonly string[]) => {
        const refusals = await terminate(session, instanceIds);
        return (id) => {
          const refusal = refusals.get(id);
          if (refusal !== undefined) throw refusal;
        };
      },
    }),
    reboot: (instanceId) => reboot(session, instanceId),
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
 * Terminates the instances in one call. An id that EC2 does not know, an instance with termination
 * protection, or one that the role may not terminate, fails the call for all; then each instance is
 * terminated separately. The policy in deploy/ allows instances with the cluster's tags, which a
 * deleted instance no longer has: an authorization error for an instance that does not exist is
 * ignored.
 * @returns the refusals, by instance id
 * @throws CLOUD.* when EC2 did not answer for any of them
 */
async function terminate(
  session: AwsSession,
  instanceIds: readonly string[],
): Promise<ReadonlyMap<string, AppError>> {
  try {
    await session.call('ec2:TerminateInstances', (options) =>
      session.ec2.send(new TerminateInstancesCommand({ InstanceIds: [...instanceIds] }), options),
    );
    return new Map();
  } catch (error) {
    if (!isAppError(error) || !isRefusal(error)) throw error;
    if (instanceIds.length > 1) {
      const apart = await Promise.all(instanceIds.map((id) => terminateAlone(session, id)));
      return new Map(apart.flatMap((refusals) => [...refusals]));
    }
    const isGone =
      hasAwsCode(error, 'InvalidInstanceID.NotFound') ||
      (isUnauthorized(error) && !(await arePresent(session, instanceIds)));
    return new Map(isGone ? [] : instanceIds.map((id) => [id, error]));
  }
}

/** A missing permission does not come by itself, unlike new credentials. */
async function reboot(session: AwsSession, instanceId: string): Promise<RebootAnswer> {
  try {
    await session.call('ec2:RebootInstances', (options) =>
      session.ec2Once.send(new RebootInstancesCommand({ InstanceIds: [instanceId] }), options),
    );
    return { kind: 'Accepted' };
  } catch (error) {
    if (!isAppError(error)) throw error;
    const isLasting = error.retry.kind === 'never' || hasAwsCode(error, 'UnauthorizedOperation');
    if (!isLasting) throw error;
    return { kind: 'Rejected', message: error.message };
  }
}

/** As {@link terminate} for one instance: a call without an answer concerns no other instance. */
async function terminateAlone(
  session: AwsSession,
  instanceId: string,
): Promise<ReadonlyMap<string, AppError>> {
  try {
    return await terminate(session, [instanceId]);
  } catch (error) {
    if (!isAppError(error)) throw error;
    return new Map([[instanceId, error]]);
  }
}

/** Whether EC2 refuses the call because of its instances, which may be one of them only. */
const isRefusal = (error: AppError): boolean =>
  error.retry.kind === 'never' || isUnauthorized(error);

const arePresent = async (session: AwsSession, instanceIds: readonly string[]): Promise<boolean> =>
  (
    await describe(session, [
      { Name: 'instance-id', Values: [...instanceIds] },
      { Name: 'instance-state-name', Values: presentStates },
    ])
  ).length > 0;

/** Returns the id in the form of a node's `spec.providerID`. */
export const providerIdOf = (zone: string, instanceId: string): string =>
  `aws:///${zone}/${instanceId}`;

/** Every field of EC2's response is optional; an instance without these fields is skipped. */
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
      ...placeOf(instance),
      imageId: instance.ImageId ?? '',
      securityGroupIds: (instance.SecurityGroups ?? []).flatMap(({ GroupId }) => GroupId ?? []),
      launchedAt: instance.LaunchTime?.getTime() ?? 0,
      tags: fromAwsTags(instance.Tags),
      privateDnsName: instance.PrivateDnsName ?? '',
    },
  ];
}

function placeOf({
  CapacityReservationId,
  Placement,
  SubnetId,
}: Instance): Pick<CloudInstance, 'reservationId' | 'partition' | 'subnetId'> {
  return {
    reservationId: CapacityReservationId ?? null,
    partition: Placement?.PartitionNumber ?? null,
    subnetId: SubnetId ?? '',
  };
}

function capacityTypeOf({
  InstanceLifecycle,
  CapacityReservationId,
}: Instance): CloudInstance['capacityType'] {
  if (InstanceLifecycle === 'spot') return 'spot';
  return CapacityReservationId === undefined ? 'on-demand' : 'reserved';
}
