import { isDeepStrictEqual } from 'node:util';
import { invariant } from '@kerf/core';
import { type JsonObject, listAt, objectAt, stringAt } from '@kerf/sandbox';
import { beforeAll, describe, expect, it } from 'vitest';
import { merge, strategicMerge, useKubernetes } from './testing/use-kubernetes.js';

// Codes and messages were compared with a Kubernetes 1.36 server and its controllers.

const cluster = useKubernetes();
const priorityClasses = '/apis/scheduling.k8s.io/v1/priorityclasses';
const important = 'conformance-important';

beforeAll(async () => {
  await cluster.createGlobal(
    priorityClasses,
    { metadata: { name: important }, value: 1000 },
    important,
  );
});

/** A pod that nobody schedules. */
const aPod = (name: string, resources: JsonObject = {}, spec: JsonObject = {}): JsonObject => ({
  metadata: { name },
  spec: {
    schedulerName: 'nobody',
    containers: [{ name: 'c', image: 'none', resources }],
    ...spec,
  },
});
const cpu = (amount: string): JsonObject => ({ requests: { cpu: amount } });

/** A namespace with one quota, `limit`. */
class Quota {
  readonly #path: string;

  private constructor(path: string) {
    this.#path = path;
  }

  static async create(name: string, spec: JsonObject): Promise<Quota> {
    const quota = new Quota(await cluster.namespace(`conformance-quota-${name}`));
    await quota.add('limit', spec);
    return quota;
  }

  /** Adds a quota, and waits until its use is known. */
  async add(name: string, spec: JsonObject): Promise<void> {
    const path = `${this.#path}/resourcequotas`;
    const { code, text } = await cluster.call('POST', path, { metadata: { name }, spec });
    invariant(code === 201, `the quota is accepted: ${text}`);
    await cluster.until(async () => {
      const { used } = await this.status(name);
      invariant(used !== undefined, 'the use of the quota is known');
      // The server admits by what it has seen itself, a moment after the controller wrote it.
      const dry = await this.create(aPod('probe', cpu('1m')), '?dryRun=All');
      invariant(!dry.text.includes('status unknown'), 'the server knows the use');
    });
  }

  create(pod: JsonObject, query = '') {
    return cluster.call('POST', `${this.#path}/pods${query}`, pod);
  }

  /** Creates an object of another kind. */
  createAt(resource: string, body: JsonObject) {
    return cluster.call('POST', `${this.#path}/${resource}`, body);
  }

  delete(pod: string) {
    return cluster.call('DELETE', `${this.#path}/pods/${pod}`);
  }

  async finish(pod: string, phase: string): Promise<void> {
    const path = `${this.#path}/pods/${pod}/status`;
    await cluster.call('PATCH', path, { status: { phase } }, strategicMerge);
  }

  async status(name = 'limit'): Promise<JsonObject> {
    const { body } = await cluster.call('GET', `${this.#path}/resourcequotas/${name}`);
    return objectAt(body, 'status');
  }

  untilUsed(expected: JsonObject, name?: string): Promise<void> {
    return cluster.until(async () => {
      const { used } = await this.status(name);
      invariant(isDeepStrictEqual(used, expected), `${JSON.stringify(used)} is used`);
    });
  }

  async events(reason: string): Promise<readonly string[]> {
    const path = `${this.#path}/events?fieldSelector=reason%3D${reason}`;
    const { body } = await cluster.call('GET', path);
    return listAt(body, 'items').map((event) => stringAt(event, 'message') ?? '');
  }
}

describe('a quota', () => {
  it('counts what its pods request, and refuses more with 403', async () => {
    const quota = await Quota.create('requests', {
      hard: { 'requests.cpu': '1', 'limits.memory': '2Gi', pods: '3' },
    });
    expect(await quota.status()).toEqual({
      hard: { 'requests.cpu': '1', 'limits.memory': '2Gi', pods: '3' },
      used: { 'requests.cpu': '0', 'limits.memory': '0', pods: '0' },
    });
    const resources = { requests: { cpu: '600m' }, limits: { memory: '1536Mi' } };
    expect((await quota.create(aPod('first', resources))).code).toBe(201);
    await quota.untilUsed({ 'requests.cpu': '600m', 'limits.memory': '1536Mi', pods: '1' });
    const refused = await quota.create(aPod('second', resources));
    expect(refused.body).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message:
        'pods "second" is forbidden: exceeded quota: limit, requested: limits.memory=1536Mi,requests.cpu=600m, used: limits.memory=1536Mi,requests.cpu=600m, limited: limits.memory=2Gi,requests.cpu=1',
      reason: 'Forbidden',
      details: { name: 'second', kind: 'pods' },
      code: 403,
    });
    await quota.delete('first');
    await quota.untilUsed({ 'requests.cpu': '0', 'limits.memory': '0', pods: '0' });
    expect((await quota.create(aPod('second', resources))).code).toBe(201);
  });

  it('on CPU or memory refuses containers that name none', async () => {
    const quota = await Quota.create('unnamed', {
      hard: { cpu: '1', 'limits.memory': '1Gi', 'requests.ephemeral-storage': '1Gi' },
    });
    const refused = await quota.create(
      aPod('p', {}, { initContainers: [{ name: 'i', image: 'none' }] }),
    );
    expect([refused.code, refused.body['message']]).toEqual([
      403,
      'pods "p" is forbidden: failed quota: limit: must specify cpu for: c,i; limits.memory for: c,i',
    ]);
    const ofPod = { resources: { limits: { cpu: '500m', memory: '1Gi' } } };
    expect((await quota.create(aPod('p', {}, ofPod))).code).toBe(201);
    await quota.untilUsed({
      cpu: '500m',
      'limits.memory': '1Gi',
      'requests.ephemeral-storage': '0',
    });
  });

  it('counts extended resources, which nobody must name', async () => {
    const quota = await Quota.create('gpus', { hard: { 'requests.nvidia.com/gpu': '1' } });
    const gpu = { limits: { 'nvidia.com/gpu': '1' } };
    expect((await quota.create(aPod('none'))).code).toBe(201);
    expect((await quota.create(aPod('first', gpu))).code).toBe(201);
    expect((await quota.create(aPod('second', gpu))).body['message']).toBe(
      'pods "second" is forbidden: exceeded quota: limit, requested: requests.nvidia.com/gpu=1, used: requests.nvidia.com/gpu=1, limited: requests.nvidia.com/gpu=1',
    );
  });

  it('forgets finished pods, except in the count of objects', async () => {
    const quota = await Quota.create('finished', { hard: { pods: '1', 'count/pods': '2' } });
    await quota.create(aPod('first'));
    expect((await quota.create(aPod('second'))).body['message']).toBe(
      'pods "second" is forbidden: exceeded quota: limit, requested: pods=1, used: pods=1, limited: pods=1',
    );
    await quota.finish('first', 'Succeeded');
    await quota.untilUsed({ pods: '0', 'count/pods': '1' });
    expect((await quota.create(aPod('second'))).code).toBe(201);
    expect((await quota.create(aPod('third'))).code).toBe(403);
  });

  it('is not used by a dry run, or by a pod that is refused for another reason', async () => {
    const quota = await Quota.create('dry', { hard: { pods: '1' } });
    expect((await quota.create(aPod('dry'), '?dryRun=All')).code).toBe(201);
    expect((await quota.create(aPod('bad', {}, { restartPolicy: 'Odd' }))).code).toBe(422);
    await quota.untilUsed({ pods: '0' });
    expect((await quota.create(aPod('real'))).code).toBe(201);
  });

  it('of several quotas each must allow a pod', async () => {
    const quota = await Quota.create('several', { hard: { pods: '5' } });
    await quota.add('narrow', { hard: { 'requests.cpu': '1' } });
    expect((await quota.create(aPod('first', cpu('1')))).code).toBe(201);
    expect((await quota.create(aPod('second', cpu('1')))).body['message']).toBe(
      'pods "second" is forbidden: exceeded quota: narrow, requested: requests.cpu=1, used: requests.cpu=1, limited: requests.cpu=1',
    );
    await quota.untilUsed({ pods: '1' });
  });

  it('counts objects of any kind', async () => {
    const quota = await Quota.create('objects', {
      hard: { 'count/secrets': '1', services: '1', 'requests.storage': '3Gi' },
    });
    const secret = (name: string) => quota.createAt('secrets', { metadata: { name } });
    expect((await secret('first')).code).toBe(201);
    expect((await secret('second')).body['message']).toBe(
      'secrets "second" is forbidden: exceeded quota: limit, requested: count/secrets=1, used: count/secrets=1, limited: count/secrets=1',
    );
    const claim = (name: string) =>
      quota.createAt('persistentvolumeclaims', {
        metadata: { name },
        spec: {
          storageClassName: 'none',
          accessModes: ['ReadWriteOnce'],
          resources: { requests: { storage: '2Gi' } },
        },
      });
    expect((await claim('first')).code).toBe(201);
    expect((await claim('second')).body['message']).toBe(
      'persistentvolumeclaims "second" is forbidden: exceeded quota: limit, requested: requests.storage=2Gi, used: requests.storage=2Gi, limited: requests.storage=3Gi',
    );
  });

  it('stops a Deployment and its ReplicaSet, which say why', async () => {
    const quota = await Quota.create('replicas', { hard: { pods: '1' } });
    const labels = { app: 'set' };
    const apps = '/apis/apps/v1/namespaces/conformance-quota-replicas';
    await cluster.call('POST', `${apps}/deployments`, {
      metadata: { name: 'set' },
      spec: {
        replicas: 2,
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: objectAt(aPod('x'), 'spec') },
      },
    });
    await quota.untilUsed({ pods: '1' });
    const refusal =
      'is forbidden: exceeded quota: limit, requested: pods=1, used: pods=1, limited: pods=1';
    await cluster.until(async () =>
      expect(await quota.events('FailedCreate')).toContainEqual(
        expect.stringMatching(new RegExp(`^Error creating: pods "set-[\\w-]+" ${refusal}$`)),
      ),
    );
    const failure = {
      type: 'ReplicaFailure',
      status: 'True',
      reason: 'FailedCreate',
      message: expect.stringContaining(refusal),
      lastTransitionTime: expect.any(String),
    };
    await cluster.until(async () => {
      const { body: sets } = await cluster.call('GET', `${apps}/replicasets`);
      expect(listAt(listAt(sets, 'items')[0], 'status', 'conditions')).toEqual([failure]);
      const { body: deployment } = await cluster.call('GET', `${apps}/deployments/set`);
      expect(listAt(deployment, 'status', 'conditions')).toContainEqual({
        ...failure,
        lastUpdateTime: expect.any(String),
      });
    });
    await cluster.call('PATCH', `${apps}/deployments/set`, { spec: { replicas: 1 } }, merge);
    await cluster.until(async () => {
      const { body: sets } = await cluster.call('GET', `${apps}/replicasets`);
      expect(listAt(listAt(sets, 'items')[0], 'status', 'conditions')).toEqual([]);
    });
  });

  it('stops a Job and a StatefulSet, which say why and what they have', async () => {
    const quota = await Quota.create('controllers', { hard: { pods: '1' } });
    const namespaced = (group: string) =>
      `/apis/${group}/v1/namespaces/conformance-quota-controllers`;
    const labels = { app: 'set' };
    const template = (spec: JsonObject): JsonObject => ({
      metadata: { labels },
      spec: { ...objectAt(aPod('x'), 'spec'), ...spec },
    });
    await cluster.call('POST', `${namespaced('batch')}/jobs`, {
      metadata: { name: 'job' },
      spec: { parallelism: 2, completions: 2, template: template({ restartPolicy: 'Never' }) },
    });
    await quota.untilUsed({ pods: '1' });
    await cluster.call('POST', `${namespaced('apps')}/statefulsets`, {
      metadata: { name: 'web' },
      spec: {
        replicas: 1,
        serviceName: 'web',
        selector: { matchLabels: labels },
        template: template({}),
      },
    });
    const exceeded = 'forbidden: exceeded quota: limit';
    await cluster.until(async () => {
      const messages = (await quota.events('FailedCreate')).join('\n');
      expect(messages).toContain('Error creating: pods "job-');
      expect(messages).toContain(
        `Create Pod web-0 in StatefulSet web failed error: pods "web-0" is ${exceeded}`,
      );
      const { body: job } = await cluster.call('GET', `${namespaced('batch')}/jobs/job`);
      expect(objectAt(job, 'status')).toMatchObject({
        startTime: expect.any(String),
        active: 1,
      });
      const { body: web } = await cluster.call('GET', `${namespaced('apps')}/statefulsets/web`);
      expect(objectAt(web, 'status')).toMatchObject({ observedGeneration: 1, replicas: 0 });
    });
  });
});

describe('the scope of a quota', () => {
  const deadline = { activeDeadlineSeconds: 60 };
  const byClass = (operator: string, values?: readonly string[]): JsonObject => ({
    scopeSelector: {
      matchExpressions: [
        {
          scopeName: 'PriorityClass',
          operator,
          ...(values === undefined ? {} : { values: [...values] }),
        },
      ],
    },
  });
  const ofClass = { priorityClassName: important };

  it.each<[string, JsonObject, JsonObject, JsonObject]>([
    ['BestEffort', { scopes: ['BestEffort'] }, aPod('in'), aPod('out', cpu('1'))],
    ['NotBestEffort', { scopes: ['NotBestEffort'] }, aPod('in', cpu('1')), aPod('out')],
    ['Terminating', { scopes: ['Terminating'] }, aPod('in', {}, deadline), aPod('out')],
    ['NotTerminating', { scopes: ['NotTerminating'] }, aPod('in'), aPod('out', {}, deadline)],
    ['PriorityClass', { scopes: ['PriorityClass'] }, aPod('in', {}, ofClass), aPod('out')],
    ['PriorityClass In', byClass('In', [important]), aPod('in', {}, ofClass), aPod('out')],
    ['PriorityClass NotIn', byClass('NotIn', [important]), aPod('in'), aPod('out', {}, ofClass)],
    ['PriorityClass DoesNotExist', byClass('DoesNotExist'), aPod('in'), aPod('out', {}, ofClass)],
  ])('%s is that of its pods only', async (scope, fields, inside, outside) => {
    const name = scope.toLowerCase().replace(' ', '-');
    const quota = await Quota.create(name, { hard: { pods: '1' }, ...fields });
    expect((await quota.create(outside)).code).toBe(201);
    expect((await quota.create(inside)).code).toBe(201);
    await quota.untilUsed({ pods: '1' });
    const again = { ...inside, metadata: { name: 'again' } };
    expect((await quota.create(again)).code).toBe(403);
  });
});
