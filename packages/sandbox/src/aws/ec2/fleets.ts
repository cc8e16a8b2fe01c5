import {
  CreateFleet$,
  type CreateFleetRequest,
  type CreateFleetResult,
  type LaunchTemplateAndOverridesResponse,
} from '@aws-sdk/client-ec2';
import { invariant } from '@kerf/core';
import type { CapacityType } from '../../world/capacity.js';
import type { Open } from '../../world/open.js';
import type { Fleet, FleetError, FleetLaunch, FleetOverride } from '../../world/state.js';
import { type Call, operation } from '../service.js';
import { type Candidate, orderCandidates } from './allocation.js';
import { endDryRun } from './describe.js';
import {
  type Candidates,
  checkFleetIsSimulated,
  readCandidates,
  readTargets,
} from './fleet-request.js';
import { makeOnce } from './idempotency.js';
import { volumesOf } from './launch-data.js';
import { tagsFor } from './tag-specifications.js';

type Request = Omit<Open<CreateFleetRequest>, 'ClientToken' | 'DryRun'>;

function createFleet(call: Call, input: Open<CreateFleetRequest>): Open<CreateFleetResult> {
  const { ClientToken, DryRun, ...request } = input;
  checkFleetIsSimulated(request);
  const id = makeOnce(
    call,
    { operation: 'CreateFleet', token: ClientToken, input: request },
    () => {
      const plan = planFleet(call, request);
      endDryRun(DryRun);
      return runFleet(call, request, plan);
    },
  );
  const fleet = call.world.state.fleets.get(id);
  invariant(fleet !== undefined, `fleet ${id} is gone`);
  return toAnswer(fleet);
}

/** The candidates of each capacity type that is wanted, in the order in which they are tried. */
interface PlannedPart {
  readonly count: number;
  readonly candidates: Candidates;
}

/** @throws AwsError when the request as a whole cannot be served */
function planFleet(call: Call, request: Request): readonly PlannedPart[] {
  const targets = readTargets(request);
  const strategyOf: Readonly<Record<CapacityType, string | undefined>> = {
    'on-demand': request.OnDemandOptions?.AllocationStrategy,
    spot: request.SpotOptions?.AllocationStrategy,
  };
  return (['on-demand', 'spot'] as const)
    .filter((capacityType) => targets[capacityType] > 0)
    .map((capacityType) => {
      const count = targets[capacityType];
      const { usable, errors } = readCandidates(call, request, capacityType);
      const strategy = strategyOf[capacityType] ?? 'lowest-price';
      const ordered = orderCandidates(call.world, usable, { strategy, capacityType, count });
      return { count, candidates: { usable: ordered, errors } };
    });
}

function runFleet(call: Call, request: Request, plan: readonly PlannedPart[]): string {
  const id = call.world.ids.nextLong('fleet');
  const launched: FleetLaunch[] = [];
  const errors: FleetError[] = [];
  const tags = tagsFor('instance', request.TagSpecifications);
  for (const { count, candidates } of plan) {
    errors.push(...candidates.errors);
    let missing = count;
    for (const candidate of candidates.usable) {
      if (missing === 0) break;
      const { override } = candidate;
      const attempt = launchUpTo(call, candidate, { count: missing, fleetId: id, tags });
      missing -= attempt.instanceIds.length;
      if (attempt.instanceIds.length > 0) {
        launched.push({ override, instanceIds: attempt.instanceIds });
      }
      if (attempt.error !== null) errors.push(attempt.error);
    }
  }
  const { accountId, region } = call;
  const createdAt = call.world.timers.now();
  call.world.state.fleets.set(id, { id, accountId, region, createdAt, launched, errors });
  return id;
}

/** As many instances of one candidate as are wanted and can be had. */
function launchUpTo(
  call: Call,
  candidate: Candidate,
  wanted: {
    readonly count: number;
    readonly fleetId: string;
    readonly tags: Record<string, string>;
  },
): { readonly instanceIds: readonly string[]; readonly error: FleetError | null } {
  const { override, subnet, type, image, data, common } = candidate;
  const instanceIds: string[] = [];
  while (instanceIds.length < wanted.count) {
    const launched = call.world.instances.launch({
      ...common,
      subnet,
      type,
      image,
      capacityType: override.capacityType,
      volumes: volumesOf(data, image),
      launchTemplate: { id: override.launchTemplateId, version: override.launchTemplateVersion },
      fleetId: wanted.fleetId,
      reservationId: null,
      clientToken: null,
      tags: {
        ...tagsFor('instance', data.TagSpecifications),
        ...wanted.tags,
        'aws:ec2:fleet-id': wanted.fleetId,
        'aws:ec2launchtemplate:id': override.launchTemplateId,
        'aws:ec2launchtemplate:version': override.launchTemplateVersion,
      },
    });
    if (!launched.ok) return { instanceIds, error: toFleetError(override, launched.error) };
    instanceIds.push(launched.value.id);
  }
  return { instanceIds, error: null };
}

/** A fleet calls by another name what a single launch calls Unsupported. */
function toFleetError(
  override: FleetOverride,
  refusal: { readonly code: string; readonly message: string },
): FleetError {
  const code = refusal.code === 'Unsupported' ? 'InvalidFleetConfiguration' : refusal.code;
  return { override, code, message: refusal.message };
}

function toAnswer(fleet: Fleet): Open<CreateFleetResult> {
  return {
    FleetId: fleet.id,
    Instances: fleet.launched.map(({ override, instanceIds }) => ({
      LaunchTemplateAndOverrides: toOverrideAnswer(override),
      Lifecycle: override.capacityType,
      InstanceIds: instanceIds,
      InstanceType: override.instanceType,
    })),
    Errors: fleet.errors.map(({ override, code, message }) => ({
      LaunchTemplateAndOverrides: toOverrideAnswer(override),
      Lifecycle: override.capacityType,
      ErrorCode: code,
      ErrorMessage: message,
    })),
  };
}

function toOverrideAnswer(override: FleetOverride): Open<LaunchTemplateAndOverridesResponse> {
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

export const fleetOperations = [operation(CreateFleet$, createFleet)];
