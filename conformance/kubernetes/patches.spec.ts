import { type Json, type JsonObject, listAt, objectAt } from '@kerf/sandbox';
import { beforeAll, describe, expect, it } from 'vitest';

import { jsonPatch, merge, strategicMerge, useKubernetes } from './testing/use-kubernetes.js';

// Codes and messages were recorded from a Kubernetes 1.36 server.

const cluster = useKubernetes();
beforeAll(() => cluster.namespace('conformance-patches'));

interface Refusal {
  readonly code: number;
  readonly message: string;
}

const maps = '/api/v1/namespaces/conformance-patches/configmaps';

const aMap = (name: string, fields: JsonObject = {}): JsonObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name },
  ...fields,
});
const create = (name: string, fields: JsonObject = {}) =>
  cluster.call('POST', maps, aMap(name, fields));

describe('patching', () => {
  beforeAll(() => create('patched', { data: { a: '1' } }));

  it.each<[string, Json, string, Refusal]>([
    [
      'a test that fails',
      [{ op: 'test', path: '/data/a', value: '2' }],
      'application/json-patch+json',
      { code: 422, message: 'the server rejected our request due to an error in our request' },
    ],
    [
      'invalid operations',
      { a: 1 },
      'application/json-patch+json',
      {
        code: 400,
        message:
          'error decoding patch: json: cannot unmarshal object into Go value of type []handlers.jsonPatchOp',
      },
    ],
    [
      'a merge that is a list',
      [1],
      'application/merge-patch+json',
      {
        code: 400,
        message:
          'error decoding patch: json: cannot unmarshal array into Go value of type map[string]interface {}',
      },
    ],
    ['plain JSON', {}, 'application/json', { code: 415, message: '415: Unsupported Media Type' }],
    [
      'a stale revision',
      { metadata: { resourceVersion: '1' } },
      'application/merge-patch+json',
      { code: 409, message: 'the object has been modified' },
    ],
    [
      'a new name',
      { metadata: { name: 'x' } },
      'application/merge-patch+json',
      {
        code: 400,
        message: 'the name of the object (x) does not match the name on the URL (patched)',
      },
    ],
    [
      'a wrong type',
      { data: { b: 1 } },
      'application/merge-patch+json',
      {
        code: 422,
        message: 'json: cannot unmarshal number into Go struct field ConfigMap.data of type string',
      },
    ],
  ])('refuses %s', async (_what, body, contentType, { code, message }) => {
    const answer = await cluster.call('PATCH', `${maps}/patched`, body, { contentType });
    expect(answer.code).toBe(code);
    expect(answer.body['message']).toContain(message);
  });

  it('changes with JSON patch and merge patch', async () => {
    const first = await cluster.call(
      'PATCH',
      `${maps}/patched`,
      [{ op: 'add', path: '/data/b', value: '2' }],
      jsonPatch,
    );
    expect(first.body['data']).toEqual({ a: '1', b: '2' });
    const second = await cluster.call('PATCH', `${maps}/patched`, { data: { a: null } }, merge);
    expect(second.body['data']).toEqual({ b: '2' });
  });

  it('records the managers of changed fields', async () => {
    const { body } = await cluster.call(
      'PATCH',
      `${maps}/patched?fieldManager=me`,
      { data: { c: '3' } },
      merge,
    );
    expect(listAt(body, 'metadata', 'managedFields')).toContainEqual(
      expect.objectContaining({
        manager: 'me',
        operation: 'Update',
        fieldsV1: { 'f:data': { 'f:c': {} } },
      }),
    );
  });

  it('changes status and labels through the status endpoint, and nothing else', async () => {
    const node = { metadata: { name: 'statused' }, status: { capacity: { cpu: '1' } } };
    await cluster.createGlobal('/api/v1/nodes', node, 'statused');
    const answer = await cluster.call(
      'PATCH',
      '/api/v1/nodes/statused/status',
      {
        metadata: { labels: { a: 'b' } },
        spec: { unschedulable: true },
        status: { conditions: [{ type: 'Foo', status: 'True' }] },
      },
      strategicMerge,
    );
    expect(objectAt(answer.body, 'spec')['unschedulable']).toBeUndefined();
    expect(objectAt(answer.body, 'metadata')['labels']).toEqual({ a: 'b' });
    expect(answer.body['status']).toMatchObject({
      capacity: { cpu: '1' },
      conditions: expect.arrayContaining([
        expect.objectContaining({ type: 'Foo', status: 'True' }),
      ]),
    });
    const other = await cluster.call(
      'PATCH',
      '/api/v1/nodes/statused',
      { status: { capacity: { cpu: '9' } } },
      merge,
    );
    expect(other.body['status']).toMatchObject({ capacity: { cpu: '1' } });
  });
});
