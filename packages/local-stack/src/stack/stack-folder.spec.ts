import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { pathsOf, type StackPaths } from './paths.js';
import { readDataFolder, refuseUsedFolder, removeStackFolder } from './stack-folder.js';

let parent: string;
let paths: StackPaths;

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'kerf-folder-'));
  paths = pathsOf(parent, join(parent, 'data'));
});
afterEach(() => rm(parent, { recursive: true }));

/** Creates files of the data folder; a name with a slash at its end is a folder. */
async function create(...names: readonly string[]): Promise<void> {
  await mkdir(paths.folder, { recursive: true });
  for (const name of names) {
    if (name.endsWith('/')) await mkdir(join(paths.folder, name));
    else await writeFile(join(paths.folder, name), '');
  }
}

describe('KERF_DATA_DIR', () => {
  it.each(['', ' '])('is refused as %j, which would name the working directory', (value) => {
    expect(() => readDataFolder(value)).toThrow(/KERF_DATA_DIR is empty/);
  });

  it('is a folder, or not set', () => {
    expect(readDataFolder('/tmp/other')).toBe('/tmp/other');
    expect(readDataFolder(undefined)).toBeNull();
  });
});

describe('a data folder', () => {
  it.each([
    ['does not exist', null],
    ['is empty', []],
    ['is left from a start that failed', ['logs/', 'sandbox/', 'secret-key']],
    ['was used by Kerf, and has a further file', ['ports.json', 'my-notes']],
  ])('is accepted if it %s', async (_state, names) => {
    if (names !== null) await create(...names);
    await expect(refuseUsedFolder(paths)).resolves.toBeUndefined();
  });

  it.each([[['README.md']], [['logs/', 'src/']]])(
    'is refused with files of somebody else: %j',
    async (names) => {
      await create(...names);
      await expect(refuseUsedFolder(paths)).rejects.toMatchObject({
        code: 'CONFIG.INVALID',
        message: expect.stringContaining('not Kerf’s'),
      });
    },
  );
});

describe('the reset', () => {
  it('deletes a data folder', async () => {
    await create('ports.json', 'run.json', 'run.json.new', 'postgres/', 'logs/', 'token');
    expect(await removeStackFolder(paths)).toEqual([]);
    expect(existsSync(paths.folder)).toBe(false);
  });

  it('has nothing to do without one', async () => {
    expect(await removeStackFolder(paths)).toEqual([]);
  });

  it('keeps files that Kerf did not create, and says which', async () => {
    await create('ports.json', 'logs/', 'my-notes', 'src/');
    expect([...(await removeStackFolder(paths))].sort()).toEqual(['my-notes', 'src']);
    expect((await readdir(paths.folder)).sort()).toEqual(['my-notes', 'src']);
  });

  it('deletes nothing of a folder that is not Kerf’s', async () => {
    await create('logs/', 'package.json');
    await expect(removeStackFolder(paths)).rejects.toMatchObject({ code: 'CONFIG.INVALID' });
    expect((await readdir(paths.folder)).sort()).toEqual(['logs', 'package.json']);
  });
});
