import type { CloudTarget } from '@kerf/application';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Ec2CloudProvider } from '../ec2-cloud-provider.js';
import { first, someNodeClass } from '../testing/builders.js';
import { region, type SandboxCloud, spokeAccount, startSandboxCloud } from '../testing/sandbox.js';

let sandbox: SandboxCloud;
beforeAll(async () => {
  sandbox = await startSandboxCloud();
});
afterAll(() => sandbox.close());

const resolve = (
  spec: Parameters<typeof someNodeClass>[0] = {},
  given: { name?: string; version?: string; mode?: 'observe'; target?: CloudTarget } = {},
) => {
  const { name = 'default', version = '1.34', mode = 'auto', target = sandbox.target } = given;
  return sandbox.cloud.resolveNodeClass(target, { name, spec: someNodeClass(spec) }, version, mode);
};
const problemsOf = async (...args: Parameters<typeof resolve>) =>
  (await resolve(...args)).problems.map(({ condition, reason }) => `${condition} ${reason}`);
const profiles = () => [...sandbox.world.state.instanceProfiles.values()];

describe('a node class', () => {
  it('is resolved to subnets, security groups, images and profile', async () => {
    const resolution = await resolve();
    expect(resolution.problems).toEqual([]);
    expect(resolution.subnets.map(({ zone }) => zone)).toEqual([
      'us-east-1a',
      'us-east-1b',
      'us-east-1c',
    ]);
    expect(first(resolution.subnets)).toMatchObject({
      id: expect.stringMatching(/^subnet-/),
      zoneId: expect.stringMatching(/^use1-az\d$/),
      freeAddresses: 251,
    });
    expect(resolution.securityGroups.map(({ name }) => name)).toEqual(['nodes']);
    expect(
      resolution.images.map(({ architecture, variant }) => `${architecture} ${variant}`).toSorted(),
    ).toEqual(['amd64 nvidia', 'amd64 standard', 'arm64 nvidia', 'arm64 standard']);
    expect(resolution.images.every(({ name }) => name.includes('1.34'))).toBe(true);
  });

  it('finds subnets and security groups by ID and name, each once', async () => {
    const known = await resolve();
    const subnet = first(known.subnets);
    const group = first(known.securityGroups);
    const resolution = await resolve({
      subnetSelectorTerms: [{ id: subnet.id }, { tags: { 'karpenter.sh/discovery': '*' } }],
      securityGroupSelectorTerms: [{ id: group.id }, { name: 'nodes' }],
    });
    expect(resolution.subnets).toEqual(known.subnets);
    expect(resolution.securityGroups).toEqual([group]);
  });

  it('finds a pinned image, and images by ID and parameter', async () => {
    const pinned = await resolve({ amiSelectorTerms: [{ alias: 'al2023@v20260814' }] });
    expect(first(pinned.images).name).toContain('v20260814');
    const { id } = first(pinned.images);
    const selected = await resolve({ amiFamily: 'AL2023', amiSelectorTerms: [{ id }] });
    expect(selected.images.map((image) => `${image.id} ${image.variant}`)).toEqual([
      `${id} standard`,
      `${id} nvidia`,
      `${id} neuron`,
    ]);
    const ssmParameter =
      '/aws/service/eks/optimized-ami/1.34/amazon-linux-2023/arm64/standard/recommended/image_id';
    const byParameter = await resolve({
      amiFamily: 'AL2023',
      amiSelectorTerms: [{ ssmParameter }],
    });
    expect(byParameter.images.map(({ architecture }) => architecture)).toEqual([
      'arm64',
      'arm64',
      'arm64',
    ]);
  });

  it('finds images of an owner only: an account, self or amazon', async () => {
    const shared = {
      region,
      name: 'hardened-node',
      description: 'an image of an account',
      family: 'custom',
      architecture: 'x86_64',
      rootVolumeGiB: 20,
      tags: {},
    } as const;
    const own = sandbox.world.addImage({ ...shared, ownerId: spokeAccount });
    const idsOf = async (owner: string, name: string) => {
      const { images } = await resolve({
        amiFamily: 'AL2023',
        amiSelectorTerms: [{ name, owner }],
      });
      return [...new Set(images.map(({ id }) => id))];
    };
    expect(await idsOf('self', 'hardened-*')).toEqual([own.id]);
    expect(await idsOf(spokeAccount, 'hardened-*')).toEqual([own.id]);
    expect(await idsOf('amazon', 'hardened-*')).toEqual([]);
    const ofAmazon = 'amazon-eks-node-al2023-x86_64-standard-1.34-v20261023';
    expect(await idsOf('amazon', ofAmazon)).toHaveLength(1);
    expect(await idsOf('self', ofAmazon)).toEqual([]);
    const { problems } = await resolve({
      amiFamily: 'AL2023',
      amiSelectorTerms: [{ name: 'hardened-*', owner: '999988887777' }],
    });
    expect(problems).toMatchObject([
      { condition: 'AMIsReady', message: expect.stringContaining('owner 999988887777') },
    ]);
  });

  it('finds the images of an owner that a term names alone', async () => {
    const { images } = await resolve({
      amiFamily: 'AL2023',
      amiSelectorTerms: [{ owner: 'self' }],
    });
    const owned = [...sandbox.world.state.images.values()]
      .filter(({ ownerId }) => ownerId === spokeAccount)
      .map(({ id }) => id);
    expect(new Set(images.map(({ id }) => id))).toEqual(new Set(owned));
  });

  it('uses the newest image that matches a name', async () => {
    const { images } = await resolve({
      amiFamily: 'AL2023',
      amiSelectorTerms: [{ name: 'amazon-eks-node-al2023-*-standard-1.34-*' }],
    });
    expect(new Set(images.map(({ name }) => name))).toEqual(
      new Set([
        'amazon-eks-node-al2023-x86_64-standard-1.34-v20261023',
        'amazon-eks-node-al2023-arm64-standard-1.34-v20261023',
      ]),
    );
  });
});

describe('problems of an EC2NodeClass', () => {
  it('are reported for each part, with a remedy', async () => {
    const { problems } = await resolve({
      subnetSelectorTerms: [{ tags: { 'karpenter.sh/discovery': '${CLUSTER_NAME}' } }],
      securityGroupSelectorTerms: [{ name: 'nobody' }],
      amiSelectorTerms: [{ alias: 'al2023@v20200101' }],
      role: 'KarpenterNodeRole-${CLUSTER_NAME}',
    });
    expect(problems).toEqual([
      {
        condition: 'SubnetsReady',
        reason: 'SubnetsNotFound',
        message:
          "No subnet in us-east-1 matches tags karpenter.sh/discovery=${CLUSTER_NAME}. Tag the subnets of the cluster, or correct subnetSelectorTerms. ${CLUSTER_NAME} looks like a placeholder. Replace it with the cluster's name prod.",
      },
      {
        condition: 'SecurityGroupsReady',
        reason: 'SecurityGroupsNotFound',
        message: expect.stringContaining('No security group in us-east-1 matches name nobody.'),
      },
      {
        condition: 'AMIsReady',
        reason: 'AMINotFound',
        message: expect.stringContaining('no image for al2023@v20200101 on Kubernetes 1.34'),
      },
      {
        condition: 'InstanceProfileReady',
        reason: 'RoleNotFound',
        message: expect.stringContaining('Role KarpenterNodeRole-${CLUSTER_NAME} not found'),
      },
    ]);
  });

  it('include AL2 from Kubernetes 1.33', async () => {
    const { problems } = await resolve(
      { amiSelectorTerms: [{ alias: 'al2@latest' }] },
      { version: '1.33' },
    );
    expect(problems).toMatchObject([
      { condition: 'AMIsReady', message: expect.stringContaining('end of support') },
    ]);
  });

  it('include a missing image', async () => {
    const terms = [{ id: 'ami-00000000000000000' }, { ssmParameter: '/aws/service/no/such' }];
    expect(await problemsOf({ amiFamily: 'AL2023', amiSelectorTerms: terms })).toEqual([
      'AMIsReady AMINotFound',
    ]);
  });

  it('include a denied parameter with the missing permission', async () => {
    const { problems } = await resolve({
      amiFamily: 'AL2023',
      amiSelectorTerms: [{ ssmParameter: '/of/our/own' }],
    });
    expect(problems).toMatchObject([
      {
        condition: 'AMIsReady',
        message: expect.stringMatching(
          /has no permission to read the parameter \/of\/our\/own\. Allow ssm:GetP/,
        ),
      },
    ]);
  });

  it('113: include a denied parameter beside a term that selects images', async () => {
    const resolution = await resolve({
      amiFamily: 'AL2023',
      amiSelectorTerms: [{ name: '*' }, { ssmParameter: '/of/our/own' }],
    });
    expect(resolution.images).not.toEqual([]);
    expect(resolution.problems).toMatchObject([{ condition: 'AMIsReady' }]);
  });
});

describe('the instance profile of a role', () => {
  it("is created once, under its path, with the cluster's tags", async () => {
    const name = 'made';
    const before = profiles().length;
    const answers = await Promise.all([resolve({}, { name }), resolve({}, { name })]);
    const again = await resolve({}, { name });
    expect(new Set([...answers, again].map(({ instanceProfile }) => instanceProfile)).size).toBe(1);
    expect(profiles()).toHaveLength(before + 1);
    expect(profiles().at(-1)).toMatchObject({
      accountId: spokeAccount,
      name: again.instanceProfile,
      path: `/karpenter/${region}/prod/made/`,
      roleArn: `arn:aws:iam::${spokeAccount}:role/KarpenterNodeRole-prod`,
      tags: {
        'eks:eks-cluster-name': 'prod',
        'kubernetes.io/cluster/prod': 'owned',
        'karpenter.k8s.aws/ec2nodeclass': 'made',
        'topology.kubernetes.io/region': region,
      },
    });
  });

  it('is deleted with the other profiles of its EC2NodeClass, and with those of an earlier Karpenter', async () => {
    const kept = await resolve({}, { name: 'kept' });
    const made = await resolve({}, { name: 'deleted' });
    const tags = profiles().find(({ name }) => name === made.instanceProfile)?.tags;
    sandbox.world.addInstanceProfile({
      accountId: spokeAccount,
      name: 'of-karpenter',
      path: `/karpenter/${region}/prod/uid-1/`,
      roleArn: null,
      tags: { ...tags },
    });
    await sandbox.cloud.deleteInstanceProfiles(sandbox.target, ['deleted', 'uid-1']);
    await sandbox.cloud.deleteInstanceProfiles(sandbox.target, ['deleted', 'uid-1']);
    const names = profiles().map(({ name }) => name);
    expect(names).toContain(kept.instanceProfile);
    expect(names).not.toContain(made.instanceProfile);
    expect(names).not.toContain('of-karpenter');
  });

  it('is not created in mode observe, without a problem', async () => {
    const before = profiles().length;
    const resolution = await resolve({}, { name: 'watched', mode: 'observe' });
    expect(resolution).toMatchObject({ instanceProfile: null, problems: [] });
    expect(profiles()).toHaveLength(before);
  });

  it('is looked up if the EC2NodeClass names one', async () => {
    sandbox.world.addInstanceProfile({ accountId: spokeAccount, name: 'own', roleArn: null });
    const { role: _, ...spec } = someNodeClass();
    const named = (instanceProfile: string) =>
      sandbox.cloud.resolveNodeClass(
        sandbox.target,
        { name: 'default', spec: { ...spec, instanceProfile } },
        '1.34',
        'auto',
      );
    expect(await named('own')).toMatchObject({ instanceProfile: 'own', problems: [] });
    expect(await named('gone')).toMatchObject({
      instanceProfile: null,
      problems: [{ reason: 'InstanceProfileNotFound' }],
    });
  });

  it('is a problem with the missing permission', async () => {
    const target = sandbox.targetOf(['ec2:*', 'ssm:*', 'iam:Get*']);
    const { problems } = await resolve({}, { name: 'forbidden', target });
    expect(problems).toMatchObject([
      {
        condition: 'InstanceProfileReady',
        reason: 'InstanceProfileUnauthorized',
        message: expect.stringContaining('iam:CreateInstanceProfile'),
      },
    ]);
  });
});

describe('a denied lookup', () => {
  it('is a failure, not a missing subnet', async () => {
    const target = sandbox.targetOf(['ssm:*', 'iam:*']);
    await expect(resolve({}, { target })).rejects.toMatchObject({ code: 'CLOUD.UNAUTHORIZED' });
  });
});

describe('image parameters', () => {
  const minute = 60_000;
  const latest = { amiSelectorTerms: [{ alias: 'al2023@latest' }] };
  const pinned = { amiSelectorTerms: [{ alias: 'al2023@v20260814' }] };
  let cloud: Ec2CloudProvider;
  let calls: () => number;
  beforeEach(() => {
    cloud = sandbox.anotherCloud();
    calls = sandbox.count('ssm', 'GetParameter');
  });
  const resolveOnce = (spec: Parameters<typeof someNodeClass>[0]) =>
    cloud.resolveNodeClass(
      sandbox.target,
      { name: 'cached', spec: someNodeClass(spec) },
      '1.34',
      'auto',
    );

  it('of latest images are cached for five minutes', async () => {
    const before = await resolveOnce(latest);
    const once = calls();
    expect(once).toBe(5);
    sandbox.advance(4 * minute);
    expect((await resolveOnce(latest)).images).toEqual(before.images);
    expect(calls()).toBe(once);
    sandbox.advance(minute + 1);
    await resolveOnce(latest);
    expect(calls()).toBe(2 * once);
  });

  it('of pinned images are cached for a day, missing ones for five minutes', async () => {
    await resolveOnce(pinned);
    const once = calls();
    sandbox.advance(23 * 60 * minute);
    await resolveOnce(pinned);
    const ofNeuron = 1;
    expect(calls()).toBe(once + ofNeuron);
    sandbox.advance(60 * minute + 1);
    await resolveOnce(pinned);
    expect(calls()).toBe(2 * once + ofNeuron);
  });

  it('are read once for concurrent resolutions', async () => {
    await Promise.all([resolveOnce(latest), resolveOnce(latest), resolveOnce(latest)]);
    expect(calls()).toBe(5);
  });

  it('of users that do not exist are not cached', async () => {
    const own = { amiFamily: 'AL2023' as const, amiSelectorTerms: [{ ssmParameter: '/mine/ami' }] };
    expect((await resolveOnce(own)).images).toEqual([]);
    await resolveOnce(own);
    expect(calls()).toBe(2);
  });

  it('are read again after a failure', async () => {
    const id = sandbox.world.faults.add({
      match: { service: 'ssm', operation: 'GetParameter' },
      effect: { kind: 'error', code: 'AccessDeniedException', message: 'no', status: 400 },
    });
    await expect(resolveOnce(latest)).rejects.toMatchObject({ code: 'CLOUD.UNAUTHORIZED' });
    sandbox.world.faults.remove(id);
    expect((await resolveOnce(latest)).problems).toEqual([]);
  });
});
