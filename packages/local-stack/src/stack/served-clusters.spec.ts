import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { waitUntilServed } from './served-clusters.js';

/** Answers of the worker's `/readyz`, one after another; the last one stays. */
let answers: (readonly [number, object])[] = [];
const server = createServer((request, response) => {
  const clusters = { items: [{ name: 'a', connection: { state: 'CONNECTED' } }], nextCursor: null };
  const isWorker = request.url === '/readyz';
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

const wait = (timeoutMs: number) =>
  waitUntilServed({ url, apiToken: 'x', workerUrl: `${url}/readyz`, timeoutMs });

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
