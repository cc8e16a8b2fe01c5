import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@kerf/core';
import type { ClusterState } from '../kubernetes/create-cluster.js';
import type { WorldSnapshot } from '../world/snapshot.js';
import type { ClusterPlace } from './aws-landscape.js';
import { writePrivately } from './write-privately.js';

/** Everything the sandbox goes on from after a restart. */
export interface SandboxState {
  readonly format: 2;
  readonly world: WorldSnapshot;
  readonly clusters: Readonly<
    Record<string, { readonly place: ClusterPlace; readonly state: ClusterState }>
  >;
}

const fileName = 'state.json';

/** @throws CONFIG.INVALID for a file of another version of the sandbox */
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

/** A sandbox that is killed leaves the old state or the new one. */
export async function writeState(folder: string, state: SandboxState): Promise<void> {
  await writePrivately(join(folder, fileName), JSON.stringify(state));
}
