// Checks the allowed imports of tools/architecture.config.json. With --prove, also checks that each
// rule works: a copy of the sources gets one forbidden import per rule, and each must be reported.
//
//   node tools/check-boundaries.mjs            checks the sources
//   node tools/check-boundaries.mjs --prove    checks the sources and the rules
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cruise } from 'dependency-cruiser';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import { confined, folders, foldersIn, layers, minimumModules } from './architecture.mjs';

const root = new URL('..', import.meta.url).pathname;

/** @returns {Promise<{ violations: { rule: string, from: string, to: string }[], modules: number }>} */
async function check(folder) {
  process.chdir(folder);
  const { default: config } = await import(`${root}/tools/dependency-cruiser.config.mjs`);
  const { options, ...ruleSet } = config;
  const { output } = await cruise(
    ['packages', 'apps'],
    { ...options, ruleSet, validate: true, outputType: 'json' },
    options.enhancedResolveOptions,
    { tsConfig: extractTSConfig(join(root, 'tsconfig.base.json')) },
  );
  const { summary, modules } = typeof output === 'string' ? JSON.parse(output) : output;
  return {
    violations: summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to })),
    modules: modules.filter(({ source }) => /^(packages|apps)\/.*\.tsx?$/.test(source)).length,
  };
}

/** Returns folders without a level, and levels without a folder. */
function unlistedFolders() {
  return Object.entries(folders).flatMap(([path, { levels, generated }]) => {
    const named = [...levels.flat(), ...generated];
    const found = foldersIn(path);
    return [
      ...found
        .filter((name) => !named.includes(name))
        .map((name) => `${path}/${name} has no level`),
      ...named.filter((name) => !found.includes(name)).map((name) => `${path}/${name} is missing`),
    ];
  });
}

const unlisted = unlistedFolders();
for (const problem of unlisted) console.error(`tools/architecture.config.json: ${problem}`);
if (unlisted.length > 0) process.exit(1);

const { violations, modules } = await check(root);
for (const { rule, from, to } of violations) console.error(`${rule}: ${from} → ${to}`);
if (modules < minimumModules) {
  console.error(`only ${modules} modules were read, at least ${minimumModules} are expected`);
  process.exit(1);
}
if (violations.length > 0) process.exit(1);
console.log(`boundaries hold in ${modules} modules`);

/** An importable module of each restricted npm package. */
const importOf = {
  '@prisma/client': '@prisma/client',
  '@aws-sdk/*': '@aws-sdk/client-ec2',
  '@kubernetes/client-node': '@kubernetes/client-node',
  bullmq: 'bullmq',
  '@nestjs/*': '@nestjs/common',
};

/** Returns the name under which a layer is imported: a layer inside a package is an entry of that package. */
const packageOf = (layer) =>
  layers[layer].path.replace(/^packages\//, '@kerf/').replace('/src/', '/');

/** Returns one forbidden import for each rule of a layer. */
function forbiddenImports() {
  const all = Object.keys(layers);
  const expected = [];
  for (const [name, layer] of Object.entries(layers)) {
    const allowed = [name, ...layer.mayImport];
    // Whoever may import a package may also import a layer inside it.
    const isInside = (other, each) => layers[other].path.startsWith(`${layers[each].path}/`);
    const isFree = (other) =>
      !allowed.includes(other) && !allowed.some((each) => isInside(other, each));
    for (const other of all.filter((candidate) => isFree(candidate) && candidate !== 'testing')) {
      if (layers[other].path.startsWith('apps/')) continue;
      expected.push({ name, import: packageOf(other), what: `${name} → ${other}` });
    }
    if (name !== 'testing' && !layer.mayImport.includes('testing'))
      expected.push({ name, import: '@kerf/testing', what: `${name} → testing` });
    for (const npm of Object.keys(confined)) {
      if (confined[npm].includes(name)) continue;
      expected.push({ name, import: importOf[npm], what: `${name} → ${npm}` });
    }
    if (!layer.npm.includes('*') && !layer.npm.includes('pino')) {
      expected.push({ name, import: 'pino', what: `${name} → an npm package` });
    }
    expected.push({ name, import: './forbidden-missing.js', what: `${name} → nowhere` });
  }
  return expected;
}

async function prove() {
  const scratch = mkdtempSync(join(tmpdir(), 'kerf-boundaries-'));
  try {
    for (const folder of ['packages', 'apps']) {
      cpSync(join(root, folder), join(scratch, folder), {
        recursive: true,
        filter: (path) => !/\/(node_modules|dist)(\/|$)/.test(path),
      });
    }
    cpSync(join(root, 'tsconfig.base.json'), join(scratch, 'tsconfig.base.json'));
    // Our packages must resolve to the copies, all others to the installed ones.
    linkModules(scratch);
    const expected = forbiddenImports();
    expected.forEach((forbidden, index) => {
      forbidden.file = `${layers[forbidden.name].path}/src/forbidden-${index}.ts`;
      mkdirSync(join(scratch, layers[forbidden.name].path, 'src'), { recursive: true });
      writeFileSync(
        join(scratch, forbidden.file),
        `import * as forbidden from '${forbidden.import}';\nexport { forbidden };\n`,
      );
    });
    addCycleAndDeepImport(scratch, expected);
    addFolderImports(scratch, expected);
    const found = new Set((await check(scratch)).violations.map(({ from }) => from));
    const missed = expected.filter(({ file }) => !found.has(file));
    for (const { what } of missed) console.error(`not reported: ${what}`);
    if (missed.length > 0) process.exit(1);
    console.log(`all ${expected.length} forbidden imports were reported`);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function addCycleAndDeepImport(scratch, expected) {
  const write = (file, text) => writeFileSync(join(scratch, file), text);
  write(
    'packages/core/src/forbidden-a.ts',
    "import { b } from './forbidden-b.js';\nexport const a = () => b;\n",
  );
  write(
    'packages/core/src/forbidden-b.ts',
    "import { a } from './forbidden-a.js';\nexport const b = () => a;\n",
  );
  expected.push({ file: 'packages/core/src/forbidden-a.ts', what: 'a cycle' });
  write(
    'packages/core/src/forbidden-type-a.ts',
    "import type { B } from './forbidden-type-b.js';\nexport interface A { readonly b: B }\n",
  );
  write(
    'packages/core/src/forbidden-type-b.ts',
    "import type { A } from './forbidden-type-a.js';\nexport interface B { readonly a: A }\n",
  );
  expected.push({ file: 'packages/core/src/forbidden-type-a.ts', what: 'a cycle of types' });
  write(
    'packages/engine/src/forbidden-deep.ts',
    "export { ok } from '../../core/src/result.js';\n",
  );
  expected.push({ file: 'packages/engine/src/forbidden-deep.ts', what: 'a deep import' });
}

/** Adds one import for each pair of folders of which one may not import the other. */
function addFolderImports(scratch, expected) {
  for (const [path, { levels, doors }] of Object.entries(folders)) {
    addDoorImports(scratch, expected, path, doors);
    const levelOf = new Map(levels.flatMap((level, index) => level.map((name) => [name, index])));
    for (const folder of levelOf.keys()) {
      mkdirSync(join(scratch, path, folder), { recursive: true });
      writeFileSync(
        join(scratch, path, folder, 'forbidden-target.ts'),
        'export const target = 1;\n',
      );
    }
    for (const [folder, level] of levelOf) {
      for (const [other, otherLevel] of levelOf) {
        if (other === folder || otherLevel < level) continue;
        const file = `${path}/${folder}/forbidden-import-of-${other}.ts`;
        writeFileSync(
          join(scratch, file),
          `export { target } from '../${other}/forbidden-target.js';\n`,
        );
        expected.push({ file, what: `${path}/${folder} → ${other}` });
      }
    }
  }
}

/** Adds an import of a door for each folder that may not use doors. */
function addDoorImports(scratch, expected, path, doors) {
  for (const folder of doors?.closedTo ?? []) {
    const file = `${path}/${folder}/forbidden-import-of-a-door.ts`;
    mkdirSync(join(scratch, path, 'open'), { recursive: true });
    writeFileSync(join(scratch, path, 'open', doors.file), 'export const target = 1;\n');
    writeFileSync(
      join(scratch, file),
      `export { target } from '../open/${doors.file.replace('.ts', '.js')}';\n`,
    );
    expected.push({ file, what: `${path}/${folder} → a door` });
  }
}

/** Links our packages to the copies and all others to the installed ones. */
function linkModules(scratch) {
  const installed = join(scratch, 'node_modules');
  mkdirSync(join(installed, '@kerf'), { recursive: true });
  for (const [name, { path }] of Object.entries(layers)) {
    symlinkSync(join(scratch, path), join(installed, '@kerf', name));
  }
  for (const entry of readdirSync(join(root, 'node_modules'))) {
    if (entry === '@kerf' || entry.startsWith('.')) continue;
    symlinkSync(join(root, 'node_modules', entry), join(installed, entry));
  }
}

if (process.argv.includes('--prove')) await prove();
