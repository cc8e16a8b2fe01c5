import { createServer, type Server } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { readScenarios } from './sandbox-scenarios.js';

let server: Server | undefined;
afterEach(() => server?.close());

async function sandboxThatAnswers(status: number, body: unknown): Promise<string> {
  server = createServer((request, response) => {
    response.writeHead(request.url === '/scenario' ? status : 404);
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
}

const run = {
  scenario: 'spot-storm',
  cluster: 'shop-prod',
  startedAt: '2026-11-21T14:00:00.000Z',
  endsAt: null,
  message: '5 spot nodes are warned',
  watch: 'each is drained in time',
  page: '/interruptions',
};

describe('readScenarios', () => {
  it('returns the running scenarios', async () => {
    const url = await sandboxThatAnswers(200, { day: { speed: 1 }, active: [run] });
    const { scenario: name, ...rest } = run;
    expect(await readScenarios(url)).toEqual([
      { ...rest, name, startedAt: Date.UTC(2026, 10, 21, 14) },
    ]);
  });

  it('knows nothing of a sandbox that fails or is not there', async () => {
    expect(await readScenarios(await sandboxThatAnswers(500, {}))).toBeNull();
    server?.close();
    expect(await readScenarios('http://127.0.0.1:1')).toBeNull();
  });

  it('does not take another answer for one', async () => {
    const url = await sandboxThatAnswers(200, { active: [{ ...run, startedAt: 'lately' }] });
    await expect(readScenarios(url)).rejects.toThrow('is not a timestamp');
  });
});
