import {
  CreateTagsCommand,
  DescribeInstanceStatusCommand,
  DescribeInstancesCommand,
  type Filter,
  paginateDescribeInstances,
  RebootInstancesCommand,
  TerminateInstancesCommand,
} from '@aws-sdk/client-ec2';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { allPages } from './all-pages.js';
import { type AwsBackend, startBackend } from './backend.js';
import { unlikeMoto } from './differences.js';
import { createTemplate, describeInstances, fleetRequest, launchOne } from './launching.js';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const unknownId = 'i-0123456789abcdef0';
const cluster = 'eks:eks-cluster-name';
const present = ['pending', 'running', 'shutting-down', 'stopping', 'stopped'];

let aws: AwsBackend;
let template: string;
beforeAll(async () => {
  aws = await startBackend();
  template = await createTemplate(aws, 'instances');
});
afterAll(() => aws.close());

const launch = (tags: Readonly<Record<string, string>> = {}): Promise<string> =>
  launchOne(aws, fleetRequest(aws, template, { tags: { [cluster]: aws.clusterName, ...tags } }));
const filter = (Name: string, ...Values: string[]): Filter => ({ Name, Values });
const terminate = (...InstanceIds: string[]) =>
  aws.ec2.send(new TerminateInstancesCommand({ InstanceIds }));
const idsBy = async (...filters: Filter[]): Promise<readonly string[]> =>
  (await describeInstances(aws, ...filters)).map(({ InstanceId = '' }) => InstanceId).toSorted();

describe('DescribeInstances', () => {
  it('selects the instances of a cluster and of a NodeClaim', async () => {
    const a = await launch({ 'karpenter.sh/nodeclaim': 'select-a' });
    const b = await launch({ 'karpenter.sh/nodeclaim': 'select-b' });
    const other = await launch({ [cluster]: 'other', 'karpenter.sh/nodeclaim': 'select-a' });
    const ofCluster = filter(`tag:${cluster}`, aws.clusterName);
    const alive = filter('instance-state-name', ...present);
    const found = await idsBy(ofCluster, alive);
    expect(found).toEqual(expect.arrayContaining([a, b]));
    expect(found).not.toContain(other);
    const claims = filter('tag:karpenter.sh/nodeclaim', 'select-a', 'select-b');
    expect(await idsBy(ofCluster, claims, alive)).toEqual([a, b].toSorted());
    expect(await idsBy(ofCluster, filter('tag-key', 'no-such-tag'))).toEqual([]);
  });

  it('ignores unknown IDs in a filter, and refuses them as IDs', async () => {
    const id = await launch();
    expect(await idsBy(filter('instance-id', id, unknownId))).toEqual([id]);
    await expect(
      aws.ec2.send(new DescribeInstancesCommand({ InstanceIds: [id, unknownId] })),
    ).rejects.toMatchObject({
      name: 'InvalidInstanceID.NotFound',
      $metadata: { httpStatusCode: 400 },
    });
  });

  it('pages without a gap', async () => {
    const tag = filter('tag:group', `${aws.clusterName}-pages`);
    const ids = await Promise.all(
      Array.from({ length: 7 }, () => launch({ group: `${aws.clusterName}-pages` })),
    );
    const pages = await allPages(
      paginateDescribeInstances({ client: aws.ec2, pageSize: 5 }, { Filters: [tag] }),
    );
    const seen = pages.flatMap(({ Reservations = [] }) =>
      Reservations.flatMap(({ Instances = [] }) => Instances.map(({ InstanceId }) => InstanceId)),
    );
    expect(pages.length).toBeGreaterThan(1);
    expect(new Set(seen)).toEqual(new Set(ids));
    expect(seen).toHaveLength(ids.length);
  });

  it('shows tags that are added later', async () => {
    const id = await launch();
    await aws.ec2.send(
      new CreateTagsCommand({ Resources: [id], Tags: [{ Key: 'Name', Value: 'node-1' }] }),
    );
    const [instance] = await describeInstances(aws, filter('instance-id', id));
    expect(instance?.Tags).toContainEqual({ Key: 'Name', Value: 'node-1' });
  });

  it(
    'refuses an ID that is none',
    unlikeMoto('malformed-id', async () => {
      await expect(
        aws.ec2.send(new DescribeInstancesCommand({ InstanceIds: ['node-1'] })),
      ).rejects.toMatchObject({ name: 'InvalidInstanceID.Malformed' });
    }),
  );
});

describe('CreateTags', () => {
  it(
    'refuses an instance that does not exist',
    unlikeMoto('tags-of-none', async () => {
      await expect(
        aws.ec2.send(
          new CreateTagsCommand({ Resources: [unknownId], Tags: [{ Key: 'a', Value: 'b' }] }),
        ),
      ).rejects.toMatchObject({ name: 'InvalidInstanceID.NotFound' });
    }),
  );
});

describe('TerminateInstances', () => {
  it('returns both states, and can be repeated', async () => {
    const id = await launch();
    const once = await terminate(id);
    expect(once.TerminatingInstances).toMatchObject([
      { InstanceId: id, CurrentState: { Name: 'shutting-down', Code: 32 } },
    ]);
    const twice = await terminate(id);
    expect(twice.TerminatingInstances).toMatchObject([
      { InstanceId: id, CurrentState: { Name: expect.stringMatching(/shutting-down|terminated/) } },
    ]);
    expect(
      await idsBy(filter('instance-id', id), filter('instance-state-name', 'running')),
    ).toEqual([]);
  });

  it('refuses the whole call if one instance does not exist', async () => {
    const id = await launch();
    await expect(terminate(id, unknownId)).rejects.toMatchObject({
      name: 'InvalidInstanceID.NotFound',
    });
    const alive = filter('instance-state-name', 'pending', 'running');
    expect(await idsBy(filter('instance-id', id), alive)).toEqual([id]);
  });
});

describe('RebootInstances', () => {
  const reboot = (...InstanceIds: string[]) =>
    aws.ec2.send(new RebootInstancesCommand({ InstanceIds }));

  it('leaves a running instance running, and can be repeated', async () => {
    const id = await launch();
    const running = filter('instance-state-name', 'running');
    await vi.waitFor(
      async () => expect(await idsBy(filter('instance-id', id), running)).toEqual([id]),
      { timeout: 30_000, interval: 200 },
    );
    await reboot(id);
    await reboot(id);
    expect(await idsBy(filter('instance-id', id), running)).toEqual([id]);
  });

  it('refuses the whole call if one instance does not exist', async () => {
    const id = await launch();
    await expect(reboot(id, unknownId)).rejects.toMatchObject({
      name: 'InvalidInstanceID.NotFound',
    });
  });
});

describe('DescribeInstanceStatus', () => {
  it('shows a running instance', async () => {
    const id = await launch();
    await vi.waitFor(
      async () => {
        const { InstanceStatuses } = await aws.ec2.send(
          new DescribeInstanceStatusCommand({ InstanceIds: [id] }),
        );
        expect(InstanceStatuses).toMatchObject([
          { InstanceId: id, InstanceState: { Name: 'running' } },
        ]);
      },
      { timeout: 30_000, interval: 200 },
    );
  });

  it(
    'lists no instance without a matching event',
    unlikeMoto('event-filter', async () => {
      const { InstanceStatuses } = await aws.ec2.send(
        new DescribeInstanceStatusCommand({
          MaxResults: 1000,
          Filters: [filter('event.code', 'instance-stop', 'system-reboot')],
        }),
      );
      expect(InstanceStatuses).toEqual([]);
    }),
  );
});
