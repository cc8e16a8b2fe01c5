import { CreateFleetCommand } from '@aws-sdk/client-ec2';
import type { CloudInstance, LaunchOutcome, LaunchRequest } from '@kerf/application';
import { AppError, hasErrorCode, type Instant } from '@kerf/core';
import type { AwsSession } from '../clients.js';
import { hasAwsCode } from '../errors.js';
import { chooseOfferings } from './choose-offerings.js';
import { createFleetRequest, type FleetPlan, planFleet } from './fleet-request.js';
import {
  type FleetInstance,
  type FleetResponse,
  inPlacementGroup,
  insufficientCapacity,
  readFleetResponse,
  refusalOf,
} from './fleet-response.js';
import type { Instances } from './instances.js';
import { createLaunchTemplates, type LaunchTemplates } from './launch-templates.js';
import { toLaunchedInstance } from './launched-instance.js';
import {
  createPendingFleetRequests,
  type PendingFleetRequest,
  type PendingFleetRequests,
} from './pending-fleet-requests.js';
import { createSubnetLedger, type SubnetLedger } from './subnet-ledger.js';

const templateGoneCodes = [
  'InvalidLaunchTemplateName.NotFoundException',
  'InvalidLaunchTemplateId.NotFound',
] as const;
const isTemplateGone = (error: unknown): boolean => hasAwsCode(error, ...templateGoneCodes);

/** The account and cluster of a launch, and their existing resources. */
export interface LaunchPlace {
  readonly session: AwsSession;
  readonly instances: Instances;
}

export interface Launcher {
  /**
   * Launches one instance for the NodeClaim, or finds its existing one. See `CloudProvider.launch`.
   */
  launch(where: LaunchPlace, request: LaunchRequest): Promise<LaunchOutcome>;
  /** See `CloudProvider.removeLaunchTemplates`. */
  removeTemplates(session: AwsSession, madeBefore: Instant): Promise<number>;
}

/**
 * Two mechanisms prevent a second instance for a NodeClaim: the client token, which EC2 remembers
 * for about a day, and, for a repeated launch, a search for a living instance with the NodeClaim's
 * tag, which has no time limit but is eventually consistent.
 */
export function createLauncher(): Launcher {
  const templates = createLaunchTemplates();
  const pendingRequests = createPendingFleetRequests();
  const ledger = createSubnetLedger();
  return {
    removeTemplates: (session, madeBefore) => templates.removeMadeBefore(session, madeBefore),
    async launch(place, request) {
      const context = { ...place, request, templates, pendingRequests, ledger };
      try {
        return await attempt(context);
      } catch (error) {
        // A known template was deleted; it is recreated once.
        if (!isTemplateGone(error)) throw error;
        return await attempt(context);
      }
    },
  };
}

interface LaunchContext extends LaunchPlace {
  readonly request: LaunchRequest;
  readonly templates: LaunchTemplates;
  readonly pendingRequests: PendingFleetRequests;
  readonly ledger: SubnetLedger;
}

async function attempt(context: LaunchContext): Promise<LaunchOutcome> {
  const { session, request, templates, pendingRequests } = context;
  // 1. An earlier attempt may have launched the instance without recording it.
  const living = request.isRepeat ? await findLiving(context) : null;
  if (living !== null) return living;
  refuseUnready(request);

  // 2. Choose the request: one without a response is repeated unchanged.
  const pendingRequest = pendingRequests.open(request.token, () => planNewFleet(context));
  const needed = pendingRequest.plan.groups.map(({ template }) => template);
  await templates.ensure(session, needed);

  // 3. Launch.
  try {
    const response = await createFleet(context, pendingRequest);
    return response === null
      ? await findLivingOrFail(context)
      : completeRequest(context, pendingRequest, response);
  } catch (error) {
    if (isTemplateGone(error)) templates.forget(session, needed);
    throw error;
  }
}

function planNewFleet({ request, ledger }: LaunchContext): FleetPlan {
  const subnetByZone = ledger.largestFree(request.resolution);
  const choice = chooseOfferings(request, new Set(subnetByZone.keys()));
  const plan = choice === null ? null : planFleet(request, choice, subnetByZone);
  if (plan !== null && plan.groups.length > 0) return plan;
  throw insufficientCapacity([], 'No offering is available that the EC2NodeClass can launch.');
}

/** @returns `null` if the token was already used for another request */
async function createFleet(
  context: LaunchContext,
  pendingRequest: PendingFleetRequest,
): Promise<FleetResponse | null> {
  const { session, request, ledger } = context;
  const { resolution } = request;
  const subnets = [...pendingRequest.plan.subnetByZone.values()];
  const expected = fewestPods(pendingRequest.plan);
  // Until the response names the instance's zone, it may use addresses in any zone.
  for (const { id } of subnets) ledger.take(resolution, id, expected);
  try {
    const input = createFleetRequest(request, pendingRequest.plan, pendingRequest.clientToken);
    const output = await session.call(
      'ec2:CreateFleet',
      (options) => session.ec2.send(new CreateFleetCommand(input), options),
      'slow',
    );
    const response = inPlacementGroup(
      readFleetResponse(output, pendingRequest.plan),
      resolution.placementGroup?.id,
    );
    recordAddresses(context, response);
    return response;
  } catch (error) {
    if (hasAwsCode(error, 'IdempotentParameterMismatch')) return null;
    throw error;
  } finally {
    for (const { id } of subnets) ledger.take(resolution, id, -expected);
  }
}

const fewestPods = ({ groups }: FleetPlan): number =>
  Math.min(...groups.flatMap(({ types }) => types.map(({ type }) => type.capacity['pods'] ?? 0)));

function recordAddresses({ request, ledger }: LaunchContext, response: FleetResponse): void {
  const { resolution, instanceTypes } = request;
  const { instance } = response;
  const type = instanceTypes.find(({ name }) => name === instance?.instanceType);
  if (instance !== null) ledger.take(resolution, instance.subnetId, type?.capacity['pods'] ?? 0);
  for (const subnetId of response.fullSubnetIds) {
    const subnet = resolution.subnets.find(({ id }) => id === subnetId);
    ledger.take(resolution, subnetId, subnet?.freeAddresses ?? 0);
  }
}

function completeRequest(
  context: LaunchContext,
  pendingRequest: PendingFleetRequest,
  response: FleetResponse,
): LaunchOutcome {
  const { request, pendingRequests } = context;
  if (response.instance === null) {
    const refusal = refusalOf(response);
    if (hasErrorCode(refusal, 'CLOUD.INSUFFICIENT_CAPACITY')) pendingRequests.close(request.token);
    else pendingRequests.refused(request.token, pendingRequest);
    throw refusal;
  }
  pendingRequests.close(request.token);
  return {
    instance: toLaunchedInstance(request, {
      ...response.instance,
      capacityType: pendingRequest.plan.capacityType,
      reservationId: reservationOf(pendingRequest.plan, response.instance),
      imageId: imageOf(pendingRequest.plan, response.instance),
      securityGroupIds: pendingRequest.plan.securityGroupIds,
    }),
    unavailable: response.unavailable,
  };
}

const imageOf = ({ groups }: FleetPlan, { instanceType }: FleetInstance): string =>
  groups.find(({ types }) => types.some(({ type }) => type.name === instanceType))?.imageId ?? '';

/** A request has one reservation per instance type and zone. */
const reservationOf = (
  { groups }: FleetPlan,
  { instanceType, zone }: FleetInstance,
): string | null =>
  groups
    .flatMap(({ types }) => types.flatMap(({ offerings }) => offerings))
    .find((one) => one.instanceType === instanceType && one.zone === zone)?.reservationId ?? null;

async function findLiving(context: LaunchContext): Promise<LaunchOutcome | null> {
  const { instances, request, pendingRequests } = context;
  const living = await instances.findOfClaim(request.nodeClaimName);
  if (living === null) return null;
  pendingRequests.close(request.token);
  return foundAgain(request, living);
}

/** The token was used for an earlier request of another process, so its instance must appear. */
async function findLivingOrFail(context: LaunchContext): Promise<LaunchOutcome> {
  const living = await findLiving(context);
  if (living !== null) return living;
  throw new AppError({
    code: 'CLOUD.CREATE_FAILED',
    message: `An earlier request for ${context.request.nodeClaimName} differs from this one, and its instance does not exist.`,
    retry: { kind: 'backoff' },
    meta: { awsCode: 'IdempotentParameterMismatch' },
  });
}

const foundAgain = (request: LaunchRequest, living: CloudInstance): LaunchOutcome => ({
  instance: toLaunchedInstance(request, living),
  unavailable: [],
});

function refuseUnready({ nodeClass, resolution }: LaunchRequest): void {
  const [problem] = resolution.problems;
  if (problem === undefined && resolution.instanceProfile !== null) return;
  throw new AppError({
    code: 'CLOUD.NODE_CLASS_NOT_READY',
    message: `EC2NodeClass ${nodeClass.name} is not ready: ${problem?.message ?? 'it has no instance profile yet'}`,
    meta: { nodeClass: nodeClass.name, problems: resolution.problems },
  });
}
