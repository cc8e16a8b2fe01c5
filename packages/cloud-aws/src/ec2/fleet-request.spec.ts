import type { LaunchRequest } from '@kerf/application';
import { describe, expect, it } from 'vitest';
import {
  first,
  g5Xlarge,
  given,
  m6gLarge,
  someFacts,
  someLaunchRequest,
  someNodeClass,
  someReservation,
  someResolution,
  t3Large,
} from '../testing/builders.js';
import { chooseOfferings } from './choose-offerings.js';
import { createFleetRequest, planFleet } from './fleet-request.js';

const subnetByZone = new Map(someResolution().subnets.map((subnet) => [subnet.zone, subnet]));

const choiceOf = (request: LaunchRequest, subnets: typeof subnetByZone) =>
  given(chooseOfferings(request, new Set(subnets.keys())));

function plan(request: LaunchRequest) {
  return planFleet(request, choiceOf(request, subnetByZone), subnetByZone);
}
const fleetOf = (request: LaunchRequest) =>
  createFleetRequest(request, plan(request), request.token);

describe('a fleet request', () => {
  it('requests one instance immediately, of any type and zone', () => {
    const fleet = fleetOf(someLaunchRequest([t3Large]));
    expect(fleet).toMatchObject({
      Type: 'instant',
      ClientToken: 'ncl_0192aa0192aa7000800000000000000a',
      TargetCapacitySpecification: { TotalTargetCapacity: 1, DefaultTargetCapacityType: 'spot' },
      SpotOptions: { AllocationStrategy: 'price-capacity-optimized' },
    });
    expect(fleet.LaunchTemplateConfigs?.flatMap(({ Overrides }) => Overrides)).toEqual([
      { InstanceType: 't3.large', SubnetId: 'subnet-a', AvailabilityZone: 'us-east-1a' },
      { InstanceType: 't3.large', SubnetId: 'subnet-b', AvailabilityZone: 'us-east-1b' },
    ]);
    expect(fleet).not.toHaveProperty('OnDemandOptions');
  });

  it('uses the strategy lowest-price for on-demand', () => {
    const whole = someLaunchRequest([t3Large]);
    const options = whole.options.map(({ name, offerings }) => ({
      name,
      offerings: offerings.filter(({ capacityType }) => capacityType === 'on-demand'),
    }));
    expect(fleetOf({ ...whole, options })).toMatchObject({
      TargetCapacitySpecification: { DefaultTargetCapacityType: 'on-demand' },
      OnDemandOptions: { AllocationStrategy: 'lowest-price' },
    });
  });

  it.each([
    ['on-demand', { OnDemandOptions: { AllocationStrategy: 'prioritized' } }],
    ['spot', { SpotOptions: { AllocationStrategy: 'capacity-optimized-prioritized' } }],
  ] as const)('tells EC2 the order where overlays say what %s costs', (sold, options) => {
    const whole = someLaunchRequest([t3Large, someFacts()]);
    const overlaid = whole.options.map(({ name, offerings }) => ({
      name,
      offerings: offerings
        .filter(({ capacityType }) => capacityType === sold)
        .map((offering) =>
          name === 'm5.xlarge'
            ? {
                ...offering,
                priceMicroUsdPerHour: 1,
                priceOverlay: { name: 'o', listedMicroUsdPerHour: offering.priceMicroUsdPerHour },
              }
            : offering,
        ),
    }));
    const fleet = fleetOf({ ...whole, options: overlaid });
    expect(fleet).toMatchObject(options);
    const overrides = fleet.LaunchTemplateConfigs?.flatMap((config) => config.Overrides ?? []);
    const priorityOf = (type: string) =>
      overrides?.filter(({ InstanceType }) => InstanceType === type).map((one) => one.Priority);
    expect(new Set(priorityOf('m5.xlarge'))).toEqual(new Set([0]));
    expect(Math.min(...(priorityOf('t3.large') ?? []).map(Number))).toBe(1);
  });

  it('tells EC2 to take the reservation of the cheaper type first, although both cost almost nothing', () => {
    const capacityReservations = [t3Large, m6gLarge].map(({ name }) =>
      someReservation({ id: `cr-${name}`, instanceType: name }),
    );
    const whole = someLaunchRequest([t3Large, m6gLarge, someFacts()], {
      resolution: someResolution({ capacityReservations }),
    });
    const overlaid = whole.options.map((option) =>
      option.name === 'm5.xlarge'
        ? {
            ...option,
            offerings: option.offerings.map((offering) => ({
              ...offering,
              priceOverlay: { name: 'o', listedMicroUsdPerHour: offering.priceMicroUsdPerHour },
            })),
          }
        : option,
    );
    const { LaunchTemplateConfigs } = fleetOf({ ...whole, options: overlaid });
    const overrides = (LaunchTemplateConfigs ?? []).flatMap((config) => config.Overrides ?? []);
    expect(overrides.map((one) => [one.InstanceType, one.Priority])).toEqual([
      ['m6g.large', 0],
      ['t3.large', 1],
    ]);
  });

  it('tags instance, volumes and fleet', () => {
    const spec = someNodeClass({
      tags: { team: 'search', 'karpenter.sh/nodeclaim': 'forged' },
      context: 'ctx-1',
    });
    const fleet = fleetOf(someLaunchRequest([t3Large], { nodeClass: { name: 'gpu', spec } }));
    expect(fleet.TagSpecifications?.map(({ ResourceType }) => ResourceType)).toEqual([
      'instance',
      'volume',
      'fleet',
    ]);
    const tags = fleet.TagSpecifications?.[0]?.Tags?.map(({ Key, Value }) => [Key, Value]);
    expect(Object.fromEntries(tags ?? [])).toEqual({
      Name: 'default-x7k2p',
      team: 'search',
      'eks:eks-cluster-name': 'prod',
      'kubernetes.io/cluster/prod': 'owned',
      'karpenter.k8s.aws/ec2nodeclass': 'gpu',
      'karpenter.sh/nodepool': 'default',
      'karpenter.sh/nodeclaim': 'default-x7k2p',
    });
    expect(fleet.Context).toBe('ctx-1');
  });

  it('has the Name tag of the EC2NodeClass', () => {
    const spec = someNodeClass({ tags: { Name: 'search-node' } });
    const fleet = fleetOf(someLaunchRequest([t3Large], { nodeClass: { name: 'default', spec } }));
    expect(fleet.TagSpecifications?.[0]?.Tags).toContainEqual({
      Key: 'Name',
      Value: 'search-node',
    });
  });

  it('has one launch template for each image and number of pods', () => {
    const twin = someFacts({ name: 'm5a.xlarge' });
    const { groups } = plan(someLaunchRequest([someFacts(), twin, t3Large, m6gLarge]));
    const summary = groups.map(({ imageId, types }) => [
      imageId,
      types.map(({ type }) => type.name),
    ]);
    expect(summary).toEqual([
      ['ami-arm64', ['m6g.large']],
      ['ami-amd64', ['t3.large']],
      ['ami-amd64', ['m5.xlarge', 'm5a.xlarge']],
    ]);
    expect(new Set(groups.map(({ template }) => template.name)).size).toBe(3);
  });

  it('uses the image with drivers for types with GPUs', () => {
    expect(plan(someLaunchRequest([g5Xlarge])).groups.map(({ imageId }) => imageId)).toEqual([
      'ami-nvidia',
    ]);
  });

  it('prefers the newest image, and a deprecated one over none', () => {
    const known = first(someResolution().images);
    const newer = { ...known, id: 'ami-newer' };
    const resolution = someResolution({ images: [newer, { ...known, deprecated: true }] });
    expect(plan(someLaunchRequest([t3Large], { resolution })).groups[0]?.imageId).toBe('ami-newer');
    const old = someResolution({ images: [{ ...known, deprecated: true }] });
    expect(plan(someLaunchRequest([t3Large], { resolution: old })).groups[0]?.imageId).toBe(
      'ami-amd64',
    );
  });

  it('has at most 300 overrides, the cheapest', () => {
    const zones = ['a', 'b', 'c', 'd', 'e', 'f'].map((letter) => `us-east-1${letter}`);
    const subnets = zones.map((zone) => ({
      id: `subnet-${zone}`,
      zone,
      zoneId: zone,
      freeAddresses: 9,
    }));
    const facts = Array.from({ length: 60 }, (_, index) =>
      someFacts({ name: `m5.x${index}`, zones, onDemandMicroUsdPerHour: 192_000 + index }),
    );
    const request = someLaunchRequest(facts, { resolution: someResolution({ subnets }) });
    const byZone = new Map(subnets.map((subnet) => [subnet.zone, subnet]));
    const wide = planFleet(request, choiceOf(request, byZone), byZone);
    const overrides = createFleetRequest(request, wide, 't').LaunchTemplateConfigs?.flatMap(
      ({ Overrides }) => Overrides ?? [],
    );
    expect(overrides).toHaveLength(300);
    expect(overrides?.at(-1)?.InstanceType).toBe('m5.x49');
  });

  it('is identical for the same NodeClaim', () => {
    const request = someLaunchRequest([someFacts(), t3Large, m6gLarge, g5Xlarge]);
    expect(JSON.stringify(fleetOf(request))).toBe(
      JSON.stringify(fleetOf(structuredClone(request))),
    );
  });
});
