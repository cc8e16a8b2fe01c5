import { type Json, type JsonObject, listAt, objectAt, stringAt } from '@kerf/sandbox';
import { beforeAll, describe, expect, it } from 'vitest';

import { merge, strategicMerge, useKubernetes } from './testing/use-kubernetes.js';

// Codes and messages were recorded from a Kubernetes 1.36 server.

const cluster = useKubernetes();
beforeAll(() => cluster.namespace('conformance-objects'));

interface Refusal {
  readonly code: number;
  readonly message: string;
}

const maps = '/api/v1/namespaces/conformance-objects/configmaps';
const pods = '/api/v1/namespaces/conformance-objects/pods';

const aMap = (name: string, fields: JsonObject = {}): JsonObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name },
  ...fields,
});
const aPodBody = (name: string, spec: JsonObject = {}): JsonObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name },
  spec: { schedulerName: 'nobody', containers: [{ name: 'c', image: 'none' }], ...spec },
});
const create = (name: string, fields: JsonObject = {}) =>
  cluster.call('POST', maps, aMap(name, fields));

describe('creating', () => {
  it('sets identity and defaults of an object', async () => {
    const { code, body } = await cluster.call(
      'POST',
      pods,
      aPodBody('defaults', {
        containers: [
          {
            name: 'c',
            image: 'none',
            resources: { requests: { cpu: '100m' }, limits: { memory: '64Mi' } },
          },
        ],
      }),
    );
    expect(code).toBe(201);
    expect(body).toMatchObject({
      kind: 'Pod',
      metadata: {
        name: 'defaults',
        namespace: 'conformance-objects',
        generation: 1,
        uid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      },
      spec: {
        containers: [
          {
            imagePullPolicy: 'Always',
            terminationMessagePolicy: 'File',
            resources: { requests: { cpu: '100m', memory: '64Mi' } },
          },
        ],
        restartPolicy: 'Always',
        terminationGracePeriodSeconds: 30,
        serviceAccountName: 'default',
        priority: 0,
        tolerations: [
          {
            key: 'node.kubernetes.io/not-ready',
            operator: 'Exists',
            effect: 'NoExecute',
            tolerationSeconds: 300,
          },
          {
            key: 'node.kubernetes.io/unreachable',
            operator: 'Exists',
            effect: 'NoExecute',
            tolerationSeconds: 300,
          },
        ],
      },
      status: { phase: 'Pending', qosClass: 'Burstable' },
    });
  });

  it('makes names', async () => {
    const { body } = await cluster.call('POST', maps, { metadata: { generateName: 'made-' } });
    expect(stringAt(body, 'metadata', 'name')).toMatch(/^made-[bcdfghjklmnpqrstvwxz2456789]{5}$/);
  });

  it('stores nothing in a dry run', async () => {
    const { code, body } = await cluster.call('POST', `${maps}?dryRun=All`, aMap('dry'));
    expect([code, objectAt(body, 'metadata')['resourceVersion']]).toEqual([201, undefined]);
    expect((await cluster.call('GET', `${maps}/dry`)).code).toBe(404);
  });

  it('accepts and returns YAML', async () => {
    const yaml = { contentType: 'application/yaml', accept: 'application/yaml' };
    const { text } = await cluster.call(
      'POST',
      maps,
      'kind: ConfigMap\nmetadata: {name: from-yaml}\ndata: {a: "1"}\n',
      yaml,
    );
    expect(text).toMatch(
      /^apiVersion: v1\ndata:\n {2}a: "1"\nkind: ConfigMap\nmetadata:\n {2}creationTimestamp: /,
    );
  });

  it.each<[string, string, Json, Refusal]>([
    [
      'an invalid name',
      pods,
      aPodBody('P_2'),
      {
        code: 422,
        message:
          'Pod "P_2" is invalid: metadata.name: Invalid value: "P_2": a lowercase RFC 1123 subdomain must consist of',
      },
    ],
    [
      'no name',
      pods,
      { metadata: {}, spec: { containers: [] } },
      {
        code: 422,
        message:
          'Pod "" is invalid: [metadata.name: Required value: name or generateName is required, spec.containers: Required value]',
      },
    ],
    [
      'no containers',
      pods,
      aPodBody('x', { containers: [] }),
      { code: 422, message: 'Pod "x" is invalid: spec.containers: Required value' },
    ],
    [
      'a request above its limit',
      pods,
      aPodBody('x', {
        containers: [
          { name: 'c', image: 'i', resources: { requests: { cpu: '2' }, limits: { cpu: '1' } } },
        ],
      }),
      {
        code: 422,
        message:
          'Pod "x" is invalid: spec.containers[0].resources.requests: Invalid value: "2": must be less than or equal to cpu limit of 1',
      },
    ],
    [
      'an invalid quantity',
      pods,
      aPodBody('x', { containers: [{ name: 'c', resources: { requests: { cpu: 'abc' } } }] }),
      {
        code: 400,
        message:
          'Pod in version "v1" cannot be handled as a Pod: quantities must match the regular expression \'^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$\'',
      },
    ],
    [
      'a wrong type',
      pods,
      aPodBody('x', { terminationGracePeriodSeconds: 'x' }),
      {
        code: 400,
        message:
          'Pod in version "v1" cannot be handled as a Pod: json: cannot unmarshal string into Go struct field PodSpec.spec.terminationGracePeriodSeconds of type int64',
      },
    ],
    [
      'an unknown priority class',
      pods,
      aPodBody('x', { priorityClassName: 'nope' }),
      { code: 403, message: 'pods "x" is forbidden: no PriorityClass with name nope was found' },
    ],
    [
      'invalid labels',
      maps,
      aMap('x', { metadata: { name: 'x', labels: { 'a b': 'c d' } } }),
      {
        code: 422,
        message:
          'ConfigMap "x" is invalid: [metadata.labels: Invalid value: "a b": name part must consist of',
      },
    ],
    [
      'another kind',
      pods,
      { ...aPodBody('x'), kind: 'Foo' },
      {
        code: 400,
        message:
          'Foo in version "v1" cannot be handled as a Pod: no kind "Foo" is registered for version "v1"',
      },
    ],
    [
      'another version',
      pods,
      { ...aPodBody('x'), apiVersion: 'v2' },
      {
        code: 400,
        message:
          'Pod in version "v2" cannot be handled as a Pod: no kind "Pod" is registered for version "v2"',
      },
    ],
    [
      'another namespace',
      maps,
      aMap('x', { metadata: { name: 'x', namespace: 'other' } }),
      {
        code: 400,
        message:
          'the namespace of the provided object does not match the namespace sent on the request',
      },
    ],
    [
      'an unknown namespace',
      '/api/v1/namespaces/nope/configmaps',
      aMap('x'),
      { code: 404, message: 'namespaces "nope" not found' },
    ],
    [
      'a resourceVersion',
      maps,
      aMap('x', { metadata: { name: 'x', resourceVersion: '5' } }),
      { code: 500, message: 'resourceVersion should not be set on objects to be created' },
    ],
    ['half a JSON', maps, '{"a":', { code: 400, message: 'the object provided is unrecognized' }],
    [
      'a list',
      maps,
      [1],
      { code: 400, message: 'the object provided is unrecognized (must be of type ConfigMap)' },
    ],
    [
      'an unknown field when strict',
      `${pods}?fieldValidation=Strict`,
      aPodBody('x', { foo: 1, containers: [{ name: 'c', image: 'i', bar: 2 }] }),
      {
        code: 400,
        message:
          'Pod in version "v1" cannot be handled as a Pod: strict decoding error: unknown field "spec.containers[0].bar", unknown field "spec.foo"',
      },
    ],
  ])('refuses %s', async (_what, path, body, { code, message }) => {
    const answer = await cluster.call('POST', path, body);
    expect([answer.code, answer.body['status'], answer.body['code']]).toEqual([
      code,
      'Failure',
      code,
    ]);
    expect(answer.body['message']).toContain(message);
  });

  it('warns of unknown fields unless told otherwise', async () => {
    const { code, header } = await create('warned', { foo: 1 });
    expect([code, header('warning')]).toEqual([201, '299 - "unknown field \\"foo\\""']);
    const quiet = await cluster.call(
      'POST',
      `${maps}?fieldValidation=Ignore`,
      aMap('quiet', { foo: 1 }),
    );
    expect(quiet.header('warning')).toBeUndefined();
  });

  it('refuses an existing object, a too large body and an unknown media type', async () => {
    await create('twice');
    expect((await create('twice')).body).toMatchObject({
      code: 409,
      reason: 'AlreadyExists',
      message: 'configmaps "twice" already exists',
      details: { name: 'twice', kind: 'configmaps' },
    });
    const big = await create('big', { data: { a: 'x'.repeat(4 * 1024 * 1024) } });
    expect(big.code).toBe(413);
    const plain = await cluster.call('POST', maps, 'x', { contentType: 'text/plain' });
    expect([plain.code, plain.body['reason']]).toEqual([415, 'UnsupportedMediaType']);
  });
});

describe('reading', () => {
  it.each<[string, string, number, string]>([
    ['an unknown object', `${pods}/none`, 404, 'pods "none" not found'],
    [
      'an unknown resource',
      '/api/v1/namespaces/conformance-objects/foos',
      404,
      'the server could not find the requested resource',
    ],
  ])('refuses %s', async (_what, path, code, message) => {
    expect((await cluster.call('GET', path)).body).toMatchObject({ code, message });
  });

  it('returns a text page for unknown paths', async () => {
    for (const path of ['/foo', '/apis/foo.bar', '/apis/foo.bar/v1', '/apis/foo.bar/v1/foos']) {
      const { code, text } = await cluster.call('GET', path);
      expect([code, text]).toEqual([404, '404 page not found\n']);
    }
  });

  it('refuses unsupported methods and formats', async () => {
    expect((await cluster.call('PUT', pods, {})).code).toBe(405);
    expect((await cluster.call('POST', `${pods}/x`, {})).code).toBe(405);
    expect((await cluster.call('GET', pods, undefined, { accept: 'text/html' })).code).toBe(406);
  });

  it('returns metadata only', async () => {
    await create('partial', { data: { a: '1' } });
    const one = await cluster.call('GET', `${maps}/partial`, undefined, {
      accept: 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1',
    });
    expect(one.body).toMatchObject({
      kind: 'PartialObjectMetadata',
      metadata: { name: 'partial' },
    });
    expect(one.body['data']).toBeUndefined();
  });
});

describe('updating', () => {
  it.each<[string, string, JsonObject, Refusal]>([
    [
      'a stale object',
      'stale',
      { metadata: { name: 'stale', resourceVersion: '1' } },
      {
        code: 409,
        message:
          'Operation cannot be fulfilled on configmaps "stale": the object has been modified; please apply your changes to the latest version and try again',
      },
    ],
    [
      'another name',
      'named',
      { metadata: { name: 'other' } },
      {
        code: 400,
        message: 'the name of the object (other) does not match the name on the URL (named)',
      },
    ],
    [
      'an invalid revision',
      'revised',
      { metadata: { name: 'revised', resourceVersion: 'abc' } },
      { code: 500, message: 'strconv.ParseUint: parsing "abc": invalid syntax' },
    ],
    [
      'another uid',
      'other-uid',
      { metadata: { name: 'other-uid', uid: 'abc' } },
      { code: 409, message: 'UID in precondition: abc' },
    ],
  ])('refuses %s', async (_what, name, body, { code, message }) => {
    await create(name);
    const answer = await cluster.call('PUT', `${maps}/${name}`, {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      ...body,
    });
    expect(answer.code).toBe(code);
    expect(answer.body['message']).toContain(message);
  });

  it('keeps fields set by the server, and ignores an update without a change', async () => {
    const before = (await create('kept', { data: { a: '1' } })).body;
    const same = await cluster.call('PUT', `${maps}/kept`, aMap('kept', { data: { a: '1' } }));
    expect(objectAt(same.body, 'metadata')).toEqual(objectAt(before, 'metadata'));
    const after = await cluster.call(
      'PUT',
      `${maps}/kept`,
      aMap('kept', {
        data: { a: '2' },
        metadata: { name: 'kept', creationTimestamp: '2000-01-01T00:00:00Z' },
      }),
    );
    expect(stringAt(after.body, 'metadata', 'creationTimestamp')).toBe(
      stringAt(before, 'metadata', 'creationTimestamp'),
    );
    expect(stringAt(after.body, 'metadata', 'resourceVersion')).not.toBe(
      stringAt(before, 'metadata', 'resourceVersion'),
    );
  });

  it.each([
    [
      '/apis/coordination.k8s.io/v1/namespaces/conformance-objects/leases',
      'leases.coordination.k8s.io',
      {},
    ],
    [
      '/apis/policy/v1/namespaces/conformance-objects/poddisruptionbudgets',
      'poddisruptionbudgets.policy',
      { spec: { minAvailable: 1 } },
    ],
  ])('of %s requires the revision that is replaced', async (path, resource, fields) => {
    const object = { metadata: { name: 'blind' }, ...fields };
    await cluster.call('POST', path, object);
    const { code, body } = await cluster.call('PUT', `${path}/blind`, object);
    expect(code).toBe(422);
    expect(body['message']).toBe(
      `${resource} "blind" is invalid: metadata.resourceVersion: Invalid value: 0: must be specified for an update`,
    );
  });

  it('counts generations of the spec, not of labels or status', async () => {
    const path = '/apis/apps/v1/namespaces/conformance-objects/deployments';
    const labels = { app: 'g' };
    const generation = (body: JsonObject): Json | undefined =>
      objectAt(body, 'metadata')['generation'];
    await cluster.call('POST', path, {
      metadata: { name: 'g' },
      spec: {
        replicas: 0,
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'x' }] } },
      },
    });
    expect(
      generation(
        (await cluster.call('PATCH', `${path}/g`, { metadata: { labels: { x: 'y' } } }, merge))
          .body,
      ),
    ).toBe(1);
    expect(
      generation(
        (await cluster.call('PATCH', `${path}/g`, { spec: { paused: true } }, merge)).body,
      ),
    ).toBe(2);
    expect(
      generation(
        (await cluster.call('PATCH', `${path}/g/status`, { status: { replicas: 1 } }, merge)).body,
      ),
    ).toBe(2);
  });

  it('allows to change few fields of a pod, such as the image', async () => {
    await cluster.call('POST', pods, aPodBody('fixed'));
    const image = await cluster.call(
      'PATCH',
      `${pods}/fixed`,
      { spec: { containers: [{ name: 'c', image: 'new' }] } },
      strategicMerge,
    );
    expect(image.code).toBe(200);
    const command = await cluster.call(
      'PATCH',
      `${pods}/fixed`,
      { spec: { hostNetwork: true } },
      merge,
    );
    expect(command.body['message']).toContain(
      'Pod "fixed" is invalid: spec: Forbidden: pod updates may not change fields other than `spec.containers[*].image`',
    );
  });

  it('refuses to change a provider ID', async () => {
    const node = { metadata: { name: 'provided' }, spec: { providerID: 'aws:///a/i-1' } };
    await cluster.createGlobal('/api/v1/nodes', node, 'provided');
    const answer = await cluster.call(
      'PATCH',
      '/api/v1/nodes/provided',
      { spec: { providerID: 'x' } },
      merge,
    );
    expect(answer.body['message']).toBe(
      'Node "provided" is invalid: spec.providerID: Forbidden: node updates may not change providerID except from "" to valid',
    );
  });
});

describe('deleting', () => {
  it('returns a Status, or the object for pods', async () => {
    await create('gone');
    expect((await cluster.call('DELETE', `${maps}/gone`)).body).toMatchObject({
      kind: 'Status',
      status: 'Success',
      details: { name: 'gone', kind: 'configmaps', uid: expect.any(String) },
    });
    await cluster.call('POST', pods, aPodBody('gone'));
    expect((await cluster.call('DELETE', `${pods}/gone`)).body).toMatchObject({
      kind: 'Pod',
      metadata: { deletionGracePeriodSeconds: 0 },
    });
    expect((await cluster.call('GET', `${pods}/gone`)).code).toBe(404);
  });

  it('checks its preconditions', async () => {
    await create('guarded');
    const wrong = await cluster.call('DELETE', `${maps}/guarded`, {
      preconditions: { uid: 'abc' },
    });
    expect(wrong.body['message']).toContain(
      'Operation cannot be fulfilled on ConfigMap "guarded": the UID in the precondition (abc) does not match the UID in record',
    );
    const stale = await cluster.call('DELETE', `${maps}/guarded`, {
      preconditions: { resourceVersion: '1' },
    });
    expect(stale.body['message']).toContain(
      'the ResourceVersion in the precondition (1) does not match the ResourceVersion in record',
    );
    expect((await cluster.call('DELETE', `${maps}/guarded?dryRun=All`)).code).toBe(200);
    expect((await cluster.call('GET', `${maps}/guarded`)).code).toBe(200);
  });

  it('waits for finalizers, and refuses new ones', async () => {
    await create('held', { metadata: { name: 'held', finalizers: ['karpenter.sh/termination'] } });
    const { body } = await cluster.call('DELETE', `${maps}/held`);
    expect(objectAt(body, 'metadata')['deletionTimestamp']).toEqual(expect.any(String));
    const more = await cluster.call(
      'PATCH',
      `${maps}/held`,
      { metadata: { finalizers: ['karpenter.sh/termination', 'x/y'] } },
      merge,
    );
    expect(more.body['message']).toBe(
      'ConfigMap "held" is invalid: metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{"x/y"}',
    );
    expect(
      (await cluster.call('PATCH', `${maps}/held`, { metadata: { finalizers: null } }, merge)).code,
    ).toBe(200);
    expect((await cluster.call('GET', `${maps}/held`)).code).toBe(404);
  });

  it('deletes a selection', async () => {
    for (const name of ['c1', 'c2', 'c3'])
      await create(name, { metadata: { name, labels: { x: name } } });
    const { body } = await cluster.call('DELETE', `${maps}?labelSelector=x%20in%20(c1,c2)`);
    expect(listAt(body, 'items').map((item) => stringAt(item, 'metadata', 'name'))).toEqual([
      'c1',
      'c2',
    ]);
    expect((await cluster.call('GET', `${maps}/c3`)).code).toBe(200);
  });

  it('marks a bound pod, and shortens its grace period when repeated', async () => {
    await cluster.call('POST', pods, aPodBody('bound'));
    await cluster.call('POST', `${pods}/bound/binding`, {
      metadata: { name: 'bound' },
      target: { kind: 'Node', name: 'nowhere' },
    });
    const grace = (body: JsonObject): Json | undefined =>
      objectAt(body, 'metadata')['deletionGracePeriodSeconds'];
    expect(grace((await cluster.call('DELETE', `${pods}/bound`)).body)).toBe(30);
    expect(grace((await cluster.call('DELETE', `${pods}/bound?gracePeriodSeconds=60`)).body)).toBe(
      30,
    );
    expect(grace((await cluster.call('DELETE', `${pods}/bound?gracePeriodSeconds=5`)).body)).toBe(
      5,
    );
    expect((await cluster.call('DELETE', `${pods}/bound?gracePeriodSeconds=0`)).code).toBe(200);
    expect((await cluster.call('GET', `${pods}/bound`)).code).toBe(404);
  });
});

describe('binding', () => {
  it('binds a pod only once', async () => {
    const node = { metadata: { name: 'zoned', labels: { 'topology.kubernetes.io/zone': 'za' } } };
    await cluster.createGlobal('/api/v1/nodes', node, 'zoned');
    await cluster.call('POST', pods, aPodBody('to-bind'));
    const bind = () =>
      cluster.call('POST', `${pods}/to-bind/binding`, {
        apiVersion: 'v1',
        kind: 'Binding',
        metadata: { name: 'to-bind' },
        target: { kind: 'Node', name: 'zoned' },
      });
    expect((await bind()).body).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Success',
      code: 201,
    });
    expect((await bind()).body).toMatchObject({
      code: 409,
      message:
        'Operation cannot be fulfilled on pods/binding "to-bind": pod to-bind is already assigned to node "zoned"',
    });
    const { body } = await cluster.call('GET', `${pods}/to-bind`);
    expect(body).toMatchObject({
      metadata: { labels: { 'topology.kubernetes.io/zone': 'za' } },
      spec: { nodeName: 'zoned' },
      status: {
        conditions: expect.arrayContaining([
          expect.objectContaining({ type: 'PodScheduled', status: 'True' }),
        ]),
      },
    });
  });

  it('is refused without the name of the pod', async () => {
    const { code, body } = await cluster.call('POST', `${pods}/to-bind/binding`, {
      target: { kind: 'Node', name: 'zoned' },
    });
    expect([code, body['message']]).toEqual([
      400,
      'name in URL does not match name in Binding object',
    ]);
  });

  it('refuses gated pods', async () => {
    await cluster.call('POST', pods, aPodBody('gated', { schedulingGates: [{ name: 'a/b' }] }));
    const answer = await cluster.call('POST', `${pods}/gated/binding`, {
      metadata: { name: 'gated' },
      target: { kind: 'Node', name: 'zoned' },
    });
    expect(answer.body['message']).toBe(
      'Operation cannot be fulfilled on pods/binding "gated": pod gated has non-empty .spec.schedulingGates',
    );
  });
});
