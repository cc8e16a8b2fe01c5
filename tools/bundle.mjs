// Writes API and worker as one program each to `bundle` in their folders, and compiles them there, see
// decisions 30 and 41.
import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { inputsOnDemand, queryCompilerAsFile } from './prisma-in-bundle.mjs';

const root = join(import.meta.dirname, '..');

/** Programs with the files that they start beside `main.js`, and packages that are not installed. */
const programs = [
  {
    app: 'apps/worker',
    // `engine-thread-host.ts` starts it beside its own file.
    threads: { 'engine-thread': 'engine/engine-thread.js' },
    absent: [],
  },
  {
    app: 'apps/api',
    threads: {},
    // Parts of Nest that Kerf does not use; Nest looks whether they are installed.
    absent: [
      /^@nestjs\/(microservices|websockets)(\/|$)/,
      /^@apollo\/(gateway|subgraph)(\/|$)/,
      /^(@as-integrations\/fastify|class-transformer|class-validator|file-type|ts-morph)(\/|$)/,
    ],
  },
];

/** V8 keeps a program with any other character in two bytes per character. */
const asciiOnly = {
  name: 'ascii-only',
  generateBundle(_options, files) {
    for (const file of Object.values(files)) {
      if (file.type === 'chunk') file.code = file.code.replaceAll(/[\u0080-\uffff]/g, escapeUnit);
    }
  },
};

const escapeUnit = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

for (const program of programs) {
  await bundle(program);
  await compile(program);
}

async function bundle({ app, threads, absent }) {
  const { rolldown } = await import('rolldown');
  const folder = join(root, app, 'bundle');
  rmSync(folder, { recursive: true, force: true });
  const files = Object.entries({ main: 'bundled.js', ...threads });
  const build = await rolldown({
    input: Object.fromEntries(files.map(([name, file]) => [name, join(root, app, 'dist', file)])),
    cwd: root,
    platform: 'node',
    external: absent,
    logLevel: 'warn',
    plugins: [queryCompilerAsFile(), inputsOnDemand(), asciiOnly],
  });
  await build.write({
    dir: folder,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
    // Names and lines stay, so that stack traces can be read without a source map.
    minify: { compress: true, mangle: false, codegen: { removeWhitespace: false } },
    comments: { legal: false, annotation: false, jsdoc: false },
  });
  await build.close();
}

/**
 * Starts a program without its settings, which ends when all modules are loaded and compiled. Node
 * then writes the compile cache, which only the same user with the same version of Node uses.
 */
async function compile({ app }) {
  const { DATABASE_URL, ...env } = process.env;
  const main = join(root, app, 'bundle/main.js');
  const output = await new Promise((resolve) => {
    execFile(process.execPath, [main], { env }, (_error, stdout, stderr) =>
      resolve(stdout + stderr),
    );
  });
  if (output.includes('CONFIG.INVALID') && output.includes('DATABASE_URL')) return;
  throw new Error(`the bundle of ${app} did not load:\n${output}`);
}
