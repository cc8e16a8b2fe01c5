import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BindingScope } from '@kerf/application';
import { invariant } from '@kerf/core';
import { aCluster } from '@kerf/testing';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { ApiUnderTest, at, type Sender } from '../../testing/api-under-test.js';

/** The requests that the sandbox got, oldest first. */
const asked: unknown[] = [];
/** The next answer of the sandbox. */
let reply = { status: 200, message: '' };
let sandbox: Server;
let folder: string;
let api: ApiUnderTest;

beforeAll(async () => {
  sandbox = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += String(part);
    });
    request.on('end', () => {
      asked.push({ path: request.url, body: JSON.parse(body) });
      response.writeHead(reply.status);
      response.end(JSON.stringify({ message: reply.message }));
    });
  });
  await new Promise<void>((resolve) => sandbox.listen(0, '127.0.0.1', resolve));
  const address = sandbox.address();
  invariant(typeof address === 'object' && address !== null, 'the sandbox listens on a port');
  folder = await mkdtemp(join(tmpdir(), 'kerf-exercise-'));
  api = await ApiUnderTest.start(inject('databaseUrl'), {
    KERF_SANDBOX_INFO: join(folder, 'sandbox.json'),
    KERF_SANDBOX_CONTROL_URL: `http://127.0.0.1:${address.port}`,
  });
  const { clusters } = api.api.parts.ports.store;
  await clusters.insert(aCluster({ id: 'clu_1', name: 'lab' }));
  await clusters.insert(aCluster({ id: 'clu_2', name: 'prod' }));
});
afterEach(() => {
  asked.length = 0;
  reply = { status: 200, message: 'Deployment inflate of lab now has 5 pods.' };
});
afterAll(async () => {
  await api.close();
  sandbox.close();
  await rm(folder, { recursive: true });
});

const describeSandbox = (exerciseCluster: string) =>
  writeFile(
    join(folder, 'sandbox.json'),
    JSON.stringify({
      kubeconfig: '/tmp/kubeconfig',
      awsEndpoint: 'http://127.0.0.1:4566',
      exerciseCluster,
      exerciseContext: exerciseCluster,
    }),
  );

const mutation = `mutation ($pods: Int!) {
  setExercisePods(input: { pods: $pods }) { message userErrors { code field message } }
}`;

async function setPods(sender: Sender, pods: number): Promise<unknown> {
  const { body } = await api.graphql(sender, mutation, { pods });
  return at(body, 'data.setExercisePods') ?? at(body, 'errors.0.extensions.code');
}

/** A token of an administrator of a part of the fleet. */
const adminOf = (scope: BindingScope): Promise<Sender> =>
  api.senderOf({ name: `admin of ${JSON.stringify(scope)}`, role: 'admin', scope });

const refusedWith = (code: string, message: RegExp, field: string | null = null) => ({
  message: null,
  userErrors: [{ code, field, message: expect.stringMatching(message) }],
});

describe('the mutation setExercisePods', () => {
  it('is refused where there is no sandbox', async () => {
    expect(await setPods(api.writer, 5)).toEqual(refusedWith('NOT_FOUND', /^There is no sandbox/));
    expect(asked).toEqual([]);
  });

  it('has the sandbox set the pods of its cluster of the exercise', async () => {
    await describeSandbox('lab');
    const done = { message: 'Deployment inflate of lab now has 5 pods.', userErrors: [] };
    expect(await setPods(api.writer, 5)).toEqual(done);
    expect(await setPods(await adminOf({ kind: 'Cluster', clusterId: 'clu_1' }), 0)).toEqual(done);
    expect(asked).toEqual([
      { path: '/scenarios/inflate', body: { cluster: 'lab', size: 5 } },
      { path: '/scenarios/inflate', body: { cluster: 'lab', size: 0 } },
    ]);
  });

  it('needs the permission to change definitions in that cluster', async () => {
    await describeSandbox('lab');
    expect(await setPods(api.reader, 5)).toBe('FORBIDDEN');
    const ofPool = await adminOf({ kind: 'NodePool', clusterId: 'clu_1', nodePool: 'default' });
    expect(await setPods(ofPool, 5)).toEqual(refusedWith('FORBIDDEN', /role/));
    const ofOther = await adminOf({ kind: 'Cluster', clusterId: 'clu_2' });
    expect(await setPods(ofOther, 5)).toEqual(
      refusedWith('NOT_FOUND', /^Cluster lab of the exercise is not registered/),
    );
    expect(asked).toEqual([]);
  });

  it('never names a cluster that is not registered', async () => {
    await describeSandbox('gone');
    expect(await setPods(api.writer, 5)).toEqual(
      refusedWith('NOT_FOUND', /^Cluster gone of the exercise is not registered/),
    );
    expect(asked).toEqual([]);
  });

  it('passes on why the sandbox refuses a number', async () => {
    await describeSandbox('lab');
    const message = 'The size of inflate (pods) must be a whole number from 0 to 500.';
    reply = { status: 400, message };
    expect(await setPods(api.writer, 501)).toEqual(
      refusedWith('INVALID', /from 0 to 500/, 'input.pods'),
    );
  });

  it('says that the sandbox does not respond', async () => {
    await describeSandbox('lab');
    reply = { status: 500, message: 'Internal error' };
    expect(await setPods(api.writer, 5)).toEqual(
      refusedWith('CONFLICT', /^The sandbox does not respond/),
    );
  });
});
