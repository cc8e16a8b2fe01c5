import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readImageEnvironment } from './image-environment.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kerf-dockerfile-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('the environment of the image', () => {
  it('is that of the stage runtime', async () => {
    const file = join(folder, 'Dockerfile');
    await writeFile(
      file,
      'FROM a AS build\nENV CI=1\n\nFROM a AS runtime\n# ENV X=1\nENV A=b C="d --e=f"\n\nFROM runtime AS product\n',
    );
    expect(await readImageEnvironment(file)).toEqual({ A: 'b', C: 'd --e=f' });
  });

  it('is known for the Dockerfile of the project', async () => {
    const environment = await readImageEnvironment(
      fileURLToPath(new URL('../../Dockerfile', import.meta.url)),
    );
    expect(environment).toMatchObject({ NODE_ENV: 'production', MALLOC_ARENA_MAX: '2' });
  });

  it('is refused if the stage sets none', async () => {
    const file = join(folder, 'Other');
    await writeFile(file, 'FROM a AS runtime\nRUN true\n');
    await expect(readImageEnvironment(file)).rejects.toThrow('the stage runtime has no ENV line');
  });
});
