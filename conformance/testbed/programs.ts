import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  access,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { messageOf } from '@kerf/core';

const run = promisify(execFile);
const here = fileURLToPath(new URL('..', import.meta.url));

/**
 * The newest first. It needs a newer Go than many machines have, which Go then fetches; where it cannot, the other one
 * is used. Their successors (v1.15.1, v1.14.1) require core versions that have no tag, so proxies may lack them.
 */
const karpenterReleases = [
  {
    version: 'v1.15.0',
    // A proxy may lack v1.43.1, too. Only Karpenter's own end-to-end tests call it.
    replacements: ['github.com/aws/aws-sdk-go-v2/service/timestreamwrite@v1.43.0'],
  },
  { version: 'v1.14.0', replacements: [] },
] as const satisfies readonly KarpenterRelease[];
const karpenterModule = 'github.com/aws/karpenter-provider-aws';
const parallelCompilations = '2';

/** Paths of the programs that are built or installed into the cache. */
export interface Programs {
  readonly kubebox: string;
  /** `bin` of the Python environment with moto. */
  readonly motoBin: string;
}

/** The real Karpenter for AWS and the CRDs that it is published with. */
export interface Karpenter {
  /** The version of the AWS provider, e.g. `v1.15.0`. */
  readonly version: string;
  readonly program: string;
  readonly crds: string;
}

interface KarpenterRelease {
  readonly version: string;
  /** Modules of which other versions are used than it requires, as `module@version`. */
  readonly replacements: readonly string[];
}

type Need = readonly [program: string, args: readonly string[], reason: string];

const toBuild: readonly Need[] = [
  ['go', ['version'], 'Kubernetes is built with Go'],
  ['python3', ['-c', 'import venv'], 'moto is a Python program'],
];
const toRun: readonly Need[] = [
  ['kubectl', ['version', '--client'], 'the installation guide uses it'],
  ['aws', ['--version'], 'the installation guide uses it'],
  ['redis-server', ['--version'], 'the product stores its jobs in Redis'],
  ['curl', ['--version'], 'the installation guide uses it'],
];

/**
 * Returns why the testbed cannot be built or run on this machine, one reason for each missing program; empty if
 * it can.
 */
export function missingPrograms(purpose: 'build' | 'run'): readonly string[] {
  const needed = purpose === 'build' ? toBuild : [...toBuild, ...toRun];
  return needed.flatMap(([program, args, reason]) =>
    spawnSync(program, args).status === 0 ? [] : [`${program} is missing; ${reason}`],
  );
}

/** Builds what the cache lacks. The first build takes several minutes. */
export async function preparePrograms(): Promise<Programs> {
  return { kubebox: await kubebox(), motoBin: join(await moto(), 'bin') };
}

/** Builds the newest Karpenter for which Go can be had, unless the cache has it. */
export async function prepareKarpenter(): Promise<Karpenter> {
  const [newest, earlier] = karpenterReleases;
  try {
    return await karpenter(newest);
  } catch (error) {
    process.stdout.write(
      `Karpenter ${newest.version} could not be built, so ${earlier.version} is used: ${messageOf(error)}\n`,
    );
    return karpenter(earlier);
  }
}

async function karpenter({ version, replacements }: KarpenterRelease): Promise<Karpenter> {
  const provider = await downloadModule(`${karpenterModule}@${version}`, homedir());
  const folder = await cached(`karpenter-aws-${version}`, async (target) => {
    const moduleFile = await listenOnLoopback(provider, target, replacements);
    // Checksums of replaced modules are added to the copy of go.sum.
    const flags = ['-mod=mod', '-p', parallelCompilations, '-trimpath', '-ldflags', '-s -w'];
    const output = join(target, 'controller');
    await go(
      ['build', ...flags, '-modfile', moduleFile, '-o', output, './cmd/controller'],
      provider,
      fetchesGo,
    );
  });
  return { version, program: join(folder, 'controller'), crds: join(provider, 'pkg/apis/crds') };
}

/** Lets Go fetch the version of itself that a module requires. */
const fetchesGo = { GOTOOLCHAIN: 'auto' };

/**
 * Puts a module into Go's cache.
 * @param module with a version, unless the module in `cwd` requires it
 * @returns its folder
 */
async function downloadModule(module: string, cwd: string): Promise<string> {
  const env = { ...process.env, ...fetchesGo };
  const { stdout } = await run('go', ['mod', 'download', '-json', module], { cwd, env });
  const { Dir }: { readonly Dir?: string } = JSON.parse(stdout);
  if (Dir === undefined) throw new Error(`go mod download ${module} reports no folder: ${stdout}`);
  return Dir;
}

/**
 * Karpenter opens its ports for metrics and probes on all addresses, and has no setting for that. Writes
 * a changed copy of the module that says so.
 * @returns the go.mod of the provider with the copy in place of the module, and with the replacements
 */
async function listenOnLoopback(
  provider: string,
  target: string,
  replacements: KarpenterRelease['replacements'],
): Promise<string> {
  const core = 'sigs.k8s.io/karpenter';
  const copy = join(target, 'core');
  await cp(await downloadModule(core, provider), copy, { recursive: true });
  // Go's cache of modules is read-only.
  await run('chmod', ['--recursive', 'u+w', copy]);
  const file = join(copy, 'pkg/operator/operator.go');
  const parts = (await readFile(file, 'utf8')).split('Sprintf(":%d"');
  if (parts.length !== 3) throw new Error(`${file} does not open two ports`);
  await writeFile(file, parts.join('Sprintf("127.0.0.1:%d"'));
  for (const name of ['go.mod', 'go.sum']) {
    await writeFile(join(target, name), await readFile(join(provider, name)));
  }
  const moduleFile = join(target, 'go.mod');
  const replaced = replacements.map((each) => `${each.split('@')[0]}=${each}`);
  const edits = [`${core}=${copy}`, ...replaced].flatMap((each) => ['-replace', each]);
  await go(['mod', 'edit', ...edits, moduleFile], target, fetchesGo);
  return moduleFile;
}

async function kubebox(): Promise<string> {
  const source = join(here, 'kubebox');
  const sum = await readFile(join(source, 'go.sum'), 'utf8');
  const module = await readFile(join(source, 'go.mod'), 'utf8');
  const main = await readFile(join(source, 'main.go'), 'utf8');
  const [, version = ''] = /^\tk8s\.io\/kubernetes (v\S+)$/m.exec(module) ?? [];
  const [, minor = ''] = /^v1\.(\d+)\./.exec(version) ?? [];
  const folder = await cached(`kubebox-${digest(module, sum, main)}`, async (target) => {
    const values = {
      // Without them the server does not know its own version, which compatibility checks need.
      gitVersion: version,
      gitMajor: '1',
      gitMinor: minor,
      gitTreeState: 'clean',
    };
    const flags = Object.entries(values).map(
      ([name, value]) => `-X k8s.io/component-base/version.${name}=${value}`,
    );
    await go(
      [
        'build',
        '-p',
        parallelCompilations,
        '-trimpath',
        '-buildvcs=false',
        '-ldflags',
        ['-s -w', ...flags].join(' '),
        '-o',
        join(target, 'kubebox'),
        '.',
      ],
      source,
    );
  });
  return join(folder, 'kubebox');
}

async function moto(): Promise<string> {
  const file = join(here, 'moto/requirements.txt');
  const requirements = await readFile(file, 'utf8');
  const name = `moto-${digest(requirements)}`;
  // Scripts of an environment contain its path, so it is created where it stays.
  const folder = join(cacheFolder(), name);
  if (await exists(join(folder, 'complete'))) return folder;
  await rm(folder, { recursive: true, force: true });
  await run('python3', ['-m', 'venv', folder]);
  await run(join(folder, 'bin/pip'), ['install', '--quiet', '--requirement', file]);
  await mkdir(join(folder, 'complete'));
  return folder;
}

/** Returns a folder of the cache, which `build` fills if it is missing. */
async function cached(name: string, build: (target: string) => Promise<void>): Promise<string> {
  const folder = join(cacheFolder(), name);
  if (await exists(folder)) return folder;
  await mkdir(cacheFolder(), { recursive: true });
  process.stdout.write(`building ${name}\n`);
  const target = await mkdtemp(`${folder}.`);
  try {
    await build(target);
  } catch (error) {
    await rm(target, { recursive: true });
    throw error;
  }
  const files = await readdir(target);
  if (files.length === 0) throw new Error(`the build of ${name} left no file`);
  await rename(target, folder);
  return folder;
}

async function go(
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): Promise<void> {
  const settings = { CGO_ENABLED: '0', GOTOOLCHAIN: 'local', ...env };
  await run('go', args, { cwd, env: { ...process.env, ...settings }, maxBuffer: 64 * 1024 ** 2 });
}

function cacheFolder(): string {
  return join(process.env['KERF_CI_CACHE'] ?? join(homedir(), '.cache/kerf-ci'), 'conformance');
}

function digest(...texts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(text);
  return hash.digest('hex').slice(0, 16);
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
