import type { CatalogFacts, LaunchRequest, NodeClassResolution } from '@kerf/application';
import { compareText, isAppError } from '@kerf/core';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { readMime } from '../bootstrap/mime.js';
import { first, given, someFacts, someLaunchRequest, someNodeClass } from '../testing/builders.js';
import {
  describedCluster,
  region,
  type SandboxCloud,
  shortLimits,
  startSandboxCloud,
} from '../testing/sandbox.js';

let sandbox: SandboxCloud;
let resolution: NodeClassResolution;
const spec = someNodeClass({ tags: { team: 'search' } });
const nodeClass = { name: 'default', spec };
beforeAll(async () => {
  sandbox = await startSandboxCloud();
  resolution = await sandbox.cloud.resolveNodeClass(sandbox.target, nodeClass, '1.34', 'auto');
});
afterAll(() => sandbox.close());
afterEach(() => {
  sandbox.world.faults.clear();
  sandbox.world.capacity.reset();
});

const zones = ['us-east-1a', 'us-east-1b', 'us-east-1c'];
const m5 = someFacts({ zones });
const c5 = someFacts({
  name: 'c5.xlarge',
  zones,
  onDemandMicroUsdPerHour: 170_000,
  memoryMiB: 8192,
});
const types: CatalogFacts['instanceTypes'] = [m5, c5];

let claims = 0;
/** A separate NodeClaim for every test. */
function aClaim(overrides: Partial<LaunchRequest> = {}, facts = types): LaunchRequest {
  claims += 1;
  return someLaunchRequest(facts, {
    token: `ncl_${String(claims).padStart(32, '0')}`,
    nodeClaimName: `default-${String(claims).padStart(5, '0')}`,
    nodeClass,
    resolution,
    cluster: { name: 'prod', ...describedCluster },
    ...overrides,
  });
}
const onDemandOnly = (request: LaunchRequest): LaunchRequest => ({
  ...request,
  options: request.options.map(({ name, offerings }) => ({
    name,
    offerings: offerings.filter(({ capacityType }) => capacityType === 'on-demand'),
  })),
});
const launch = (request: LaunchRequest, cloud = sandbox.cloud) =>
  cloud.launch(sandbox.target, request);
const instancesOf = ({ nodeClaimName }: LaunchRequest) =>
  [...sandbox.world.state.instances.values()].filter(
    ({ tags }) => tags['karpenter.sh/nodeclaim'] === nodeClaimName,
  );

/** EC2 shows new instances late: until `show`, lookups do not find the instance. */
function hide(request: LaunchRequest): { readonly show: () => void } {
  const table = sandbox.world.state.instances;
  const hidden = instancesOf(request);
  for (const instance of hidden) table.set(instance.id, { ...instance, tags: {} });
  return {
    show: () => {
      for (const instance of hidden) table.set(instance.id, instance);
    },
  };
}

describe('a launch', () => {
  it('launches one instance with tags, price and user data', async () => {
    const request = aClaim({ labels: { team: 'search' } });
    const { instance, unavailable } = await launch(request);
    expect(unavailable).toEqual([]);
    expect(instance).toMatchObject({
      capacityType: 'spot',
      providerId: `aws:///${instance.zone}/${instance.instanceId}`,
      capacity: { cpu: 4000 },
      labels: {
        team: 'search',
        'karpenter.sh/capacity-type': 'spot',
        'node.kubernetes.io/instance-type': instance.instanceType,
        'topology.kubernetes.io/zone': instance.zone,
        'topology.kubernetes.io/region': region,
      },
    });
    expect(instance.priceMicroUsdPerHour).toBe(
      instance.instanceType === 'm5.xlarge' ? 64_000 : 56_667,
    );

    const [launched, ...others] = instancesOf(request);
    expect(others).toEqual([]);
    expect(launched).toMatchObject({
      id: instance.instanceId,
      imageId: instance.imageId,
      tags: {
        Name: request.nodeClaimName,
        team: 'search',
        'eks:eks-cluster-name': 'prod',
        'kubernetes.io/cluster/prod': 'owned',
        'karpenter.sh/nodepool': 'default',
        'karpenter.k8s.aws/ec2nodeclass': 'default',
      },
    });
    const parts = readMime(Buffer.from(given(launched).userData, 'base64').toString());
    const config: unknown = parse(parts.ok ? (parts.value.at(-1)?.body ?? '') : '');
    expect(config).toMatchObject({
      spec: { cluster: { name: 'prod' }, kubelet: { config: { maxPods: 58 } } },
    });
  });

  it('shares launch templates between NodeClaims, and creates deleted ones again', async () => {
    await launch(aClaim());
    const templates = sandbox.world.state.launchTemplates;
    const names = () => new Set([...templates.values()].map(({ name }) => name));
    const known = names();
    await launch(aClaim());
    expect(names()).toEqual(known);
    templates.clear();
    const request = aClaim();
    await launch(request);
    expect(instancesOf(request)).toHaveLength(1);
    expect([...known]).toEqual(expect.arrayContaining([...names()]));
  });

  it('finds the launch templates that an earlier process made', async () => {
    await launch(aClaim());
    const restarted = sandbox.anotherCloud();
    const created = sandbox.count('ec2', 'CreateLaunchTemplate');
    const listed = sandbox.count('ec2', 'DescribeLaunchTemplates');
    await Promise.all([launch(aClaim(), restarted), launch(aClaim(), restarted)]);
    await launch(aClaim(), restarted);
    expect(created()).toBe(0);
    expect(listed()).toBe(1);
  });

  it('works without the permission to list launch templates', async () => {
    await launch(aClaim());
    const request = aClaim();
    const id = sandbox.world.faults.add({
      match: { operation: 'DescribeLaunchTemplates' },
      effect: { kind: 'error', code: 'UnauthorizedOperation', message: 'no', status: 403 },
    });
    await launch(request, sandbox.anotherCloud());
    sandbox.world.faults.remove(id);
    expect(instancesOf(request)).toHaveLength(1);
  });

  it('removes old launch templates of its cluster, and creates them again when needed', async () => {
    await launch(aClaim());
    const templates = sandbox.world.state.launchTemplates;
    const made = templates.size;
    expect(await sandbox.cloud.removeLaunchTemplates(sandbox.target, 0)).toBe(0);
    const { clusterName } = sandbox.target;
    const elsewhere = { ...sandbox.target, clusterName: `${clusterName}-2` };
    expect(await sandbox.cloud.removeLaunchTemplates(elsewhere, Date.now() + 60_000)).toBe(0);
    expect(await sandbox.cloud.removeLaunchTemplates(sandbox.target, Date.now() + 60_000)).toBe(
      made,
    );
    expect(templates.size).toBe(0);
    const request = aClaim();
    await launch(request);
    expect(instancesOf(request)).toHaveLength(1);
  });

  it('removes the other old launch templates when AWS refuses to delete one', async () => {
    const templates = sandbox.world.state.launchTemplates;
    await sandbox.cloud.removeLaunchTemplates(sandbox.target, Date.now() + 60_000);
    await launch(aClaim());
    const labels = { 'example.com/team': 'web' };
    await launch(aClaim({ nodeClass: { ...nodeClass, name: 'other' }, labels }));
    expect(templates.size).toBeGreaterThan(1);
    sandbox.world.faults.add({
      match: { operation: 'DeleteLaunchTemplate' },
      effect: { kind: 'error', code: 'UnauthorizedOperation', message: 'no', status: 403 },
      times: 1,
    });
    const removal = sandbox.cloud.removeLaunchTemplates(sandbox.target, Date.now() + 60_000);
    await expect(removal).rejects.toMatchObject({
      code: 'CLOUD.UNAUTHORIZED',
      message: expect.stringMatching(/^LaunchTemplate kerf-/),
    });
    expect(templates.size).toBe(1);
  });

  it('uses on-demand at the lowest price if nothing else is offered', async () => {
    const { instance } = await launch(onDemandOnly(aClaim()));
    expect(instance).toMatchObject({
      capacityType: 'on-demand',
      instanceType: 'c5.xlarge',
      priceMicroUsdPerHour: 170_000,
    });
  });
});

describe('a NodeClaim that is launched twice', () => {
  it('has one instance', async () => {
    const request = aClaim();
    const once = await launch(request);
    expect(await launch(request)).toEqual({ ...once, unavailable: [] });
    expect(instancesOf(request)).toHaveLength(1);
  });

  it('has one instance after two requests of the first launch', async () => {
    const request = { ...aClaim(), isRepeat: false };
    const [once, twice] = [await launch(request), await launch(request)];
    expect(twice.instance.instanceId).toBe(once.instance.instanceId);
    expect(instancesOf(request)).toHaveLength(1);
  });

  it('has one instance after concurrent launches', async () => {
    const request = aClaim();
    const [a, b] = await Promise.all([launch(request), launch(request)]);
    expect(a.instance.instanceId).toBe(b.instance.instanceId);
    expect(instancesOf(request)).toHaveLength(1);
  });

  it('has one instance after a lost response', async () => {
    const request = aClaim();
    const id = sandbox.world.faults.add({
      match: { operation: 'CreateFleet' },
      effect: { kind: 'delay', delayMs: 700 },
    });
    const cloud = sandbox.anotherCloud(shortLimits);
    await expect(launch(request, cloud)).rejects.toMatchObject({
      code: 'CLOUD.UNREACHABLE',
      retry: { kind: 'backoff' },
    });
    // The launch succeeds after the caller has timed out.
    await vi.waitFor(
      () => {
        expect(instancesOf(request)).toHaveLength(1);
      },
      { timeout: 30_000 },
    );
    const hidden = hide(request);
    sandbox.world.faults.remove(id);
    const { instance } = await launch(request, cloud);
    hidden.show();
    expect(instancesOf(request).map((one) => one.id)).toEqual([instance.instanceId]);
  });

  it('has one instance after another worker repeated the launch', async () => {
    const request = aClaim();
    const { instance } = await launch(request);
    const repeated = await launch(request, sandbox.anotherCloud());
    expect(repeated.instance).toEqual(instance);
    expect(instancesOf(request)).toHaveLength(1);
  });

  it('has one instance after another worker repeated it with other options', async () => {
    const request = aClaim();
    const { instance } = await launch(request);
    const hidden = hide(request);
    const changed = { ...request, options: request.options.slice(1) };
    const other = sandbox.anotherCloud();
    await expect(launch(changed, other)).rejects.toMatchObject({
      code: 'CLOUD.CREATE_FAILED',
      retry: { kind: 'backoff' },
      meta: { awsCode: 'IdempotentParameterMismatch' },
    });
    hidden.show();
    expect((await launch(changed, other)).instance.instanceId).toBe(instance.instanceId);
    expect(instancesOf(request)).toHaveLength(1);
  });
});

describe('insufficient capacity', () => {
  it('makes the launch use another offering, and is reported', async () => {
    sandbox.world.capacity.set({ instanceType: 'c5.xlarge' }, 0);
    const { instance, unavailable } = await launch(onDemandOnly(aClaim()));
    expect(instance.instanceType).toBe('m5.xlarge');
    expect(
      unavailable.map(({ instanceType, zone, code }) => `${instanceType} ${zone} ${code}`),
    ).toEqual(zones.map((zone) => `c5.xlarge ${zone} InsufficientInstanceCapacity`));
  });

  it('fails the launch with all tried offerings if no offering has any', async () => {
    sandbox.world.capacity.set({ capacityType: 'spot' }, 0);
    const request = aClaim();
    const refused = launch(request);
    await expect(refused).rejects.toMatchObject({
      code: 'CLOUD.INSUFFICIENT_CAPACITY',
      retry: { kind: 'never' },
    });
    const error: unknown = await refused.catch((cause: unknown) => cause);
    expect(isAppError(error) && error.meta['unavailable']).toHaveLength(6);
    expect(instancesOf(request)).toEqual([]);
  });

  it('fails the launch without a call if no zone has a subnet', async () => {
    const calls = sandbox.count('ec2', 'CreateFleet');
    const elsewhere = aClaim({}, [someFacts({ zones: ['us-east-1f'] })]);
    await expect(launch(elsewhere)).rejects.toMatchObject({
      code: 'CLOUD.INSUFFICIENT_CAPACITY',
      meta: { unavailable: [] },
    });
    expect(calls()).toBe(0);
  });
});

describe('the IP addresses of a zone', () => {
  const subnetIn = (cidr: string) =>
    sandbox.world.addSubnet({
      vpcId: first([...sandbox.world.state.vpcs.values()]).id,
      zone: 'us-east-1a',
      cidr,
      tags: { size: cidr.slice(-2) },
    });
  const resolveSize = (size: string) =>
    sandbox.cloud.resolveNodeClass(
      sandbox.target,
      { name: 'default', spec: { ...spec, subnetSelectorTerms: [{ tags: { size } }] } },
      '1.34',
      'auto',
    );

  it('are taken from each of its subnets in turn', async () => {
    const subnets = [subnetIn('10.0.10.0/25'), subnetIn('10.0.11.0/25')].map(({ id }) => id);
    const oneZone = await resolveSize('25');
    const launched = [
      await launch(aClaim({ resolution: oneZone })),
      await launch(aClaim({ resolution: oneZone })),
    ];
    expect(new Set(launched.map(({ instance }) => instance.subnetId))).toEqual(new Set(subnets));
  });

  it('are taken from another subnet if one is full', async () => {
    const subnets = [subnetIn('10.0.12.0/28'), subnetIn('10.0.12.16/28')];
    const oneZone = await resolveSize('28');
    const full = given(subnets.toSorted((a, b) => compareText(a.id, b.id))[0]);
    while (sandbox.world.addresses.take(full, 0) !== null);
    await expect(launch(aClaim({ resolution: oneZone }))).rejects.toMatchObject({
      code: 'CLOUD.INSUFFICIENT_CAPACITY',
      message: expect.stringContaining('InsufficientFreeAddressesInSubnet'),
    });
    const { instance } = await launch(aClaim({ resolution: oneZone }));
    expect(instance.subnetId).not.toBe(full.id);
  });
});

describe('a launch that AWS refuses', () => {
  it('names the missing permission', async () => {
    const target = sandbox.targetOf(['ec2:Describe*', 'ec2:CreateLaunchTemplate']);
    await expect(sandbox.cloud.launch(target, aClaim())).rejects.toMatchObject({
      code: 'CLOUD.UNAUTHORIZED',
      retry: { kind: 'backoff' },
      message: expect.stringContaining('ec2:CreateFleet'),
    });
  });

  it('is retried after throttling, and launches one instance', async () => {
    const request = aClaim();
    const cloud = sandbox.anotherCloud(shortLimits);
    const id = sandbox.world.faults.add({
      match: { operation: 'CreateFleet' },
      effect: { kind: 'error', code: 'RequestLimitExceeded', message: 'slow down', status: 503 },
    });
    await expect(launch(request, cloud)).rejects.toMatchObject({
      code: 'CLOUD.RATE_LIMITED',
      retry: { kind: 'backoff' },
    });
    sandbox.world.faults.remove(id);
    await launch(request, cloud);
    expect(instancesOf(request)).toHaveLength(1);
  });

  it('names the missing image', async () => {
    const images = resolution.images.map((image) => ({ ...image, id: 'ami-00000000000000000' }));
    const request = aClaim({ resolution: { ...resolution, images } });
    await expect(launch(request)).rejects.toMatchObject({
      code: 'CLOUD.INVALID',
      retry: { kind: 'never' },
    });
    expect(instancesOf(request)).toEqual([]);
  });

  it('succeeds for the same NodeClaim once the cause is fixed', async () => {
    const request = aClaim();
    const images = resolution.images.map((image) => ({ ...image, id: 'ami-00000000000000000' }));
    const withMissingImage = { ...request, resolution: { ...resolution, images } };
    await expect(launch(withMissingImage)).rejects.toMatchObject({ code: 'CLOUD.INVALID' });
    await launch(request);
    expect(instancesOf(request)).toHaveLength(1);
  });

  it('is not sent for an EC2NodeClass that is not ready, but an earlier instance is found', async () => {
    const problem = {
      condition: 'AMIsReady',
      reason: 'AMINotFound',
      message: 'No image.',
    } as const;
    const unready = aClaim({ resolution: { ...resolution, problems: [problem] } });
    await expect(launch(unready)).rejects.toMatchObject({
      code: 'CLOUD.NODE_CLASS_NOT_READY',
      message: expect.stringContaining('No image.'),
    });
    const launched = aClaim();
    const { instance } = await launch(launched);
    const again = { ...launched, resolution: unready.resolution };
    expect((await launch(again)).instance.instanceId).toBe(instance.instanceId);
    const observed = aClaim({ resolution: { ...resolution, instanceProfile: null } });
    await expect(launch(observed)).rejects.toMatchObject({ code: 'CLOUD.NODE_CLASS_NOT_READY' });
  });
});
