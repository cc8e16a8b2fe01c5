import { join } from 'node:path';
import { canonicalJson } from '@kerf/core';
import { describe, expect, it } from 'vitest';
import { readPackageVersion, sha256Digest, uuidIdSource } from './index.js';

describe('canonical JSON', () => {
  it('is equal for equal data whatever the order of keys', () => {
    expect(canonicalJson({ b: [{ d: 1, c: 2 }], a: null })).toBe('{"a":null,"b":[{"c":2,"d":1}]}');
    expect(sha256Digest.of({ a: 1, b: 2 })).toBe(sha256Digest.of({ b: 2, a: 1 }));
  });

  it('differs for other data', () => {
    expect(sha256Digest.of([1, 2])).not.toBe(sha256Digest.of([2, 1]));
  });
});

describe('the digest of a sequence', () => {
  it('is equal for equal values in the same order only', async () => {
    const of = (...values: readonly unknown[]) => sha256Digest.ofSequence(values);
    expect(await of({ a: 1, b: 2 }, [3])).toBe(await of({ b: 2, a: 1 }, [3]));
    const all = [await of(1, 2), await of(2, 1), await of([1, 2]), await of(12), await of()];
    expect(new Set(all).size).toBe(all.length);
  });

  it('lets other work run during a long computation', async () => {
    let isElsewhere = false;
    let seen = 0;
    function* slowly(): Generator<number> {
      for (let index = 0; index < 10; index += 1) {
        for (const until = performance.now() + 10; performance.now() < until; ) continue;
        if (isElsewhere) seen += 1;
        yield index;
      }
    }
    setImmediate(() => {
      isElsewhere = true;
    });
    await sha256Digest.ofSequence(slowly());
    expect(seen).toBeGreaterThan(0);
  });
});

describe('ids', () => {
  it('sort by the time of their creation', () => {
    const ids = Array.from({ length: 1000 }, () => uuidIdSource.next('ncl'));
    expect([...ids].sort()).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids[0]).toMatch(/^ncl_[0-9a-f]{32}$/);
  });

  it('have suffixes that are valid in Kubernetes names', () => {
    expect(uuidIdSource.suffix(5)).toMatch(/^[a-z0-9]{5}$/);
  });
});

describe('the version of a package', () => {
  it('is that of the nearest package.json', () => {
    const version = readPackageVersion(import.meta.dirname);
    expect(version).toMatch(/^\d+\.\d+\.\d+/);
    expect(readPackageVersion(join(import.meta.dirname, '..'))).toBe(version);
  });
});
