import type { NodeClaim } from '@kerf/application';
import { invariant, toRecord, toRecords, toText } from '@kerf/core';
import type { Taint } from '@kerf/engine';
import { KubeConfig, type KubernetesObject, KubernetesObjectApi } from '@kubernetes/client-node';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { eventually } from '../testing/eventually.js';
import { loopbackEndpoints } from '../testing/loopback-endpoints.js';
import {
  launchedInstance,
  nodeClaimContext,
  nodeClaimRecord,
  nodePoolDefinition,
} from '../testing/records.js';
import { aBudget, aDeployment, SandboxCluster } from '../testing/sandbox-cluster.js';
import { createClusterGateway, type KubernetesGateway } from './cluster-gateway.js';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const cluster = new SandboxCluster();
const clock = { now: () => Date.now() };
const unregistered: Taint = { key: 'karpenter.sh/unregistered', value: '', effect: 'NoExecute' };
const disrupted: Taint = { key: 'karpenter.sh/disrupted', value: '', effect: 'NoSchedule' };
let gateway: KubernetesGateway;
let nodeName: string;
beforeAll(async () => {
  await cluster.start();
  gateway = createClusterGateway({ tokens: cluster.tokens, clock, endpoints: loopbackEndpoints });
  nodeName = cluster.bootNode(1, [unregistered]);
});
afterAll(async () => {
  await gateway.close();
  await cluster.close();
});

function operator(): KubernetesObjectApi {
  const { endpoint, certificateAuthority, adminToken } = cluster.cluster;
  const config = new KubeConfig();
  config.loadFromClusterAndUser(
    { name: 'contract', server: endpoint, caData: certificateAuthority, skipTLSVerify: false },
    { name: 'admin', token: adminToken },
  );
  return KubernetesObjectApi.makeApiClient(config);
}

/** The object as an operator sees it. */
async function read(apiVersion: string, kind: string, name: string) {
  return toRecord(await operator().read({ apiVersion, kind, metadata: { name } }));
}

const node = () => read('v1', 'Node', nodeName);
const taintKeys = async () =>
  toRecords(toRecord((await node())['spec'])['taints']).map(({ key }) => key);

async function podsOf(app: string) {
  const { items } = await operator().list('v1', 'Pod', 'default');
  return items
    .map(toRecord)
    .filter(({ metadata }) => toRecord(toRecord(metadata)['labels'])['app'] === app)
    .map(({ metadata, status }) => ({
      namespace: 'default',
      name: toText(toRecord(metadata)['name']),
      uid: toText(toRecord(metadata)['uid']),
      phase: toText(toRecord(status)['phase']),
    }));
}

/** Waits until all of an app's pods run. @returns one of them */
async function runningPod(app: string, count: number) {
  await eventually(async () => {
    const running = (await podsOf(app)).filter(({ phase }) => phase === 'Running');
    expect(running).toHaveLength(count);
  });
  const [pod] = await podsOf(app);
  invariant(pod !== undefined, `${app} has a pod`);
  return pod;
}

describe('a registration check', () => {
  it('finds version, permissions, CRDs of deploy/ and the kinds of devices', async () => {
    const { kubernetesVersion } = await gateway.version(cluster.details);
    expect(kubernetesVersion).toMatch(/^1\.36/);
    const missing = await gateway.missingPermissions(cluster.details, 'act');
    expect(missing).toEqual({ needed: [], extra: [] });
    expect([...(await gateway.customResources(cluster.details))].sort().join(' ')).toBe(
      'capacitybuffers.autoscaling.x-k8s.io deviceclasses.resource.k8s.io ' +
        'ec2nodeclasses.karpenter.k8s.aws nodeclaims.karpenter.sh nodeoverlays.karpenter.sh ' +
        'nodepools.karpenter.sh resourceclaims.resource.k8s.io ' +
        'resourceclaimtemplates.resource.k8s.io resourceslices.resource.k8s.io',
    );
  });

  it('reports the permissions that a role of mode observe lacks', async () => {
    const observed = new SandboxCluster(['kerf:observe']);
    await observed.start();
    const other = createClusterGateway({
      tokens: observed.tokens,
      clock,
      endpoints: loopbackEndpoints,
    });
    try {
      const observing = await other.missingPermissions(observed.details, 'observe');
      expect(observing).toEqual({ needed: [], extra: [] });
      const acting = await other.missingPermissions(observed.details, 'act');
      expect(acting.needed).toContain('patch nodes');
      expect(acting.extra).toEqual([
        'patch pods',
        'patch nodeoverlays.karpenter.sh/status',
        'patch capacitybuffers.autoscaling.x-k8s.io/status',
        'get leases.coordination.k8s.io named kerf in kube-system',
        'create leases.coordination.k8s.io named kerf in kube-system',
        'patch leases.coordination.k8s.io named kerf in kube-system',
      ]);
    } finally {
      await other.close();
      await observed.close();
    }
  });
});

describe('the search for Karpenter', () => {
  it('finds their Lease and Deployment in any namespace, and nothing else', async () => {
    expect(await gateway.findControllers(cluster.details)).toEqual({ leases: [], deployments: [] });
    const lease = (namespace: string, name: string) => ({
      apiVersion: 'coordination.k8s.io/v1',
      kind: 'Lease',
      metadata: { namespace, name },
      spec: {
        holderIdentity: 'karpenter-0',
        leaseDurationSeconds: 15,
        renewTime: '2026-11-21T10:00:00.000000Z',
      },
    });
    const deployment = aDeployment('karpenter', 0);
    cluster.apply(
      { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'karpenter' } },
      lease('kube-system', 'karpenter-leader-election'),
      lease('default', 'something-else'),
      deployment,
    );
    expect(await gateway.findControllers(cluster.details)).toEqual({
      leases: [
        {
          namespace: 'kube-system',
          name: 'karpenter-leader-election',
          holder: 'karpenter-0',
          renewedAt: Date.parse('2026-11-21T10:00:00Z'),
          durationMs: 15_000,
        },
      ],
      deployments: [{ namespace: 'default', name: 'karpenter', replicas: 0 }],
    });
  });
});

describe('the Lease of the acting Kerf', () => {
  const claim = (holder: string, expiredRevision: string | null = null) =>
    gateway.claimActingLease(cluster.details, { holder, durationMs: 30_000, expiredRevision });

  it('is held and renewed by one, and by another once it has expired', async () => {
    expect(await claim('clu_a')).toEqual({ kind: 'Held' });
    const first = await claim('clu_b');
    expect(first).toMatchObject({ kind: 'HeldByOther', holder: 'clu_a', durationMs: 30_000 });
    invariant(first.kind === 'HeldByOther', 'clu_a has it');
    expect(await claim('clu_a')).toEqual({ kind: 'Held' });
    // It was renewed meanwhile, so it has not expired.
    const renewed = await claim('clu_b', first.revision);
    invariant(renewed.kind === 'HeldByOther', 'clu_a has renewed it');
    expect(renewed.revision).not.toBe(first.revision);
    expect(await claim('clu_b', renewed.revision)).toEqual({ kind: 'Held' });
    expect(await claim('clu_a')).toMatchObject({ kind: 'HeldByOther', holder: 'clu_b' });
  });

  it('is held by one of several concurrent claimants', async () => {
    const before = await claim('clu_c');
    invariant(before.kind === 'HeldByOther', 'clu_b has it');
    const all = await Promise.all(
      ['clu_c', 'clu_d', 'clu_e'].map((id) => claim(id, before.revision)),
    );
    expect(all.filter(({ kind }) => kind === 'Held')).toHaveLength(1);
  });

  it('stays with its holder when it is renewed twice at the same time', async () => {
    const before = await claim('clu_f');
    invariant(before.kind === 'HeldByOther', 'one of the others has it');
    expect(await claim('clu_f', before.revision)).toEqual({ kind: 'Held' });
    const renewals = await Promise.all(['clu_f', 'clu_f', 'clu_f'].map((id) => claim(id)));
    expect(renewals.map(({ kind }) => kind)).toEqual(['Held', 'Held', 'Held']);
  });
});

describe('a capacity buffer', () => {
  it('is resolved to its pod template, and its status is written', async () => {
    cluster.apply(aDeployment('followed', 3));
    const ref = { kind: 'Deployment', namespace: 'default', name: 'followed' } as const;
    expect(await gateway.readPodTemplate(cluster.details, ref)).toMatchObject({
      replicas: 3,
      podSpec: {
        namespace: 'default',
        labels: { app: 'followed' },
        requests: { cpu: 500, memory: 256 * 1024 ** 2, pods: 1 },
      },
    });
    const missing = { ...ref, name: 'nobody' };
    expect(await gateway.readPodTemplate(cluster.details, missing)).toBeNull();
    const { template } = toRecord(aDeployment('followed', 1)['spec']);
    cluster.apply({
      apiVersion: 'v1',
      kind: 'PodTemplate',
      metadata: { name: 'unit', namespace: 'default' },
      template,
    });
    const unit = { kind: 'PodTemplate', namespace: 'default', name: 'unit' } as const;
    expect(await gateway.readPodTemplate(cluster.details, unit)).toMatchObject({
      replicas: null,
      podSpec: { requests: { cpu: 500 } },
    });

    const named = { namespace: 'default', name: 'headroom' };
    cluster.apply({
      apiVersion: 'autoscaling.x-k8s.io/v1beta1',
      kind: 'CapacityBuffer',
      metadata: named,
      spec: { podTemplateRef: { name: 'unit' }, replicas: 2 },
    });
    await gateway.applyBufferStatus(cluster.details, named, {
      generation: 1,
      conditions: [
        { type: 'Provisioning', status: 'True', reason: 'FitsExistingCapacity', message: '' },
      ],
      fields: { replicas: 2 },
    });
    const stored = await operator().read({
      apiVersion: 'autoscaling.x-k8s.io/v1beta1',
      kind: 'CapacityBuffer',
      metadata: named,
    });
    expect(stored).toMatchObject({
      status: {
        replicas: 2,
        conditions: [{ type: 'Provisioning', status: 'True', observedGeneration: 1 }],
      },
    });
  });
});

describe('a node', () => {
  it('gets pods only after its registration', async () => {
    cluster.apply(aDeployment('early', 1));
    await eventually(async () => expect(await taintKeys()).toContain('karpenter.sh/unregistered'));
    expect((await podsOf('early')).map(({ phase }) => phase)).toEqual(['Pending']);
    await gateway.applyNodeClaim(
      cluster.details,
      nodeClaimRecord('early', { nodeName }),
      nodeClaimContext,
    );
    const registration = {
      nodeName,
      labels: { 'karpenter.sh/nodepool': 'default', 'karpenter.sh/registered': 'true' },
      annotations: { 'example.com/note': 'n' },
      taints: [],
      startupTaints: [],
      owner: { nodeClaimName: 'early' },
    };
    await gateway.syncRegisteredNode(cluster.details, registration);
    await gateway.syncRegisteredNode(cluster.details, registration);
    await gateway.markInitialized(cluster.details, nodeName);
    expect(toRecord(toRecord((await node())['metadata'])['labels'])).toMatchObject({
      'karpenter.sh/nodepool': 'default',
      'karpenter.sh/registered': 'true',
      'karpenter.sh/initialized': 'true',
      'kubernetes.io/hostname': expect.any(String),
    });
    expect(toRecord((await node())['metadata'])).toMatchObject({
      finalizers: ['karpenter.sh/termination'],
      ownerReferences: [{ kind: 'NodeClaim', name: 'early' }],
    });
    await runningPod('early', 1);
  });

  it('gets and loses labels', async () => {
    const labels = async () => toRecord(toRecord((await node())['metadata'])['labels']);
    await gateway.setNodeLabels(cluster.details, nodeName, { 'example.com/a': 'x', team: 'shop' });
    expect(await labels()).toMatchObject({ 'example.com/a': 'x', team: 'shop' });
    await gateway.setNodeLabels(cluster.details, nodeName, { 'example.com/a': null, absent: null });
    expect(await labels()).toMatchObject({ team: 'shop' });
    expect(await labels()).not.toHaveProperty(['example.com/a']);
  });

  it('gets no pods while it is tainted', async () => {
    await gateway.addTaint(cluster.details, nodeName, disrupted);
    await gateway.addTaint(cluster.details, nodeName, disrupted);
    expect(await taintKeys()).toEqual(['karpenter.sh/disrupted']);
    cluster.apply(aDeployment('kept-out', 1));
    await eventually(async () => expect(await podsOf('kept-out')).toHaveLength(1));
    expect((await podsOf('kept-out')).map(({ phase }) => phase)).toEqual(['Pending']);
    await gateway.removeTaint(cluster.details, nodeName, disrupted.key);
    await gateway.removeTaint(cluster.details, nodeName, disrupted.key);
    await runningPod('kept-out', 1);
  });
});

describe('an eviction', () => {
  it('is blocked by a PodDisruptionBudget with its name, and accepted when it allows it', async () => {
    cluster.apply(aDeployment('web', 1), aBudget('web-budget', 'web'));
    const pod = await runningPod('web', 1);
    expect(await gateway.evict(cluster.details, pod)).toMatchObject({
      kind: 'Blocked',
      pdb: 'web-budget',
    });
    cluster.apply(aDeployment('web', 2));
    await runningPod('web', 2);
    await eventually(async () =>
      expect(await gateway.evict(cluster.details, pod)).toEqual({ kind: 'Accepted' }),
    );
    await eventually(async () =>
      expect((await podsOf('web')).map(({ uid }) => uid)).not.toContain(pod.uid),
    );
    expect(await gateway.evict(cluster.details, pod)).toEqual({ kind: 'Gone' });
  });

  it('does not affect another pod of the same name', async () => {
    const pod = await runningPod('early', 1);
    const before = { ...pod, uid: '00000000-0000-0000-0000-000000000000' };
    expect(await gateway.evict(cluster.details, before)).toEqual({ kind: 'Gone' });
    await gateway.deletePod(cluster.details, before, 0);
    expect(await podsOf('early')).toEqual([pod]);
  });

  it('is not needed to delete a pod after the deadline', async () => {
    const pod = await runningPod('early', 1);
    await gateway.deletePod(cluster.details, pod, 0);
    await eventually(async () =>
      expect((await podsOf('early')).map(({ uid }) => uid)).not.toContain(pod.uid),
    );
    await gateway.deletePod(cluster.details, pod, 0);
  });
});

const managedBy = (manager: string) => ({ 'app.kubernetes.io/managed-by': manager });

describe('an object that Kerf writes', () => {
  it('has the metadata of its author and minimum savings as annotations, until they are removed', async () => {
    const readPool = () => read('karpenter.sh/v1', 'NodePool', 'thrifty');
    const metadataOf = async () => toRecord((await readPool())['metadata']);
    const author = { annotations: { note: 'a b' }, labels: { team: 'web', ...managedBy('Helm') } };
    await gateway.applyDefinition(
      cluster.details,
      nodePoolDefinition('thrifty', { minSaving: { percent: '5' }, objectMetadata: author }),
    );
    const written = { note: 'a b', 'kerf.dev/min-saving-percent': '5' };
    expect((await metadataOf())['annotations']).toMatchObject(written);
    expect((await metadataOf())['labels']).toEqual({ team: 'web', ...managedBy('kerf') });
    const { spec } = await readPool();
    for (const field of ['minSaving', 'objectMetadata']) expect(spec).not.toHaveProperty(field);
    await gateway.applyDefinition(cluster.details, nodePoolDefinition('thrifty'));
    expect((await metadataOf())['labels']).toEqual(managedBy('kerf'));
    const left = Object.keys(toRecord((await metadataOf())['annotations']));
    expect(left.filter((key) => key in written)).toEqual([]);
  });

  it('is a NodePool that the cluster accepts, changes and deletes', async () => {
    const readPool = () => read('karpenter.sh/v1', 'NodePool', 'batch');
    await gateway.applyDefinition(cluster.details, nodePoolDefinition('batch'));
    await gateway.applyDefinition(cluster.details, nodePoolDefinition('batch', { weight: 20 }));
    expect((await readPool())['spec']).toMatchObject({ weight: 20, limits: { cpu: '100' } });
    expect(toRecord((await readPool())['metadata'])['generation']).toBe(2);
    // The status was computed before the last change was seen.
    await gateway.applyDefinitionStatus(cluster.details, 'NodePool', 'batch', {
      generation: 1,
      conditions: [{ type: 'Ready', status: 'True', reason: 'Ready', message: '' }],
      fields: { resources: { cpu: '4' } },
    });
    expect((await readPool())['status']).toMatchObject({
      conditions: [
        expect.objectContaining({ type: 'Ready', status: 'True', observedGeneration: 1 }),
      ],
      resources: { cpu: '4' },
    });
    await gateway.removeDefinition(cluster.details, 'NodePool', 'batch');
    await gateway.removeDefinition(cluster.details, 'NodePool', 'batch');
    await expect(readPool()).rejects.toMatchObject({ code: 404 });
  });

  it("is rejected by the CRD's rules, with the message for the log", async () => {
    const broken = nodePoolDefinition('broken', { weight: 101 });
    await expect(gateway.applyDefinition(cluster.details, broken)).rejects.toMatchObject({
      code: 'CLUSTER.INVALID',
      message: expect.stringMatching(/: HTTP 422 \(Invalid\)$/),
      meta: { serverMessage: expect.stringContaining('spec.weight') },
    });
  });

  const readClaim = () => read('karpenter.sh/v1', 'NodeClaim', 'early');

  it('is deleted with its node, and both stay as long as their finalizers', async () => {
    const marks = async () =>
      (await Promise.all([readClaim(), node()])).map((object) => {
        const { uid, finalizers, deletionTimestamp } = toRecord(object['metadata']);
        return { uid, finalizers, deletionTimestamp };
      });
    const before = await marks();
    expect(before.map(({ deletionTimestamp }) => deletionTimestamp)).toEqual([
      undefined,
      undefined,
    ]);
    const claim = { name: 'early', standalone: null, instance: launchedInstance };
    const deleteBoth = async () => {
      await gateway.deleteNodeClaim(cluster.details, claim);
      await gateway.deleteNode(cluster.details, nodeName);
    };
    await deleteBoth();
    const marked = await marks();
    const deletionTimestamp = expect.any(Date);
    expect(marked).toEqual(before.map((mark) => ({ ...mark, deletionTimestamp })));
    await deleteBoth();
    expect(await marks()).toEqual(marked);
    // Whatever is written afterwards does not undo it.
    await gateway.applyNodeClaim(cluster.details, nodeClaimRecord('early'), nodeClaimContext);
    await gateway.addTaint(cluster.details, nodeName, disrupted);
    expect(await marks()).toEqual(marked);
  });

  it('is removed with its node, with or without finalizers', async () => {
    expect((await readClaim())['kind']).toBe('NodeClaim');
    const other = 'aws:///us-east-1a/i-00000000000000bad';
    await gateway.removeNode(cluster.details, nodeName, other);
    expect(toRecord((await node())['metadata'])['name']).toBe(nodeName);
    await gateway.removeNode(cluster.details, nodeName);
    await gateway.removeNodeClaim(cluster.details, {
      name: 'early',
      standalone: null,
      instance: launchedInstance,
    });
    await expect(readClaim()).rejects.toMatchObject({ code: 404 });
  });
});

describe('the finalizer of an EC2NodeClass', () => {
  const name = 'held';
  const apiVersion = 'karpenter.k8s.aws/v1';
  const metadata = async () => toRecord((await read(apiVersion, 'EC2NodeClass', name))['metadata']);

  it('keeps a deleted EC2NodeClass until it is removed, and other finalizers stay', async () => {
    const others = ['example.com/hold'];
    const object = {
      apiVersion,
      kind: 'EC2NodeClass',
      metadata: { name, finalizers: others },
      spec: {
        role: 'node',
        amiSelectorTerms: [{ alias: 'al2023@latest' }],
        subnetSelectorTerms: [{ id: 'subnet-1' }],
        securityGroupSelectorTerms: [{ id: 'sg-1' }],
      },
    };
    await operator().create(object);
    await gateway.holdNodeClass(cluster.details, name);
    await gateway.holdNodeClass(cluster.details, name);
    const held = [...others, 'karpenter.k8s.aws/termination'];
    expect(await metadata()).toMatchObject({ finalizers: held });
    await gateway.releaseNodeClass(cluster.details, name);
    expect(await metadata()).toMatchObject({ finalizers: held });

    await operator().delete({ apiVersion, kind: 'EC2NodeClass', metadata: { name } });
    expect(await metadata()).toMatchObject({
      finalizers: held,
      deletionTimestamp: expect.anything(),
    });
    await gateway.releaseNodeClass(cluster.details, name);
    expect(await metadata()).toMatchObject({ finalizers: others });
    await gateway.holdNodeClass(cluster.details, name);
    expect(await metadata()).toMatchObject({ finalizers: others });
    await gateway.holdNodeClass(cluster.details, 'absent');
    await gateway.releaseNodeClass(cluster.details, 'absent');
  });
});

describe('an Event', () => {
  const eventsAbout = async (namespace: string, name: string) =>
    (await operator().list('v1', 'Event', namespace)).items
      .map(toRecord)
      .filter((event) => toRecord(event['source'])['component'] === 'kerf')
      .filter((event) => toRecord(event['involvedObject'])['name'] === name);
  const nominated = {
    about: { kind: 'Pod', namespace: 'default', name: 'notified', uid: 'u-notified' },
    type: 'Normal',
    reason: 'Nominated',
    message: 'Pod should schedule on nodeclaim/default-x2k4p',
  } as const;

  it('is written in the namespace of its object, and counted when it is repeated', async () => {
    await gateway.recordEvent(cluster.details, nominated);
    await gateway.recordEvent(cluster.details, nominated);
    expect(await eventsAbout('default', 'notified')).toMatchObject([
      {
        involvedObject: { kind: 'Pod', namespace: 'default', name: 'notified', uid: 'u-notified' },
        type: 'Normal',
        reason: 'Nominated',
        message: nominated.message,
        count: 2,
      },
    ]);
  });

  it('is created again for another message, or after its expiry', async () => {
    await gateway.recordEvent(cluster.details, { ...nominated, message: 'elsewhere' });
    expect(await eventsAbout('default', 'notified')).toHaveLength(2);
    for (const event of await eventsAbout('default', 'notified')) {
      const name = toText(toRecord(event['metadata'])['name']);
      await operator().delete({
        apiVersion: 'v1',
        kind: 'Event',
        metadata: { name, namespace: 'default' },
      });
    }
    await gateway.recordEvent(cluster.details, nominated);
    expect(await eventsAbout('default', 'notified')).toMatchObject([{ count: 1 }]);
  });

  it('about an object without a UID has the UID that kubectl uses', async () => {
    await gateway.applyDefinition(cluster.details, nodePoolDefinition('notified-pool'));
    const pool = await read('karpenter.sh/v1', 'NodePool', 'notified-pool');
    const blocked = { type: 'Normal', reason: 'DisruptionBlocked', message: 'no budget' } as const;
    const about = { kind: 'NodePool', name: 'notified-pool', uid: null } as const;
    await gateway.recordEvent(cluster.details, { about, ...blocked });
    await gateway.recordEvent(cluster.details, {
      about: { kind: 'NodeClaim', name: 'gone-x2k4p', uid: null },
      ...blocked,
    });
    expect(await eventsAbout('default', 'notified-pool')).toMatchObject([
      { involvedObject: { uid: toRecord(pool['metadata'])['uid'] } },
    ]);
    const [gone] = await eventsAbout('default', 'gone-x2k4p');
    expect(toRecord(gone?.['involvedObject'])['uid']).toBeUndefined();
  });
});

describe('NodeClaim objects of new NodeClaims', () => {
  const names = Array.from({ length: 40 }, (_, index) => `many-${index}`);
  const claims = names.map((name) => ({
    claim: nodeClaimRecord(name, { nodePool: 'default', standalone: null, state: 'Requested' }),
    context: nodeClaimContext,
  }));
  const readClaim = (name: string) => read('karpenter.sh/v1', 'NodeClaim', name);

  it('are created with their status, owned by their NodePool', async () => {
    await gateway.applyDefinition(cluster.details, nodePoolDefinition('default'));
    await gateway.createNodeClaims(cluster.details, claims);
    const pool = await read('karpenter.sh/v1', 'NodePool', 'default');
    for (const name of names) {
      expect(await readClaim(name)).toMatchObject({
        metadata: {
          finalizers: ['karpenter.sh/termination'],
          ownerReferences: [{ kind: 'NodePool', uid: toRecord(pool['metadata'])['uid'] }],
        },
        status: {
          conditions: expect.arrayContaining([
            expect.objectContaining({ type: 'Launched', status: 'Unknown' }),
          ]),
        },
      });
    }
  });

  it('do not change when they are created again', async () => {
    const launched = nodeClaimRecord('many-0', {
      state: 'Launched',
      instance: launchedInstance,
      launchedAt: 1,
    });
    await gateway.applyNodeClaim(cluster.details, launched, nodeClaimContext);
    const before = await readClaim('many-0');
    await gateway.createNodeClaims(cluster.details, claims);
    expect(await readClaim('many-0')).toEqual(before);
  });

  it('lose the labels of a capacity reservation when it has ended', async () => {
    const label = 'karpenter.k8s.aws/capacity-reservation-id';
    const labelsWith = async (labels: Readonly<Record<string, string>>) => {
      const launched = nodeClaimRecord('many-2', {
        state: 'Launched',
        instance: { ...launchedInstance, labels },
        launchedAt: 1,
        standalone: null,
        nodePool: 'default',
      });
      await gateway.applyNodeClaim(cluster.details, launched, nodeClaimContext);
      return toRecord(toRecord((await readClaim('many-2'))['metadata'])['labels']);
    };
    expect(await labelsWith({ [label]: 'cr-1' })).toMatchObject({ [label]: 'cr-1' });
    expect(await labelsWith({})).not.toHaveProperty([label]);
  });

  it('have the condition Drifted while they are drifted', async () => {
    const launched = nodeClaimRecord('many-1', {
      state: 'Launched',
      instance: launchedInstance,
      launchedAt: 1,
    });
    const conditions = async () =>
      toRecords(toRecord((await readClaim('many-1'))['status'])['conditions']);
    const drifted = { ...nodeClaimContext, drifted: 'NodePoolDrifted' };
    await gateway.applyNodeClaim(cluster.details, launched, drifted);
    expect(await conditions()).toContainEqual(
      expect.objectContaining({ type: 'Drifted', status: 'True', reason: 'NodePoolDrifted' }),
    );
    await gateway.applyNodeClaim(cluster.details, launched, nodeClaimContext);
    expect((await conditions()).map(({ type }) => type)).not.toContain('Drifted');
  });
});

describe('a standalone NodeClaim object', () => {
  const spec = {
    nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'default' },
    requirements: [{ key: 'karpenter.sh/capacity-type', operator: 'In', values: ['on-demand'] }],
    expireAfter: '24h',
  };
  const readBox = () => read('karpenter.sh/v1', 'NodeClaim', 'build-box');
  const makeBox = async () => {
    const labels = { team: 'web', 'node.kubernetes.io/instance-type': 'as-i-like' };
    const made = await operator().create({
      apiVersion: 'karpenter.sh/v1',
      kind: 'NodeClaim',
      metadata: { name: 'build-box', labels },
      spec,
    } as KubernetesObject);
    return nodeClaimRecord('build-box', {
      nodePool: null,
      terms: { expireAfter: '24h', terminationGracePeriod: null },
      standalone: { objectUid: made.metadata?.uid ?? '', createdAt: 0 },
      state: 'Launched',
      instance: launchedInstance,
      launchedAt: 1,
    });
  };

  it('gets the reason why it is not launched, and its status, and keeps its spec', async () => {
    const claim = await makeBox();
    const uid = claim.standalone?.objectUid ?? '';
    const refusal = {
      reason: 'NodeClassNotReady',
      message: 'EC2NodeClass default not found',
    } as const;
    const named = { name: 'build-box', uid };
    await gateway.applyNodeClaimRefusal(cluster.details, { ...named, uid: 'another' }, refusal);
    expect((await readBox())['status']).toBeUndefined();
    await gateway.applyNodeClaimRefusal(cluster.details, named, refusal);
    expect((await readBox())['status']).toMatchObject({
      conditions: [
        { type: 'Launched', status: 'False', ...refusal },
        { type: 'Ready', status: 'False' },
      ],
    });

    await gateway.applyNodeClaim(cluster.details, claim, nodeClaimContext);
    const shown = await readBox();
    expect(shown['metadata']).toMatchObject({
      finalizers: ['karpenter.sh/termination'],
      labels: {
        team: 'web',
        'node.kubernetes.io/instance-type': 'as-i-like',
        'topology.kubernetes.io/zone': 'eu-west-1a',
      },
    });
    expect(Object.keys(toRecord(toRecord(shown['metadata'])['labels']))).not.toContain(
      'karpenter.sh/nodepool',
    );
    expect(shown['spec']).toEqual(spec);
    expect(shown['status']).toMatchObject({
      providerID: launchedInstance.providerId,
      conditions: expect.arrayContaining([
        expect.objectContaining({ type: 'Launched', status: 'True' }),
      ]),
    });
  });

  it('is removed with its NodeClaim, and neither created again nor confused with an earlier one', async () => {
    const { metadata } = await readBox();
    const standalone = { objectUid: String(toRecord(metadata)['uid']), createdAt: 0 };
    const earlier = { ...standalone, objectUid: 'earlier' };
    const remove = (of: NodeClaim['standalone']) =>
      gateway.removeNodeClaim(cluster.details, {
        name: 'build-box',
        standalone: of,
        instance: launchedInstance,
      });
    await remove(earlier);
    await remove(null);
    expect((await readBox())['kind']).toBe('NodeClaim');
    await remove(standalone);
    await expect(readBox()).rejects.toMatchObject({ code: 404 });
    await gateway.applyNodeClaim(
      cluster.details,
      nodeClaimRecord('build-box', { nodePool: null, standalone }),
      nodeClaimContext,
    );
    await expect(readBox()).rejects.toMatchObject({ code: 404 });
  });
});
