import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { KubeObject } from '../resources/kube-object.js';
import { ObjectStore } from './object-store.js';

function anObject(name: string, value = 0, namespace?: string): KubeObject {
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: {
      name,
      ...(namespace === undefined ? {} : { namespace }),
      uid: name,
      resourceVersion: '',
      creationTimestamp: '2026-11-21T10:00:00Z',
    },
    data: { value },
  };
}

const names = (objects: readonly KubeObject[] | null): readonly string[] | null =>
  objects?.map(({ metadata }) => metadata.name) ?? null;

describe('the store', () => {
  it('counts every write of every resource with one revision', () => {
    const store = new ObjectStore(() => 0);
    const first = store.collection('a').put(anObject('x'));
    const second = store.collection('b').put(anObject('y'));
    expect(Number(second.metadata.resourceVersion)).toBe(
      Number(first.metadata.resourceVersion) + 1,
    );
    expect(store.revision).toBe(Number(second.metadata.resourceVersion));
  });

  it('lists in the order of keys', () => {
    const maps = new ObjectStore(() => 0).collection('maps');
    for (const [name, namespace] of [
      ['z', 'a'],
      ['b', 'b'],
      ['a', 'b'],
      ['y', 'a-b'],
    ] as const) {
      maps.put(anObject(name, 0, namespace));
    }
    expect(maps.list().map(({ metadata }) => `${metadata.namespace}/${metadata.name}`)).toEqual([
      'a-b/y',
      'a/z',
      'b/a',
      'b/b',
    ]);
  });

  it('calls listeners during the write, with the state before and after', () => {
    const maps = new ObjectStore(() => 0).collection('maps');
    const seen: string[] = [];
    maps.subscribe(({ before, after, object }) => {
      seen.push(
        `${before?.metadata.resourceVersion} ${after?.metadata.resourceVersion} ${object.metadata.resourceVersion}`,
      );
    });
    maps.put(anObject('x'));
    maps.put(anObject('x', 1));
    maps.remove('x');
    expect(seen).toEqual(['undefined 2 2', '2 3 3', '3 undefined 4']);
  });

  it('returns the state at an earlier revision', () => {
    const store = new ObjectStore(() => 0);
    const maps = store.collection('maps');
    maps.put(anObject('a'));
    maps.put(anObject('b'));
    const { revision } = store;
    maps.remove('a');
    maps.put(anObject('b', 1));
    maps.put(anObject('c'));
    expect(names(maps.listAt(revision))).toEqual(['a', 'b']);
    expect(maps.listAt(revision)?.[1]?.['data']).toEqual({ value: 0 });
    expect(names(maps.list())).toEqual(['b', 'c']);
  });

  it('removes changes after five minutes', () => {
    let now = 0;
    const store = new ObjectStore(() => now);
    const maps = store.collection('maps');
    maps.put(anObject('a'));
    const { revision } = store;
    maps.put(anObject('b'));
    expect(maps.changesAfter(revision)).toHaveLength(1);
    now = 5 * 60_000 + 1;
    maps.put(anObject('c'));
    expect(maps.changesAfter(revision)).toBeNull();
    expect(maps.listAt(revision)).toBeNull();
    expect(maps.changesAfter(revision + 1)).toHaveLength(1);
  });

  it('removes the oldest changes above a number', () => {
    const store = new ObjectStore(() => 0);
    const maps = store.collection('maps');
    for (let count = 0; count < 5_001; count += 1) maps.put(anObject('x', count));
    expect(maps.changesAfter(1)).toBeNull();
    expect(maps.changesAfter(2)).toHaveLength(5_000);
  });

  it('is restored from its snapshot, without the history', () => {
    const store = new ObjectStore(() => 0);
    store.collection('maps').put(anObject('a', 1, 'n'));
    store.collection('pods').put(anObject('p'));
    store.collection('pods').remove('p');
    const snapshot = store.snapshot();
    const restored = new ObjectStore(() => 0, JSON.parse(JSON.stringify(snapshot)));
    expect(restored.snapshot()).toEqual(snapshot);
    expect(restored.revision).toBe(store.revision);
    expect(restored.collection('maps').changesAfter(store.revision - 1)).toBeNull();
    expect(restored.collection('maps').changesAfter(store.revision)).toEqual([]);
    expect(restored.collection('maps').put(anObject('b')).metadata.resourceVersion).toBe(
      String(store.revision + 1),
    );
  });

  it('agrees with a plain map at every revision', () => {
    const writes = fc.array(
      fc.record({ name: fc.constantFrom('a', 'b', 'c', 'd'), remove: fc.boolean() }),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(writes, (steps) => {
        const store = new ObjectStore(() => 0);
        const maps = store.collection('maps');
        const history = new Map<number, readonly string[]>();
        for (const { name, remove } of steps) {
          if (remove && maps.get(name) !== undefined) maps.remove(name);
          else maps.put(anObject(name));
          history.set(store.revision, names(maps.list()) ?? []);
        }
        for (const [revision, expected] of history) {
          expect(names(maps.listAt(revision))).toEqual(expected);
        }
      }),
      { seed: 7, numRuns: 100 },
    );
  });
});
