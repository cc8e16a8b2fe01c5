import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type BuiltChunk, firstLoads } from '../first-load/first-loads.js';

/** A file that gzip does not make smaller than `bytes`. */
function chunk(fileName: string, bytes: number, rest: Partial<BuiltChunk> = {}): BuiltChunk {
  const code = randomBytes(bytes).toString('base64');
  return { fileName, code, facadeModuleId: null, isEntry: false, imports: [], ...rest };
}

const entry = chunk('entry.js', 1000, { isEntry: true, imports: ['vendor.js'] });
const vendor = chunk('vendor.js', 3000);

describe('the first load of a route', () => {
  it('has the entry, the file of the route, and all that they import, each once', () => {
    const shared = chunk('shared.js', 500, { imports: ['vendor.js', 'deep.js'] });
    const deep = chunk('deep.js', 100);
    const page = chunk('page.js', 2000, { facadeModuleId: '/page.tsx', imports: ['shared.js'] });
    const other = chunk('other.js', 9000, { facadeModuleId: '/other.tsx' });
    const [load] = firstLoads([entry, vendor, shared, deep, page, other], ['/page.tsx']);
    expect(load?.files.map(({ name }) => name)).toEqual([
      'vendor.js',
      'page.js',
      'entry.js',
      'shared.js',
      'deep.js',
    ]);
    expect(load?.bytes).toBe(load?.files.reduce((sum, { bytes }) => sum + bytes, 0));
    expect(load?.bytes).toBeGreaterThan(6600);
  });

  it('counts what gzip leaves of a file', () => {
    const page = chunk('page.js', 0, { facadeModuleId: '/page.tsx' });
    const [load] = firstLoads([{ ...page, code: 'a'.repeat(100_000) }], ['/page.tsx']);
    expect(load?.bytes).toBeLessThan(1000);
  });

  it('is listed by size, the largest first', () => {
    const small = chunk('small.js', 100, { facadeModuleId: '/small.tsx' });
    const large = chunk('large.js', 900, { facadeModuleId: '/large.tsx' });
    const loads = firstLoads([entry, vendor, small, large], ['/small.tsx', '/large.tsx']);
    expect(loads.map(({ route }) => route)).toEqual(['/large.tsx', '/small.tsx']);
  });

  it('cannot be known of a route that has no file of its own', () => {
    expect(() => firstLoads([entry, vendor], ['/page.tsx'])).toThrow(/^\/page.tsx is not a file/);
  });
});
