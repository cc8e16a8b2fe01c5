// Who may import whom (tools/architecture.config.json), and the proof that the check would notice:
// for every rule one forbidden import is planted in a copy, and each must be reported.
//
//   node tools/check-boundaries.mjs            the sources
//   node tools/check-boundaries.mjs --prove    the sources, then the proof
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cruise } from 'dependency-cruiser';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';

const root = new URL('..', import.meta.url).pathname;
const { layers, confined, folders, minimumModules } = JSON.parse(
  readFileSync(join(root, 'tools/architecture.config.json'), 'utf8'),
);

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

/** Folders that have no level, or are none any more. */
function foldersOutOfStep() {
  return Object.entries(folders).flatMap(([path, { levels, generated }]) => {
    const named = [...levels.flat(), ...generated];
    const found = readdirSync(join(root, path), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
    return [
      ...found
        .filter((name) => !named.includes(name))
        .map((name) => `${path}/${name} has no level`),
      ...named.filter((name) => !found.includes(name)).map((name) => `${path}/${name} is missing`),
    ];
  });
}

const outOfStep = foldersOutOfStep();
for (const problem of outOfStep) console.error(`tools/architecture.config.json: ${problem}`);
if (outOfStep.length > 0) process.exit(1);

const { violations, modules } = await check(root);
for (const { rule, from, to } of violations) console.error(`${rule}: ${from} → ${to}`);
if (modules < minimumModules) {
  console.error(`only ${modules} modules were read: the check is blind`);
  process.exit(1);
}
if (violations.length > 0) process.exit(1);
console.log(`boundaries hold in ${modules} modules`);

/** Something to import of each package that is confined to a home. */
const example = {
  '@prisma/client': '@prisma/client',
  '@aws-sdk/*': '@aws-sdk/client-ec2',
  '@kubernetes/client-node': '@kubernetes/client-node',
  bullmq: 'bullmq',
  '@nestjs/*': '@nestjs/common',
};

/** One forbidden import for each thing that a layer may not do. */
function plants() {
  const all = Object.keys(layers);
  const planted = [];
  for (const [name, layer] of Object.entries(layers)) {
    const isFree = (other) => other !== name && !layer.mayImport.includes(other);
    for (const other of all.filter((candidate) => isFree(candidate) && candidate !== 'testing')) {
      if (layers[other].path.startsWith('apps/')) continue;
      planted.push({ name, import: `@kerf/${other}`, what: `${name} → ${other}` });
    }
    if (name !== 'testing' && !layer.mayImport.includes('testing'))
      planted.push({ name, import: '@kerf/testing', what: `${name} → testing` });
    for (const npm of Object.keys(confined)) {
      if (confined[npm].includes(name)) continue;
      planted.push({ name, import: example[npm], what: `${name} → ${npm}` });
    }
    if (!layer.npm.includes('*') && !layer.npm.includes('pino')) {
      planted.push({ name, import: 'pino', what: `${name} → an npm package` });
    }
    planted.push({ name, import: './planted-missing.js', what: `${name} → nowhere` });
  }
  return planted;
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
    // Packages must resolve to the copies, everything else to what is installed.
    linkModules(scratch);
    const planted = plants();
    planted.forEach((plant, index) => {
      plant.file = `${layers[plant.name].path}/src/planted-${index}.ts`;
      mkdirSync(join(scratch, layers[plant.name].path, 'src'), { recursive: true });
      writeFileSync(
        join(scratch, plant.file),
        `import * as planted from '${plant.import}';\nexport { planted };\n`,
      );
    });
    plantCycleAndDeepImport(scratch, planted);
    plantFolderImports(scratch, planted);
    const found = new Set((await check(scratch)).violations.map(({ from }) => from));
    const missed = planted.filter(({ file }) => !found.has(file));
    for (const { what } of missed) console.error(`not noticed: ${what}`);
    if (missed.length > 0) process.exit(1);
    console.log(`all ${planted.length} planted imports were noticed`);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function plantCycleAndDeepImport(scratch, planted) {
  const write = (file, text) => writeFileSync(join(scratch, file), text);
  write(
    'packages/core/src/planted-a.ts',
    "import { b } from './planted-b.js';\nexport const a = () => b;\n",
  );
  write(
    'packages/core/src/planted-b.ts',
    "import { a } from './planted-a.js';\nexport const b = () => a;\n",
  );
  planted.push({ file: 'packages/core/src/planted-a.ts', what: 'a cycle' });
  write('packages/engine/src/planted-deep.ts', "export { ok } from '../../core/src/result.js';\n");
  planted.push({ file: 'packages/engine/src/planted-deep.ts', what: 'a deep import' });
}

/** One import for each pair of folders that may not see each other. */
function plantFolderImports(scratch, planted) {
  for (const [path, { levels }] of Object.entries(folders)) {
    const levelOf = new Map(levels.flatMap((level, index) => level.map((name) => [name, index])));
    for (const folder of levelOf.keys()) {
      mkdirSync(join(scratch, path, folder), { recursive: true });
      writeFileSync(join(scratch, path, folder, 'planted-target.ts'), 'export const target = 1;\n');
    }
    for (const [folder, level] of levelOf) {
      for (const [other, otherLevel] of levelOf) {
        if (other === folder || otherLevel < level) continue;
        const file = `${path}/${folder}/planted-import-of-${other}.ts`;
        writeFileSync(
          join(scratch, file),
          `export { target } from '../${other}/planted-target.js';\n`,
        );
        planted.push({ file, what: `${path}/${folder} → ${other}` });
      }
    }
  }
}

/** The copies stand for our own packages; everything else is what is installed. */
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
