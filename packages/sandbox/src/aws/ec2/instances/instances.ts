import {
  DescribeInstanceStatus$,
  type DescribeInstanceStatusRequest,
  type DescribeInstanceStatusResult,
  DescribeInstances$,
  type DescribeInstancesRequest,
  type DescribeInstancesResult,
  type InstanceStatus,
  type InstanceStatusSummary,
  RebootInstances$,
  type RebootInstancesRequest,
  type Reservation,
  TerminateInstances$,
  type TerminateInstancesRequest,
  type TerminateInstancesResult,
} from '@aws-sdk/client-ec2';
import { type Instance, instanceState } from '../../../world/compute/instance.js';
import type { Open } from '../../../world/state/open.js';
import type { World } from '../../../world/world.js';
import { AwsError } from '../../aws-error.js';
import { type Call } from '../../operation.js';
import { operation } from '../../service.js';
import { rebootInstancesAccess, terminateInstancesAccess } from '../access.js';
import { describe, endDryRun, ownResources, selectByIds } from '../describe.js';
import type { FilterTable } from '../filters.js';
import { stateResponse, toInstanceResponse } from './instance-description.js';

const pages = { lowest: 5, highest: 1000 };

/** Filters on fields of the instance; its state also depends on the time. */
const filters: FilterTable<Instance> = {
  architecture: ({ architecture }) => [architecture],
  'availability-zone': ({ zone }) => [zone],
  'availability-zone-id': ({ zoneId }) => [zoneId],
  'client-token': ({ clientToken }) => (clientToken === null ? [] : [clientToken]),
  'iam-instance-profile.arn': ({ instanceProfileArn: arn }) => (arn === null ? [] : [arn]),
  'image-id': ({ imageId }) => [imageId],
  'instance-id': ({ id }) => [id],
  'instance-lifecycle': ({ capacityType }) => (capacityType === 'spot' ? ['spot'] : []),
  'instance-type': ({ instanceType }) => [instanceType],
  'instance.group-id': ({ securityGroupIds }) => securityGroupIds,
  'launch-time': ({ launchedAt }) => [new Date(launchedAt).toISOString()],
  'owner-id': ({ accountId }) => [accountId],
  'private-dns-name': ({ privateDnsName }) => [privateDnsName],
  'private-ip-address': ({ privateIp }) => [privateIp],
  'reservation-id': ({ reservationId }) => [reservationId],
  'spot-instance-request-id': ({ spotRequestId: id }) => (id === null ? [] : [id]),
  'subnet-id': ({ subnetId }) => [subnetId],
  'vpc-id': ({ vpcId }) => [vpcId],
};

/** Groups instances by reservation. */
export function toReservations(world: World, instances: readonly Instance[]): Open<Reservation[]> {
  return [...Map.groupBy(instances, ({ reservationId }) => reservationId)].map(
    ([reservationId, members]) => ({
      ReservationId: reservationId,
      OwnerId: members[0]?.accountId,
      Groups: [],
      Instances: members.map((instance) => toInstanceResponse(world, instance)),
    }),
  );
}

function instanceFilters(world: World): FilterTable<Instance> {
  const current = (instance: Instance) =>
    stateResponse(instanceState(instance, world.timers.now()));
  return {
    ...filters,
    'instance-state-code': (instance) => [String(current(instance).Code)],
    'instance-state-name': (instance) => [String(current(instance).Name)],
  };
}

function describeInstances(
  call: Call,
  input: Open<DescribeInstancesRequest>,
): Open<DescribeInstancesResult> {
  if (input.InstanceIds !== undefined && input.MaxResults !== undefined) {
    throw new AwsError(
      'InvalidParameterCombination',
      'The parameter instancesSet cannot be used with the parameter maxResults',
    );
  }
  const page = describe(ownInstances(call, input.InstanceIds), input, {
    filters: instanceFilters(call.world),
    idOf: ({ id }) => id,
    tagsOf: ({ tags }) => tags,
    pages,
  });
  return { Reservations: toReservations(call.world, page.items), NextToken: page.next };
}

function terminateInstances(
  call: Call,
  input: Open<TerminateInstancesRequest>,
): Open<TerminateInstancesResult> {
  if ((input.InstanceIds ?? []).length === 0) {
    throw new AwsError('MissingParameter', 'The request must contain the parameter InstanceId');
  }
  const instances = ownInstances(call, input.InstanceIds);
  endDryRun(input.DryRun);
  const { world } = call;
  return {
    TerminatingInstances: instances.map(({ id }) => {
      const previous = stateOf(world, id);
      world.instances.terminate(id, 'Client.UserInitiatedShutdown', 'User initiated shutdown');
      return { InstanceId: id, PreviousState: previous, CurrentState: stateOf(world, id) };
    }),
  };
}

/** EC2 ignores instances that have ended. */
function rebootInstances(call: Call, input: Open<RebootInstancesRequest>): Record<string, never> {
  if ((input.InstanceIds ?? []).length === 0) {
    throw new AwsError('MissingParameter', 'The request must contain the parameter InstanceId');
  }
  const instances = ownInstances(call, input.InstanceIds);
  endDryRun(input.DryRun);
  for (const { id } of instances) call.world.instances.reboot(id);
  return {};
}

function stateOf(world: World, id: string): ReturnType<typeof stateResponse> {
  const instance = world.state.instances.get(id);
  return stateResponse(
    instance === undefined ? 'terminated' : instanceState(instance, world.timers.now()),
  );
}

function statusFilters(now: number): FilterTable<Instance> {
  return {
    'event.code': ({ scheduledEvents = [] }) => scheduledEvents.map(({ code }) => code),
    'event.instance-event-id': ({ scheduledEvents = [] }) => scheduledEvents.map(({ id }) => id),
    'instance-status.status': (instance) => [checksOf(instance, now).instance.status],
    'system-status.status': (instance) => [checksOf(instance, now).system.status],
  };
}

function describeInstanceStatus(
  call: Call,
  input: Open<DescribeInstanceStatusRequest>,
): Open<DescribeInstanceStatusResult> {
  const now = call.world.timers.now();
  const shown = ownInstances(call, input.InstanceIds).filter(
    (instance) => input.IncludeAllInstances === true || instanceState(instance, now) === 'running',
  );
  const page = describe(shown, input, {
    filters: { ...instanceFilters(call.world), ...statusFilters(now) },
    idOf: ({ id }) => id,
    pages,
  });
  return {
    InstanceStatuses: page.items.map((instance) => toInstanceStatus(instance, now)),
    NextToken: page.next,
  };
}

function toInstanceStatus(instance: Instance, now: number): Open<InstanceStatus> {
  const state = instanceState(instance, now);
  const { instance: ofInstance, system } = checksOf(instance, now);
  return {
    InstanceId: instance.id,
    AvailabilityZone: instance.zone,
    AvailabilityZoneId: instance.zoneId,
    InstanceState: stateResponse(state),
    InstanceStatus: toSummary(ofInstance),
    SystemStatus: toSummary(system),
    Events: (instance.scheduledEvents ?? []).map(({ id, code, description, startsAt }) => ({
      InstanceEventId: id,
      Code: code,
      Description: description,
      NotBefore: new Date(startsAt),
    })),
  };
}

interface StatusCheck {
  readonly status: 'ok' | 'impaired' | 'initializing' | 'not-applicable';
  /** `null` unless the status is `impaired`. */
  readonly impairedSince: number | null;
}

const passing = (status: Exclude<StatusCheck['status'], 'impaired'>): StatusCheck => ({
  status,
  impairedSince: null,
});

/**
 * Returns the status checks of an instance. They pass when the operating system has booted. One
 * that does not boot fails the instance check; one whose host is unreachable fails both.
 */
function checksOf(
  instance: Instance,
  now: number,
): { readonly instance: StatusCheck; readonly system: StatusCheck } {
  const { isImpaired, launchedAt, impairedAt = launchedAt } = instance;
  const alike = (check: StatusCheck) => ({ instance: check, system: check });
  if (instanceState(instance, now) !== 'running') return alike(passing('not-applicable'));
  if (isImpaired) return alike({ status: 'impaired', impairedSince: impairedAt });
  if (now < instance.bootedAt) return alike(passing('initializing'));
  const system = passing('ok');
  if (!instance.failsToBoot) return { instance: system, system };
  return { instance: { status: 'impaired', impairedSince: launchedAt }, system };
}

const reachability: Readonly<Record<Exclude<StatusCheck['status'], 'not-applicable'>, string>> = {
  ok: 'passed',
  impaired: 'failed',
  initializing: 'initializing',
};

function toSummary({ status, impairedSince }: StatusCheck): Open<InstanceStatusSummary> {
  if (status === 'not-applicable') return { Status: status };
  return {
    Status: status,
    Details: [
      {
        Name: 'reachability',
        Status: reachability[status],
        ...(impairedSince !== null && { ImpairedSince: new Date(impairedSince) }),
      },
    ],
  };
}

function ownInstances(call: Call, ids: readonly string[] | undefined): readonly Instance[] {
  const malformed = ids?.find((id) => !/^i-[0-9a-f]{8,17}$/.test(id));
  if (malformed !== undefined) {
    throw new AwsError('InvalidInstanceID.Malformed', `Invalid id: "${malformed}"`);
  }
  return selectByIds(ownResources(call, call.world.state.instances), ids, ({ id }) => id, {
    code: 'InvalidInstanceID.NotFound',
    noun: 'instance ID',
  });
}

export const instanceOperations = [
  operation(DescribeInstances$, describeInstances),
  operation(DescribeInstanceStatus$, describeInstanceStatus),
  operation(RebootInstances$, rebootInstances, { access: rebootInstancesAccess }),
  operation(TerminateInstances$, terminateInstances, { access: terminateInstancesAccess }),
];
