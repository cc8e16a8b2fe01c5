import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { aNodePoolDefinition, aRevisionOf, storedFleet, storeFleet } from '@kerf/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ApiUnderTest } from './testing/api-under-test.js';

const page = readFileSync(new URL('../../../docs/api.md', import.meta.url), 'utf8');
const examples = [...page.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code);

let api: ApiUnderTest;
beforeAll(async () => {
  api = await ApiUnderTest.start(inject('databaseUrl'));
  const { store } = api.api.parts.ports;
  await storeFleet(store);
  // The first of the list, and of the cluster: it cannot be changed through the API.
  const pool = aNodePoolDefinition({
    clusterId: storedFleet.cluster,
    name: 'batch',
    source: 'Cluster',
  });
  await store.definitions.insert(pool, aRevisionOf(pool));
});
afterAll(() => api.close());

const run = (code: string, server: ApiUnderTest) => {
  const token = (server.writer['authorization'] ?? '').replace('Bearer ', '');
  return promisify(execFile)('bash', ['-euo', 'pipefail', '-c', code], {
    env: { ...process.env, KERF_SERVER: server.url, KERF_TOKEN: token },
  });
};

describe('the examples of docs/api.md', () => {
  it('are more than five', () => {
    expect(examples.length).toBeGreaterThan(5);
  });

  it.each(examples)('work:\n%s', async (code) => {
    const { stdout } = await run(code, api);
    expect(stdout).not.toBe('');
    expect(stdout).not.toContain('"errors":');
  });

  it('patch nothing in a new Kerf, where no NodePool was made through the API', async () => {
    const fresh = await ApiUnderTest.start(inject('databaseUrl'));
    const patch = examples.find((code) => code.includes('--request PATCH')) ?? '';
    const { stdout } = await run(patch, fresh);
    await fresh.close();
    expect(stdout).toContain('No NodePool was made through the API.');
  });
});
