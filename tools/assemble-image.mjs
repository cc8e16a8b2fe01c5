// Copies what an image needs at run time into a folder: built workspaces with their dependencies,
// without sources, types, tests and tools. The Dockerfile runs it after the build.
//
//   node tools/assemble-image.mjs --to FOLDER --workspace apps/api … --folder prisma/migrations …
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';

const root = new URL('../', import.meta.url).pathname;
/** Files of a workspace, in addition to its manifest. */
const runtimeFiles = ['dist', 'bundle', 'schema.graphql'];
// V8 uses a compile cache only in the folder where it was written.
const notRuntime =
  /(\.d\.ts|\.map|\.tsbuildinfo)$|\/dist\/(.*\/)?testing(\/|$)|\/compile-cache(\/|$)/;

const { values } = parseArgs({
  options: {
    to: { type: 'string' },
    workspace: { type: 'string', multiple: true, default: [] },
    folder: { type: 'string', multiple: true, default: [] },
    // `--no-install` omits packages of the registry, for the spec.
    install: { type: 'boolean', default: true },
  },
  allowNegative: true,
});
const target = values.to;
if (target === undefined || values.workspace.length === 0) {
  console.error(
    'usage: assemble-image.mjs --to FOLDER --workspace WORKSPACE … [--folder FOLDER …]',
  );
  process.exit(2);
}
if (existsSync(target) && readdirSync(target).length > 0) {
  console.error(`${target} is not empty`);
  process.exit(2);
}

const readManifest = (folder) =>
  JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
const manifest = readManifest('.');
const folderOf = new Map(
  globSync(
    manifest.workspaces.map((pattern) => `${pattern}/package.json`),
    { cwd: root },
  ).map((file) => [readManifest(dirname(file)).name, dirname(file)]),
);

/** Returns the workspaces and the workspaces that they depend on, which npm links. */
function withDependencies(workspaces, found = new Set()) {
  for (const workspace of workspaces.filter((one) => !found.has(one))) {
    found.add(workspace);
    const names = Object.keys(readManifest(workspace).dependencies ?? {});
    withDependencies(
      names.flatMap((name) => folderOf.get(name) ?? []),
      found,
    );
  }
  return [...found];
}

function write(path, content) {
  mkdirSync(dirname(join(target, path)), { recursive: true });
  writeFileSync(join(target, path), `${JSON.stringify(content, null, 2)}\n`);
}

const copy = (path) =>
  cpSync(join(root, path), join(target, path), {
    recursive: true,
    filter: (source) => !notRuntime.test(source),
  });

const workspaces = withDependencies(values.workspace);
const { name, version, license, type, overrides } = manifest;
write('package.json', { name, version, private: true, license, type, workspaces, overrides });
for (const workspace of workspaces) {
  const { devDependencies, scripts, ...runtime } = readManifest(workspace);
  write(join(workspace, 'package.json'), runtime);
  for (const file of runtimeFiles) {
    if (existsSync(join(root, workspace, file))) copy(join(workspace, file));
  }
}
for (const folder of values.folder) copy(folder);
for (const file of ['package-lock.json', '.npmrc', 'LICENSE']) copy(file);
const install = ['install', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'];
if (values.install) execFileSync('npm', install, { cwd: target, stdio: 'inherit' });
