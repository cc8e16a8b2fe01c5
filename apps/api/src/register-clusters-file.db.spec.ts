import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { organizationAdmin, type Principal } from '@kerf/application';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { registerClustersFile } from './register-clusters-file.js';
import { ApiUnderTest } from './testing/api-under-test.js';

const operator: Principal = { kind: 'User', id: 'cli', name: 'cli', ...organizationAdmin };
const roleArn = 'arn:aws:iam::111122223333:role/kerf-shop';
let api: ApiUnderTest;
let folder: string;
beforeAll(async () => {
  api = await ApiUnderTest.start(inject('databaseUrl'));
  folder = await mkdtemp(join(tmpdir(), 'kerf-clusters-'));
});
afterAll(async () => {
  await api.close();
  await rm(folder, { recursive: true });
});

async function register(content: string): Promise<string> {
  const path = join(folder, 'clusters.json');
  await writeFile(path, content);
  return registerClustersFile(api.api.parts.ports, operator, path);
}

const shop = {
  name: 'shop',
  region: 'us-east-1',
  roleArn,
  externalId: 'kerf-shop-x1',
  mode: 'approve',
};

describe('a file of clusters', () => {
  it('is registered once, and further members of the file are ignored', async () => {
    const file = JSON.stringify({
      awsEndpoint: 'http://here',
      clusters: [{ ...shop, context: 'c' }],
    });
    expect(await register(file)).toBe('shop: registered');
    expect(await register(file)).toBe('shop: already registered');
    const stored = await api.api.parts.ports.store.clusters.list();
    expect(stored.map(({ name, mode, externalId }) => ({ name, mode, externalId }))).toEqual([
      { name: 'shop', mode: 'approve', externalId: 'kerf-shop-x1' },
    ]);
  });

  it.each([
    ['{', /clusters\.json: is not valid JSON$/],
    ['{}', /clusters\.json: clusters: /],
    [JSON.stringify({ clusters: [{ ...shop, mode: 'often' }] }), /clusters\.0\.mode: .*approve/],
    [
      JSON.stringify({ clusters: [{ ...shop, name: 'other', region: 'moon' }] }),
      /other: region must be an AWS region/,
    ],
  ])('is refused with the field that is wrong: %s', async (content, message) => {
    await expect(register(content)).rejects.toMatchObject({
      code: 'INPUT.INVALID',
      message: expect.stringMatching(message),
    });
  });

  it('is refused when it cannot be read', async () => {
    const path = join(folder, 'none.json');
    await expect(registerClustersFile(api.api.parts.ports, operator, path)).rejects.toMatchObject({
      code: 'INPUT.INVALID',
      message: expect.stringContaining(`${path}: ENOENT`),
    });
  });
});
