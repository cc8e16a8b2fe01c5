import { type JsonObject, listAt, objectAt, stringAt } from '@kerf/sandbox';
import { beforeAll, describe, expect, it } from 'vitest';
import { apply, merge, strategicMerge, useKubernetes } from './testing/use-kubernetes.js';

// Server-side apply and strategic merge of built-in kinds; compared with a Kubernetes 1.36 server.

const cluster = useKubernetes();
const namespace = 'conformance-apply';
const deployments = `/apis/apps/v1/namespaces/${namespace}/deployments`;

beforeAll(() => cluster.namespace(namespace));

const aDeployment = (name: string, spec: JsonObject, metadata: JsonObject = {}): JsonObject => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name, ...metadata },
  spec,
});

const complete = (image: string, fields: JsonObject = {}): JsonObject => ({
  replicas: 0,
  selector: { matchLabels: { app: 'x' } },
  template: {
    metadata: { labels: { app: 'x' } },
    spec: { schedulerName: 'nobody', containers: [{ name: 'c', image, ...fields }] },
  },
});

const applyAs = (manager: string, name: string, body: JsonObject, query = '') =>
  cluster.call('PATCH', `${deployments}/${name}?fieldManager=${manager}${query}`, body, apply);

/** The fields of the manager, as in managedFields. */
const fieldsOf = (body: JsonObject, manager: string) =>
  listAt(body, 'metadata', 'managedFields')
    .map((entry) => objectAt(entry))
    .filter((entry) => entry['manager'] === manager && entry['subresource'] === undefined)
    .map(({ operation, fieldsV1 }) => ({ operation, fieldsV1 }));

describe('server-side apply', () => {
  it('creates an object, and records the fields that were applied', async () => {
    const labels = { labels: { a: '1' } };
    const { code, body } = await applyAs('m1', 'new', aDeployment('new', complete('x'), labels));
    expect(code).toBe(201);
    expect(fieldsOf(body, 'm1')).toEqual([
      {
        operation: 'Apply',
        fieldsV1: {
          'f:metadata': { 'f:labels': { 'f:a': {} } },
          'f:spec': {
            'f:replicas': {},
            'f:selector': {},
            'f:template': {
              'f:metadata': { 'f:labels': { 'f:app': {} } },
              'f:spec': {
                'f:containers': { 'k:{"name":"c"}': { '.': {}, 'f:name': {}, 'f:image': {} } },
                'f:schedulerName': {},
              },
            },
          },
        },
      },
    ]);
  });

  it('changes nothing when the same manifest is applied again', async () => {
    const body = aDeployment('same', complete('x'));
    const first = await applyAs('m1', 'same', body);
    const second = await applyAs('m1', 'same', body);
    expect(second.code).toBe(200);
    expect(fieldsOf(second.body, 'm1')).toEqual(fieldsOf(first.body, 'm1'));
    expect(objectAt(second.body, 'metadata')['generation']).toBe(1);
  });

  it('reports each conflict, and takes the fields over when forced', async () => {
    await applyAs('m1', 'fought', aDeployment('fought', complete('x')));
    const change = aDeployment('fought', complete('y'));
    const refused = await applyAs('m2', 'fought', change);
    expect(refused.body).toMatchObject({
      code: 409,
      reason: 'Conflict',
      message:
        'Apply failed with 1 conflict: conflict with "m1": .spec.template.spec.containers[name="c"].image',
      details: {
        causes: [
          {
            reason: 'FieldManagerConflict',
            message: 'conflict with "m1"',
            field: '.spec.template.spec.containers[name="c"].image',
          },
        ],
      },
    });
    const forced = await applyAs('m2', 'fought', change, '&force=true');
    expect(forced.code).toBe(200);
    expect(JSON.stringify(fieldsOf(forced.body, 'm1'))).not.toContain('f:image');
    expect(JSON.stringify(fieldsOf(forced.body, 'm2'))).toContain('f:image');
  });

  it('removes what its manager no longer applies, and nothing of others', async () => {
    const annotated = aDeployment('less', complete('x'), { annotations: { a: '1' } });
    await applyAs('m1', 'less', annotated);
    await cluster.call(
      'PATCH',
      `${deployments}/less?fieldManager=editor`,
      { metadata: { annotations: { b: '2' } } },
      merge,
    );
    const { body } = await applyAs('m1', 'less', aDeployment('less', complete('x')));
    const annotations = objectAt(body, 'metadata', 'annotations');
    expect([annotations['a'], annotations['b']]).toEqual([undefined, '2']);
  });

  it('in a dry run stores nothing', async () => {
    const body = aDeployment('dry', complete('x'));
    expect((await applyAs('m1', 'dry', body, '&dryRun=All')).code).toBe(201);
    expect((await cluster.call('GET', `${deployments}/dry`)).code).toBe(404);
  });

  it('takes YAML, and refuses an incomplete object that does not exist', async () => {
    const yaml = `apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: yaml}\nspec: {replicas: 1}\n`;
    const path = `${deployments}/yaml?fieldManager=m1`;
    const { code, body } = await cluster.call('PATCH', path, yaml, apply);
    expect([code, body['reason']]).toEqual([422, 'Invalid']);
    expect(body['message']).toContain('spec.selector: Required value');
  });
});

describe('a strategic merge patch', () => {
  it('merges containers by name, and replaces lists without a merge key', async () => {
    const args = { args: ['a', 'b'], env: [{ name: 'A', value: '1' }] };
    await cluster.call('POST', deployments, aDeployment('merged', complete('x', args)));
    const change = {
      spec: {
        template: {
          spec: {
            containers: [
              { name: 'c', args: ['z'], env: [{ name: 'B', value: '2' }] },
              { name: 'd', image: 'y' },
            ],
          },
        },
      },
    };
    const { body } = await cluster.call('PATCH', `${deployments}/merged`, change, strategicMerge);
    const containers = listAt(body, 'spec', 'template', 'spec', 'containers');
    expect(containers).toHaveLength(2);
    expect(containers).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          name: 'c',
          image: 'x',
          args: ['z'],
          env: [
            { name: 'B', value: '2' },
            { name: 'A', value: '1' },
          ],
        }),
        expect.objectContaining({ name: 'd', image: 'y' }),
      ]),
    );
  });

  it('deletes list items and replaces maps with directives', async () => {
    await cluster.call('POST', deployments, aDeployment('directed', complete('x')));
    const added = {
      metadata: { labels: { a: '1', b: '2' } },
      spec: { template: { spec: { containers: [{ name: 'd', image: 'y' }] } } },
    };
    await cluster.call('PATCH', `${deployments}/directed`, added, strategicMerge);
    const change = {
      metadata: { labels: { $patch: 'replace', c: '3' } },
      spec: { template: { spec: { containers: [{ name: 'd', $patch: 'delete' }] } } },
    };
    const { body } = await cluster.call('PATCH', `${deployments}/directed`, change, strategicMerge);
    expect(objectAt(body, 'metadata')['labels']).toEqual({ c: '3' });
    expect(listAt(body, 'spec', 'template', 'spec', 'containers')).toMatchObject([{ name: 'c' }]);
  });

  it('replaces the taints of a node, and merges its conditions by type', async () => {
    const nodes = '/api/v1/nodes';
    const name = 'conformance-tainted';
    await cluster.createGlobal(nodes, { metadata: { name } }, name);
    const taint = (key: string): JsonObject => ({ key, effect: 'NoSchedule' });
    for (const keys of [['a', 'b'], ['c']]) {
      const taints = keys.map(taint);
      await cluster.call('PATCH', `${nodes}/${name}`, { spec: { taints } }, strategicMerge);
    }
    const { body } = await cluster.call('GET', `${nodes}/${name}`);
    const own = listAt(body, 'spec', 'taints')
      .map((one) => stringAt(one, 'key') ?? '')
      .filter((key) => ['a', 'b', 'c'].includes(key));
    expect(own).toEqual(['c']);
    for (const type of ['First', 'Second']) {
      const status = { conditions: [{ type, status: 'True' }] };
      await cluster.call('PATCH', `${nodes}/${name}/status`, { status }, strategicMerge);
    }
    const after = await cluster.call('GET', `${nodes}/${name}`);
    const types = listAt(after.body, 'status', 'conditions').map((one) => objectAt(one)['type']);
    expect(types).toEqual(expect.arrayContaining(['First', 'Second']));
  });
});
