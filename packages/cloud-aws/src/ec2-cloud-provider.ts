import { GetCallerIdentityCommand } from '@aws-sdk/client-sts';
import type { Clock, CloudProvider, CloudTarget, InterruptionQueues } from '@kerf/application';
import { AppError } from '@kerf/core';
import { fetchCatalog } from './catalog/fetch-catalog.js';
import {
  type AwsSession,
  type CallLimits,
  createAwsSessions,
  defaultCallLimits,
} from './clients.js';
import { createInstances, type RequestBatch } from './ec2/instances.js';
import { createLauncher, type LaunchPlace } from './ec2/launch.js';
import { createTokenSource } from './eks/cluster-token.js';
import { describeCluster } from './eks/describe-cluster.js';
import { listImpairedInstances } from './interruption/impaired-instances.js';
import { listScheduledEvents } from './interruption/scheduled-events.js';
import { describeSqsQueue, openSqsQueue } from './interruption/sqs-queues.js';
import { deleteInstanceProfiles } from './node-class/instance-profile.js';
import { createLaunchPermissions } from './node-class/launch-permissions.js';
import { createParameters } from './node-class/parameters.js';
import { resolveNodeClass } from './node-class/resolve-node-class.js';
import { fetchOnDemandPrices } from './pricing/on-demand-prices.js';
import { fetchSpotPrices } from './pricing/spot-prices.js';
import { needsExternalId } from './probe-external-id.js';
import { listZonalShifts } from './zonal-shift/zonal-shifts.js';

export interface Ec2CloudProviderOptions {
  readonly clock: Clock;
  /** Ends every running call when it aborts; the provider cannot be used afterwards. */
  readonly signal?: AbortSignal;
  readonly limits?: CallLimits;
  /** Called for each call of EC2 that joins requests. */
  readonly observeBatch?: (batch: RequestBatch) => void;
}

/** The cloud provider and its interruption queues. */
export interface Ec2CloudProvider extends CloudProvider {
  readonly interruptionQueues: InterruptionQueues;
}

/**
 * Creates the cloud provider for AWS. Credentials come from the SDK's default chain and then from
 * each target's role; endpoints come from the SDK's own settings, so the same code runs against any
 * implementation of AWS.
 */
export function createEc2CloudProvider(options: Ec2CloudProviderOptions): Ec2CloudProvider {
  const { clock, signal = new AbortController().signal, limits = defaultCallLimits } = options;
  const { observeBatch = () => undefined } = options;
  const sessions = createAwsSessions(limits, signal, clock);
  const launcher = createLauncher();
  const parameters = createParameters();
  const permissions = createLaunchPermissions();
  const tokenOf = createTokenSource(clock);
  const places = new WeakMap<AwsSession, LaunchPlace>();

  const session = (target: CloudTarget): AwsSession => sessions.for(target);
  const place = (target: CloudTarget): LaunchPlace => {
    const here = session(target);
    const known = places.get(here) ?? {
      session: here,
      instances: createInstances(here, observeBatch),
    };
    places.set(here, known);
    return known;
  };

  return {
    interruptionQueues: {
      open: (target, queueName) => openSqsQueue(session(target), queueName),
    },
    clock: sessions.clock,
    whoAmI: (target) => whoAmI(session(target)),
    needsExternalId: (target) => needsExternalId(session(target)),
    describeCluster: (target) => describeCluster(session(target)),
    clusterToken: (target) => tokenOf(session(target)),
    resolveNodeClass: (target, nodeClass, kubernetesVersion, mode) =>
      resolveNodeClass(session(target), nodeClass, {
        parameters,
        permissions,
        kubernetesVersion,
        mode,
        now: clock.now(),
      }),
    deleteInstanceProfiles: (target, owners) => deleteInstanceProfiles(session(target), owners),
    describeQueue: (target, queueName) => describeSqsQueue(session(target), queueName),
    listScheduledEvents: (target) => listScheduledEvents(session(target)),
    listImpairedInstances: (target) => listImpairedInstances(session(target)),
    listZonalShifts: (target) => listZonalShifts(session(target)),
    fetchCatalog: (target) => fetchCatalog(session(target), clock.now()),
    fetchOnDemandPrices: (target) => fetchOnDemandPrices(session(target)),
    fetchSpotPrices: (target) => fetchSpotPrices(session(target), clock.now()),
    launch: (target, request) => launcher.launch(place(target), request),
    removeLaunchTemplates: (target, madeBefore) =>
      launcher.removeTemplates(session(target), madeBefore),
    terminate: (target, instanceId) => place(target).instances.terminate(instanceId),
    reboot: (target, instanceId) => place(target).instances.reboot(instanceId),
    getInstance: (target, instanceId) => place(target).instances.find(instanceId),
    listInstances: (target) => place(target).instances.list(),
  };
}

async function whoAmI(session: AwsSession): Promise<{ accountId: string; arn: string }> {
  const { Account: accountId, Arn: arn } = await session.call('sts:GetCallerIdentity', (options) =>
    session.sts.send(new GetCallerIdentityCommand({}), options),
  );
  if (accountId === undefined || arn === undefined) {
    throw new AppError({
      code: 'CLOUD.UNREACHABLE',
      message: 'sts:GetCallerIdentity returned no identity.',
      retry: { kind: 'backoff' },
    });
  }
  return { accountId, arn };
}
