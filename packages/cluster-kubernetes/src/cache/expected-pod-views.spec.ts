import { type JsonObject, toRecord } from '@kerf/core';
import { nodeObject, podObject } from '@kerf/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { ignoringListener } from '../testing/ignoring-listener.js';
import { createTableParts } from '../testing/table-parts.js';
import type { ResourceSink } from '../watch/resource-watcher.js';
import type { ResourceName } from '../watch/resources.js';
import { ClusterState } from './cluster-state.js';

let state: ClusterState;
let sinks: Readonly<Record<ResourceName, ResourceSink>>;

beforeEach(() => {
  state = new ClusterState('clu_1', createTableParts(), ignoringListener);
  sinks = state.sinks();
});

const priority = (operator: string, ...values: readonly string[]) => ({
  scopeName: 'PriorityClass',
  operator,
  values,
});

describe('expected pods', () => {
  const owned = (name: string, kind = 'ReplicaSet') => ({
    metadata: { ownerReferences: [{ kind, name: 'web', controller: true }] },
    status: { phase: 'Pending' },
    name,
  });
  const pod = (name: string, over: JsonObject = {}) => podObject(name, { ...owned(name), ...over });
  const replicaSet = (replicas: number) => ({
    metadata: { name: 'web', namespace: 'shop', uid: 'rs' },
    spec: { replicas },
  });
  const expected = () =>
    state.view(1).expectedPods.map(({ existing, count }) => ({ existing, count }));

  it('are those that a ReplicaSet lacks, once it has one', () => {
    sinks.replicaSets.put(replicaSet(3));
    expect(expected()).toEqual([]);
    sinks.pods.put(pod('web-1'));
    expect(expected()).toEqual([{ existing: 1, count: 2 }]);
    expect(state.view(1).expectedPods[0]).toMatchObject({
      ownerKind: 'ReplicaSet',
      ownerName: 'web',
      wanted: 3,
      spec: { namespace: 'shop' },
    });
    sinks.pods.put(pod('web-2'));
    expect(expected()).toEqual([{ existing: 2, count: 1 }]);
    sinks.replicaSets.put(replicaSet(2));
    expect(expected()).toEqual([]);
    sinks.pods.remove(pod('web-2'));
    expect(expected()).toEqual([{ existing: 1, count: 1 }]);
    sinks.replicaSets.remove(replicaSet(2));
    expect(expected()).toEqual([]);
  });

  describe('of a controller without pods', () => {
    const resources = { requests: { cpu: '1', memory: '1Gi' } };
    const template = {
      metadata: { labels: { app: 'web' } },
      spec: { containers: [{ name: 'app', resources }] },
    };
    const controller = (name: string, spec: JsonObject = template.spec, namespace = 'shop') => ({
      metadata: { name, namespace, uid: `${namespace}-${name}` },
      spec: { replicas: 4, template: { ...template, spec } },
    });
    const podOf = (name: string, over: JsonObject = {}, namespace = 'shop') =>
      podObject(`${name}-1`, {
        metadata: { namespace, ownerReferences: [{ kind: 'ReplicaSet', name, controller: true }] },
        spec: { ...template.spec, tolerations: admitted, ...over },
        status: { phase: 'Pending' },
      });
    const admitted = ['not-ready', 'unreachable'].map((condition) => ({
      key: `node.kubernetes.io/${condition}`,
      operator: 'Exists',
      effect: 'NoExecute',
      tolerationSeconds: 300,
    }));
    const names = () => state.view(1).expectedPods.map(({ ownerName }) => ownerName);

    it('are those of its template where pods equal their templates', () => {
      sinks.replicaSets.put(controller('web'));
      sinks.replicaSets.put(controller('api'));
      expect(names()).toEqual([]);
      sinks.pods.put(podOf('web'));
      expect(state.view(1).expectedPods).toMatchObject([
        { ownerName: 'web', existing: 1, count: 3 },
        { ownerName: 'api', existing: 0, count: 4, spec: { requests: { cpu: 1_000 } } },
      ]);
    });

    it('are unknown where admission changed a pod', () => {
      for (const name of ['web', 'api', 'new']) sinks.replicaSets.put(controller(name));
      sinks.pods.put(podOf('web'));
      sinks.pods.put(podOf('api', { nodeSelector: { team: 'shop' } }));
      expect(names()).toEqual(['web', 'api']);
    });

    it('are known beside a Job whose pods have an index each', () => {
      const pods = { ...template, metadata: { labels: { job: 'sum' } } };
      sinks.jobs.put({
        metadata: { name: 'sum', namespace: 'shop', uid: 'sum' },
        spec: { parallelism: 3, completions: 3, completionMode: 'Indexed', template: pods },
      });
      const ownerReferences = [{ kind: 'Job', name: 'sum', controller: true }];
      const labels = { job: 'sum', 'batch.kubernetes.io/job-completion-index': '0' };
      for (const name of ['web', 'new']) sinks.replicaSets.put(controller(name));
      sinks.pods.put(podOf('web'));
      expect(names()).toEqual(['web', 'new', 'sum']);
      sinks.pods.put(
        podObject('sum-0', {
          metadata: { labels, ownerReferences },
          spec: { ...template.spec, tolerations: admitted },
        }),
      );
      expect(names()).toEqual(['web', 'new', 'sum']);
    });

    it('are those of a Job until its controller has tried to create them', () => {
      const job = (status: JsonObject) => ({
        metadata: { name: 'sum', namespace: 'shop', uid: 'sum' },
        spec: { parallelism: 20, completions: 20, template },
        status,
      });
      sinks.replicaSets.put(controller('web'));
      sinks.pods.put(podOf('web'));
      sinks.jobs.put(job({}));
      expect(state.view(1).expectedPods[1]).toMatchObject({ ownerName: 'sum', count: 20 });
      sinks.jobs.put(job({ startTime: '2026-11-21T10:00:00Z', ready: 0 }));
      expect(names()).toEqual(['web']);
    });

    it('are unknown in another namespace', () => {
      sinks.replicaSets.put(controller('web'));
      sinks.replicaSets.put(controller('web', template.spec, 'other'));
      sinks.pods.put(podOf('web'));
      expect(names()).toEqual(['web']);
      expect(state.view(1).expectedPods[0]?.spec.namespace).toBe('shop');
    });

    it('are unknown where admission adds gates', () => {
      for (const name of ['web', 'api', 'new']) sinks.replicaSets.put(controller(name));
      sinks.pods.put(podOf('web'));
      expect(names()).toEqual(['web', 'api', 'new']);
      sinks.pods.put(podOf('api', { schedulingGates: [{ name: 'quota' }] }));
      expect(names()).toEqual(['web']);
    });

    it.each([
      ['a priority class', { ...template.spec, priorityClassName: 'high' }],
      ['a runtime class', { ...template.spec, runtimeClassName: 'gvisor' }],
      ['a container without requests', { containers: [{ name: 'app' }] }],
      [
        'volumes',
        { ...template.spec, volumes: [{ persistentVolumeClaim: { claimName: 'data' } }] },
      ],
      ['another scheduler', { ...template.spec, schedulerName: 'volcano' }],
      ['a scheduling gate', { ...template.spec, schedulingGates: [{ name: 'quota' }] }],
    ])('are unknown for a template with %s', (_name, spec) => {
      sinks.replicaSets.put(controller('web'));
      sinks.replicaSets.put(controller('api', spec));
      sinks.pods.put(podOf('web'));
      expect(names()).toEqual(['web']);
    });
  });

  it('are unknown while its pods are held back by a gate', () => {
    sinks.replicaSets.put(replicaSet(3));
    const spec = { schedulingGates: [{ name: 'kueue.x-k8s.io/admission' }] };
    sinks.pods.put(pod('web-1', { spec }));
    expect(expected()).toEqual([]);
    sinks.pods.put(pod('web-1'));
    expect(expected()).toEqual([{ existing: 1, count: 2 }]);
  });

  it.each<readonly [string, JsonObject]>([
    ['a gate', { schedulingGates: [{ name: 'kueue.x-k8s.io/admission' }] }],
    ['another scheduler', { schedulerName: 'volcano' }],
  ])('are unknown when admission gives any of its pods %s', (_name, spec) => {
    sinks.replicaSets.put(replicaSet(4));
    sinks.pods.put(pod('web-1'));
    sinks.pods.put(pod('web-2', { spec }));
    sinks.pods.put(pod('web-3'));
    expect(expected()).toEqual([]);
    sinks.pods.remove(pod('web-2'));
    expect(expected()).toEqual([{ existing: 2, count: 2 }]);
  });

  it('are known while a pod waits for a preemption', () => {
    sinks.replicaSets.put(replicaSet(3));
    sinks.pods.put(pod('web-1', { status: { phase: 'Pending', nominatedNodeName: 'n1' } }));
    expect(expected()).toEqual([{ existing: 1, count: 2 }]);
  });

  it('replace terminating pods', () => {
    sinks.replicaSets.put(replicaSet(2));
    sinks.pods.put(pod('web-1'));
    sinks.pods.put(pod('web-2'));
    const { metadata } = owned('web-2');
    sinks.pods.put(
      podObject('web-2', {
        metadata: { ...metadata, deletionTimestamp: '2026-11-21T10:05:00Z' },
      }),
    );
    expect(expected()).toEqual([{ existing: 1, count: 1 }]);
  });

  describe('of a Job', () => {
    const job = (status: JsonObject = {}, over: JsonObject = {}) => ({
      metadata: { name: 'web', namespace: 'shop', uid: 'job' },
      spec: { parallelism: 3, completions: 9, ...over },
      status,
    });
    const jobPod = (name: string, phase = 'Running', metadata: JsonObject = {}) => {
      const fields = owned(name, 'Job');
      return podObject(name, {
        ...fields,
        metadata: { ...fields.metadata, ...metadata },
        status: { phase },
      });
    };
    const deleted = { deletionTimestamp: '2026-11-21T10:05:00Z' };

    it('are what it lacks after its first pods have ended', () => {
      sinks.jobs.put(job());
      sinks.pods.put(jobPod('web-1'));
      sinks.pods.put(jobPod('web-2', 'Succeeded'));
      sinks.jobs.put(job({ active: 1, succeeded: 1 }));
      expect(expected()).toEqual([{ existing: 1, count: 2 }]);
      sinks.jobs.put(job({ active: 1, succeeded: 7 }));
      expect(expected()).toEqual([{ existing: 1, count: 1 }]);
      sinks.jobs.put(job({ active: 1, succeeded: 8 }));
      expect(expected()).toEqual([]);
    });

    it('do not include pods that have ended since the Job was updated', () => {
      sinks.jobs.put(job({ active: 3 }));
      for (const name of ['web-1', 'web-2', 'web-3']) sinks.pods.put(jobPod(name));
      sinks.pods.put(jobPod('web-1', 'Succeeded'));
      expect(expected()).toEqual([]);
      sinks.jobs.put(job({ active: 2, succeeded: 1 }));
      expect(expected()).toEqual([{ existing: 2, count: 1 }]);
    });

    const tried = { startTime: '2026-11-21T10:00:00Z', ready: 0 };

    it('are none once the Job says that its controller got no more of them', () => {
      sinks.jobs.put(job());
      sinks.pods.put(jobPod('web-1'));
      expect(expected()).toEqual([{ existing: 1, count: 2 }]);
      sinks.jobs.put(job({ ...tried, active: 1 }));
      expect(expected()).toEqual([]);
      sinks.pods.put(jobPod('web-2'));
      expect(expected()).toEqual([{ existing: 2, count: 1 }]);
      sinks.jobs.put(job({ ...tried, active: 2 }));
      expect(expected()).toEqual([]);
    });

    it('are none when pods that have ended were refused successors', () => {
      sinks.jobs.put(job({ ...tried, active: 3 }));
      for (const name of ['web-1', 'web-2', 'web-3']) sinks.pods.put(jobPod(name));
      for (const name of ['web-1', 'web-2']) sinks.pods.put(jobPod(name, 'Succeeded'));
      sinks.jobs.put(job({ ...tried, active: 1, succeeded: 2 }));
      expect(expected()).toEqual([]);
    });

    it('replace terminating pods', () => {
      sinks.jobs.put(job({ active: 2, terminating: 1 }));
      for (const name of ['web-1', 'web-2']) sinks.pods.put(jobPod(name));
      sinks.pods.put(jobPod('web-3', 'Running', deleted));
      expect(expected()).toEqual([{ existing: 2, count: 1 }]);
    });

    it('replace pods once they have ended with the policy Failed', () => {
      const policy = { podReplacementPolicy: 'Failed' };
      sinks.jobs.put(job({ active: 2, terminating: 1 }, policy));
      for (const name of ['web-1', 'web-2']) sinks.pods.put(jobPod(name));
      sinks.pods.put(jobPod('web-3', 'Running', deleted));
      expect(expected()).toEqual([]);
      sinks.pods.put(jobPod('web-3', 'Failed', deleted));
      expect(expected()).toEqual([{ existing: 2, count: 1 }]);
    });
  });

  it('come one at a time from an ordered StatefulSet', () => {
    sinks.statefulSets.put(replicaSet(5));
    sinks.pods.put(podObject('web-0', owned('web-0', 'StatefulSet')));
    expect(expected()).toEqual([{ existing: 1, count: 1 }]);
  });

  it.each(['Parallel', 'OrderedReady'])(
    'replace a pod of a StatefulSet (%s) once it is gone, not while it terminates',
    (podManagementPolicy) => {
      const { metadata, spec } = replicaSet(3);
      sinks.statefulSets.put({ metadata, spec: { ...spec, podManagementPolicy } });
      const running = (name: string, over: JsonObject = {}) => {
        const fields = owned(name, 'StatefulSet');
        return podObject(name, {
          metadata: { ...fields.metadata, ...over },
          spec: { nodeName: 'n1' },
          status: { phase: 'Running' },
        });
      };
      for (const name of ['web-0', 'web-1', 'web-2']) sinks.pods.put(running(name));
      const evicted = running('web-1', { deletionTimestamp: '2026-11-21T10:05:00Z' });
      sinks.pods.put(evicted);
      expect(expected()).toEqual([]);
      sinks.pods.remove(evicted);
      expect(expected()).toEqual([{ existing: 2, count: 1 }]);
    },
  );

  it('are none of a parallel StatefulSet that got no more of them', () => {
    const set = (status: JsonObject) => ({
      metadata: { ...replicaSet(9).metadata, generation: 1 },
      spec: { replicas: 9, podManagementPolicy: 'Parallel' },
      status,
    });
    sinks.statefulSets.put(set({}));
    sinks.pods.put(podObject('web-0', owned('web-0', 'StatefulSet')));
    expect(expected()).toEqual([{ existing: 1, count: 8 }]);
    sinks.statefulSets.put(set({ observedGeneration: 1, replicas: 1 }));
    expect(expected()).toEqual([]);
    sinks.pods.put(podObject('web-1', owned('web-1', 'StatefulSet')));
    expect(expected()).toEqual([{ existing: 2, count: 7 }]);
  });

  it('do not come from an ordered StatefulSet while one of its pods terminates', () => {
    sinks.statefulSets.put(replicaSet(5));
    sinks.pods.put(podObject('web-0', owned('web-0', 'StatefulSet')));
    const { metadata } = owned('web-1', 'StatefulSet');
    const deleted = { ...metadata, deletionTimestamp: '2026-11-21T10:05:00Z' };
    sinks.pods.put(podObject('web-1', { metadata: deleted }));
    expect(expected()).toEqual([]);
  });

  it('are unknown for pods with volumes', () => {
    sinks.replicaSets.put(replicaSet(5));
    const volumes = [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }];
    sinks.pods.put(pod('web-1', { spec: { volumes } }));
    expect(expected()).toEqual([]);
  });

  it('are no more than the quotas of their namespace allow together', () => {
    const api = { ...replicaSet(9), metadata: { name: 'api', namespace: 'shop', uid: 'api' } };
    sinks.replicaSets.put(replicaSet(9));
    sinks.replicaSets.put(api);
    sinks.pods.put(pod('web-1'));
    const ownerReferences = [{ kind: 'ReplicaSet', name: 'api', controller: true }];
    sinks.pods.put(pod('api-1', { metadata: { ownerReferences } }));
    const quota = (namespace: string, pods: string) => ({
      metadata: { name: 'quota', namespace, uid: `quota-${namespace}` },
      status: { hard: { pods }, used: { pods: '2' } },
    });
    sinks.resourceQuotas.put(quota('other', '2'));
    expect(expected().map(({ count }) => count)).toEqual([8, 8]);
    sinks.resourceQuotas.put(quota('shop', '12'));
    expect(expected().map(({ count }) => count)).toEqual([8, 2]);
    sinks.resourceQuotas.put(quota('shop', '2'));
    expect(expected()).toEqual([]);
  });

  it.each<readonly [string, JsonObject]>([
    ['was deleted', { metadata: { deletionTimestamp: '2026-11-21T10:05:00Z' } }],
    ['is terminating', { status: { phase: 'Terminating' } }],
  ])('are none in a namespace that %s', (_name, { metadata = {}, ...over }) => {
    const meta = { name: 'shop', uid: 'ns', labels: { team: 'a' } };
    sinks.namespaces.put({ metadata: meta, status: { phase: 'Active' } });
    sinks.namespaces.put({
      metadata: { name: 'other', uid: 'other' },
      status: { phase: 'Terminating' },
    });
    sinks.replicaSets.put(replicaSet(3));
    sinks.pods.put(pod('web-1'));
    expect(expected()).toEqual([{ existing: 1, count: 2 }]);
    sinks.namespaces.put({ metadata: { ...meta, ...toRecord(metadata) }, ...over });
    expect(expected()).toEqual([]);
  });

  it('use up every quota of their namespace, and none of another', () => {
    const workload = (namespace: string, name: string, cpu: string) => {
      const metadata = { name, namespace, uid: `${namespace}-${name}` };
      sinks.replicaSets.put({ metadata, spec: { replicas: 9 } });
      const ownerReferences = [{ kind: 'ReplicaSet', name, controller: true }];
      const spec = { containers: [{ name: 'app', resources: { requests: { cpu } } }] };
      const object = { metadata: { namespace, ownerReferences }, spec };
      sinks.pods.put(podObject(`${namespace}-${name}-1`, object));
    };
    const quota = (namespace: string, name: string, hard: JsonObject) =>
      sinks.resourceQuotas.put({
        metadata: { name, namespace, uid: `${namespace}-${name}` },
        status: { hard },
      });
    workload('shop', 'web', '1');
    workload('shop', 'api', '2');
    workload('other', 'web', '1');
    quota('shop', 'pods', { pods: '12' });
    quota('shop', 'cpu', { 'requests.cpu': '20' });
    quota('other', 'pods', { pods: '3' });
    expect(expected().map(({ count }) => count)).toEqual([8, 4, 3]);
    quota('shop', 'cpu', { 'requests.cpu': '13' });
    expect(expected().map(({ count }) => count)).toEqual([8, 2, 3]);
  });

  describe('are only those that the API server accepts', () => {
    const metadata = { name: 'rule', namespace: 'shop', uid: 'rule' };
    const job = (resources: JsonObject, over: JsonObject = {}) => {
      const spec = { containers: [{ name: 'app', resources }], ...over };
      sinks.jobs.put({
        metadata: { name: 'web', namespace: 'shop', uid: 'web' },
        spec: { parallelism: 9, completions: 9, template: { spec } },
      });
      sinks.pods.put(podObject('web-1', { ...owned('web-1', 'Job'), spec }));
    };
    const quota = (hard: JsonObject, spec: JsonObject = {}) =>
      sinks.resourceQuotas.put({ metadata, spec, status: { hard } });
    const limitRange = (...limits: readonly JsonObject[]) =>
      sinks.limitRanges.put({ metadata, spec: { limits } });
    const counts = () => expected().map(({ count }) => count);
    const requests = { cpu: '1', memory: '1Gi' };

    it.each<readonly [string, JsonObject, readonly number[]]>([
      ['limits.cpu', { 'limits.cpu': '6500m' }, [3]],
      ['limits.memory', { 'limits.memory': '9Gi' }, [4]],
      ['requests.cpu', { 'requests.cpu': '5' }, [5]],
    ])('within a quota on %s', (_name, hard, allowed) => {
      job({ requests, limits: { cpu: '2', memory: '2Gi' } });
      expect(counts()).toEqual([8]);
      quota(hard);
      expect(counts()).toEqual(allowed);
    });

    it('with the limits that a quota on limits requires', () => {
      job({ requests });
      quota({ 'limits.cpu': '100' });
      expect(counts()).toEqual([]);
    });

    it('with the default limits of a LimitRange', () => {
      job({ requests });
      quota({ 'limits.cpu': '100' });
      limitRange({ type: 'Container', default: { cpu: '25', memory: '9Gi' } });
      expect(counts()).toEqual([4]);
    });

    it.each<readonly [string, JsonObject]>([
      ['a maximum below the limit', { type: 'Container', max: { memory: '1Gi' } }],
      ['a maximum for all containers together', { type: 'Pod', max: { cpu: '1' } }],
      ['a minimum above the request', { type: 'Container', min: { cpu: '1500m' } }],
      [
        'a ratio of limit and request',
        { type: 'Container', maxLimitRequestRatio: { cpu: '1500m' } },
      ],
      ['a maximum of a resource without a limit', { type: 'Container', max: { 'x.io/y': '1' } }],
    ])('within a LimitRange with %s', (_name, item) => {
      job({ requests, limits: { cpu: '2', memory: '2Gi' } });
      limitRange({ type: 'Container', max: { cpu: '2', memory: '2Gi' }, min: { cpu: '1' } });
      expect(counts()).toEqual([8]);
      limitRange(item);
      expect(counts()).toEqual([]);
    });

    it('where something else than the API server sets what pods request, within requests', () => {
      job({ requests });
      const sized = [{ name: 'app', resources: { requests: { cpu: '2', memory: '1Gi' } } }];
      sinks.pods.put(podObject('web-1', { ...owned('web-1', 'Job'), spec: { containers: sized } }));
      limitRange({ type: 'Container', max: { cpu: '1' } });
      quota({ 'requests.cpu': '8', 'limits.cpu': '1' });
      expect(counts()).toEqual([4]);
    });

    it.each<readonly [string, JsonObject, JsonObject, readonly number[]]>([
      ['Terminating', {}, { scopes: ['Terminating'] }, [8]],
      ['Terminating', { activeDeadlineSeconds: 60 }, { scopes: ['Terminating'] }, [2]],
      ['NotTerminating', {}, { scopes: ['NotTerminating'] }, [2]],
      ['BestEffort', {}, { scopes: ['BestEffort'] }, [8]],
      ['NotBestEffort', {}, { scopes: ['NotBestEffort'] }, [2]],
      ['an unknown scope', {}, { scopes: ['Later'] }, [2]],
      [
        'a priority class',
        { priorityClassName: 'high' },
        { scopeSelector: { matchExpressions: [priority('In', 'high')] } },
        [2],
      ],
      [
        'another priority class',
        { priorityClassName: 'high' },
        { scopeSelector: { matchExpressions: [priority('NotIn', 'high')] } },
        [8],
      ],
      [
        'pods without a priority class',
        {},
        { scopeSelector: { matchExpressions: [priority('DoesNotExist')] } },
        [2],
      ],
    ])('within a quota with the scope %s', (_name, over, scopes, allowed) => {
      job({ requests }, over);
      quota({ pods: '2' }, scopes);
      expect(counts()).toEqual(allowed);
    });
  });

  it('keep their list until pods or controllers change', () => {
    sinks.replicaSets.put(replicaSet(3));
    sinks.pods.put(pod('web-1'));
    const { expectedPods } = state.view(1);
    sinks.nodes.put(nodeObject('n1'));
    expect(state.view(2).expectedPods).toBe(expectedPods);
  });
});
