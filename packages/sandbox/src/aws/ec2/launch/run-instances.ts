import { type Reservation, RunInstances$, type RunInstancesRequest } from '@aws-sdk/client-ec2';
import type { LaunchSpec } from '../../../world/compute/instances.js';
import type { Open } from '../../../world/state/open.js';
import { AwsError } from '../../aws-error.js';
import { type Call } from '../../operation.js';
import { operation } from '../../service.js';
import { runInstancesAccess } from '../access.js';
import { endDryRun } from '../describe.js';
import { toReservations } from '../instances/instances.js';
import { tagsFor } from '../tag-specifications.js';
import { createIdempotently } from './idempotency.js';
import {
  interfaceSubnetOf,
  type LaunchData,
  readCommonSpec,
  requireImage,
  requireMatch,
  requireSubnet,
  requireType,
  volumesOf,
} from './launch-data.js';
import { checkVersion, requireTemplate } from './launch-templates.js';
import { requireSupport } from './type-support.js';

function runInstances(call: Call, input: Open<RunInstancesRequest>): Open<Reservation> {
  const { ClientToken: token, DryRun, ...request } = input;
  const { MinCount: lowest = 1, MaxCount: highest = 1 } = request;
  if (lowest < 1 || highest < lowest) {
    throw new AwsError(
      'InvalidParameterValue',
      'MinCount and MaxCount must be 1 <= MinCount <= MaxCount.',
    );
  }
  const id = createIdempotently(call, { operation: 'RunInstances', token, input: request }, () => {
    const spec = readSpec(call, request, token ?? null);
    endDryRun(DryRun);
    launchBetween(call, spec, { lowest, highest });
    return spec.reservationId;
  });
  const launched = [...call.world.state.instances.values()].filter(
    ({ reservationId }) => reservationId === id,
  );
  const [reservation] = toReservations(call.world, launched);
  return reservation ?? { ReservationId: id, OwnerId: call.accountId, Instances: [] };
}

type Spec = LaunchSpec & { readonly reservationId: string };

/** @throws AwsError */
function readSpec(
  call: Call,
  request: Open<RunInstancesRequest>,
  clientToken: string | null,
): Spec {
  const { data, launchTemplate } = readData(call, request);
  const type = requireType(call, data.InstanceType);
  const image = requireImage(call, data.ImageId);
  requireMatch(type, image);
  const common = readCommonSpec(call, data);
  requireSupport(call, type, { data, common });
  return {
    ...common,
    subnet: requireSubnet(call, request.SubnetId ?? interfaceSubnetOf(data)),
    type,
    image,
    capacityType: data.InstanceMarketOptions?.MarketType === 'spot' ? 'spot' : 'on-demand',
    volumes: volumesOf(data, image),
    launchTemplate,
    fleetId: null,
    reservationId: call.world.ids.next('r'),
    clientToken,
    tags: { ...common.tags, ...tagsFor('instance', request.TagSpecifications) },
  };
}

/** Returns the launch data of the request, completed by its launch template. */
function readData(
  call: Call,
  request: Open<RunInstancesRequest>,
): { readonly data: LaunchData; readonly launchTemplate: LaunchSpec['launchTemplate'] } {
  const { LaunchTemplate: reference } = request;
  if (reference === undefined) return { data: request, launchTemplate: null };
  const template = requireTemplate(call, reference);
  checkVersion(template, reference.Version);
  // Tags are merged and other fields replaced; readSpec adds the request's tags.
  const { TagSpecifications } = template.data;
  return {
    data: { ...template.data, ...request, ...(TagSpecifications && { TagSpecifications }) },
    launchTemplate: { id: template.id, version: '1' },
  };
}

/** @throws AwsError if fewer than MinCount can be launched; then none is */
function launchBetween(
  call: Call,
  spec: Spec,
  { lowest, highest }: { readonly lowest: number; readonly highest: number },
): void {
  const refusal = call.world.instances.check(spec, lowest);
  if (refusal !== null) {
    const status = refusal.code === 'InsufficientInstanceCapacity' ? 500 : 400;
    throw new AwsError(refusal.code, refusal.message, { status });
  }
  for (let count = 0; count < highest; count += 1) {
    if (!call.world.instances.launch(spec).ok) return;
  }
}

export const runInstancesOperations = [
  operation(RunInstances$, runInstances, { access: runInstancesAccess }),
];
