import type {
  _InstanceType,
  CreateFleetRequest,
  DefaultTargetCapacityType,
  FleetLaunchTemplateConfigRequest,
} from '@aws-sdk/client-ec2';
import type { LaunchRequest, ResolvedImage, ResolvedSubnet } from '@kerf/application';
import { labelKeys } from '@kerf/core';
import type { InstanceType } from '@kerf/engine';
import { imageVariantOf, newestImage } from '../instance-types/compatibility.js';
import { awsLabelKeys } from '../instance-types/labels.js';
import { efaDriver } from '../instance-types/planned-devices.js';
import { comparePrices, type OfferingChoice, type TypeChoice } from './choose-offerings.js';
import { launchTemplateData, type TemplateTraits } from './launch-template-data.js';
import { describeTemplate, type LaunchTemplate } from './launch-templates.js';
import { instanceTags, sharedTags, toAwsTags } from './tags.js';
import { tenancyOf } from './tenancy.js';

/** EC2's limit of overrides (instance type × subnet) in one fleet. */
const maxOverrides = 300;

/** Instance types that share one launch template. */
interface FleetGroup {
  readonly template: LaunchTemplate;
  readonly imageId: string;
  readonly types: readonly TypeChoice[];
}

/**
 * The plan of a CreateFleet request. Equal plans give equal requests, as the client token requires.
 */
export interface FleetPlan {
  readonly capacityType: OfferingChoice['capacityType'];
  readonly reservationType: OfferingChoice['reservationType'];
  readonly securityGroupIds: readonly string[];
  /** With NodeOverlays, prices differ from those of EC2, so EC2 gets an explicit priority. */
  readonly isInOrder: boolean;
  readonly groups: readonly FleetGroup[];
  readonly subnetByZone: ReadonlyMap<string, ResolvedSubnet>;
}

/**
 * Groups instance types by the parts of their launch templates that differ: image, maximum number
 * of pods, reserves of the kubelet, EFA interfaces, capacity reservation.
 */
export function planFleet(
  request: LaunchRequest,
  choice: OfferingChoice,
  subnetByZone: FleetPlan['subnetByZone'],
): FleetPlan {
  const byTraits = new Map<string, { traits: TemplateTraits; types: TypeChoice[] }>();
  for (const typeChoice of choice.types.flatMap(byReservation)) {
    const traits = traitsOf(request, choice, typeChoice);
    if (traits === null) continue;
    const key = JSON.stringify(traits);
    const group = byTraits.get(key) ?? { traits, types: [] };
    group.types.push(typeChoice);
    byTraits.set(key, group);
  }
  const tags = sharedTags({
    clusterName: request.cluster.name,
    nodeClass: request.nodeClass.name,
    nodePool: request.nodePool,
  });
  return {
    capacityType: choice.capacityType,
    reservationType: choice.reservationType,
    securityGroupIds: request.resolution.securityGroups.map(({ id }) => id),
    isInOrder: request.options.some(({ offerings }) =>
      offerings.some(({ priceOverlay }) => priceOverlay !== undefined),
    ),
    subnetByZone,
    groups: [...byTraits.values()].map(({ traits, types }) => ({
      template: describeTemplate(launchTemplateData(request, traits), tags),
      imageId: traits.imageId,
      types,
    })),
  };
}

/** A launch template names one reservation. */
function byReservation({ type, offerings }: TypeChoice): readonly TypeChoice[] {
  const groups = Map.groupBy(offerings, ({ reservationId = null }) => reservationId);
  return [...groups.values()].flatMap(([first, ...rest]) =>
    first === undefined ? [] : [{ type, offerings: [first, ...rest] }],
  );
}

function traitsOf(
  request: LaunchRequest,
  { capacityType, reservationType }: OfferingChoice,
  { type, offerings: [{ reservationId }] }: TypeChoice,
): TemplateTraits | null {
  const image = imageFor(type, request.resolution.images);
  if (image === null) return null;
  const requestsEfa =
    (request.requests['vpc.amazonaws.com/efa'] ?? 0) > 0 || request.drivers.includes(efaDriver);
  return {
    imageId: image.id,
    maxPods: type.capacity['pods'] ?? 0,
    ...(type.kubeletReserves !== undefined && { kubeletReserves: type.kubeletReserves }),
    efaInterfaces: requestsEfa ? (type.capacity['vpc.amazonaws.com/efa'] ?? 0) : 0,
    capacityType,
    reservation:
      reservationId === undefined || reservationType === null
        ? null
        : { id: reservationId, type: reservationType },
    tenancy: tenancyOf(request),
  };
}

/** Returns the newest image for the type's architecture and devices. */
function imageFor(type: InstanceType, images: readonly ResolvedImage[]): ResolvedImage | null {
  const has = (key: string): boolean => (type.labels[key] ?? []).length > 0;
  const variant = imageVariantOf({
    hasGpu: has(awsLabelKeys.gpuCount),
    hasAccelerator: has(awsLabelKeys.acceleratorCount),
  });
  return newestImage(images, { variant, architectures: type.labels[labelKeys.arch] ?? [] });
}

/** Requests one instance, launched immediately or not at all. */
export function createFleetRequest(
  request: LaunchRequest,
  plan: FleetPlan,
  clientToken: string,
): CreateFleetRequest {
  const { nodeClass } = request;
  const tags = toAwsTags(
    instanceTags({
      clusterName: request.cluster.name,
      nodeClass: nodeClass.name,
      nodePool: request.nodePool,
      nodeClaim: request.nodeClaimName,
      classTags: nodeClass.spec.tags ?? {},
    }),
  );
  return {
    Type: 'instant',
    ClientToken: clientToken,
    LaunchTemplateConfigs: launchTemplateConfigs(plan),
    TargetCapacitySpecification: {
      TotalTargetCapacity: 1,
      DefaultTargetCapacityType: targetCapacityType(plan),
    },
    ...allocation(plan),
    TagSpecifications: [
      { ResourceType: 'instance', Tags: tags },
      { ResourceType: 'volume', Tags: tags },
      { ResourceType: 'fleet', Tags: tags },
    ],
    ...(nodeClass.spec.context === undefined ? {} : { Context: nodeClass.spec.context }),
  };
}

/** EC2 counts instances of a reservation as on-demand, except those of a capacity block. */
function targetCapacityType({
  capacityType,
  reservationType,
}: FleetPlan): DefaultTargetCapacityType {
  if (capacityType === 'spot') return 'spot';
  return reservationType === 'capacity-block' ? 'capacity-block' : 'on-demand';
}

/** Source: karpenter aws pkg/providers/instance, CreateFleetInputBuilder @v1.14.1. */
function allocation({
  capacityType,
  reservationType,
  isInOrder,
}: FleetPlan): Pick<CreateFleetRequest, 'SpotOptions' | 'OnDemandOptions'> {
  if (reservationType === 'capacity-block') return {};
  return capacityType === 'spot'
    ? {
        SpotOptions: {
          AllocationStrategy: isInOrder
            ? 'capacity-optimized-prioritized'
            : 'price-capacity-optimized',
        },
      }
    : { OnDemandOptions: { AllocationStrategy: isInOrder ? 'prioritized' : 'lowest-price' } };
}

/** Returns instance type × zone, cheapest first; EC2's limit cuts off the most expensive. */
function launchTemplateConfigs({
  groups,
  subnetByZone,
  isInOrder,
}: FleetPlan): FleetLaunchTemplateConfigRequest[] {
  const overrides = groups
    .flatMap(({ template, types }) =>
      types.flatMap(({ type, offerings }) =>
        offerings.map((offering) => ({
          template,
          choice: { type, offerings: [offering] } as const,
        })),
      ),
    )
    .toSorted((a, b) => comparePrices(a.choice, b.choice))
    .slice(0, maxOverrides);
  const ranks = ranksOf(overrides.map(({ choice }) => choice));
  return groups.flatMap(({ template }) => {
    const own = overrides.filter((one) => one.template === template);
    if (own.length === 0) return [];
    return [
      {
        LaunchTemplateSpecification: { LaunchTemplateName: template.name, Version: '$Latest' },
        Overrides: own.map(({ choice }) => {
          const { instanceType, zone } = choice.offerings[0];
          return {
            InstanceType: awsInstanceType(instanceType),
            SubnetId: subnetByZone.get(zone)?.id,
            AvailabilityZone: zone,
            ...(isInOrder && { Priority: ranks.get(choice) }),
          };
        }),
      },
    ];
  });
}

/** Numbers choices in their order from 0, equal prices equally: a lower value has a higher priority. */
function ranksOf(sorted: readonly TypeChoice[]): ReadonlyMap<TypeChoice, number> {
  let rank = -1;
  return new Map(
    sorted.map((choice, index) => {
      const before = sorted[index - 1];
      if (before === undefined || comparePrices(before, choice) < 0) rank += 1;
      return [choice, rank];
    }),
  );
}

/** The SDK lists only types known at its release; newer types are sent as well. */
export function awsInstanceType(name: string): _InstanceType | undefined {
  return isInstanceType(name) ? name : undefined;
}

const isInstanceType = (name: string): name is _InstanceType =>
  /^[a-z0-9-]+\.[a-z0-9-]+$/.test(name);
