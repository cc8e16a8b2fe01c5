import { CreateQueueCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import type { Ec2NodeClassManifest, LaunchRequest, NodeClassResolution } from '@kerf/application';
import { createEc2CloudProvider, type Ec2CloudProvider } from '@kerf/cloud-aws';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type AwsBackend, region, startBackend } from './backend.js';
import { unlikeMoto } from './differences.js';
import { type LaunchSetup, newLaunch, prepareLaunches } from './product.js';

/* The product's own adapter. moto needs up to a minute for the list of instance types. */
vi.setConfig({ testTimeout: 120_000, hookTimeout: 240_000 });
const patient = { requestMs: 110_000, callMs: 120_000 };
const limits = { ordinary: patient, slow: patient, waiting: patient };

const closing = new AbortController();
const clock = { now: () => Date.now() };
let aws: AwsBackend;
let cloud: Ec2CloudProvider;
let setup: LaunchSetup;
let target: LaunchSetup['target'];
let spec: Ec2NodeClassManifest;
let resolution: NodeClassResolution;

beforeAll(async () => {
  aws = await startBackend();
  vi.stubEnv('AWS_ENDPOINT_URL', aws.endpoint);
  vi.stubEnv('AWS_ACCESS_KEY_ID', aws.credentials.accessKeyId);
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', aws.credentials.secretAccessKey);
  cloud = anotherCloud();
  setup = await prepareLaunches(aws, cloud);
  ({ target, spec, resolution } = setup);
});
afterAll(async () => {
  closing.abort();
  vi.unstubAllEnvs();
  await aws.close();
});

/** A cloud provider without cached state, as after a restart. */
const anotherCloud = (): Ec2CloudProvider =>
  createEc2CloudProvider({ clock, signal: closing.signal, limits });

const resolve = (manifest: Ec2NodeClassManifest): Promise<NodeClassResolution> =>
  cloud.resolveNodeClass(target, { name: 'default', spec: manifest }, aws.clusterVersion, 'auto');

const aRequest = (): LaunchRequest => newLaunch(setup);
const launch = async (request: LaunchRequest, by = cloud) =>
  (await by.launch(target, request)).instance;
const instancesOf = async ({ nodeClaimName }: LaunchRequest) =>
  (await cloud.listInstances(target)).filter(
    ({ tags }) => tags['karpenter.sh/nodeclaim'] === nodeClaimName,
  );

describe('the account', () => {
  it('is that of the role', async () => {
    expect(await cloud.whoAmI(target)).toEqual({
      accountId: aws.accountId,
      arn: expect.stringMatching(/:assumed-role\/.*\/kerf-/),
    });
  });

  it(
    'is protected by the external ID',
    unlikeMoto('external-id', async () => {
      expect(await cloud.needsExternalId(target)).toBe(true);
    }),
  );
});

describe('an EC2NodeClass', () => {
  it('is resolved to subnets, groups, images and a new instance profile', () => {
    expect(resolution).toMatchObject({
      problems: [],
      securityGroups: [aws.securityGroup],
      instanceProfile: expect.stringMatching(new RegExp(`^${aws.clusterName}_[0-9a-f]{20}$`)),
    });
    expect(resolution.subnets.map(({ id, zone }) => ({ id, zone }))).toEqual(aws.subnets);
    expect(new Set(resolution.images.map(({ id }) => id))).toEqual(
      new Set(spec.amiSelectorTerms.map(({ id }) => id)),
    );
  });

  it('is resolved to the same instance profile again', async () => {
    expect((await resolve(spec)).instanceProfile).toBe(resolution.instanceProfile);
  });

  it('reports each selector without a match, and a role that does not exist', async () => {
    const tags = { 'karpenter.sh/discovery': 'none' };
    const { problems } = await resolve({
      ...spec,
      subnetSelectorTerms: [{ tags }],
      securityGroupSelectorTerms: [{ tags }],
      amiSelectorTerms: [{ id: 'ami-0123456789abcdef0' }],
      role: 'no-such-role',
    });
    expect(problems.map(({ reason }) => reason).toSorted()).toEqual([
      'AMINotFound',
      'RoleNotFound',
      'SecurityGroupsNotFound',
      'SubnetsNotFound',
    ]);
  });
});

describe('a NodeClaim', () => {
  it('is launched, listed, found and terminated', async () => {
    const request = aRequest();
    const { instanceId, zone } = await launch(request);
    expect(aws.subnets.map((subnet) => subnet.zone)).toContain(zone);
    expect(await instancesOf(request)).toMatchObject([
      {
        instanceId,
        providerId: `aws:///${zone}/${instanceId}`,
        capacityType: 'on-demand',
        tags: {
          'karpenter.sh/nodepool': 'default',
          'eks:eks-cluster-name': aws.clusterName,
          Name: request.nodeClaimName,
        },
      },
    ]);
    expect(await cloud.getInstance(target, instanceId)).toMatchObject({ instanceId });
    await cloud.terminate(target, instanceId);
    await cloud.terminate(target, instanceId);
    await vi.waitFor(async () => expect(await cloud.getInstance(target, instanceId)).toBeNull(), {
      timeout: 60_000,
      interval: 500,
    });
  });

  it('has one instance after a repeated launch', async () => {
    const request = aRequest();
    const { instanceId } = await launch(request);
    const repeated = { ...request, isRepeat: true };
    expect((await launch(repeated)).instanceId).toBe(instanceId);
    expect((await launch(repeated, anotherCloud())).instanceId).toBe(instanceId);
    expect(await instancesOf(request)).toHaveLength(1);
  });

  it(
    'has one instance after two first launches',
    unlikeMoto('fleet-client-token', async () => {
      const request = aRequest();
      const { instanceId } = await launch(request);
      expect((await launch(request, anotherCloud())).instanceId).toBe(instanceId);
      expect(await instancesOf(request)).toHaveLength(1);
    }),
  );

  it('is launched after its launch template was deleted', async () => {
    await launch(aRequest());
    expect(await cloud.removeLaunchTemplates(target, clock.now() + 60_000)).toBeGreaterThan(0);
    const request = aRequest();
    const { instanceId } = await launch(request, anotherCloud());
    expect(await instancesOf(request)).toMatchObject([{ instanceId }]);
  });

  it('is not listed for another cluster', async () => {
    await launch(aRequest());
    const other = { ...target, clusterName: `${aws.clusterName}-other` };
    expect(await cloud.listInstances(other)).toEqual([]);
  });

  it('is rebooted and still listed; the reboot of one that is unknown is rejected', async () => {
    const request = aRequest();
    const { instanceId } = await launch(request);
    expect(await cloud.reboot(target, instanceId)).toEqual({ kind: 'Accepted' });
    expect(await instancesOf(request)).toMatchObject([{ instanceId }]);
    expect(await cloud.reboot(target, 'i-0123456789abcdef0')).toEqual({
      kind: 'Rejected',
      message: expect.stringContaining('i-0123456789abcdef0'),
    });
  });

  it('that is unknown counts as terminated', async () => {
    const instanceId = 'i-0123456789abcdef0';
    await cloud.terminate(target, instanceId);
    expect(await cloud.getInstance(target, instanceId)).toBeNull();
  });

  it('that is unknown does not keep others from being terminated', async () => {
    const ids = [await launch(aRequest()), await launch(aRequest())].map(
      ({ instanceId }) => instanceId,
    );
    await Promise.all(
      ['i-0123456789abcdef0', ...ids].map((instanceId) => cloud.terminate(target, instanceId)),
    );
    for (const id of ids) {
      expect((await cloud.getInstance(target, id))?.state ?? 'terminated').toMatch(
        /shutting-down|terminated/,
      );
    }
  });
});

describe('an interruption queue', () => {
  const warning = (instanceId: string): string =>
    JSON.stringify({
      version: '0',
      id: `event-${instanceId}`,
      'detail-type': 'EC2 Spot Instance Interruption Warning',
      source: 'aws.ec2',
      account: aws.accountId,
      time: '2026-11-21T10:00:00Z',
      region,
      resources: [`arn:aws:ec2:${region}a:instance/${instanceId}`],
      detail: { 'instance-id': instanceId, 'instance-action': 'terminate' },
    });

  it('delivers warnings until they are deleted', async () => {
    const queueName = `${aws.clusterName}-warnings`;
    const { QueueUrl } = await aws.sqs.send(new CreateQueueCommand({ QueueName: queueName }));
    const instanceId = 'i-00000000000000001';
    await aws.sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: warning(instanceId) }));
    await aws.sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'no JSON' }));
    expect(await cloud.describeQueue(target, queueName)).toEqual({ waitingMessages: 2 });

    const queue = cloud.interruptionQueues.open(target, queueName);
    const messages = await queue.receive();
    const others = messages.length < 2 ? await queue.receive() : [];
    const received = [...messages, ...others];
    expect(received.map(({ content }) => content.type).toSorted()).toEqual([
      'Malformed',
      'Warning',
    ]);
    await queue.delete(received.map(({ receipt }) => receipt));
    queue.close();
    expect(await cloud.describeQueue(target, queueName)).toEqual({ waitingMessages: 0 });
  });

  it('that does not exist is refused', async () => {
    await expect(cloud.describeQueue(target, `${aws.clusterName}-none`)).rejects.toMatchObject({
      code: 'CLOUD.INVALID',
    });
  });
});
