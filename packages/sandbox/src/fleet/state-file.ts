import { existsSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@kerf/core';
import type { ClusterState } from '../kubernetes/create-cluster.js';
import type { WorldSnapshot } from '../world/state/snapshot.js';
import type { ClusterAwsResources } from './setup/aws-resources.js';

/** The state that the sandbox restores after a restart. */
export interface SandboxState {
  readonly format: 2;
  readonly world: WorldSnapshot;
  readonly clusters: Readonly<
    Record<string, { readonly place: ClusterAwsResources; readonly state: ClusterState }>
  >;
}

const fileName = 'state.json';

/** @throws CONFIG.INVALID if another version of the sandbox wrote the file */
export async function readState(folder: string): Promise<SandboxState | null> {
  const path = join(folder, fileName);
  if (!existsSync(path)) return null;
  const text = await readFile(path, 'utf8');
  const state: unknown = JSON.parse(text);
  if (isState(state)) return state;
  throw new AppError({
    code: 'CONFIG.INVALID',
    message: `${path} was written by another version of the sandbox. Run npm run reset to delete it.`,
  });
}

function isState(value: unknown): value is SandboxState {
  return (
    typeof value === 'object' &&
    value !== null &&
    'format' in value &&
    value.format === 2 &&
    'world' in value &&
    'clusters' in value
  );
}

/** Writes the state atomically: a killed sandbox leaves the old state or the new one. */
export async function writeState(folder: string, state: SandboxState): Promise<void> {
  await writePrivately(join(folder, fileName), JSON.stringify(state));
}

/**
 * Writes a file that only its owner can read. The file is written under another name and renamed,
 * so readers see the old or the new text, and permissions of an existing file are not kept.
 */
export async function writePrivately(path: string, text: string): Promise<void> {
  const next = `${path}.new`;
  await rm(next, { force: true });
  await writeFile(next, text, { mode: 0o600, flag: 'wx' });
  await rename(next, path);
}
