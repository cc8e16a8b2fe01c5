import {
  CreateFleet$,
  type CreateFleetRequest,
  type CreateFleetResult,
  type LaunchTemplateAndOverridesResponse,
} from '@aws-sdk/client-ec2';
import { invariant } from '@kerf/core';
import type { CapacityType } from '../../../world/compute/capacity.js';
import type { Tags } from '../../../world/iam/identity.js';
import type { Open } from '../../../world/state/open.js';
import type { Fleet, FleetError, FleetLaunch, FleetOverride } from '../../../world/state/state.js';
import { type Call } from '../../operation.js';
import { operation } from '../../service.js';
import { createFleetAccess } from '../access.js';
import { endDryRun } from '../describe.js';
import { tagsFor } from '../tag-specifications.js';
import { type Candidate, orderCandidates } from './allocation.js';
import {
  type Candidates,
  checkFleetIsSimulated,
  readCandidates,
  readTargets,
} from './fleet-request.js';
import { createIdempotently } from './idempotency.js';
import { volumesOf } from './launch-data.js';

type Request = Omit<Open<CreateFleetRequest>, 'ClientToken' | 'DryRun'>;

function createFleet(call: Call, input: Open<CreateFleetRequest>): Open<CreateFleetResult> {
  const { ClientToken: token, DryRun, ...request } = input;
  checkFleetIsSimulated(request);
  // EC2 does not look up the resources of a dry run: Karpenter names a launch template without them.
  endDryRun(DryRun);
  const id = createIdempotently(call, { operation: 'CreateFleet', token, input: request }, () => {
    return runFleet(call, planFleet(call, request));
  });
  const fleet = call.world.state.fleets.get(id);
  invariant(fleet !== undefined, `fleet ${id} is gone`);
  return toResponse(fleet);
}

interface FleetPlan {
  /** Tags of the instances; they override those of the launch templates. */
  readonly tags: Tags;
  readonly parts: readonly PlannedPart[];
}

/** One capacity type with the number of requested instances; candidates are in order. */
interface PlannedPart extends Candidates {
  readonly count: number;
}

/** @throws AwsError if the whole request is invalid */
function planFleet(call: Call, request: Request): FleetPlan {
  const targets = readTargets(request);
  const strategies: Readonly<Record<CapacityType, string | undefined>> = {
    'on-demand': request.OnDemandOptions?.AllocationStrategy,
    spot: request.SpotOptions?.AllocationStrategy,
  };
  const parts = (['on-demand', 'spot'] as const)
    .filter((capacityType) => targets[capacityType] > 0)
    .map((capacityType) => {
      const count = targets[capacityType];
      const strategy = strategies[capacityType] ?? 'lowest-price';
      const { usable, errors } = readCandidates(call, request, capacityType);
      const ordered = orderCandidates(call.world, usable, { strategy, capacityType, count });
      return { count, usable: ordered, errors };
    });
  return { tags: tagsFor('instance', request.TagSpecifications), parts };
}

/** The result of launching one candidate. */
interface Attempt extends FleetLaunch {
  readonly error: FleetError | null;
}

function runFleet(call: Call, { tags, parts }: FleetPlan): string {
  const id = call.world.ids.nextUuid('fleet');
  const attempts = parts.flatMap((part) => runPart(call, part, { fleetId: id, tags }));
  const { accountId, region } = call;
  call.world.state.fleets.set(id, {
    id,
    accountId,
    region,
    createdAt: call.world.timers.now(),
    launched: attempts
      .filter(({ instanceIds }) => instanceIds.length > 0)
      .map(({ override, instanceIds }) => ({ override, instanceIds })),
    errors: attempts.flatMap(({ error }) => error ?? []),
  });
  return id;
}

interface FleetContext {
  readonly fleetId: string;
  readonly tags: Tags;
}

function runPart(call: Call, part: PlannedPart, fleet: FleetContext): readonly Attempt[] {
  const attempts: Attempt[] = part.errors.map((error) => ({
    override: error.override,
    instanceIds: [],
    error,
  }));
  let missing = part.count;
  for (const candidate of part.usable) {
    if (missing === 0) break;
    const attempt = launchUpTo(call, candidate, missing, fleet);
    missing -= attempt.instanceIds.length;
    attempts.push(attempt);
  }
  return attempts;
}

/** Launches up to `count` instances of one candidate. */
function launchUpTo(call: Call, candidate: Candidate, count: number, fleet: FleetContext): Attempt {
  const { override, subnet, type, image, data, common } = candidate;
  const instanceIds: string[] = [];
  while (instanceIds.length < count) {
    const launched = call.world.instances.launch({
      ...common,
      subnet,
      type,
      image,
      capacityType: override.capacityType,
      volumes: volumesOf(data, image),
      launchTemplate: { id: override.launchTemplateId, version: override.launchTemplateVersion },
      fleetId: fleet.fleetId,
      reservationId: null,
      clientToken: null,
      tags: {
        ...common.tags,
        ...fleet.tags,
        'aws:ec2:fleet-id': fleet.fleetId,
        'aws:ec2launchtemplate:id': override.launchTemplateId,
        'aws:ec2launchtemplate:version': override.launchTemplateVersion,
      },
    });
    if (!launched.ok) {
      return { override, instanceIds, error: toFleetError(override, launched.error) };
    }
    instanceIds.push(launched.value.id);
  }
  return { override, instanceIds, error: null };
}

/** A fleet has its own error code for what a single launch calls Unsupported. */
function toFleetError(
  override: FleetOverride,
  refusal: { readonly code: string; readonly message: string },
): FleetError {
  const code = refusal.code === 'Unsupported' ? 'InvalidFleetConfiguration' : refusal.code;
  return { override, code, message: refusal.message };
}

function toResponse(fleet: Fleet): Open<CreateFleetResult> {
  return {
    FleetId: fleet.id,
    Instances: fleet.launched.map(({ override, instanceIds }) => ({
      LaunchTemplateAndOverrides: toOverrideResponse(override),
      Lifecycle: override.capacityType,
      InstanceIds: instanceIds,
      InstanceType: override.instanceType,
    })),
    Errors: fleet.errors.map(({ override, code, message }) => ({
      LaunchTemplateAndOverrides: toOverrideResponse(override),
      Lifecycle: override.capacityType,
      ErrorCode: code,
      ErrorMessage: message,
    })),
  };
}

function toOverrideResponse(override: FleetOverride): Open<LaunchTemplateAndOverridesResponse> {
  return {
    LaunchTemplateSpecification: {
      LaunchTemplateId: override.launchTemplateId,
      Version: override.launchTemplateVersion,
    },
    Overrides: {
      InstanceType: override.instanceType,
      SubnetId: override.subnetId,
      AvailabilityZone: override.zone,
      ...(override.priority === null ? {} : { Priority: override.priority }),
      ...(override.imageId === null ? {} : { ImageId: override.imageId }),
    },
  };
}

export const fleetOperations = [
  operation(CreateFleet$, createFleet, { access: createFleetAccess }),
];
