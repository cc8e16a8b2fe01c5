import { AppError, type ErrorCode } from '@kerf/core';
import { describe, expect, it } from 'vitest';
import type { Cluster } from '../domain/cluster/cluster.js';
import type { Ports } from '../ports/ports.js';
import { override } from '../testing/override.js';
import { type ClusterSetup, setUpCluster } from '../testing/set-up-cluster.js';
import { checkRegistration } from './check-registration.js';
import { waitingChecks } from './register-cluster.js';
import { requireCluster } from './require-cluster.js';

/** A cluster that was just registered. */
const setUpNew = (fields: Partial<Cluster> = {}): Promise<ClusterSetup> =>
  setUpCluster({
    connection: { state: 'Checking', problem: null, syncedAt: null, changedAt: 0 },
    checks: waitingChecks,
    ...fields,
  });

async function check(setup: ClusterSetup, ports: Ports = setup.ports): Promise<Cluster> {
  const { clusterId, store } = setup;
  expect(await checkRegistration(ports, { clusterId })).toEqual({ kind: 'Done' });
  const cluster = await store.clusters.find(clusterId);
  if (cluster === null) throw new RangeError('the cluster was removed');
  return cluster;
}

const stepOf = ({ checks }: Cluster, step: string) => checks.find((one) => one.step === step);

describe('checkRegistration', () => {
  it('passes every step of a cluster that is set up as documented, and starts its watch', async () => {
    const setup = await setUpNew();
    const { store, clusterId } = setup;
    const known = await requireCluster(store, clusterId);
    await store.clusters.save({
      ...known,
      endpoint: null,
      certificateAuthority: null,
      facts: null,
    });
    const cluster = await check(setup);
    expect(cluster.checks.map(({ state }) => state)).toEqual(waitingChecks.map(() => 'Passed'));
    expect(cluster).toMatchObject({
      endpoint: 'https://cluster.example',
      facts: { accountId: '111122223333', kubernetesVersion: '1.36' },
      connection: { state: 'Connecting', problem: null, changedAt: setup.clock.now() },
    });
  });

  it('stops at the step that fails, skips the later ones, and rejects the cluster', async () => {
    const setup = await setUpNew();
    setup.cloud.requiresExternalId = false;
    const cluster = await check(setup);
    const [first, ...others] = cluster.checks;
    expect(first).toMatchObject({ step: 'AssumeRole', state: 'Failed' });
    expect(first?.remedy).toContain('sts:ExternalId');
    expect(new Set(others.map(({ state }) => state))).toEqual(new Set(['Skipped']));
    expect(cluster.connection).toMatchObject({ state: 'Rejected' });
    expect(cluster.connection.problem).toContain('AssumeRole');
  });

  it.each([
    ['1.25', 'Warned'],
    ['1.26', 'Passed'],
    ['1.36', 'Passed'],
    ['1.37', 'Warned'],
  ] as const)('accepts a cluster of Kubernetes %s: the version is %s', async (version, state) => {
    const setup = await setUpNew();
    setup.cloud.kubernetesVersion = version;
    const cluster = await check(setup);
    expect(stepOf(cluster, 'Version')).toMatchObject(
      state === 'Passed'
        ? { state, detail: `Kubernetes ${version}`, remedy: null }
        : {
            state,
            detail: `Kubernetes ${version} is not tested.`,
            remedy: 'Tested versions: 1.26 to 1.36.',
          },
    );
    expect(cluster.connection).toMatchObject({ state: 'Connecting', problem: null });
  });

  it('refuses a role of another account than the assumed one', async () => {
    const setup = await setUpNew({ roleArn: 'arn:aws:iam::999988887777:role/kerf' });
    const [first] = (await check(setup)).checks;
    expect(first).toMatchObject({ state: 'Failed' });
    expect(first?.detail).toContain('111122223333');
  });

  it('keeps watching a cluster whose later check fails', async () => {
    const setup = await setUpCluster({ checks: waitingChecks });
    setup.cloud.requiresExternalId = false;
    const cluster = await check(setup);
    expect(cluster.connection.state).toBe('Connected');
    expect(stepOf(cluster, 'AssumeRole')).toMatchObject({ state: 'Failed' });
  });

  it('records an error of the cloud as the failed step with its remedy', async () => {
    const setup = await setUpNew();
    const forbidden = new AppError({ code: 'CLOUD.UNAUTHORIZED', message: 'AccessDenied' });
    const describeCluster = () => Promise.reject(forbidden);
    const cloud = override(setup.cloud, { describeCluster });
    const cluster = await check(setup, { ...setup.ports, cloud });
    expect(stepOf(cluster, 'DescribeCluster')).toMatchObject({
      state: 'Failed',
      detail: 'AccessDenied',
      remedy: expect.stringContaining('eks:DescribeCluster'),
    });
  });

  it.each([
    ['CLUSTER.UNREACHABLE', 'network between Kerf and the endpoint'],
    ['CLUSTER.RATE_LIMITED', 'Kerf checks again by itself'],
    ['CLUSTER.FORBIDDEN', 'EKS access entry'],
  ] as const)('has a remedy for the cause of a failed step: %s', async (code, remedy) => {
    const setup = await setUpNew();
    const missingPermissions = () => Promise.reject(new AppError({ code, message: 'no answer' }));
    const gateway = override(setup.ports.gateway, { missingPermissions });
    const cluster = await check(setup, { ...setup.ports, gateway });
    expect(stepOf(cluster, 'Permissions')).toMatchObject({
      state: 'Failed',
      detail: 'no answer',
      remedy: expect.stringContaining(remedy),
    });
  });

  describe('without an answer', () => {
    async function setUpUnanswered(fields: Partial<Cluster>, code: ErrorCode) {
      const setup = await setUpNew(fields);
      const version = () => Promise.reject(new AppError({ code, message: 'no answer' }));
      const gateway = override(setup.ports.gateway, { version });
      const { clusterId } = setup;
      return { setup, once: () => checkRegistration({ ...setup.ports, gateway }, { clusterId }) };
    }

    /** The requests of the next checks, and how long after now they are delivered. */
    const repeats = ({ store, clock }: ClusterSetup) =>
      store.tables.outbox
        .all()
        .flatMap(({ message, deliverAt }) =>
          message.type === 'cluster.check-registration'
            ? [{ message, inMs: deliverAt - clock.now() }]
            : [],
        );

    it.each([
      'CLUSTER.UNREACHABLE',
      'CLUSTER.RATE_LIMITED',
      'CLUSTER.FAILED',
      'CLOUD.UNREACHABLE',
      'CLOUD.RATE_LIMITED',
    ] as const)('is repeated, and accepts the cluster once it is answered: %s', async (code) => {
      const { setup, once } = await setUpUnanswered({}, code);
      await once();
      const rejected = await requireCluster(setup.store, setup.clusterId);
      expect(rejected.connection.state).toBe('Rejected');
      expect(stepOf(rejected, 'Images')).toMatchObject({ state: 'Skipped' });
      const [repeat, ...others] = repeats(setup);
      expect(others).toEqual([]);
      setup.clock.advance(repeat?.inMs ?? 0);
      expect(await checkRegistration(setup.ports, requireMessage(repeat))).toEqual({
        kind: 'Done',
      });
      const accepted = await requireCluster(setup.store, setup.clusterId);
      expect(accepted.connection).toMatchObject({ state: 'Connecting', problem: null });
      expect(new Set(accepted.checks.map(({ state }) => state))).toEqual(new Set(['Passed']));
    });

    it('is not repeated when a check that a person requested has ended before', async () => {
      const { setup, once } = await setUpUnanswered({}, 'CLUSTER.UNREACHABLE');
      await once();
      const [first] = repeats(setup);
      setup.clock.advance(5000);
      await once();
      const [, second] = repeats(setup);
      const noRequest = override(setup.ports.gateway, {
        version: () => Promise.reject(new TypeError('the cluster was asked')),
      });
      const ports = { ...setup.ports, gateway: noRequest };
      expect(await checkRegistration(ports, requireMessage(first))).toEqual({ kind: 'NotNeeded' });
      await check(setup);
      expect(await checkRegistration(ports, requireMessage(second))).toEqual({
        kind: 'NotNeeded',
      });
    });

    it('is repeated after longer pauses, at most five minutes', async () => {
      const { setup, once } = await setUpUnanswered({ createdAt: 0 }, 'CLUSTER.UNREACHABLE');
      setup.clock.advance(10 * 60_000 - setup.clock.now());
      await once();
      expect(repeats(setup).at(-1)).toMatchObject({ inMs: 150_000 });
      setup.clock.advance(24 * 3_600_000);
      await once();
      expect(repeats(setup).at(-1)).toMatchObject({ inMs: 300_000 });
    });

    it('is not repeated for a refusal, nor for a cluster that is watched already', async () => {
      const refused = await setUpUnanswered({}, 'CLUSTER.FORBIDDEN');
      await refused.once();
      expect(repeats(refused.setup)).toEqual([]);
      const { connection } = await requireCluster(
        (await setUpCluster()).store,
        refused.setup.clusterId,
      );
      const watched = await setUpUnanswered({ connection }, 'CLUSTER.UNREACHABLE');
      await watched.once();
      expect(repeats(watched.setup)).toEqual([]);
    });

    function requireMessage<Message>(found: { readonly message: Message } | undefined): Message {
      if (found === undefined) throw new RangeError('no check was requested');
      return found.message;
    }
  });

  it('throws a bug, which no change of the registration resolves', async () => {
    const setup = await setUpNew();
    const whoAmI = () => Promise.reject(new TypeError('x is undefined'));
    const cloud = override(setup.cloud, { whoAmI });
    const { clusterId } = setup;
    await expect(checkRegistration({ ...setup.ports, cloud }, { clusterId })).rejects.toThrow(
      'x is undefined',
    );
  });

  it('does not send a token to a registered endpoint that EKS does not know', async () => {
    const setup = await setUpNew({ endpoint: 'https://attacker.example', endpointIsGiven: true });
    const cluster = await check(setup);
    expect(stepOf(cluster, 'DescribeCluster')).toMatchObject({
      state: 'Failed',
      remedy: expect.stringContaining('KERF_ALLOWED_CLUSTER_ENDPOINTS'),
    });
    expect(stepOf(cluster, 'Connect')).toMatchObject({ state: 'Skipped' });
  });

  it('fails without a required permission, and warns without an optional one', async () => {
    const setup = await setUpNew();
    setup.cluster.missing = { needed: [], extra: ['get leases'] };
    expect(stepOf(await check(setup), 'Permissions')).toMatchObject({ state: 'Warned' });
    setup.cluster.missing = { needed: ['patch nodes'], extra: [] };
    expect(stepOf(await check(setup), 'Permissions')).toMatchObject({
      state: 'Failed',
      detail: 'Missing permissions: patch nodes.',
    });
  });

  it.each([
    ['1.25', 'Warned'],
    ['1.26', 'Passed'],
    ['1.36', 'Passed'],
    ['1.37', 'Warned'],
  ])('for Kubernetes %s, the version step is %s', async (kubernetesVersion, state) => {
    const setup = await setUpNew();
    const described = await setup.cloud.describeCluster();
    const describeCluster = () =>
      Promise.resolve({ ...described, facts: { ...described.facts, kubernetesVersion } });
    const cloud = override(setup.cloud, { describeCluster });
    const cluster = await check(setup, { ...setup.ports, cloud });
    expect(stepOf(cluster, 'Version')).toMatchObject({ state });
  });

  it.each([
    ['auto', 'Warned'],
    ['observe', 'Passed'],
  ] as const)('in mode %s, a running Karpenter gives the state %s', async (mode, state) => {
    const setup = await setUpNew({ mode });
    setup.cluster.controllers = {
      leases: [],
      deployments: [{ namespace: 'karpenter', name: 'karpenter', replicas: 2 }],
    };
    const cluster = await check(setup);
    expect(stepOf(cluster, 'OtherControllers')).toMatchObject({ state });
    expect(cluster.hold).toMatchObject({ code: 'KARPENTER_RUNNING' });
    expect(cluster.mode).toBe('observe');
  });

  it.each([
    ['none is configured', null, [], 'Passed'],
    ['it exists', 'warnings', ['warnings'], 'Passed'],
    ['it does not exist', 'warnings', ['other'], 'Warned'],
  ])('about the interruption queue when %s', async (_, interruptionQueue, queues, state) => {
    const setup = await setUpNew({ interruptionQueue });
    for (const queue of queues) setup.cloud.queues.add(queue);
    const cluster = await check(setup);
    expect(stepOf(cluster, 'InterruptionQueue')).toMatchObject({ state });
    expect(cluster.connection.state).toBe('Connecting');
  });

  it('warns when the usual selectors find nothing', async () => {
    const setup = await setUpNew();
    setup.cloud.nodeClassProblems = [
      { condition: 'SubnetsReady', reason: 'SubnetsNotFound', message: 'no subnet' },
    ];
    const cluster = await check(setup);
    expect(stepOf(cluster, 'Subnets')).toMatchObject({ state: 'Warned', detail: 'no subnet' });
    expect(stepOf(cluster, 'SecurityGroups')).toMatchObject({ state: 'Passed' });
  });

  it('records nothing more once the access of the cluster was changed', async () => {
    const setup = await setUpNew();
    const { store, clusterId, cloud } = setup;
    const whoAmI = async () => {
      const cluster = await store.clusters.find(clusterId);
      if (cluster !== null) {
        await store.clusters.save({ ...cluster, roleArn: 'arn:aws:iam::111122223333:role/new' });
      }
      return cloud.whoAmI();
    };
    const changing = override(cloud, { whoAmI });
    const cluster = await check(setup, { ...setup.ports, cloud: changing });
    expect(stepOf(cluster, 'AssumeRole')).toMatchObject({ state: 'Running' });
    expect(cluster.connection.state).toBe('Checking');
  });
});
