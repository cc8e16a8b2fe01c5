import {
  CreateFleetCommand,
  CreateLaunchTemplateCommand,
  RunInstancesCommand,
} from '@aws-sdk/client-ec2';
import type {
  Ec2NodeClassManifest,
  LaunchRequest,
  NodeClassProblem,
  NodeClassResolution,
} from '@kerf/application';
import { type DurationMs, type Instant, invariant, isAppError } from '@kerf/core';
import type { InstanceType } from '@kerf/engine';
import type { CallOptions } from '../call-options.js';
import type { AwsSession } from '../clients.js';
import {
  awsInstanceType,
  createFleetRequest,
  type FleetPlan,
  planFleet,
} from '../ec2/fleet-request.js';
import { toAwsTags } from '../ec2/tags.js';
import { hasAwsCode } from '../errors.js';

/** An EC2NodeClass that is resolved, and when. */
export interface CheckedNodeClass {
  readonly name: string;
  readonly spec: Ec2NodeClassManifest;
  readonly resolution: NodeClassResolution;
  readonly kubernetesVersion: string;
  readonly now: Instant;
  /** Instance types that may be launched with it, preferred ones first. */
  readonly instanceTypes: () => Promise<readonly InstanceType[]>;
}

/** The check of the permissions that a launch requires. */
export interface LaunchPermissions {
  /**
   * Returns the first call of a launch that the role may not make, as a problem of the condition
   * `ValidationSucceeded`. EC2 checks the permissions of a dry run and launches nothing.
   */
  check(session: AwsSession, nodeClass: CheckedNodeClass): Promise<readonly NodeClassProblem[]>;
}

/** Source: karpenter-provider-aws pkg/cache/cache.go @v1.14.1. */
const allowedMs: DurationMs = 30 * 60_000;
/** Shorter than in Karpenter, because a refusal stops all launches until the policy is corrected. */
const refusedMs: DurationMs = 60_000;

interface Entry {
  /** All inputs of the calls. */
  readonly key: string;
  readonly problems: readonly NodeClassProblem[];
  readonly until: Instant;
}

/**
 * Creates the check with its cache.
 * Source: karpenter-provider-aws pkg/controllers/nodeclass/validation.go @v1.14.1.
 */
export function createLaunchPermissions(): LaunchPermissions {
  const known = new WeakMap<AwsSession, Map<string, Entry>>();
  return {
    async check(session, nodeClass) {
      const { name, resolution, now } = nodeClass;
      if (resolution.problems.length > 0 || resolution.instanceProfile === null) return [];
      const entries = known.get(session) ?? new Map<string, Entry>();
      known.set(session, entries);
      const key = keyOf(nodeClass);
      const cached = entries.get(name);
      if (cached?.key === key && now < cached.until) return cached.problems;
      const problems = await dryRuns(session, nodeClass);
      if (problems === null) return [];
      entries.set(name, {
        key,
        problems,
        until: now + (problems.length === 0 ? allowedMs : refusedMs),
      });
      return problems;
    },
  };
}

function keyOf({ spec, resolution }: CheckedNodeClass): string {
  const { subnets, securityGroups, images, instanceProfile } = resolution;
  return JSON.stringify([
    subnets.map(({ id }) => id),
    securityGroups,
    images.map(({ id }) => id),
    instanceProfile,
    spec,
  ]);
}

/** @returns `null` if the permissions could not be checked now */
async function dryRuns(
  session: AwsSession,
  nodeClass: CheckedNodeClass,
): Promise<readonly NodeClassProblem[] | null> {
  const launch = planLaunch(session, nodeClass, await nodeClass.instanceTypes());
  if (launch === null) return null;
  // At the same time, because the EC2NodeClass is not ready before.
  const answers = await Promise.all(
    callsOf(session, launch).map(async ([action, reason, send]) => ({
      reason,
      answer: await dryRun(session, action, send),
    })),
  );
  for (const { reason, answer } of answers) {
    if (answer.kind === 'Unknown') return null;
    if (answer.kind === 'Refused') return [refusal(session, reason, answer.message)];
  }
  return [];
}

/** One instance of one type, as it would be launched. */
interface PlannedLaunch {
  readonly request: LaunchRequest;
  readonly plan: FleetPlan;
  readonly subnetId: string;
  readonly instanceType: string;
}

/** @returns `null` if there is no type with an image and a subnet */
function planLaunch(
  { target }: AwsSession,
  { name, spec, resolution, kubernetesVersion }: CheckedNodeClass,
  instanceTypes: readonly InstanceType[],
): PlannedLaunch | null {
  const subnetByZone = new Map(resolution.subnets.map((subnet) => [subnet.zone, subnet]));
  const request: LaunchRequest = {
    token: '',
    isRepeat: false,
    nodeClaimName: name,
    nodePool: null,
    nodeClass: { name, spec },
    resolution,
    // Permissions do not depend on the user data.
    cluster: {
      name: target.clusterName,
      endpoint: '',
      certificateAuthority: '',
      facts: { accountId: '', kubernetesVersion, serviceCidr: '', clusterDnsIp: '' },
    },
    labels: {},
    taints: [],
    startupTaints: [],
    options: [],
    instanceTypes,
    requirements: [],
    requests: {},
    drivers: [],
  };
  for (const type of instanceTypes) {
    const subnet = type.offerings.flatMap(({ zone }) => subnetByZone.get(zone) ?? [])[0];
    if (subnet === undefined) continue;
    const offering = {
      instanceType: type.name,
      zone: subnet.zone,
      capacityType: 'on-demand',
      priceMicroUsdPerHour: 0,
    } as const;
    const plan = planFleet(
      request,
      {
        capacityType: 'on-demand',
        reservationType: null,
        types: [{ type, offerings: [offering] }],
      },
      subnetByZone,
    );
    if (plan.groups.length > 0) {
      return { request, plan, subnetId: subnet.id, instanceType: type.name };
    }
  }
  return null;
}

type DryRunCall = readonly [
  action: string,
  reason: string,
  send: (options: CallOptions) => Promise<unknown>,
];

/** Returns the calls of a launch, in Karpenter's order. */
function callsOf(
  { ec2 }: AwsSession,
  { request, plan, subnetId, instanceType }: PlannedLaunch,
): readonly DryRunCall[] {
  const [group] = plan.groups;
  invariant(group !== undefined, 'a planned launch has a launch template');
  const { name, data, tags } = group.template;
  const { ClientToken: _, ...fleet } = createFleetRequest(request, plan, '');
  const {
    NetworkInterfaces: [primary, ...others] = [],
    TagSpecifications: ofData = [],
    Monitoring: monitoring,
    // Kerf sets none, and both calls type them differently.
    SecondaryInterfaces: _secondary,
    ...rest
  } = data;
  const ofInstance = (fleet.TagSpecifications ?? []).filter(
    ({ ResourceType }) => ResourceType !== 'fleet',
  );
  return [
    [
      'ec2:CreateFleet',
      'CreateFleetAuthCheckFailed',
      (options) => ec2.send(new CreateFleetCommand({ ...fleet, DryRun: true }), options),
    ],
    [
      'ec2:CreateLaunchTemplate',
      'CreateLaunchTemplateAuthCheckFailed',
      (options) =>
        ec2.send(
          new CreateLaunchTemplateCommand({
            DryRun: true,
            LaunchTemplateName: name,
            LaunchTemplateData: data,
            TagSpecifications: [{ ResourceType: 'launch-template', Tags: toAwsTags(tags) }],
          }),
          options,
        ),
    ],
    [
      'ec2:RunInstances',
      'RunInstancesAuthCheckFailed',
      (options) =>
        ec2.send(
          new RunInstancesCommand({
            ...rest,
            ...(monitoring !== undefined && { Monitoring: { Enabled: monitoring.Enabled } }),
            DryRun: true,
            MinCount: 1,
            MaxCount: 1,
            InstanceType: awsInstanceType(instanceType),
            ...(primary === undefined
              ? { SubnetId: subnetId }
              : { NetworkInterfaces: [{ ...primary, SubnetId: subnetId }, ...others] }),
            TagSpecifications: [...ofInstance, ...ofData],
          }),
          options,
        ),
    ],
  ];
}

type DryRunAnswer =
  | { readonly kind: 'Allowed' }
  | { readonly kind: 'Refused'; readonly message: string }
  /** A failure that may pass. */
  | { readonly kind: 'Unknown' };

/**
 * Makes a call that EC2 never carries out. Errors other than a missing permission are left to the
 * launch, which reports them with its real parameters.
 */
async function dryRun(
  session: AwsSession,
  action: string,
  send: DryRunCall[2],
): Promise<DryRunAnswer> {
  try {
    await session.call(action, send);
    return { kind: 'Allowed' };
  } catch (error) {
    if (!isAppError(error)) throw error;
    const { retry } = error;
    if (hasAwsCode(error, 'UnauthorizedOperation')) {
      return { kind: 'Refused', message: error.message };
    }
    return { kind: retry.kind === 'never' ? 'Allowed' : 'Unknown' };
  }
}

/** @param message of AWS, which begins with the action */
const refusal = ({ target }: AwsSession, reason: string, message: string): NodeClassProblem => ({
  condition: 'ValidationSucceeded',
  reason,
  // The encoded part differs with each call.
  message: `${target.roleArn} may not launch instances. ${message.replace(/ *Encoded authorization failure message:.*/s, '')} Allow it as in deploy/iam/cluster-role.policy.json, or turn off the setting dryRunChecks.`,
});
