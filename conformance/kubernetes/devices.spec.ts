import { invariant } from '@kerf/core';
import { type JsonObject, listAt, objectAt, stringAt } from '@kerf/sandbox';
import { beforeAll, describe, expect, it } from 'vitest';
import { OwnNodes } from './testing/own-nodes.js';
import { merge, useKubernetes } from './testing/use-kubernetes.js';

// Fields, messages and finalizers were compared with a Kubernetes 1.36 server, its controllers and scheduler.

const cluster = useKubernetes();
const namespace = 'conformance-devices';
const resource = '/apis/resource.k8s.io/v1';
const claims = `${resource}/namespaces/${namespace}/resourceclaims`;
const templates = `${resource}/namespaces/${namespace}/resourceclaimtemplates`;
const slices = `${resource}/resourceslices`;
const classes = `${resource}/deviceclasses`;
const driver = 'gpu.conformance.example.dev';
const className = 'conformance-gpu';
const finalizer = 'resource.kubernetes.io/delete-protection';

beforeAll(async () => {
  await cluster.namespace(namespace);
  const selectors = select(`device.driver == '${driver}'`);
  await cluster.createGlobal(
    classes,
    { metadata: { name: className }, spec: { selectors } },
    className,
  );
});

function select(...expressions: readonly string[]): JsonObject[] {
  return expressions.map((expression) => ({ cel: { expression } }));
}

const get = async (path: string): Promise<JsonObject> => (await cluster.call('GET', path)).body;

/** A request of devices of the class. */
const request = (fields: JsonObject = {}, name = 'gpu'): JsonObject => ({
  name,
  exactly: { deviceClassName: className, ...fields },
});

const model = (name: string): JsonObject[] =>
  select(`device.attributes['${driver}'].model == '${name}'`);

async function create(path: string, name: string, spec: JsonObject): Promise<void> {
  const { code, text } = await cluster.call('POST', path, { metadata: { name }, spec });
  invariant(code === 201, `${name} is accepted: ${text}`);
}

/** A claim of the namespace with these devices. */
const claim = (name: string, devices: JsonObject): Promise<void> =>
  create(claims, name, { devices });

/** A pod with one claim. */
const claiming = (reference: JsonObject): JsonObject => ({
  containers: [{ name: 'c', image: 'none', resources: { claims: [{ name: 'gpu' }] } }],
  resourceClaims: [{ name: 'gpu', ...reference }],
});
const ofClaim = (resourceClaimName: string): JsonObject => claiming({ resourceClaimName });
const ofTemplate = (resourceClaimTemplateName: string): JsonObject =>
  claiming({ resourceClaimTemplateName });

/** Publishes devices of a node: two of the model a, and one of the model b with more memory. */
async function publish(
  nodes: OwnNodes,
  node: string,
  { pool = {}, device: fields = {} }: { pool?: JsonObject; device?: JsonObject } = {},
): Promise<void> {
  const nodeName = nodes.nodeName(node);
  const device = (index: number, name: string, memory: string): JsonObject => ({
    name: `gpu-${index}`,
    attributes: { model: { string: name }, index: { int: index }, version: { version: '1.2.3' } },
    capacity: { memory: { value: memory } },
    ...fields,
  });
  const spec = {
    driver,
    nodeName,
    pool: { name: nodeName, generation: 1, resourceSliceCount: 1, ...pool },
    devices: [device(0, 'a', '16Gi'), device(1, 'a', '16Gi'), device(2, 'b', '40Gi')],
  };
  const { code, text } = await cluster.createGlobal(
    slices,
    { metadata: { name: nodeName }, spec },
    nodeName,
  );
  invariant(code === 201, `the slice is accepted: ${text}`);
}

/** One node with three devices. */
async function oneNode(group: string): Promise<OwnNodes> {
  const nodes = new OwnNodes(cluster, namespace, group);
  await nodes.create('a');
  await publish(nodes, 'a');
  return nodes;
}

/** The devices that a claim has, as `request device`. */
async function devicesOf(name: string): Promise<readonly string[]> {
  const found = await get(`${claims}/${name}`);
  return listAt(found, 'status', 'allocation', 'devices', 'results').map(
    (result) => `${stringAt(result, 'request')} ${stringAt(result, 'device')}`,
  );
}

/** Waits for the claim that is made for a pod; returns its name. */
async function claimOf(nodes: OwnNodes, pod: string): Promise<string> {
  let name: string | undefined;
  await cluster.until(async () => {
    const [status] = listAt(await nodes.get(pod), 'status', 'resourceClaimStatuses');
    name = stringAt(status, 'resourceClaimName');
    invariant(name !== undefined, `${pod} has a claim`);
  });
  return name ?? '';
}

const endPod = (nodes: OwnNodes, name: string) =>
  cluster.call('DELETE', `${nodes.pods}/${nodes.podName(name)}?gracePeriodSeconds=0`);

describe('the API of devices', () => {
  it('serves four resources, of which only claims have a status', async () => {
    const { resources } = await get(resource);
    const found = listAt({ resources: resources ?? [] }, 'resources').map((one) => [
      stringAt(one, 'name'),
      stringAt(one, 'kind'),
      objectAt(one)['namespaced'],
    ]);
    expect(found).toEqual([
      ['deviceclasses', 'DeviceClass', false],
      ['resourceclaims', 'ResourceClaim', true],
      ['resourceclaims/status', 'ResourceClaim', true],
      ['resourceclaimtemplates', 'ResourceClaimTemplate', true],
      ['resourceslices', 'ResourceSlice', false],
    ]);
  });

  it('sets the mode and the number of a request', async () => {
    await claim('defaults', {
      requests: [
        request(),
        request({ allocationMode: 'All' }, 'all'),
        { name: 'any', firstAvailable: [{ name: 'first', deviceClassName: className }] },
      ],
    });
    const one = { allocationMode: 'ExactCount', count: 1, deviceClassName: className };
    expect(await get(`${claims}/defaults`)).toMatchObject({
      spec: {
        devices: {
          requests: [
            { name: 'gpu', exactly: one },
            { name: 'all', exactly: { allocationMode: 'All', deviceClassName: className } },
            { name: 'any', firstAvailable: [{ name: 'first', ...one }] },
          ],
        },
      },
      status: {},
    });
  });

  const label =
    "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
  const unknownRequest =
    "must be the name of a request in the claim or the name of a request and a subrequest separated by '/'";
  it.each<[string, JsonObject, string]>([
    [
      'a request of no kind',
      { requests: [{ name: 'gpu' }] },
      'requests[0]: Required value: exactly one of `exactly` or `firstAvailable` is required',
    ],
    [
      'a request of two kinds',
      { requests: [{ ...request(), firstAvailable: [{ name: 'a', deviceClassName: 'c' }] }] },
      'requests[0]: Invalid value: null: exactly one of `exactly` or `firstAvailable` is required, but multiple fields are set',
    ],
    [
      'a wrong name',
      { requests: [request({}, 'GPU')] },
      `requests[0].name: Invalid value: "GPU": ${label}`,
    ],
    ['a name twice', { requests: [request(), request()] }, 'requests[1]: Duplicate value: "gpu"'],
    [
      'no class',
      { requests: [{ name: 'gpu', exactly: {} }] },
      'requests[0].exactly.deviceClassName: Required value',
    ],
    [
      'less than one device',
      { requests: [request({ count: -1 })] },
      'requests[0].exactly.count: Invalid value: -1: must be greater than zero',
    ],
    [
      'an unknown mode',
      { requests: [request({ allocationMode: 'Some' })] },
      'requests[0].exactly.allocationMode: Unsupported value: "Some": supported values: "All", "ExactCount"',
    ],
    [
      'a number of all devices',
      { requests: [request({ allocationMode: 'All', count: 2 })] },
      "requests[0].exactly.count: Invalid value: 2: must not be specified when allocationMode is 'All'",
    ],
    [
      'an empty selector',
      { requests: [request({ selectors: [{}] })] },
      'requests[0].exactly.selectors[0].cel: Required value',
    ],
    [
      'an expression that selects nothing',
      { requests: [request({ selectors: select('"text"') })] },
      'requests[0].exactly.selectors[0].cel.expression: Invalid value: "\\"text\\"": must evaluate to bool or the unknown type, not string',
    ],
    [
      'a constraint of no kind',
      { requests: [request()], constraints: [{}] },
      'constraints[0]: Required value: exactly one of "matchAttribute" or "distinctAttribute" is required, but multiple fields are set',
    ],
    [
      'a constraint on an attribute without a domain',
      { requests: [request()], constraints: [{ matchAttribute: 'model' }] },
      'constraints[0].matchAttribute: Invalid value: "model": a fully qualified name must be a domain and a name separated by a slash',
    ],
    [
      'a constraint on an unknown request',
      { requests: [request()], constraints: [{ requests: ['cpu'], matchAttribute: 'a.b/c' }] },
      `constraints[0].requests[0]: Invalid value: "cpu": ${unknownRequest}`,
    ],
  ])('refuses a claim with %s', async (_what, devices, message) => {
    const body = { metadata: { name: 'refused' }, spec: { devices } };
    const answer = await cluster.call('POST', claims, body);
    expect([answer.code, answer.body['message']]).toEqual([
      422,
      `ResourceClaim.resource.k8s.io "refused" is invalid: spec.devices.${message}`,
    ]);
  });

  it.each<[string, string]>([
    ['is incomplete', 'device.driver =='],
    ['names an unknown field', "device.drivers == 'x'"],
    ['names an unknown variable', "devices.driver == 'x'"],
    ['compares a text with a number', 'device.driver == 1'],
  ])('refuses a DeviceClass and a template whose expression %s', async (_what, expression) => {
    const metadata = { name: 'refused' };
    const selectors = select(expression);
    const ofClass = await cluster.call('POST', classes, { metadata, spec: { selectors } });
    const devices = { requests: [request({ selectors })] };
    const spec = { spec: { devices } };
    const ofTemplates = await cluster.call('POST', templates, { metadata, spec });
    const why = `cel.expression: Invalid value: ${JSON.stringify(expression)}: compilation failed: `;
    for (const [{ code, body }, path] of [
      [ofClass, 'spec.selectors[0]'],
      [ofTemplates, 'spec.spec.devices.requests[0].exactly.selectors[0]'],
    ] as const) {
      expect([code, body['message']]).toEqual([422, expect.stringContaining(`${path}.${why}`)]);
    }
  });

  it.each<[string, JsonObject, string]>([
    [
      'no place',
      { nodeName: null },
      'spec: Required value: exactly one of `nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection` is required',
    ],
    [
      'two places',
      { allNodes: true },
      'spec: Invalid value: "{`nodeName`, `allNodes`}": exactly one of `nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection` is required, but multiple fields are set',
    ],
    [
      'a pool without slices',
      { pool: { name: 'p', generation: 1, resourceSliceCount: 0 } },
      'spec.pool.resourceSliceCount: Invalid value: 0: must be greater than zero',
    ],
    [
      'a device twice',
      { devices: [{ name: 'a' }, { name: 'a' }] },
      'spec.devices[1]: Duplicate value: "a"',
    ],
    [
      'an attribute without a value',
      { devices: [{ name: 'a', attributes: { model: {} } }] },
      'spec.devices[0].attributes[model]: Invalid value: "": exactly one value must be specified',
    ],
    [
      'a version that is none',
      { devices: [{ name: 'a', attributes: { version: { version: '1.2' } } }] },
      'spec.devices[0].attributes[version].version: Invalid value: "1.2": must be a string compatible with semver.org spec 2.0.0',
    ],
  ])('refuses a slice with %s', async (_what, fields, message) => {
    const pool = { name: 'p', generation: 1, resourceSliceCount: 1 };
    const spec = { driver, pool, nodeName: 'n', ...fields };
    const { code, body } = await cluster.call('POST', slices, { metadata: { name: 'no' }, spec });
    expect([code, body['message']]).toEqual([
      422,
      `ResourceSlice.resource.k8s.io "no" is invalid: ${message}`,
    ]);
  });

  it.each<[string, JsonObject, string]>([
    [
      'no claim',
      { resourceClaims: [{ name: 'gpu' }] },
      'spec.resourceClaims[0]: Invalid value: {"Name":"gpu","ResourceClaimName":null,"ResourceClaimTemplateName":null}: must specify one of: `resourceClaimName`, `resourceClaimTemplateName`',
    ],
    [
      'claim and template',
      claiming({ resourceClaimName: 'x', resourceClaimTemplateName: 'y' }),
      'spec.resourceClaims[0]: Invalid value: {"Name":"gpu","ResourceClaimName":"x","ResourceClaimTemplateName":"y"}: at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified',
    ],
    [
      'a container that uses another claim',
      { ...ofClaim('x'), resourceClaims: [{ name: 'other', resourceClaimName: 'x' }] },
      'spec.containers[0].resources.claims[0]: Not found: "gpu": must be one of the names in pod.spec.resourceClaims: other',
    ],
  ])('refuses a pod with %s', async (_what, spec, message) => {
    const nodes = new OwnNodes(cluster, namespace, 'none');
    const { code, body } = await cluster.call('POST', nodes.pods, nodes.pod('refused', {}, spec));
    expect([code, body['message']]).toEqual([422, `Pod "none-refused" is invalid: ${message}`]);
  });

  it('keeps the spec of claims and templates as it is', async () => {
    await claim('fixed', { requests: [request()] });
    await create(templates, 'fixed', { spec: { devices: { requests: [request()] } } });
    const devices = { requests: [request({ count: 2 })] };
    for (const [path, spec] of [
      [claims, { devices }],
      [templates, { spec: { devices } }],
    ] as const) {
      const { code, body } = await cluster.call('PATCH', `${path}/fixed`, { spec }, merge);
      expect([code, body['message']]).toEqual([
        422,
        expect.stringMatching(/spec: Invalid value: .*: field is immutable/s),
      ]);
    }
  });

  it('accepts only a status that the spec allows', async () => {
    await claim('status', { requests: [request()] });
    const write = (status: JsonObject) =>
      cluster.call('PATCH', `${claims}/status/status`, { status }, merge);
    const reserved = await write({ reservedFor: [{ resource: 'pods', name: 'p', uid: 'u' }] });
    expect(reserved.body['message']).toContain(
      'status.reservedFor: Forbidden: may not be specified when `allocated` is not set',
    );
    const result = { request: 'cpu', driver, pool: 'p', device: 'd' };
    const allocated = await write({ allocation: { devices: { results: [result] } } });
    expect(allocated.body['message']).toContain(
      `status.allocation.devices.results[0].request: Invalid value: "cpu": ${unknownRequest}`,
    );
  });

  it('lists slices by node and driver', async () => {
    const nodes = await oneNode('fields');
    const nodeName = nodes.nodeName('a');
    const names = async (selector: string) =>
      listAt(await get(`${slices}?fieldSelector=${encodeURIComponent(selector)}`), 'items').map(
        (one) => stringAt(one, 'metadata', 'name'),
      );
    expect(await names(`spec.nodeName=${nodeName},spec.driver=${driver}`)).toEqual([nodeName]);
    expect(await names(`spec.nodeName=${nodeName},spec.driver=other`)).toEqual([]);
    const refused = await cluster.call('GET', `${slices}?fieldSelector=spec.pool.name%3Dp`);
    expect([refused.code, refused.body['message']]).toEqual([
      400,
      expect.stringMatching(/^field label not supported.*: spec\.pool\.name$/),
    ]);
  });
});

describe('a pod with a claim from a template', () => {
  it('waits for devices with the reason of the scheduler, and gets them when they are published', async () => {
    const nodes = new OwnNodes(cluster, namespace, 'template');
    await nodes.create('a');
    await create(templates, 'gpu', {
      metadata: { labels: { kind: 'own' }, annotations: { note: 'kept' } },
      spec: { devices: { requests: [request({ selectors: model('b') })] } },
    });
    await nodes.createPod('user', {}, ofTemplate('gpu'));
    const name = await claimOf(nodes, 'user');
    const pod = nodes.podName('user');
    const uid = stringAt(await nodes.get('user'), 'metadata', 'uid');
    expect(name).toMatch(new RegExp(`^${pod}-gpu-.{5}$`));
    expect(await get(`${claims}/${name}`)).toMatchObject({
      metadata: {
        generateName: `${pod}-gpu-`,
        labels: { kind: 'own' },
        annotations: { note: 'kept', 'resource.kubernetes.io/pod-claim-name': 'gpu' },
        ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: pod, uid, controller: true }],
      },
      status: {},
    });
    const message = await nodes.refused('user');
    expect(message).toContain('1 cannot allocate all claims');
    expect(message).toContain('still not schedulable, preemption: ');

    await publish(nodes, 'a');
    const nodeName = nodes.nodeName('a');
    expect(await nodes.bound('user')).toBe(nodeName);
    const allocated = await get(`${claims}/${name}`);
    expect(objectAt(allocated['metadata'])['finalizers']).toEqual([finalizer]);
    expect(allocated['status']).toEqual({
      allocation: {
        allocationTimestamp: expect.stringMatching(/Z$/),
        devices: { results: [{ request: 'gpu', driver, pool: nodeName, device: 'gpu-2' }] },
        nodeSelector: {
          nodeSelectorTerms: [
            { matchFields: [{ key: 'metadata.name', operator: 'In', values: [nodeName] }] },
          ],
        },
      },
      reservedFor: [{ resource: 'pods', name: pod, uid }],
    });
    const changed = { status: { allocation: { devices: { results: [] } } } };
    const { body } = await cluster.call('PATCH', `${claims}/${name}/status`, changed, merge);
    expect(body['message']).toMatch(/status\.allocation: Invalid value: .*field is immutable/s);

    await endPod(nodes, 'user');
    await cluster.until(async () =>
      expect((await cluster.call('GET', `${claims}/${name}`)).code).toBe(404),
    );
  });

  it('is not tried before its template exists, and has an Event', async () => {
    const nodes = await oneNode('late');
    await nodes.createPod('user', {}, ofTemplate('late'));
    const path = `/api/v1/namespaces/${namespace}/events?fieldSelector=reason%3DFailedResourceClaimCreation`;
    await cluster.until(async () => {
      const messages = listAt(await get(path), 'items').map((event) => objectAt(event)['message']);
      expect(messages).toContain(
        'PodResourceClaim gpu: resource claim template "late": resourceclaimtemplate.resource.k8s.io "late" not found',
      );
    });
    expect(objectAt(await nodes.get('user'), 'status')['conditions']).toBeUndefined();
    await create(templates, 'late', { spec: { devices: { requests: [request()] } } });
    expect(await nodes.bound('user')).toBe(nodes.nodeName('a'));
  });
});

describe('a pod with a claim that exists', () => {
  it('is not tried before the claim exists', async () => {
    const nodes = await oneNode('missing');
    await nodes.createPod('user', {}, ofClaim('coming'));
    await nodes.createPod('other');
    await nodes.bound('other');
    expect(objectAt(await nodes.get('user'), 'status')['conditions']).toBeUndefined();
    await claim('coming', { requests: [request()] });
    expect(await nodes.bound('user')).toBe(nodes.nodeName('a'));
  });

  it('is refused without its DeviceClass', async () => {
    const nodes = await oneNode('no-class');
    await claim('no-class', { requests: [request({ deviceClassName: 'none' })] });
    await nodes.createPod('user', {}, ofClaim('no-class'));
    expect(await nodes.refused('user')).toContain(
      'nodes are available: request gpu: device class none does not exist. no new claims to deallocate, preemption: ',
    );
  });

  it('fails with an expression on an attribute that a device lacks', async () => {
    const nodes = await oneNode('no-attribute');
    const selectors = select(`device.attributes['${driver}'].color == 'red'`);
    await claim('no-attribute', { requests: [request({ selectors })] });
    await nodes.createPod('user', {}, ofClaim('no-attribute'));
    await cluster.until(async () =>
      expect(listAt(await nodes.get('user'), 'status', 'conditions')).toEqual([
        expect.objectContaining({
          type: 'PodScheduled',
          status: 'False',
          reason: 'SchedulerError',
          message: expect.stringMatching(
            /^running "DynamicResources" filter plugin: claim conformance-devices\/no-attribute: selector #0: CEL runtime error: .*color$/i,
          ),
        }),
      ]),
    );
  });

  it('shares its devices with the other pods of the claim, which keep them until the last ends', async () => {
    const nodes = await oneNode('shared');
    await nodes.create('b');
    await publish(nodes, 'b');
    await claim('shared', { requests: [request({ count: 3 })] });
    await nodes.createPod('first', {}, ofClaim('shared'));
    const nodeName = await nodes.bound('first');
    await nodes.createPod('second', {}, ofClaim('shared'));
    expect(await nodes.bound('second')).toBe(nodeName);
    const consumers = async () =>
      listAt(await get(`${claims}/shared`), 'status', 'reservedFor').map((one) =>
        stringAt(one, 'name'),
      );
    expect(await consumers()).toEqual([nodes.podName('first'), nodes.podName('second')]);

    await endPod(nodes, 'first');
    await cluster.until(async () => expect(await consumers()).toEqual([nodes.podName('second')]));
    await cluster.call('DELETE', `${claims}/shared`);
    expect(await devicesOf('shared')).toEqual(['gpu gpu-0', 'gpu gpu-1', 'gpu gpu-2']);
    await endPod(nodes, 'second');
    await cluster.until(async () =>
      expect((await cluster.call('GET', `${claims}/shared`)).code).toBe(404),
    );
  });

  it('leaves the claim without devices when it ends, for the next pod', async () => {
    const nodes = await oneNode('reused');
    await claim('reused', { requests: [request({ allocationMode: 'All' })] });
    await nodes.createPod('first', {}, ofClaim('reused'));
    await nodes.bound('first');
    expect(await devicesOf('reused')).toEqual(['gpu gpu-0', 'gpu gpu-1', 'gpu gpu-2']);
    await claim('waiting', { requests: [request()] });
    await nodes.createPod('second', {}, ofClaim('waiting'));
    expect(await nodes.refused('second')).toContain('1 cannot allocate all claims');
    await endPod(nodes, 'first');
    expect(await nodes.bound('second')).toBe(nodes.nodeName('a'));
    await cluster.until(async () => {
      const { metadata, status } = await get(`${claims}/reused`);
      expect([objectAt(metadata)['finalizers'], status]).toEqual([undefined, {}]);
    });
  });
});

describe('devices of a claim', () => {
  const memory = `device.capacity['${driver}'].memory`;
  const attributes = `device.attributes['${driver}']`;
  it.each<[string, JsonObject, readonly string[]]>([
    ['the first of its model', { requests: [request({ selectors: model('a') })] }, ['gpu gpu-0']],
    [
      'one with enough memory',
      { requests: [request({ selectors: select(`${memory}.compareTo(quantity('20Gi')) >= 0`) })] },
      ['gpu gpu-2'],
    ],
    [
      'those that all selectors select',
      {
        requests: [
          request({
            allocationMode: 'All',
            selectors: select(
              `${attributes}.index >= 1`,
              `${attributes}.version.isGreaterThan(semver('1.2.0'))`,
              `!('other' in ${attributes})`,
            ),
          }),
        ],
      },
      ['gpu gpu-1', 'gpu gpu-2'],
    ],
    [
      'of the first alternative that there are',
      {
        requests: [
          {
            name: 'gpu',
            firstAvailable: [
              { name: 'big', deviceClassName: className, selectors: model('c') },
              { name: 'small', deviceClassName: className, selectors: model('a'), count: 2 },
            ],
          },
        ],
      },
      ['gpu/small gpu-0', 'gpu/small gpu-1'],
    ],
    [
      'with one value of an attribute',
      {
        requests: [request(), request({ selectors: model('b') }, 'other')],
        constraints: [{ requests: ['gpu', 'other'], matchAttribute: `${driver}/version` }],
      },
      ['gpu gpu-0', 'other gpu-2'],
    ],
    [
      'with the value of another request, although that has a later device',
      {
        requests: [request(), request({ selectors: model('b') }, 'other')],
        constraints: [{ distinctAttribute: `${driver}/model` }],
      },
      ['gpu gpu-0', 'other gpu-2'],
    ],
    [
      'of which each has another value of an attribute',
      {
        requests: [request({ count: 2 })],
        constraints: [{ distinctAttribute: `${driver}/model` }],
      },
      ['gpu gpu-0', 'gpu gpu-2'],
    ],
  ])('are %s', async (what, devices, expected) => {
    const name = `chosen-${what.toLowerCase().replaceAll(/[^a-z]+/g, '-')}`.slice(0, 40);
    const nodes = await oneNode(name);
    await claim(name, devices);
    await nodes.createPod('user', {}, ofClaim(name));
    await nodes.bound('user');
    expect(await devicesOf(name)).toEqual(expected);
  });

  it.each<[string, JsonObject]>([
    [
      'there are not enough with one value of an attribute',
      {
        requests: [request({ count: 3 })],
        constraints: [{ matchAttribute: `${driver}/model` }],
      },
    ],
    [
      'none has the attribute of a constraint',
      { requests: [request()], constraints: [{ matchAttribute: `${driver}/color` }] },
    ],
    [
      'all means one at least',
      { requests: [request({ allocationMode: 'All', selectors: model('c') })] },
    ],
  ])('are not allocated if %s', async (what, devices) => {
    const name = `refused-${what.replaceAll(' ', '-')}`.slice(0, 40);
    const nodes = await oneNode(name);
    await claim(name, devices);
    await nodes.createPod('user', {}, ofClaim(name));
    expect(await nodes.refused('user')).toContain('1 cannot allocate all claims');
  });

  it('are those without taints, and those whose taints the claim tolerates', async () => {
    const nodes = new OwnNodes(cluster, namespace, 'tainted');
    await nodes.create('a');
    const taint = { key: 'example.dev/unhealthy', effect: 'NoSchedule' };
    await publish(nodes, 'a', { device: { taints: [taint] } });
    await claim('tainted', { requests: [request()] });
    await nodes.createPod('user', {}, ofClaim('tainted'));
    expect(await nodes.refused('user')).toContain('1 cannot allocate all claims');
    const tolerations = [{ key: 'example.dev/unhealthy', operator: 'Exists' }];
    await claim('tolerant', { requests: [request({ tolerations })] });
    await nodes.createPod('other', {}, ofClaim('tolerant'));
    expect(await nodes.bound('other')).toBe(nodes.nodeName('a'));
  });

  it('are not allocated before the driver has published all slices of the pool', async () => {
    const nodes = new OwnNodes(cluster, namespace, 'incomplete');
    await nodes.create('a');
    await publish(nodes, 'a', { pool: { resourceSliceCount: 2 } });
    await claim('incomplete', { requests: [request()] });
    await nodes.createPod('user', {}, ofClaim('incomplete'));
    expect(await nodes.refused('user')).toContain('1 cannot allocate all claims');
    const pool = { generation: 2, resourceSliceCount: 1 };
    const body = { spec: { pool } };
    await cluster.call('PATCH', `${slices}/${nodes.nodeName('a')}`, body, merge);
    expect(await nodes.bound('user')).toBe(nodes.nodeName('a'));
  });
});
