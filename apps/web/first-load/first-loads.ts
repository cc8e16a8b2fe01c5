import { gzipSync } from 'node:zlib';

/** The most JavaScript that a page loads before it is drawn, in bytes after gzip. */
export const mostFirstLoadBytes = 250_000;

/** A file of a build, as Rolldown describes it. */
export interface BuiltChunk {
  readonly fileName: string;
  /** Path of the module that the file was made for; `null` if several share it. */
  readonly facadeModuleId: string | null;
  readonly isEntry: boolean;
  readonly code: string;
  /** Names of the files that it imports, without those that it imports on demand. */
  readonly imports: readonly string[];
}

/** The files that a route loads: the entry, its own file, and what both import. */
export interface FirstLoad {
  /** Path of the module of the route. */
  readonly route: string;
  readonly bytes: number;
  /** Largest first. */
  readonly files: readonly { readonly name: string; readonly bytes: number }[];
}

/** Returns the first load of each route, largest first. @throws RangeError for a route without a file */
export function firstLoads(
  chunks: readonly BuiltChunk[],
  routes: readonly string[],
): readonly FirstLoad[] {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const bytes = new Map(chunks.map(({ fileName, code }) => [fileName, gzipSync(code).length]));
  const entries = chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName);
  return routes
    .map((route) => {
      const own = chunks.find(({ facadeModuleId }) => facadeModuleId === route);
      if (own === undefined) {
        throw new RangeError(`${route} is not a file of its own: import it in route-tree.ts only`);
      }
      const files = [...withImports([...entries, own.fileName], byName)]
        .map((name) => ({ name, bytes: bytes.get(name) ?? 0 }))
        .toSorted((one, other) => other.bytes - one.bytes);
      return { route, files, bytes: files.reduce((sum, file) => sum + file.bytes, 0) };
    })
    .toSorted((one, other) => other.bytes - one.bytes);
}

function withImports(
  names: readonly string[],
  byName: ReadonlyMap<string, BuiltChunk>,
): ReadonlySet<string> {
  const all = new Set(names);
  // A set is iterated in the order of insertion, including what is inserted meanwhile.
  for (const name of all) {
    for (const imported of byName.get(name)?.imports ?? []) all.add(imported);
  }
  return all;
}
