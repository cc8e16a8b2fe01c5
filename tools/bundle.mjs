// Writes API and worker as one program each to `bundle` in their folders, and compiles them there, see
// decisions 30 and 41.
import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = join(import.meta.dirname, '..');
const require = createRequire(join(root, 'packages/db/package.json'));

/** Programs with the files that they start beside `main.js`, and packages that are not installed. */
const programs = [
  {
    app: 'apps/worker',
    // `engine-thread-host.ts` starts it beside its own file.
    others: { 'engine-thread': 'engine/engine-thread.js' },
    absent: [],
  },
  {
    app: 'apps/api',
    others: { cli: 'bundled-cli.js' },
    // Parts of Nest that Kerf does not use; Nest looks whether they are installed.
    absent: [
      /^@nestjs\/(microservices|websockets)(\/|$)/,
      /^@apollo\/(gateway|subgraph)(\/|$)/,
      /^(@as-integrations\/fastify|class-transformer|class-validator|file-type|ts-morph)(\/|$)/,
    ],
  },
];

/** Prisma's query compiler is read from a file, because its text would stay in memory twice. */
const queryCompilerAsFile = {
  name: 'query-compiler-as-file',
  async transform(code, id) {
    if (!id.endsWith('/packages/db/dist/generated/internal/class.js')) return null;
    const load = /await import\("([^"]+\.postgresql\.wasm-base64\.mjs)"\)/.exec(code);
    if (load === null) throw new Error(`${id} loads the query compiler in an unknown way`);
    const { wasm } = await import(pathToFileURL(require.resolve(load[1])));
    const fileName = 'query-compiler.wasm';
    this.emitFile({ type: 'asset', fileName, source: Buffer.from(wasm, 'base64') });
    const read = `readFileSync(new URL('./${fileName}', import.meta.url))`;
    return code.replace(load[0], `{ wasm: (await import('node:fs')).${read} }`);
  },
};

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

async function bundle({ app, others, absent }) {
  const { rolldown } = await import('rolldown');
  const folder = join(root, app, 'bundle');
  rmSync(folder, { recursive: true, force: true });
  const files = Object.entries({ main: 'bundled.js', ...others });
  const build = await rolldown({
    input: Object.fromEntries(files.map(([name, file]) => [name, join(root, app, 'dist', file)])),
    cwd: root,
    platform: 'node',
    external: absent,
    logLevel: 'warn',
    plugins: [queryCompilerAsFile, asciiOnly],
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
