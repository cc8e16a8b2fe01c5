import { type JsonObject, listAt, objectAt, stringAt } from '@kerf/sandbox';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  apply,
  jsonPatch,
  merge,
  strategicMerge,
  useKubernetes,
} from './testing/use-kubernetes.js';

// Codes and messages were recorded from a Kubernetes 1.36 server with the same CRD.

const cluster = useKubernetes();
const crds = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const widgets = '/apis/example.dev/v1/namespaces/conformance-widgets/widgets';

const schema: JsonObject = {
  type: 'object',
  required: ['spec'],
  properties: {
    spec: {
      type: 'object',
      required: ['size'],
      'x-kubernetes-validations': [
        { rule: "self.replicas <= 5 || self.size == 'big'", message: 'small ones have at most 5' },
      ],
      properties: {
        size: { type: 'string', enum: ['small', 'big'] },
        name: {
          type: 'string',
          'x-kubernetes-validations': [{ rule: 'self == oldSelf', message: 'name is immutable' }],
        },
        replicas: { type: 'integer', minimum: 0, maximum: 10, default: 1 },
        reqs: {
          type: 'array',
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['key'],
          items: {
            type: 'object',
            required: ['key'],
            properties: {
              key: { type: 'string' },
              values: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' },
            },
          },
        },
      },
    },
    status: {
      type: 'object',
      properties: {
        replicas: { type: 'integer' },
        selector: { type: 'string' },
        conditions: {
          type: 'array',
          items: {
            type: 'object',
            properties: { type: { type: 'string' }, status: { type: 'string' } },
          },
        },
      },
    },
  },
};

const aVersion = (name: string, fields: JsonObject): JsonObject => ({
  name,
  served: true,
  storage: false,
  schema: { openAPIV3Schema: schema },
  selectableFields: [{ jsonPath: '.spec.size' }],
  subresources: {
    status: {},
    scale: {
      specReplicasPath: '.spec.replicas',
      statusReplicasPath: '.status.replicas',
      labelSelectorPath: '.status.selector',
    },
  },
  additionalPrinterColumns: [
    { name: 'Size', type: 'string', jsonPath: '.spec.size', description: 'the size' },
    { name: 'Ready', type: 'string', jsonPath: '.status.conditions[?(@.type=="Ready")].status' },
    { name: 'N', type: 'integer', jsonPath: '.spec.replicas', priority: 1 },
    { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
  ],
  ...fields,
});

const widgetDefinition: JsonObject = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.example.dev' },
  spec: {
    group: 'example.dev',
    names: { kind: 'Widget', plural: 'widgets', shortNames: ['wd'], categories: ['all'] },
    scope: 'Namespaced',
    versions: [aVersion('v1beta1', {}), aVersion('v1', { storage: true })],
  },
};

const aWidget = (name: string, spec: JsonObject, fields: JsonObject = {}): JsonObject => ({
  apiVersion: 'example.dev/v1',
  kind: 'Widget',
  metadata: { name },
  spec,
  ...fields,
});
const messageOf = (body: JsonObject): string => stringAt(body, 'message') ?? '';

beforeAll(async () => {
  await cluster.namespace('conformance-widgets');
  await cluster.createDefinition(widgetDefinition, 'widgets.example.dev', widgets);
});

describe('a CRD whose versions have the same schema', () => {
  it('has the same selectableFields in them, except in the sandbox (differences.md)', async () => {
    const versions = [
      aVersion('v1beta1', { selectableFields: [] }),
      aVersion('v1', { storage: true }),
    ];
    const definition = {
      ...widgetDefinition,
      metadata: { name: 'gadgets.example.org' },
      spec: {
        group: 'example.org',
        names: { kind: 'Gadget', plural: 'gadgets' },
        scope: 'Namespaced',
        versions,
      },
    };
    const { code } = await cluster.createGlobal(crds, definition, 'gadgets.example.org');
    expect(code).toBe(cluster.backend.kind === 'sandbox' ? 201 : 422);
  });
});

describe('a CRD', () => {
  it('is established at once and serves its resource', async () => {
    const { body } = await cluster.call('GET', `${crds}/widgets.example.dev`);
    expect(body['status']).toMatchObject({
      conditions: [
        { type: 'NamesAccepted', status: 'True' },
        { type: 'Established', status: 'True' },
      ],
      acceptedNames: {
        kind: 'Widget',
        listKind: 'WidgetList',
        plural: 'widgets',
        singular: 'widget',
      },
      storedVersions: ['v1'],
    });
    expect((await cluster.call('GET', '/apis/example.dev')).body).toMatchObject({
      versions: [
        { groupVersion: 'example.dev/v1', version: 'v1' },
        { groupVersion: 'example.dev/v1beta1', version: 'v1beta1' },
      ],
      preferredVersion: { version: 'v1' },
    });
    const { body: list } = await cluster.call('GET', '/apis/example.dev/v1');
    expect(listAt(list, 'resources').map((one) => stringAt(one, 'name'))).toEqual([
      'widgets',
      'widgets/status',
      'widgets/scale',
    ]);
  });

  it.each<[string, JsonObject, string]>([
    [
      'another name',
      { metadata: { name: 'bad.example.dev' } },
      'metadata.name: Invalid value: "bad.example.dev": must be spec.names.plural+"."+spec.group',
    ],
    [
      'no schema',
      {
        metadata: { name: 'gadgets.example.org' },
        spec: {
          group: 'example.dev',
          scope: 'Cluster',
          names: { kind: 'Gadget', plural: 'gadgets' },
          versions: [{ name: 'v1', served: true, storage: true }],
        },
      },
      'spec.versions[0].schema.openAPIV3Schema: Required value',
    ],
    [
      'two storage versions',
      {
        metadata: { name: 'gadgets.example.org' },
        spec: {
          group: 'example.dev',
          scope: 'Cluster',
          names: { kind: 'Gadget', plural: 'gadgets' },
          versions: [aVersion('v1', { storage: true }), aVersion('v2', { storage: true })],
        },
      },
      'must have exactly one version marked as storage version',
    ],
    [
      'a wrong scope',
      {
        metadata: { name: 'gadgets.example.org' },
        spec: {
          group: 'example.dev',
          scope: 'Galaxy',
          names: { kind: 'Gadget', plural: 'gadgets' },
          versions: [aVersion('v1', { storage: true })],
        },
      },
      'spec.scope: Unsupported value: "Galaxy"',
    ],
  ])('with %s is refused', async (_what, fields, message) => {
    const { code, body } = await cluster.call('POST', crds, { ...widgetDefinition, ...fields });
    expect(code).toBe(422);
    expect(messageOf(body)).toContain(message);
  });

  it('deletes its objects when it is deleted', async () => {
    const name = 'things.example.net';
    const definition = {
      ...widgetDefinition,
      metadata: { name },
      spec: {
        group: 'example.net',
        scope: 'Cluster',
        names: { kind: 'Thing', plural: 'things' },
        versions: [aVersion('v1', { storage: true })],
      },
    };
    const things = '/apis/example.net/v1/things';
    await cluster.createDefinition(definition, name, things);
    await cluster.call('POST', things, {
      apiVersion: 'example.net/v1',
      kind: 'Thing',
      metadata: { name: 't', finalizers: ['x/y'] },
      spec: { size: 'big' },
    });
    const { body } = await cluster.call('DELETE', `${crds}/${name}`);
    expect(listAt(body, 'metadata', 'finalizers')).toEqual([
      'customresourcecleanup.apiextensions.k8s.io',
    ]);
    await cluster.until(async () => {
      const thing = await cluster.call('GET', `${things}/t`);
      expect(stringAt(thing.body, 'metadata', 'deletionTimestamp')).toBeDefined();
    });
    await cluster.call('PATCH', `${things}/t`, { metadata: { finalizers: null } }, merge);
    await cluster.until(async () =>
      expect((await cluster.call('GET', `${crds}/${name}`)).code).toBe(404),
    );
    expect((await cluster.call('GET', things)).code).toBe(404);
  });
});

describe('a custom resource', () => {
  it('is pruned, defaulted and created without status', async () => {
    const { code, body, header } = await cluster.call(
      'POST',
      widgets,
      aWidget('w1', { size: 'small', unknown: 1 }, { status: { replicas: 3 } }),
    );
    expect([code, header('warning')]).toEqual([201, '299 - "unknown field \\"spec.unknown\\""']);
    expect(body['spec']).toEqual({ size: 'small', replicas: 1 });
    expect(body['status']).toBeUndefined();
    expect(objectAt(body, 'metadata')['generation']).toBe(1);
  });

  it.each<[JsonObject | undefined, string]>([
    [
      { size: 'huge' },
      'Widget.example.dev "bad" is invalid: [spec.size: Unsupported value: "huge": supported values: "small", "big", <nil>: Invalid value: null: some validation rules were not checked because the object was invalid; correct the existing errors to complete validation]',
    ],
    [{}, 'spec.size: Required value'],
    [{ size: null }, 'spec.size: Required value'],
    [
      { size: 'small', replicas: 6 },
      'Widget.example.dev "bad" is invalid: spec: Invalid value: small ones have at most 5',
    ],
    [
      { size: 'big', reqs: [{ key: 'a' }, { key: 'a' }] },
      'Widget.example.dev "bad" is invalid: spec.reqs[1]: Duplicate value: {"key":"a"}',
    ],
    [undefined, 'spec: Required value'],
  ])('of spec %j is refused', async (spec, message) => {
    const { code, body } = await cluster.call('POST', widgets, {
      apiVersion: 'example.dev/v1',
      kind: 'Widget',
      metadata: { name: 'bad' },
      ...(spec === undefined ? {} : { spec }),
    });
    expect(code).toBe(422);
    expect(messageOf(body)).toContain(message);
  });

  it('is refused without kind, and with unknown fields when strict', async () => {
    expect(
      messageOf((await cluster.call('POST', widgets, { metadata: { name: 'x' } })).body),
    ).toContain("Object 'Kind' is missing in");
    const strict = await cluster.call(
      'POST',
      `${widgets}?fieldValidation=Strict`,
      aWidget('x', { size: 'big', zz: 1 }),
    );
    expect(messageOf(strict.body)).toBe(
      'Widget in version "v1" cannot be handled as a Widget: strict decoding error: unknown field "spec.zz"',
    );
  });

  it('requires a revision for a replacement, and respects transition rules', async () => {
    const { body } = await cluster.call(
      'POST',
      widgets,
      aWidget('rules', { size: 'big', name: 'abc' }),
    );
    const blind = await cluster.call('PUT', `${widgets}/rules`, aWidget('rules', { size: 'big' }));
    expect(messageOf(blind.body)).toBe(
      'widgets.example.dev "rules" is invalid: metadata.resourceVersion: Invalid value: 0: must be specified for an update',
    );
    const good = await cluster.call('PUT', `${widgets}/rules`, {
      ...body,
      spec: { size: 'small', name: 'abc', replicas: 2 },
      status: { replicas: 9 },
    });
    expect([good.code, objectAt(good.body, 'metadata')['generation'], good.body['status']]).toEqual(
      [200, 2, undefined],
    );
    const bad = await cluster.call('PATCH', `${widgets}/rules`, { spec: { name: 'abd' } }, merge);
    expect(messageOf(bad.body)).toBe(
      'Widget.example.dev "rules" is invalid: spec.name: Invalid value: "abd": name is immutable',
    );
  });

  it('has status and scale subresources', async () => {
    await cluster.call('POST', widgets, aWidget('scaled', { size: 'big' }));
    const status = await cluster.call(
      'PATCH',
      `${widgets}/scaled/status`,
      { status: { replicas: 3, selector: 'a=b' }, spec: { size: 'small' } },
      merge,
    );
    expect([status.body['status'], status.body['spec']]).toEqual([
      { replicas: 3, selector: 'a=b' },
      { size: 'big', replicas: 1 },
    ]);
    expect((await cluster.call('GET', `${widgets}/scaled/scale`)).body).toMatchObject({
      kind: 'Scale',
      apiVersion: 'autoscaling/v1',
      spec: { replicas: 1 },
      status: { replicas: 3, selector: 'a=b' },
    });
    expect(
      (await cluster.call('PATCH', `${widgets}/scaled/scale`, { spec: { replicas: 4 } }, merge))
        .body,
    ).toMatchObject({ spec: { replicas: 4 } });
    expect(
      (
        await cluster.call('PUT', `${widgets}/scaled/scale`, {
          apiVersion: 'autoscaling/v1',
          kind: 'Scale',
          metadata: { name: 'scaled' },
          spec: { replicas: -1 },
        })
      ).code,
    ).toBe(422);
    expect((await cluster.call('GET', `${widgets}/scaled`)).body['spec']).toEqual({
      size: 'big',
      replicas: 4,
    });
  });

  it('is served in every version, and selected by the selectable fields of its CRD', async () => {
    await cluster.call('POST', '/apis/example.dev/v1beta1/namespaces/conformance-widgets/widgets', {
      ...aWidget('old', { size: 'small' }),
      apiVersion: 'example.dev/v1beta1',
    });
    expect((await cluster.call('GET', `${widgets}/old`)).body['apiVersion']).toBe('example.dev/v1');
    const small = await cluster.call(
      'GET',
      '/apis/example.dev/v1beta1/widgets?fieldSelector=spec.size%3Dsmall,metadata.name%3Dold',
    );
    expect(small.body).toMatchObject({
      apiVersion: 'example.dev/v1beta1',
      items: [{ metadata: { name: 'old' } }],
    });
    expect(
      messageOf((await cluster.call('GET', `${widgets}?fieldSelector=spec.foo%3D1`)).body),
    ).toBe('field label not supported: spec.foo');
  });

  it('has the columns of its CRD', async () => {
    await cluster.call('POST', widgets, aWidget('shown', { size: 'big' }));
    await cluster.call(
      'PATCH',
      `${widgets}/shown/status`,
      { status: { conditions: [{ type: 'Ready', status: 'True' }] } },
      merge,
    );
    const { body } = await cluster.call('GET', `${widgets}/shown`, undefined, {
      accept: 'application/json;as=Table;v=v1;g=meta.k8s.io',
    });
    expect(
      listAt(body, 'columnDefinitions').map((one) => [
        objectAt(one)['name'],
        objectAt(one)['priority'],
      ]),
    ).toEqual([
      ['Name', 0],
      ['Size', 0],
      ['Ready', 0],
      ['N', 1],
      ['Age', 0],
    ]);
    expect(listAt(body, 'rows')).toMatchObject([
      { cells: ['shown', 'big', 'True', 1, expect.stringMatching(/^\d+s$/)] },
    ]);
  });

  it('does not support strategic merge patch', async () => {
    const answer = await cluster.call('PATCH', `${widgets}/w1`, { spec: {} }, strategicMerge);
    expect(messageOf(answer.body)).toBe(
      'the body of the request was in an unknown format - accepted media types include: application/json-patch+json, application/merge-patch+json, application/apply-patch+yaml',
    );
  });
});

describe('server-side apply', () => {
  const path = `${widgets}/applied`;
  const as = (manager: string, spec: JsonObject, query = '') =>
    cluster.call(
      'PATCH',
      `${path}?fieldManager=${manager}${query}`,
      aWidget('applied', spec),
      apply,
    );

  it('creates objects, reports conflicts, forces changes and removes fields', async () => {
    const first = await as('m1', { size: 'big', replicas: 2, reqs: [{ key: 'a', values: ['x'] }] });
    expect(first.code).toBe(201);
    const conflict = await as('m2', {
      size: 'big',
      replicas: 3,
      reqs: [{ key: 'a', values: ['z'] }],
    });
    expect(conflict.body).toMatchObject({
      code: 409,
      reason: 'Conflict',
      message: 'Apply failed with 1 conflict: conflict with "m1": .spec.replicas',
      details: {
        causes: [
          {
            reason: 'FieldManagerConflict',
            message: 'conflict with "m1"',
            field: '.spec.replicas',
          },
        ],
      },
    });
    const forced = await as(
      'm2',
      { size: 'big', replicas: 3, reqs: [{ key: 'a', values: ['z'] }, { key: 'b' }] },
      '&force=true',
    );
    expect(forced.body['spec']).toEqual({
      size: 'big',
      replicas: 3,
      reqs: [{ key: 'a', values: ['x', 'z'] }, { key: 'b' }],
    });
    const less = await as('m1', { size: 'big' });
    expect(less.body['spec']).toEqual({
      size: 'big',
      replicas: 3,
      reqs: [{ key: 'a', values: ['z'] }, { key: 'b' }],
    });
    expect(objectAt(less.body, 'metadata')['generation']).toBe(3);
  });

  it('conflicts with updates too, and names their version', async () => {
    await cluster.call(
      'PATCH',
      `${path}?fieldManager=kubectl-edit`,
      { spec: { replicas: 5 } },
      merge,
    );
    const { body } = await as('m2', { size: 'big', replicas: 3 });
    expect(messageOf(body)).toBe(
      'Apply failed with 1 conflict: conflict with "kubectl-edit" using example.dev/v1: .spec.replicas',
    );
  });

  it('records owners of the status separately', async () => {
    const answer = await cluster.call(
      'PATCH',
      `${path}/status?fieldManager=m3`,
      { ...aWidget('applied', {}), status: { replicas: 1 } },
      apply,
    );
    expect(answer.code).toBe(200);
    expect(listAt(answer.body, 'metadata', 'managedFields')).toContainEqual(
      expect.objectContaining({
        manager: 'm3',
        subresource: 'status',
        fieldsV1: { 'f:status': { 'f:replicas': {} } },
      }),
    );
    expect(answer.body['spec']).toMatchObject({ size: 'big' });
  });

  it.each<[string, string, JsonObject, { code: number; message: string }]>([
    [
      'no manager',
      path,
      aWidget('applied', { size: 'big' }),
      {
        code: 422,
        message:
          'PatchOptions.meta.k8s.io "" is invalid: fieldManager: Required value: is required for apply patch',
      },
    ],
    [
      'managed fields',
      `${path}?fieldManager=m`,
      aWidget('applied', { size: 'big' }, { metadata: { name: 'applied', managedFields: [] } }),
      { code: 400, message: 'metadata.managedFields must be nil' },
    ],
    [
      'a stale revision',
      `${path}?fieldManager=m`,
      aWidget('applied', { size: 'big' }, { metadata: { name: 'applied', resourceVersion: '1' } }),
      { code: 409, message: 'the object has been modified' },
    ],
    [
      'an unknown field',
      `${path}?fieldManager=m`,
      aWidget('applied', { size: 'big', zz: 1 }),
      { code: 500, message: '.spec.zz: field not declared in schema' },
    ],
    [
      'no kind',
      `${path}?fieldManager=m`,
      { metadata: { name: 'applied' } },
      { code: 400, message: 'invalid object type: /, Kind=' },
    ],
    [
      'a status of an object that does not exist',
      `${widgets}/none/status?fieldManager=m`,
      aWidget('none', {}),
      { code: 404, message: 'widgets.example.dev "none" not found' },
    ],
  ])('refuses %s', async (_what, target, body, { code, message }) => {
    const answer = await cluster.call('PATCH', target, body, apply);
    expect(answer.code).toBe(code);
    expect(messageOf(answer.body)).toContain(message);
  });
});

describe('discovery and OpenAPI', () => {
  it('are aggregated on request, and list subresources', async () => {
    const accept =
      'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json';
    const core = await cluster.call('GET', '/api', undefined, { accept });
    expect(core.header('content-type')).toBe(
      'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList',
    );
    const resources = listAt(objectAt(listAt(core.body, 'items')[0]), 'versions').flatMap((one) =>
      listAt(one, 'resources'),
    );
    expect(resources).toContainEqual(
      expect.objectContaining({
        resource: 'pods',
        scope: 'Namespaced',
        shortNames: ['po'],
        subresources: expect.arrayContaining([
          {
            subresource: 'eviction',
            responseKind: { group: 'policy', version: 'v1', kind: 'Eviction' },
            verbs: ['create'],
          },
        ]),
      }),
    );
    const groups = await cluster.call('GET', '/apis', undefined, { accept });
    expect(listAt(groups.body, 'items').map((one) => stringAt(one, 'metadata', 'name'))).toEqual(
      expect.arrayContaining(['apps', 'policy', 'example.dev']),
    );
    expect((await cluster.call('GET', '/api')).body).toMatchObject({
      kind: 'APIVersions',
      versions: ['v1'],
    });
    expect((await cluster.call('GET', '/apis')).body['kind']).toBe('APIGroupList');
  });

  it('describe kinds, including those of CRDs, and follow their changes', async () => {
    const address = async (): Promise<string> =>
      stringAt(
        (await cluster.call('GET', '/openapi/v3')).body,
        'paths',
        'apis/example.dev/v1',
        'serverRelativeURL',
      ) ?? '';
    await cluster.until(async () => expect(await address()).not.toBe(''));
    const before = await address();
    const { body } = await cluster.call('GET', before);
    expect(objectAt(body, 'components', 'schemas', 'dev.example.v1.Widget')).toMatchObject({
      'x-kubernetes-group-version-kind': [{ group: 'example.dev', version: 'v1', kind: 'Widget' }],
      properties: {
        spec: { properties: { size: { enum: ['small', 'big'] } } },
      },
    });
    const changed = await cluster.call(
      'PATCH',
      `${crds}/widgets.example.dev`,
      [0, 1].map((version) => ({
        op: 'add',
        path: `/spec/versions/${version}/schema/openAPIV3Schema/properties/spec/properties/more`,
        value: { type: 'string' },
      })),
      jsonPatch,
    );
    expect([changed.code, changed.body['message']]).toEqual([200, undefined]);
    await cluster.until(async () => expect(await address()).not.toBe(before));
    const index = await cluster.call('GET', '/openapi/v3');
    expect(index.header('content-type')).toBe('text/plain; charset=utf-8');
    expect((await cluster.call('GET', '/openapi/v3/apis/nope/v1')).code).toBe(404);
  });
});
