// Writes the worker as one program to apps/worker/bundle, and compiles it there, see decision 30.
import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = join(import.meta.dirname, '..');
const worker = join(root, 'apps/worker');
const folder = join(worker, 'bundle');
const require = createRequire(join(root, 'packages/db/package.json'));

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

await bundle();
await compile();

async function bundle() {
  const { rolldown } = await import('rolldown');
  rmSync(folder, { recursive: true, force: true });
  const input = {
    main: join(worker, 'dist/bundled.js'),
    // `engine-thread-host.ts` starts it beside its own file.
    'engine-thread': join(worker, 'dist/engine/engine-thread.js'),
  };
  const build = await rolldown({
    input,
    cwd: root,
    platform: 'node',
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
 * Starts the worker without its settings, which ends when all modules are loaded and compiled. Node
 * then writes the compile cache, which only the same user with the same version of Node uses.
 */
async function compile() {
  const { DATABASE_URL, ...env } = process.env;
  const main = join(folder, 'main.js');
  const output = await new Promise((resolve) => {
    execFile(process.execPath, [main], { env }, (_error, stdout, stderr) =>
      resolve(stdout + stderr),
    );
  });
  if (output.includes('CONFIG.INVALID') && output.includes('DATABASE_URL')) return;
  throw new Error(`the bundled worker did not load:\n${output}`);
}
