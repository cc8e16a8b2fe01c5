import { createReadStream, existsSync } from 'node:fs';
import { open, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { AppError } from '@kerf/core';
import type { ClusterState } from '../kubernetes/create-cluster.js';
import type { KubeObject } from '../kubernetes/resources/kube-object.js';
import type { WorldSnapshot } from '../world/state/snapshot.js';
import type { ClusterAwsResources } from './setup/aws-resources.js';

/** The state that the sandbox restores after a restart. */
export interface SandboxState {
  readonly world: WorldSnapshot;
  readonly clusters: Readonly<Record<string, SavedCluster>>;
}

interface SavedCluster {
  readonly place: ClusterAwsResources;
  readonly state: ClusterState;
}

/** A line for each object of a cluster, after one with the rest. */
type ObjectLine = readonly [cluster: string, collection: string, object: KubeObject];

const fileName = 'state.json';
/** Format 2 was one line with the objects in it. */
const format = 3;
const formats: readonly unknown[] = [2, format];

/** Text that is written at a time: a whole state would need the memory of the simulation once more. */
const chunkLength = 256 * 1024;

/** @throws CONFIG.INVALID if another version of the sandbox wrote the file */
export async function readState(folder: string): Promise<SandboxState | null> {
  const path = join(folder, fileName);
  if (!existsSync(path)) return null;
  let state: SandboxState | null = null;
  const objects = new Map<string, Map<string, KubeObject[]>>();
  for await (const line of createInterface({ input: createReadStream(path) })) {
    const value: unknown = JSON.parse(line);
    if (state === null && isState(value)) state = value;
    else if (state !== null && isObjectLine(value)) addObject(objects, value);
    else throw otherVersion(path);
  }
  if (state === null) throw otherVersion(path);
  return withObjects(state, objects);
}

function otherVersion(path: string): AppError {
  return new AppError({
    code: 'CONFIG.INVALID',
    message: `${path} was written by another version of the sandbox. Run npm run reset to delete it.`,
  });
}

function isState(value: unknown): value is SandboxState {
  return (
    typeof value === 'object' &&
    value !== null &&
    'format' in value &&
    formats.includes(value.format) &&
    'world' in value &&
    'clusters' in value
  );
}

/** The sandbox trusts objects that it wrote itself. */
function isObjectLine(value: unknown): value is ObjectLine {
  return Array.isArray(value) && value.length === 3;
}

function addObject(
  objects: Map<string, Map<string, KubeObject[]>>,
  [cluster, collection, object]: ObjectLine,
): void {
  const ofCluster = objects.get(cluster) ?? new Map<string, KubeObject[]>();
  objects.set(cluster, ofCluster);
  const ofCollection = ofCluster.get(collection) ?? [];
  ofCluster.set(collection, ofCollection);
  ofCollection.push(object);
}

function withObjects(
  { world, clusters }: SandboxState,
  objects: ReadonlyMap<string, ReadonlyMap<string, readonly KubeObject[]>>,
): SandboxState {
  const whole = Object.entries(clusters).map(([name, { place, state }]) => {
    const collections = {
      ...state.store.collections,
      ...Object.fromEntries(objects.get(name) ?? []),
    };
    return [name, { place, state: { ...state, store: { ...state.store, collections } } }] as const;
  });
  return { world, clusters: Object.fromEntries(whole) };
}

/**
 * Writes the state atomically: a killed sandbox leaves the old state or the new one. The simulation goes on
 * meanwhile; the objects of a snapshot never change.
 */
export async function writeState(folder: string, state: SandboxState): Promise<void> {
  const path = join(folder, fileName);
  const next = `${path}.new`;
  await rm(next, { force: true });
  const file = await open(next, 'wx', 0o600);
  try {
    for (const chunk of chunksOf(linesOf(state))) await file.write(chunk);
  } finally {
    await file.close();
  }
  await rename(next, path);
}

function* linesOf({ world, clusters }: SandboxState): Generator<string> {
  const withoutObjects = Object.entries(clusters).map(([name, { place, state }]) => {
    const store = { ...state.store, collections: {} };
    return [name, { place, state: { ...state, store } }] as const;
  });
  yield JSON.stringify({ format, world, clusters: Object.fromEntries(withoutObjects) });
  for (const [name, { state }] of Object.entries(clusters)) {
    for (const [collection, objects] of Object.entries(state.store.collections)) {
      for (const object of objects) yield JSON.stringify([name, collection, object]);
    }
  }
}

function* chunksOf(lines: Iterable<string>): Generator<string> {
  let chunk = '';
  for (const line of lines) {
    chunk += `${line}\n`;
    if (chunk.length < chunkLength) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
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
