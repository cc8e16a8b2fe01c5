import {
  type Cluster,
  checkRegistration,
  endpointOf,
  organizationAdmin,
  type Principal,
  refreshConnection,
  resumeChecks,
  type UpdateClusterInput,
  updateCluster,
  waitingChecks,
} from '@kerf/application';
import { AppError, invariant } from '@kerf/core';
import { createPrismaStore, type Database } from '@kerf/db';
import { createManifestReader } from '@kerf/definitions';
import { uuidIdSource } from '@kerf/system';
import { aCluster, FakeCloud, FakeCluster } from '@kerf/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../testing/test-database.js';

const ada: Principal = { kind: 'User', id: 'usr_ada', name: 'ada', ...organizationAdmin };
const now = Date.UTC(2026, 10, 21);
const clock = { now: () => now };
let database: Database;
let cloud: FakeCloud;
let gateway: FakeCluster;
let cluster: Cluster;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  cloud = new FakeCloud(clock.now);
  gateway = new FakeCluster('clu_fake', clock.now);
  cloud.queues.add('warnings');
  cluster = await register({ interruptionQueue: 'warnings' });
});

async function register(some: Partial<Cluster>): Promise<Cluster> {
  const id = uuidIdSource.next('clu');
  const registered = aCluster({
    id,
    name: id,
    checks: waitingChecks,
    connection: { state: 'Checking', problem: null, syncedAt: null, changedAt: now },
    ...some,
  });
  await ports().store.clusters.insert(registered);
  return registered;
}

const ports = () => ({
  store: createPrismaStore(database),
  clock,
  ids: uuidIdSource,
  cloud,
  gateway,
  manifests: createManifestReader(),
});

async function check({ id: clusterId }: Cluster): Promise<Cluster> {
  await checkRegistration(ports(), { clusterId });
  const checked = await ports().store.clusters.find(clusterId);
  invariant(checked !== null, 'it is registered');
  return checked;
}

const queueStep = ({ checks }: Cluster) => checks.find(({ step }) => step === 'InterruptionQueue');

const requestedValues = async ({ id: clusterId }: Cluster): Promise<readonly unknown[]> =>
  (await database.prisma.outboxEntry.findMany({ where: { clusterId } })).map(
    ({ message }) => message,
  );

const { connection } = aCluster({ id: '', name: '' });

const checkOf = ({ id: clusterId }: Cluster) => ({
  v: 1,
  type: 'cluster.check-registration',
  clusterId,
});

describe('the registration check', () => {
  it('passes all steps, the interruption queue last', async () => {
    const checked = await check(cluster);
    expect(checked.checks.map(({ state }) => state)).toEqual(waitingChecks.map(() => 'Passed'));
    expect(checked.checks.at(-1)).toMatchObject({
      step: 'InterruptionQueue',
      detail: 'Queue warnings has 0 messages.',
    });
    expect(checked.connection.state).toBe('Connecting');
  });

  it('fails if the role can be assumed without its external ID', async () => {
    cloud.requiresExternalId = false;
    const checked = await check(await register({}));
    expect(checked.checks[0]).toMatchObject({
      step: 'AssumeRole',
      state: 'Failed',
      detail: expect.stringContaining('without the external ID'),
      remedy: expect.stringContaining('StringEquals sts:ExternalId'),
    });
    expect(checked.connection.state).toBe('Rejected');
  });

  it("warns of a missing queue with the field's path, and still watches the cluster", async () => {
    const checked = await check(await register({ interruptionQueue: 'warnigns' }));
    expect(queueStep(checked)).toEqual({
      step: 'InterruptionQueue',
      state: 'Warned',
      detail: 'there is no queue warnigns',
      remedy:
        'Set interruptionQueue to the name of an SQS queue in the cluster’s account and the region us-east-1.',
    });
    expect(checked.connection.state).toBe('Connecting');
  });

  it('warns of a queue that the role cannot read, with the missing permission', async () => {
    cloud.describeQueue = () =>
      Promise.reject(
        new AppError({ code: 'CLOUD.UNAUTHORIZED', message: 'sqs:GetQueueUrl: denied' }),
      );
    expect(queueStep(await check(cluster))).toMatchObject({
      state: 'Warned',
      detail: 'sqs:GetQueueUrl: denied',
      remedy: expect.stringContaining('sqs:ReceiveMessage'),
    });
  });

  it('warns of missing optional permissions, and fails without required ones', async () => {
    const permissions = async (missing: FakeCluster['missing']) => {
      gateway.missing = missing;
      const { checks } = await check(await register({}));
      return checks.find(({ step }) => step === 'Permissions');
    };
    const overlays = ['list nodeoverlays.karpenter.sh'];
    expect(await permissions({ needed: [], extra: overlays })).toMatchObject({
      state: 'Warned',
      detail:
        'Missing optional permissions: list nodeoverlays.karpenter.sh. Kerf decides without these objects.',
    });
    expect(await permissions({ needed: ['list pods'], extra: overlays })).toMatchObject({
      state: 'Failed',
      detail: 'Missing permissions: list pods.',
    });
  });

  it('sends no token to an endpoint that EKS does not report', async () => {
    const calls: unknown[] = [];
    gateway.version = (details) => {
      calls.push(details?.endpoint);
      return Promise.resolve({ kubernetesVersion: '1.36' });
    };
    const { endpoint, certificateAuthority } = await cloud.describeCluster();
    const given = [
      { endpoint: 'https://attacker.example', certificateAuthority },
      { endpoint: 'https://169.254.169.254', certificateAuthority },
      { endpoint, certificateAuthority: 'LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCg==' },
    ];
    for (const registered of given) {
      const checked = await check(await register({ ...registered, endpointIsGiven: true }));
      expect(checked.checks.find(({ step }) => step === 'DescribeCluster')).toEqual({
        step: 'DescribeCluster',
        state: 'Failed',
        detail:
          'The registered endpoint or certificateAuthority differs from that of the cluster in EKS.',
        remedy: expect.stringContaining('KERF_ALLOWED_CLUSTER_ENDPOINTS'),
      });
      expect(checked).toMatchObject({ facts: null, connection: { state: 'Rejected' } });
    }
    expect(calls).toEqual([]);
  });

  it('accepts an endpoint that EKS reports, and one whose host the operator allows', async () => {
    const { endpoint, certificateAuthority } = await cloud.describeCluster();
    const same = { endpoint: `${endpoint.toUpperCase()}/`, certificateAuthority };
    const asEks = await check(await register({ ...same, endpointIsGiven: true }));
    expect(asEks).toMatchObject({ endpoint, certificateAuthority, endpointIsGiven: false });
    expect(asEks.connection.state).toBe('Connecting');
    const other = { endpoint: 'https://10.0.0.1', certificateAuthority: 'LS0tLS1' };
    gateway.trustedEndpoints.add(other.endpoint);
    const trusted = await check(await register({ ...other, endpointIsGiven: true }));
    expect(trusted).toMatchObject({ ...other, endpointIsGiven: true });
    expect(trusted.connection.state).toBe('Connecting');
  });

  it('is not skipped when a cluster of an earlier version is watched again', async () => {
    const { facts } = await cloud.describeCluster();
    const given = { endpoint: 'https://attacker.example', certificateAuthority: 'LS0tLS1' };
    const old = await register({ ...given, endpointIsGiven: true, facts });
    await expect(refreshConnection(ports(), old.id)).rejects.toMatchObject({
      code: 'CLUSTER.ENDPOINT_REFUSED',
    });
    // Also while AWS does not respond.
    expect(() => endpointOf(gateway, old, null)).toThrow(
      expect.objectContaining({ code: 'CLUSTER.ENDPOINT_REFUSED' }),
    );
    expect(endpointOf(gateway, cluster, null)).toMatchObject({ endpointIsGiven: false });
  });

  it('explains what a cluster without an interruption queue misses', async () => {
    expect(queueStep(await check(await register({ interruptionQueue: null })))).toMatchObject({
      state: 'Passed',
      detail: 'No queue is configured. Nodes are not drained before AWS interrupts them.',
    });
  });

  it('runs again when the queue changes, while the cluster stays watched', async () => {
    const watched = await register({ connection });
    const change = async (expectedVersion: number, interruptionQueue: string) =>
      updateCluster(ports(), ada, {
        id: watched.id,
        expectedVersion,
        interruptionQueue,
        mode: null,
        settings: {},
        requestId: null,
      });
    expect(await change(1, 'others')).toMatchObject({
      cluster: { checks: waitingChecks, connection: { state: 'Connected' } },
    });
    expect(await requestedValues(watched)).toEqual([checkOf(watched)]);
    await change(2, 'others');
    expect(await requestedValues(watched)).toEqual([checkOf(watched)]);
  });

  describe('of a cluster whose access settings change', () => {
    const role = (account: string) => `arn:aws:iam::${account}:role/kerf-2`;
    const own = '111122223333';
    const facts = {
      accountId: own,
      kubernetesVersion: '1.36',
      serviceCidr: '10.100.0.0/16',
      clusterDnsIp: '10.100.0.10',
    };
    const correct = ({ id, version }: Cluster, change: Pick<UpdateClusterInput, 'roleArn'>) =>
      updateCluster(ports(), ada, {
        id,
        expectedVersion: version,
        mode: null,
        settings: {},
        requestId: null,
        ...change,
      });

    it('starts again, also after a rejection', async () => {
      cloud.whoAmI = () =>
        Promise.reject(new AppError({ code: 'CLOUD.UNAUTHORIZED', message: 'not trusted' }));
      const rejected = await check(cluster);
      expect(rejected.connection.state).toBe('Rejected');
      expect(await correct(rejected, { roleArn: role(own) })).toMatchObject({
        kind: 'Updated',
        cluster: {
          roleArn: role(own),
          checks: waitingChecks,
          connection: { state: 'Checking', problem: null },
        },
      });
      expect(await requestedValues(cluster)).toEqual([checkOf(cluster)]);
    });

    it('uses the result for the new role if a check of the old one is still running', async () => {
      cloud.whoAmI = async () => {
        cloud.whoAmI = () => Promise.reject(new Error('the old check goes no further'));
        const current = await ports().store.clusters.find(cluster.id);
        await correct(current ?? cluster, { roleArn: role(own) });
        throw new AppError({ code: 'CLOUD.UNAUTHORIZED', message: 'not trusted' });
      };
      const after = await check(cluster);
      expect(after).toMatchObject({
        roleArn: role(own),
        checks: waitingChecks,
        connection: { state: 'Checking' },
      });
    });

    it('does not start when nothing changed', async () => {
      expect(await correct(cluster, { roleArn: cluster.roleArn })).toMatchObject({
        kind: 'Updated',
      });
      expect(await requestedValues(cluster)).toEqual([]);
    });

    it.each([[{ roleArn: 'kerf' }, 'roleArn', /must be the ARN of an IAM role/]])(
      'refuses %j',
      async (change, path, message) => {
        expect(await correct(cluster, change)).toEqual({
          kind: 'Invalid',
          problems: [{ path, message: expect.stringMatching(message) }],
        });
      },
    );

    it('refuses a role of another account once nodes may have been launched', async () => {
      const watched = await register({ connection, facts });
      expect(await correct(watched, { roleArn: role('999999999999') })).toEqual({
        kind: 'Invalid',
        problems: [{ path: 'roleArn', message: expect.stringContaining(own) }],
      });
      expect(await correct(watched, { roleArn: role(own) })).toMatchObject({
        kind: 'Updated',
        cluster: { connection: { state: 'Connected' } },
      });
    });
  });

  it('gets a new job when its job may be lost, unless it is finished', async () => {
    const done = await check(await register({ interruptionQueue: null }));
    await resumeChecks(ports());
    expect(await requestedValues(done)).toEqual([]);
    expect(await requestedValues(cluster)).toEqual([checkOf(cluster)]);
  });
});
