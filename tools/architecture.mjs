// Reads tools/architecture.config.json. In the levels of a folder, "*" stands for all folders that no
// other level names, so that a folder that nothing else imports needs no entry. Where it has doors,
// each folder may be imported through its file of that name from any level, except by those named
// in "closedTo".
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = new URL('..', import.meta.url).pathname;
const config = JSON.parse(
  readFileSync(new URL('architecture.config.json', import.meta.url), 'utf8'),
);

/** Returns the names of the folders in a folder. */
export const foldersIn = (path) =>
  readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

function expand([path, { base, levels, generated, doors }]) {
  const named = new Set([...levels.flat(), ...generated]);
  const others = foldersIn(path).filter((name) => !named.has(name));
  const expanded = levels.map((level) => level.flatMap((name) => (name === '*' ? others : [name])));
  return [path, { base, levels: expanded, generated, doors }];
}

export const { layers, confined, minimumModules } = config;
export const folders = Object.fromEntries(Object.entries(config.folders).map(expand));
