import type { DefinitionEvent, NodeClaimEvent, NodeEvent } from '@kerf/application';
import { type JsonObject, toRecord } from '@kerf/core';
import { boundPodObject, nodeObject, pendingPodObject, podObject } from '@kerf/testing';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createTableParts } from '../testing/table-parts.js';
import type { ResourceSink } from '../watch/resource-watcher.js';
import type { ResourceName } from '../watch/resources.js';
import { ClusterState } from './cluster-state.js';
import { Findings } from './findings.js';
import type { PodProgress } from './pod-progress.js';

let state: ClusterState;
let sinks: Readonly<Record<ResourceName, ResourceSink>>;
let findings: Findings;
const notified = {
  provisionable: Array<string>(),
  moved: Array<string>(),
  progress: Array<PodProgress>(),
  nodes: Array<NodeEvent>(),
  definitions: Array<DefinitionEvent>(),
  nodeClaims: Array<NodeClaimEvent>(),
};

beforeEach(() => {
  findings = new Findings({ now: () => 7 });
  for (const received of Object.values(notified)) received.length = 0;
  state = new ClusterState('clu_1', createTableParts(findings), {
    podMayNeedNode: (pod) => notified.provisionable.push(pod.name),
    podMoved: (nodeName) => notified.moved.push(nodeName),
    podProgressed: (progress) => notified.progress.push(progress),
    nodeChanged: (event) => notified.nodes.push(event),
    definitionChanged: (event) => notified.definitions.push(event),
    nodeClaimChanged: (event) => notified.nodeClaims.push(event),
  });
  sinks = state.sinks();
});

function list(name: ResourceName, ...objects: unknown[]): void {
  sinks[name].beginList();
  for (const object of objects) sinks[name].put(object);
  sinks[name].endList();
}

const node = (name: string) => state.view(1).nodes.find((found) => found.name === name);
const podsOf = (name: string) => node(name)?.pods.map((pod) => pod.name);

describe('the view', () => {
  it('joins nodes with their pods and volume limits in any order of arrival', () => {
    list('pods', boundPodObject('web-1', 'n1'), pendingPodObject('web-2'));
    list('csiNodes', {
      metadata: { name: 'n1', uid: 'c1' },
      spec: {
        drivers: [
          { name: 'ebs.csi.aws.com', allocatable: { count: 25 } },
          { name: 'efs.csi.aws.com' },
        ],
      },
    });
    list('nodes', nodeObject('n1'), nodeObject('n2'));
    const view = state.view(42);
    expect(view.asOf).toBe(42);
    expect(podsOf('n1')).toEqual(['web-1']);
    expect(node('n1')?.volumeLimits).toEqual({ 'ebs.csi.aws.com': 25 });
    expect(node('n2')).toMatchObject({ pods: [], volumeLimits: {} });
    expect(view.pendingPods).toEqual([
      {
        pod: {
          uid: 'uid-web-2',
          name: 'web-2',
          spec: expect.objectContaining({ namespace: 'shop' }),
          createdAt: Date.parse('2026-11-21T10:00:00Z'),
        },
        isProvisionable: true,
        isUntried: false,
        ownerKind: 'None',
        ownerName: '',
        schedulerMessage: '0/3 nodes are available: 3 Insufficient cpu.',
      },
    ]);
  });

  it('resolves the claims of pods once for any number of changed storage objects', () => {
    const mounts = { volumes: [{ persistentVolumeClaim: { claimName: 'shared' } }] };
    const names = Array.from({ length: 20 }, (_, index) => `o-${index}`);
    const classOf = (name: string) => ({
      metadata: { name, uid: name },
      provisioner: name,
      volumeBindingMode: 'WaitForFirstConsumer',
    });
    list('pods', ...names.map((name) => podObject(name, { spec: mounts })));
    state.view(1);
    const resolved = vi.spyOn(state.workload.storage, 'resolve');
    list('storageClasses', ...names.map(classOf));
    for (const name of names) {
      const metadata = { name: 'shared', namespace: 'shop', uid: 'shared' };
      sinks.persistentVolumeClaims.put({ metadata, spec: { storageClassName: name } });
    }
    const [{ pod } = { pod: null }] = state.view(2).pendingPods;
    expect(pod?.spec.volumes).toMatchObject([{ driver: 'o-19' }]);
    expect(resolved).toHaveBeenCalledTimes(names.length);
  });

  const attachment = (name: string, nodeName: string, source: JsonObject): JsonObject => ({
    metadata: { name, uid: `uid-${name}` },
    spec: { attacher: 'ebs.csi.aws.com', nodeName, source },
  });
  const volume = (name: string, claim: string): JsonObject => ({
    metadata: { name, uid: `uid-${name}` },
    spec: { claimRef: { namespace: 'shop', name: claim } },
  });

  it('joins nodes with their attached volumes and claims in any order of arrival', () => {
    list('nodes', nodeObject('n1'), nodeObject('n2'));
    list(
      'volumeAttachments',
      attachment('a1', 'n1', { persistentVolumeName: 'pv-1' }),
      attachment('a2', 'n1', { persistentVolumeName: 'pv-2' }),
      attachment('a3', 'n1', { inlineVolumeSpec: {} }),
    );
    expect(node('n1')?.volumeAttachments).toEqual([
      { volume: 'pv-1', claim: null },
      { volume: 'pv-2', claim: null },
    ]);
    list('persistentVolumes', volume('pv-1', 'data'));
    expect(node('n1')?.volumeAttachments[0]).toEqual({ volume: 'pv-1', claim: 'shop/data' });
    expect(node('n2')?.volumeAttachments).toEqual([]);
    sinks.volumeAttachments.remove(attachment('a1', 'n1', { persistentVolumeName: 'pv-1' }));
    expect(node('n1')?.volumeAttachments).toEqual([{ volume: 'pv-2', claim: null }]);
  });

  it('has each attached volume once after Kerf could not read them for a while', () => {
    const first = attachment('a1', 'n1', { persistentVolumeName: 'pv-1' });
    list('nodes', nodeObject('n1'), nodeObject('n2'));
    list('volumeAttachments', first, attachment('a2', 'n2', { persistentVolumeName: 'pv-2' }));
    state.view(1);
    sinks.volumeAttachments.forget();
    expect(node('n1')?.volumeAttachments).toEqual([]);
    list('volumeAttachments', first);
    expect(node('n1')?.volumeAttachments).toEqual([{ volume: 'pv-1', claim: null }]);
    expect(node('n2')?.volumeAttachments).toEqual([]);
  });

  it('is deeply frozen', () => {
    list('pods', boundPodObject('web-1', 'n1'), pendingPodObject('web-2'));
    list('nodes', nodeObject('n1', { spec: { taints: [{ key: 'a', effect: 'NoSchedule' }] } }));
    list('namespaces', { metadata: { name: 'shop', uid: 's', labels: { team: 'a' } } });
    const thawed: string[] = [];
    const look = (value: unknown, path: string): void => {
      if (typeof value !== 'object' || value === null) return;
      if (!Object.isFrozen(value)) thawed.push(path);
      for (const [key, member] of Object.entries(value)) look(member, `${path}.${key}`);
    };
    look(state.view(1), 'view');
    expect(thawed).toEqual([]);
  });

  it('rebuilds only what changed', () => {
    list('nodes', nodeObject('n1'), nodeObject('n2'));
    list('pods', boundPodObject('web-1', 'n1'), boundPodObject('web-2', 'n2'));
    const before = state.view(1);
    const n1 = node('n1');
    const n2 = node('n2');
    sinks.pods.put(boundPodObject('web-3', 'n2'));
    expect(node('n1')).toBe(n1);
    expect(node('n2')).not.toBe(n2);
    const after = state.view(2);
    expect(after.pendingPods).toBe(before.pendingPods);
    expect(after.podDisruptionBudgets).toBe(before.podDisruptionBudgets);
    expect(state.view(3).nodes).toBe(after.nodes);
  });

  it('does not change when only bookkeeping fields of an object change', () => {
    list('nodes', nodeObject('n1'));
    list('pods', boundPodObject('web-1', 'n1'));
    const before = state.view(1).nodes;
    const heartbeat = nodeObject('n1', { metadata: { resourceVersion: '9', managedFields: [{}] } });
    sinks.nodes.put(heartbeat);
    sinks.pods.put(boundPodObject('web-1', 'n1', { metadata: { resourceVersion: '10' } }));
    expect(state.view(2).nodes).toBe(before);
    expect(notified.nodes).toHaveLength(1);
  });

  it('drops a pod that has ended', () => {
    list('nodes', nodeObject('n1'));
    list('pods', boundPodObject('web-1', 'n1'));
    sinks.pods.put(boundPodObject('web-1', 'n1', { status: { phase: 'Succeeded' } }));
    expect(podsOf('n1')).toEqual([]);
  });

  it('moves a pod from pending to its node', () => {
    list('nodes', nodeObject('n1'));
    list('pods', pendingPodObject('web-1'));
    sinks.pods.put(boundPodObject('web-1', 'n1'));
    expect(state.view(1).pendingPods).toEqual([]);
    expect(podsOf('n1')).toEqual(['web-1']);
  });

  it('drops objects that a new list omits', () => {
    list('nodes', nodeObject('n1'), nodeObject('n2'));
    list('pods', boundPodObject('web-1', 'n1'), boundPodObject('web-2', 'n1'));
    list('pods', boundPodObject('web-2', 'n1'), boundPodObject('web-3', 'n1'));
    list('nodes', nodeObject('n1'));
    expect(podsOf('n1')).toEqual(['web-2', 'web-3']);
    expect(state.view(1).nodes).toHaveLength(1);
  });

  it('distinguishes pods of one name by UID', () => {
    list('nodes', nodeObject('n1'), nodeObject('n2'));
    list('pods', boundPodObject('db-0', 'n1'));
    sinks.pods.put(boundPodObject('db-0', 'n2', { metadata: { uid: 'second' } }));
    sinks.pods.remove(boundPodObject('db-0', 'n1'));
    expect([podsOf('n1'), podsOf('n2')]).toEqual([[], ['db-0']]);
  });

  it('lists EC2NodeClasses with finalizer and deletion, as one list until one changes', () => {
    const nodeClass = (name: string, more: object = {}) => ({
      metadata: { name, uid: `uid-${name}`, ...more },
    });
    list(
      'ec2NodeClasses',
      nodeClass('free'),
      nodeClass('gone', {
        deletionTimestamp: '2026-11-22T10:00:00Z',
        finalizers: ['karpenter.k8s.aws/termination'],
      }),
    );
    const { nodeClassObjects } = state.view(1);
    expect(nodeClassObjects).toEqual([
      { name: 'free', uid: 'uid-free', isHeld: false, isBeingDeleted: false },
      { name: 'gone', uid: 'uid-gone', isHeld: true, isBeingDeleted: true },
    ]);
    expect(state.view(2).nodeClassObjects).toBe(nodeClassObjects);
  });

  it('lists NodePools that are being deleted, as one list until one changes', () => {
    const pool = (name: string, more: object = {}) => ({ metadata: { name, uid: name, ...more } });
    list('nodePools', pool('kept'), pool('gone', { deletionTimestamp: '2026-11-22T10:00:00Z' }));
    const { deletingNodePools } = state.view(1);
    expect(deletingNodePools).toEqual(['gone']);
    expect(state.view(2).deletingNodePools).toBe(deletingNodePools);
    list('nodePools', pool('kept'));
    expect(state.view(3).deletingNodePools).toEqual([]);
  });

  it('lists the names of NodeClaim objects', () => {
    list('nodeClaims', { metadata: { name: 'default-x2k4p', uid: 'u' } });
    expect(state.view(1).nodeClaimNames).toEqual(['default-x2k4p']);
  });
});

describe('specs', () => {
  it('are one object for equal pods', () => {
    list(
      'pods',
      pendingPodObject('web-1'),
      pendingPodObject('web-2'),
      podObject('db', {
        metadata: { labels: { app: 'db' } },
      }),
    );
    const [first, second, third] = state.view(1).pendingPods.map(({ pod }) => pod.spec);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
    expect(third?.key).not.toBe(first?.key);
  });

  it('do not depend on the order of labels', () => {
    list(
      'pods',
      podObject('a', { metadata: { labels: { x: '1', y: '2' } } }),
      podObject('b', { metadata: { labels: { y: '2', x: '1' } } }),
    );
    const [first, second] = state.view(1).pendingPods.map(({ pod }) => pod.spec);
    expect(second).toBe(first);
  });

  it('follow the volume of their claim', () => {
    const pod = podObject('db-0', {
      spec: { volumes: [{ name: 'd', persistentVolumeClaim: { claimName: 'data' } }] },
    });
    const volumes = () => state.view(1).pendingPods[0]?.pod.spec.volumes;
    list('pods', pod);
    const missing = state.view(1).pendingPods[0]?.pod.spec;
    expect(volumes()).toMatchObject([
      { claim: 'shop/data', problem: expect.stringContaining('not exist') },
    ]);
    sinks.persistentVolumeClaims.put({
      metadata: { name: 'data', namespace: 'shop', uid: 'c' },
      spec: { storageClassName: 'gp3' },
    });
    sinks.storageClasses.put({
      metadata: { name: 'gp3', uid: 'g' },
      provisioner: 'ebs.csi.aws.com',
      volumeBindingMode: 'WaitForFirstConsumer',
    });
    expect(volumes()).toMatchObject([{ driver: 'ebs.csi.aws.com', problem: null }]);
    sinks.persistentVolumeClaims.remove({
      metadata: { name: 'data', namespace: 'shop', uid: 'c' },
    });
    expect(state.view(1).pendingPods[0]?.pod.spec).toBe(missing);
  });
});

describe('DaemonSets', () => {
  const daemonSet = {
    metadata: { name: 'agent', namespace: 'shop', uid: 'd' },
    spec: {
      template: {
        metadata: { labels: { app: 'agent' } },
        spec: { containers: [{ name: 'main', resources: { limits: { cpu: '100m' } } }] },
      },
    },
  };
  const daemon = (name: string, creationTimestamp: string, cpu: string): JsonObject =>
    podObject(name, {
      metadata: { creationTimestamp, ownerReferences: [{ kind: 'DaemonSet', name: 'agent' }] },
      spec: { nodeName: 'n1', containers: [{ name: 'main', resources: { requests: { cpu } } }] },
    });
  const spec = () => state.view(1).daemonSets[0]?.podSpec;

  it('have the requests of their template while none of their pods runs', () => {
    list('daemonSets', daemonSet);
    expect(spec()).toMatchObject({ labels: { app: 'agent' }, requests: { cpu: 100, pods: 1 } });
  });

  it('have the requests of their newest pod', () => {
    list('daemonSets', daemonSet);
    list(
      'pods',
      daemon('new', '2026-11-21T10:02:00Z', '300m'),
      daemon('old', '2026-11-21T10:01:00Z', '200m'),
    );
    expect(spec()?.requests).toEqual({ cpu: 300, pods: 1 });
    sinks.pods.remove(daemon('new', '2026-11-21T10:02:00Z', '300m'));
    expect(spec()?.requests).toEqual({ cpu: 200, pods: 1 });
    expect(spec()?.labels).toEqual({ app: 'agent' });
  });
});

describe('notifications of the cluster cache', () => {
  it('contain each pod that the scheduler has not tried, and again when it is marked, each once', () => {
    const untried = podObject('web-1', { status: { phase: 'Pending' } });
    sinks.pods.put(untried);
    sinks.pods.put({ ...untried, metadata: { ...toRecord(untried['metadata']), labels: {} } });
    expect(notified.provisionable).toEqual(['web-1']);
    expect(state.mayNeedNode('uid-web-1')).toBe(true);
    sinks.pods.put(pendingPodObject('web-1'));
    sinks.pods.put(pendingPodObject('web-1'));
    expect(notified.provisionable).toEqual(['web-1', 'web-1']);
    expect(state.mayNeedNode('uid-web-1')).toBe(true);
    sinks.pods.put(boundPodObject('web-1', 'n1'));
    expect(state.mayNeedNode('uid-web-1')).toBe(false);
  });

  it('contain a node that appears, changes and disappears, but no change of annotations', () => {
    sinks.nodes.put(nodeObject('n1'));
    sinks.nodes.put(nodeObject('n1', { metadata: { annotations: { a: 'b' } } }));
    sinks.nodes.put(nodeObject('n1', { spec: { taints: [{ key: 'x', effect: 'NoSchedule' }] } }));
    sinks.nodes.remove(nodeObject('n1'));
    expect(notified.nodes.map(({ isReady, isGone }) => [isReady, isGone])).toEqual([
      [true, false],
      [true, false],
      [false, true],
    ]);
  });

  it('contain nodes whose pods are bound, end or start to terminate, after the first list', () => {
    list('pods', boundPodObject('old', 'n0'));
    expect(notified.moved).toEqual([]);
    sinks.pods.put(pendingPodObject('web-1'));
    sinks.pods.put(boundPodObject('web-1', 'n1'));
    sinks.pods.put(
      boundPodObject('web-1', 'n1', { metadata: { deletionTimestamp: '2026-11-21T10:09:00Z' } }),
    );
    sinks.pods.remove(boundPodObject('web-1', 'n1'));
    sinks.pods.put(boundPodObject('direct', 'n2'));
    sinks.pods.put(boundPodObject('direct', 'n2', { status: { phase: 'Failed' } }));
    expect(notified.moved).toEqual(['n1', 'n1', 'n1', 'n2', 'n2']);
  });

  it('contain each step of a pending pod until it is ready, once', () => {
    const condition = (type: string, seconds: number, status = 'True') => ({
      type,
      status,
      lastTransitionTime: new Date(Date.parse('2026-11-21T10:00:00Z') + seconds * 1_000),
    });
    const scheduled = condition('PodScheduled', 40);
    const put = (name: string, ...conditions: readonly object[]) =>
      sinks.pods.put(
        JSON.parse(JSON.stringify(boundPodObject(name, 'n1', { status: { conditions } }))),
      );
    const steps = () =>
      notified.progress.map(
        ({ pod, step, at }) => `${pod.name} ${step} ${at === null ? at : at - pod.createdAt}`,
      );
    list('pods', pendingPodObject('web-1'), boundPodObject('old', 'n0'));
    put('old', scheduled, condition('Ready', 50));
    put('web-1', scheduled);
    put('web-1', scheduled, condition('Ready', 41, 'False'));
    expect(steps()).toEqual(['web-1 Seen null', 'web-1 Bound 40000']);
    put('web-1', scheduled, condition('Ready', 55));
    put('web-1', scheduled, condition('Ready', 90, 'False'));
    put('web-1', scheduled, condition('Ready', 95));
    expect(steps().slice(2)).toEqual(['web-1 Ready 55000']);

    sinks.pods.put(pendingPodObject('unsaid'));
    put('unsaid');
    sinks.pods.put(pendingPodObject('gone'));
    sinks.pods.remove(pendingPodObject('gone'));
    put('gone', scheduled, condition('Ready', 60));
    expect(steps().slice(3)).toEqual([
      'unsaid Seen null',
      'unsaid Bound null',
      'gone Seen null',
      'gone Gone null',
    ]);
  });

  it('do not contain moves of daemon pods', () => {
    list('pods');
    const metadata = { ownerReferences: [{ kind: 'DaemonSet', name: 'agent' }] };
    sinks.pods.put(boundPodObject('agent-1', 'n1', { metadata }));
    sinks.pods.remove(boundPodObject('agent-1', 'n1', { metadata }));
    expect(notified.moved).toEqual([]);
  });

  it('contain a definition if more than its status changed', () => {
    const pool = (over: JsonObject, metadata: JsonObject = {}): JsonObject => ({
      metadata: { name: 'default', uid: 'p', generation: 7, ...metadata },
      spec: { weight: 1 },
      ...over,
    });
    list('nodePools', pool({}, { managedFields: [{}], resourceVersion: '1' }));
    sinks.nodePools.put(pool({ status: { conditions: [] } }, { resourceVersion: '2' }));
    sinks.nodePools.put(pool({ spec: { weight: 2 } }));
    sinks.nodePools.put(
      pool({ spec: { weight: 2 } }, { labels: { 'app.kubernetes.io/managed-by': 'kerf' } }),
    );
    sinks.nodePools.remove(pool({}));
    expect(notified.definitions.map(({ managedByKerf }) => managedByKerf)).toEqual([
      false,
      false,
      true,
      true,
    ]);
    expect(notified.definitions[0]).toEqual({
      kind: 'NodePool',
      name: 'default',
      managedByKerf: false,
      generation: 7,
      createdAt: 0,
      deletionRequestedAt: null,
      object: {
        apiVersion: 'karpenter.sh/v1',
        kind: 'NodePool',
        metadata: { name: 'default', uid: 'p', generation: 7, resourceVersion: '1' },
        spec: { weight: 1 },
      },
    });
    expect(notified.definitions.at(-1)).toMatchObject({ object: null, generation: null });
  });

  it.each([0, -1, 2 ** 31, '3'])(
    'ignore the generation %j, which no API server assigns',
    (generation) => {
      list('nodePools', { metadata: { name: 'default', uid: 'p', generation }, spec: {} });
      expect(notified.definitions[0]).toMatchObject({ name: 'default', generation: null });
    },
  );

  it('contain a NodeClaim object with the data for its adoption', () => {
    const claim = {
      metadata: {
        name: 'default-x',
        uid: 'n',
        creationTimestamp: '2026-11-21T10:00:00Z',
        labels: { 'karpenter.sh/nodepool': 'default' },
        annotations: {
          'karpenter.sh/nodepool-hash': 'h1',
          'karpenter.sh/nodepool-hash-version': 'v3',
        },
      },
      spec: {
        nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'al2023' },
      },
    };
    const status = { providerID: 'aws:///a/i-1', imageID: 'ami-1' };
    const named = { name: 'default-x', isStandalone: false, deletionRequestedAt: null };
    sinks.nodeClaims.put(claim);
    sinks.nodeClaims.put({ ...claim, status });
    sinks.nodeClaims.put({ ...claim, status: { ...status, conditions: [{ type: 'Ready' }] } });
    sinks.nodeClaims.remove(claim);
    expect(notified.nodeClaims).toEqual([
      { ...named, isGone: false, adoptable: null },
      {
        ...named,
        isGone: false,
        deletionRequestedAt: null,
        adoptable: {
          providerId: 'aws:///a/i-1',
          imageId: 'ami-1',
          nodePool: 'default',
          nodeClass: 'al2023',
          nodePoolHash: 'v3-h1',
          nodeClassHash: '',
          drifted: null,
          createdAt: Date.parse('2026-11-21T10:00:00Z'),
          terms: { expireAfter: 'Never', terminationGracePeriod: null },
          standalone: null,
          starting: {
            isRegistered: false,
            labels: { 'karpenter.sh/nodepool': 'default' },
            annotations: {},
            taints: [],
            startupTaints: [],
            requests: {},
            capacity: {},
            allocatable: {},
          },
        },
      },
      { ...named, isGone: true, adoptable: null },
    ]);
    expect(state.view(1).standaloneNodeClaims).toBeNull();
  });

  describe('about objects of EKS Auto Mode', () => {
    const group = 'eks.amazonaws.com';
    const nodeClassRef = { group, kind: 'NodeClass', name: 'default' };

    it('contain no NodeClaim to adopt', () => {
      list('nodeClaims', {
        metadata: {
          name: 'general-purpose-x2k4p',
          uid: 'n',
          labels: { 'karpenter.sh/nodepool': 'general-purpose' },
        },
        spec: { nodeClassRef },
        status: { providerID: 'aws:///a/i-1', imageID: 'ami-1' },
      });
      expect(notified.nodeClaims).toMatchObject([{ isStandalone: false, adoptable: null }]);
      expect(state.view(1).adoptableNodeClaims).toEqual([]);
      expect(state.view(1).nodeClaimNames).toEqual(['general-purpose-x2k4p']);
    });

    it('contain no definition; its NodePools are listed as foreign', () => {
      const metadata = { name: 'general-purpose', uid: 'p' };
      list('nodePools', { metadata, spec: { template: { spec: { nodeClassRef } } } });
      expect(notified.definitions).toMatchObject([{ name: 'general-purpose', object: null }]);
      expect(state.view(1).foreignNodePools).toEqual([
        { name: 'general-purpose', nodeClassGroup: group },
      ]);
      expect(state.view(2).foreignNodePools).toBe(state.view(1).foreignNodePools);
    });
  });

  describe('about a NodeClaim without a NodePool', () => {
    const spec = {
      nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'al2023' },
      requirements: [],
      expireAfter: '24h',
    };
    const metadata = {
      name: 'build-box',
      uid: 'n',
      creationTimestamp: '2026-11-21T10:00:00Z',
      labels: { team: 'web' },
    };

    it('contain its spec and whether it has the finalizer', () => {
      list('nodeClaims', { metadata, spec });
      const [claim] = state.view(1).standaloneNodeClaims ?? [];
      expect(claim).toEqual({
        name: 'build-box',
        uid: 'n',
        labels: { team: 'web' },
        annotations: {},
        createdAt: Date.parse('2026-11-21T10:00:00Z'),
        deletionRequestedAt: null,
        hasTerminationFinalizer: false,
        spec,
      });
      expect(notified.nodeClaims).toMatchObject([{ isStandalone: true, adoptable: null }]);
      expect(state.view(2).standaloneNodeClaims).toBe(state.view(1).standaloneNodeClaims);

      const finalizers = ['karpenter.sh/termination'];
      const status = { providerID: 'aws:///a/i-1', imageID: 'ami-1' };
      sinks.nodeClaims.put({ metadata: { ...metadata, finalizers }, spec, status });
      expect(state.view(3).standaloneNodeClaims).toMatchObject([{ hasTerminationFinalizer: true }]);
      expect(notified.nodeClaims.at(-1)?.adoptable).toMatchObject({
        nodePool: null,
        terms: { expireAfter: '24h', terminationGracePeriod: null },
        standalone: { objectUid: 'n' },
      });

      sinks.nodeClaims.remove({ metadata, spec });
      expect(notified.nodeClaims.at(-1)).toMatchObject({ isStandalone: true, isGone: true });
      expect(state.view(4).standaloneNodeClaims).toEqual([]);
      sinks.nodeClaims.forget();
      expect(state.view(5).standaloneNodeClaims).toBeNull();
    });

    it.each([
      ['has its label', { ...metadata, labels: { 'karpenter.sh/nodepool': 'default' } }, spec],
      ['a pool owns', { ...metadata, ownerReferences: [{ kind: 'NodePool' }] }, spec],
      [
        'another provider is to launch',
        metadata,
        { ...spec, nodeClassRef: { ...spec.nodeClassRef, group: 'kwok.sh' } },
      ],
    ])('is none where it is one that %s', (_what, meta, given) => {
      list('nodeClaims', { metadata: meta, spec: given });
      expect(state.view(1).standaloneNodeClaims).toEqual([]);
      expect(notified.nodeClaims).toMatchObject([{ isStandalone: false }]);
    });
  });

  it('end when the cluster stops serving the resource', () => {
    list('nodeClaims', { metadata: { name: 'default-x', uid: 'n' } });
    notified.nodeClaims.length = 0;
    sinks.nodeClaims.forget();
    expect(state.view(1).nodeClaimNames).toEqual([]);
    expect(notified.nodeClaims).toEqual([]);
    list('nodePools', { metadata: { name: 'default', uid: 'p' } });
    expect(state.definitions.names('NodePool')).toEqual(['default']);
    sinks.nodePools.forget();
    expect(state.definitions.names('NodePool')).toBeNull();
  });
});

describe('changes', () => {
  it('are everything first, then the differences', () => {
    list('nodes', nodeObject('n1'), nodeObject('n2'));
    list('pods', boundPodObject('web-1', 'n1'), pendingPodObject('web-2'));
    const first = state.takeChanges(5, 'Delta');
    expect(first).toMatchObject({ asOf: 5, relisted: true });
    expect(first.nodes.changed.map(({ name }) => name)).toEqual(['n1', 'n2']);
    expect(first.pods.changed).toHaveLength(2);

    sinks.pods.put(boundPodObject('web-2', 'n2'));
    sinks.pods.remove(boundPodObject('web-1', 'n1'));
    sinks.nodes.remove(nodeObject('n1'));
    expect(state.takeChanges(6, 'Delta')).toEqual({
      asOf: 6,
      relisted: false,
      nodes: { changed: [node('n2')], gone: ['n1'] },
      pods: {
        changed: [
          {
            uid: 'uid-web-2',
            namespace: 'shop',
            name: 'web-2',
            ownerKind: 'None',
            ownerName: '',
            deployment: null,
            nodeName: 'n2',
            isTerminating: false,
            requests: { cpu: 500, memory: 1024 ** 3, pods: 1 },
            labels: { app: 'web' },
            createdAt: Date.parse('2026-11-21T10:00:00Z'),
            schedulerMessage: null,
          },
        ],
        gone: ['uid-web-1'],
      },
    });
    const nothing = { changed: [], gone: [] };
    expect(state.takeChanges(7, 'Delta')).toMatchObject({ nodes: nothing, pods: nothing });
  });

  it('are everything again on request', () => {
    list('nodes', nodeObject('n1'));
    state.takeChanges(1, 'Delta');
    const again = state.takeChanges(2, 'Everything');
    expect(again.relisted).toBe(true);
    expect(again.nodes.changed).toHaveLength(1);
    expect(state.takeChanges(3, 'Delta').relisted).toBe(false);
  });
});

describe('unreadable objects', () => {
  it('are counted, and their last readable state is kept', () => {
    list('nodes', nodeObject('n1'));
    sinks.nodes.put({ metadata: { name: 'n2' } });
    sinks.nodes.put('a node');
    sinks.nodes.put(nodeObject('n1', { status: { capacity: { cpu: 'lots' } } }));
    expect(state.view(1).nodes.map(({ name }) => name)).toEqual(['n1']);
    expect(findings.list()).toEqual([
      { subject: 'nodes', problem: 'has no name or UID', count: 2, example: '', lastAt: 7 },
      {
        subject: 'nodes',
        problem: 'cpu has an invalid quantity',
        count: 1,
        example: '/n1',
        lastAt: 7,
      },
    ]);
  });
});
