import { type JsonObject, listAt, objectAt, stringAt } from '@kerf/sandbox';
import { beforeAll, describe, expect, it } from 'vitest';
import { merge, strategicMerge, useKubernetes } from './testing/use-kubernetes.js';

// Codes and messages were compared with a Kubernetes 1.36 server.

const cluster = useKubernetes();
const namespace = 'conformance-evictions';
const pods = `/api/v1/namespaces/${namespace}/pods`;
const budgets = `/apis/policy/v1/namespaces/${namespace}/poddisruptionbudgets`;
const replicaSets = `/apis/apps/v1/namespaces/${namespace}/replicasets`;
/** No kubelet runs there, so that pods keep the status that a spec gives them. */
const nodeName = 'conformance-nowhere';

beforeAll(() => cluster.namespace(namespace));

const aPod = (name: string, app: string): JsonObject => ({
  metadata: { name, labels: { app } },
  spec: { schedulerName: 'nobody', containers: [{ name: 'c', image: 'none' }] },
});

/** Binds the pod, and writes its status as a kubelet does. */
async function run(name: string, isReady = true, phase = 'Running'): Promise<void> {
  await cluster.call('POST', `${pods}/${name}/binding`, {
    metadata: { name },
    target: { kind: 'Node', name: nodeName },
  });
  const conditions = [{ type: 'Ready', status: isReady ? 'True' : 'False' }];
  await cluster.call(
    'PATCH',
    `${pods}/${name}/status`,
    { status: { phase, conditions } },
    strategicMerge,
  );
}

/** Creates running pods `app-0`, `app-1` …; those in `unready` are not ready. */
async function barePods(app: string, count: number, unready: readonly number[] = []) {
  for (let number = 0; number < count; number += 1) {
    const name = `${app}-${number}`;
    await cluster.call('POST', pods, aPod(name, app));
    await run(name, !unready.includes(number));
  }
}

/** Creates a budget, and waits until its controller has counted the pods. */
async function budget(name: string, app: string, spec: JsonObject, status: JsonObject = {}) {
  const selector = { matchLabels: { app } };
  await cluster.call('POST', budgets, { metadata: { name }, spec: { selector, ...spec } });
  await cluster.until(async () => {
    const { body } = await cluster.call('GET', `${budgets}/${name}`);
    expect(body['status']).toMatchObject({ observedGeneration: 1, ...status });
  });
}

const evict = (name: string, fields: JsonObject = {}, query = '') =>
  cluster.call('POST', `${pods}/${name}/eviction${query}`, {
    apiVersion: 'policy/v1',
    kind: 'Eviction',
    metadata: { name, namespace },
    ...fields,
  });

const statusOf = async (name: string) =>
  (await cluster.call('GET', `${budgets}/${name}`)).body['status'];
const metadataOf = async (name: string) =>
  objectAt((await cluster.call('GET', `${pods}/${name}`)).body, 'metadata');

describe('an eviction', () => {
  it('without a budget deletes the pod with its grace period', async () => {
    await barePods('free', 1);
    const { code, body } = await evict('free-0');
    expect([code, body]).toEqual([
      201,
      { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 },
    ]);
    expect(await metadataOf('free-0')).toMatchObject({
      deletionTimestamp: expect.any(String),
      deletionGracePeriodSeconds: 30,
    });
  });

  it('uses a disruption, and is refused with 429 when none is left', async () => {
    await barePods('web', 3);
    await budget('web', 'web', { minAvailable: 2 }, { disruptionsAllowed: 1, currentHealthy: 3 });
    expect((await evict('web-0')).code).toBe(201);
    expect((await evict('web-0')).code).toBe(201);
    await cluster.until(async () =>
      expect(await statusOf('web')).toMatchObject({ disruptionsAllowed: 0, currentHealthy: 2 }),
    );
    const refused = await evict('web-1');
    expect(refused.body).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message: "Cannot evict pod as it would violate the pod's disruption budget.",
      reason: 'TooManyRequests',
      details: {
        causes: [
          {
            reason: 'DisruptionBudget',
            message: 'The disruption budget web needs 2 healthy pods and has 2 currently',
          },
        ],
      },
      code: 429,
    });
    expect([refused.code, refused.header('retry-after')]).toEqual([429, undefined]);
    expect((await metadataOf('web-1'))['deletionTimestamp']).toBeUndefined();
  });

  it('is refused with 500 when two budgets select the pod', async () => {
    await barePods('twice', 1);
    await budget('twice-a', 'twice', { minAvailable: 0 });
    await budget('twice-b', 'twice', { minAvailable: 0 });
    const { code, body } = await evict('twice-0');
    expect([code, body['message']]).toEqual([
      500,
      'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.',
    ]);
  });

  it('of a pod without a node, or of a finished one, needs no budget', async () => {
    await budget('strict', 'strict', { minAvailable: 10 });
    await cluster.call('POST', pods, aPod('strict-pending', 'strict'));
    await cluster.call('POST', pods, aPod('strict-done', 'strict'));
    await run('strict-done', false, 'Succeeded');
    expect((await evict('strict-pending')).code).toBe(201);
    expect((await cluster.call('GET', `${pods}/strict-pending`)).code).toBe(404);
    expect((await evict('strict-done')).code).toBe(201);
  });

  it('of a bound pod that is still Pending needs no budget', async () => {
    await budget('bound', 'bound', { minAvailable: 10 });
    await cluster.call('POST', pods, aPod('bound-pending', 'bound'));
    await run('bound-pending', false, 'Pending');
    expect((await evict('bound-pending')).code).toBe(201);
  });

  it('of a pod that is being deleted succeeds, whatever the budget', async () => {
    await barePods('going', 1);
    await budget('going', 'going', { minAvailable: 1 });
    await cluster.call('DELETE', `${pods}/going-0`);
    expect((await evict('going-0')).code).toBe(201);
  });

  it('in a dry run changes nothing', async () => {
    await barePods('dry', 1);
    await budget('dry', 'dry', { minAvailable: 0 }, { disruptionsAllowed: 1 });
    expect((await evict('dry-0', { deleteOptions: { dryRun: ['All'] } })).code).toBe(201);
    expect((await evict('dry-0', {}, '?dryRun=All')).code).toBe(201);
    expect((await metadataOf('dry-0'))['deletionTimestamp']).toBeUndefined();
    expect(await statusOf('dry')).toMatchObject({ disruptionsAllowed: 1 });
    await cluster.call('PATCH', `${budgets}/dry`, { spec: { minAvailable: 1 } }, merge);
    await cluster.until(async () =>
      expect(await statusOf('dry')).toMatchObject({ disruptionsAllowed: 0 }),
    );
    expect((await evict('dry-0', {}, '?dryRun=All')).code).toBe(429);
  });

  it('respects the options of the deletion', async () => {
    await barePods('options', 2);
    const uid = stringAt(await metadataOf('options-0'), 'uid') ?? '';
    const other = await evict('options-0', { deleteOptions: { preconditions: { uid: 'x' } } });
    expect([other.code, other.body['reason']]).toEqual([409, 'Conflict']);
    const stale = { preconditions: { uid, resourceVersion: '1' } };
    expect((await evict('options-0', { deleteOptions: stale })).code).toBe(409);
    const right = { preconditions: { uid }, gracePeriodSeconds: 5 };
    expect((await evict('options-0', { deleteOptions: right })).code).toBe(201);
    expect(await metadataOf('options-0')).toMatchObject({ deletionGracePeriodSeconds: 5 });
    expect((await evict('options-1', { deleteOptions: { gracePeriodSeconds: 0 } })).code).toBe(201);
    expect((await cluster.call('GET', `${pods}/options-1`)).code).toBe(404);
  });

  it('must name a pod that exists', async () => {
    const missing = await evict('missing');
    expect([missing.code, missing.body['message']]).toEqual([404, 'pods "missing" not found']);
    await cluster.call('POST', pods, aPod('named', 'named'));
    const other = await evict('named', { metadata: { name: 'other' } });
    expect([other.code, other.body['message']]).toEqual([
      400,
      'name in URL does not match name in Eviction object',
    ]);
  });
});

describe('a budget of a ReplicaSet', () => {
  it.each<[string, JsonObject, number]>([
    ['max-int', { maxUnavailable: 1 }, 1],
    ['max-percent', { maxUnavailable: '30%' }, 2],
    ['max-none', { maxUnavailable: 0 }, 0],
    ['min-int', { minAvailable: 3 }, 1],
    ['min-percent', { minAvailable: '60%' }, 1],
    ['min-all', { minAvailable: '100%' }, 0],
  ])('%s: with %j allows %i disruptions of 4 pods', async (app, spec, allowed) => {
    await cluster.call('POST', replicaSets, {
      metadata: { name: app },
      spec: {
        replicas: 4,
        selector: { matchLabels: { app } },
        template: objectTemplate(app),
      },
    });
    const query = new URLSearchParams({ labelSelector: `app=${app}` });
    const names = async () =>
      listAt((await cluster.call('GET', `${pods}?${query}`)).body, 'items').map(
        (item) => stringAt(item, 'metadata', 'name') ?? '',
      );
    await cluster.until(async () => expect(await names()).toHaveLength(4));
    for (const name of await names()) await run(name);
    await budget(app, app, spec, {
      expectedPods: 4,
      currentHealthy: 4,
      disruptionsAllowed: allowed,
      desiredHealthy: 4 - allowed,
    });
    const [first = ''] = await names();
    expect((await evict(first)).code).toBe(allowed === 0 ? 429 : 201);
  });

  const objectTemplate = (app: string): JsonObject => {
    const { metadata, spec } = aPod('x', app);
    return { metadata: { labels: objectAt(metadata, 'labels') }, spec };
  };
});

describe('an unhealthy pod', () => {
  it('is evicted without using the budget when the others are healthy enough', async () => {
    await barePods('spare', 3, [0]);
    const counted = { currentHealthy: 2, disruptionsAllowed: 0 };
    await budget('spare', 'spare', { minAvailable: 2 }, counted);
    expect((await evict('spare-1')).code).toBe(429);
    expect((await evict('spare-0')).code).toBe(201);
  });

  it('is needed when too few are healthy, unless the policy is AlwaysAllow', async () => {
    await barePods('few', 3, [0, 1]);
    await budget('few', 'few', { minAvailable: 2 }, { currentHealthy: 1 });
    const refused = await evict('few-0');
    expect(refused.code).toBe(429);
    expect(listAt(refused.body, 'details', 'causes')).toEqual([
      {
        reason: 'DisruptionBudget',
        message: 'The disruption budget few needs 2 healthy pods and has 1 currently',
      },
    ]);
    const policy = { spec: { unhealthyPodEvictionPolicy: 'AlwaysAllow' } };
    await cluster.call('PATCH', `${budgets}/few`, policy, merge);
    await cluster.until(async () =>
      expect(await statusOf('few')).toMatchObject({ observedGeneration: 2 }),
    );
    expect((await evict('few-0')).code).toBe(201);
    expect((await evict('few-2')).code).toBe(429);
  });
});

describe('a budget', () => {
  it.each<[string, JsonObject, string]>([
    [
      'both amounts',
      { minAvailable: 1, maxUnavailable: 1 },
      'minAvailable and maxUnavailable cannot be both set',
    ],
    ['a negative amount', { minAvailable: -1 }, 'must be greater than or equal to 0'],
    ['more than all', { maxUnavailable: '101%' }, 'must not be greater than 100%'],
    ['no percentage', { maxUnavailable: 'a' }, 'a valid percent string must be'],
    ['an unknown policy', { unhealthyPodEvictionPolicy: 'Never' }, 'Unsupported value: "Never"'],
  ])('with %s is refused', async (_what, spec, message) => {
    const { code, body } = await cluster.call('POST', budgets, {
      metadata: { name: 'wrong' },
      spec: { selector: {}, ...spec },
    });
    expect(code).toBe(422);
    expect(body['message']).toContain(message);
  });

  it('reports whether it allows disruptions', async () => {
    await barePods('told', 1);
    await budget('told', 'told', { minAvailable: 1 }, { expectedPods: 1, currentHealthy: 1 });
    expect(listAt(await statusOf('told'), 'conditions')).toMatchObject([
      { type: 'DisruptionAllowed', status: 'False', reason: 'InsufficientPods' },
    ]);
  });
});
