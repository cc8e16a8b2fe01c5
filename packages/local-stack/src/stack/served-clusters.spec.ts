import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { waitUntilServed } from './served-clusters.js';

/** Answers of the worker's `/readyz`, one after another; the last one stays. */
let answers: (readonly [number, object])[] = [];
/** States of the cluster in the lists, one after another; the last one stays. */
let states: string[] = [];
const server = createServer((request, response) => {
  const isWorker = request.url === '/readyz';
  const state = isWorker ? '' : (states.shift() ?? 'CONNECTED');
  const clusters = { items: [{ name: 'a', connection: { state } }], nextCursor: null };
  const [status, body] = isWorker ? (answers.shift() ?? [200, {}]) : ([200, clusters] as const);
  response.writeHead(status).end(JSON.stringify(body));
});
let url = '';
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  url = typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}` : '';
});
afterAll(() => void server.close());

const wait = (timeoutMs: number, sandboxClusters: readonly string[] = ['a']) =>
  waitUntilServed({ url, apiToken: 'x', workerUrl: `${url}/readyz`, sandboxClusters, timeoutMs });

it('waits on while the database of the worker does not respond', async () => {
  answers = [
    [503, { status: 'unavailable', problem: 'The database does not respond.' }],
    [200, { status: 'ok', heldClusters: 1, servedClusters: 0 }],
    [200, { status: 'ok', heldClusters: 1, servedClusters: 1 }],
  ];
  expect(await wait(60_000)).toEqual([]);
  expect(answers).toEqual([]);
});

it('names the clusters that are not served in time', async () => {
  answers = [];
  expect(await wait(0)).toEqual(['a']);
});

it('waits on for a cluster of the sandbox whose first list fails', async () => {
  answers = [];
  states = ['CONNECTING', 'UNREACHABLE'];
  expect(await wait(0)).toEqual(['a']);
  expect(await wait(0)).toEqual(['a']);
});

it('does not wait for another cluster that cannot be reached', async () => {
  answers = [];
  states = ['UNREACHABLE'];
  expect(await wait(0, [])).toEqual([]);
});
