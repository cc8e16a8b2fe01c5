import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { hub } from '../packages/sandbox/src/fleet/setup/cluster-plans.ts';

/** Reads docker-compose.yml and the Dockerfile, so no Docker is needed. */
const root = new URL('..', import.meta.url).pathname;
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

const manifest = z
  .object({ version: z.string(), dependencies: z.object({ node: z.string() }) })
  .parse(JSON.parse(read('package.json')));

const service = z.object({
  image: z.string(),
  build: z.object({ context: z.string(), target: z.string() }).optional(),
  command: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.union([z.string(), z.number(), z.null()])).default({}),
  restart: z.enum(['no', 'unless-stopped']),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).default({}),
  healthcheck: z.object({ test: z.array(z.string()) }).optional(),
  volumes: z.array(z.string()).default([]),
  profiles: z.array(z.string()).default([]),
  ports: z.array(z.string()).default([]),
  read_only: z.boolean().default(false),
  tmpfs: z.array(z.string()).default([]),
  cap_drop: z.array(z.string()).default([]),
  security_opt: z.array(z.string()).default([]),
  user: z.string().optional(),
  privileged: z.boolean().optional(),
});
type Service = z.infer<typeof service>;

const composeText = read('docker-compose.yml');
const { services } = z
  .object({ services: z.record(z.string(), service) })
  .parse(parse(composeText, { merge: true }));
const named = Object.entries(services);
const own = named.filter(([, { build }]) => build !== undefined);
const get = (name: string): Service => {
  const found = services[name];
  if (found === undefined) throw new TypeError(`service ${name} not found`);
  return found;
};

interface Stage {
  readonly name: string;
  readonly base: string;
  readonly steps: readonly { readonly instruction: string; readonly text: string }[];
}

/** The instructions of the Dockerfile in order. */
const instructions = read('Dockerfile')
  .replaceAll(/\\\n/g, ' ')
  .split('\n')
  .filter((line) => line.trim() !== '' && !line.startsWith('#'))
  .map((line) => {
    const [, instruction = '', text = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
    return { instruction, text };
  });

/** The stages of the Dockerfile. */
const stages: readonly Stage[] = instructions.flatMap(({ instruction, text }, index) => {
  if (instruction !== 'FROM') return [];
  const [, base = '', name = ''] = /^(\S+) AS (\S+)$/.exec(text) ?? [];
  const after = instructions.slice(index + 1);
  const end = after.findIndex((step) => step.instruction === 'FROM');
  return [{ name, base, steps: end === -1 ? after : after.slice(0, end) }];
});

const stage = (name: string): Stage => {
  const found = stages.find((one) => one.name === name);
  if (found === undefined) throw new TypeError(`the Dockerfile has no stage ${name}`);
  return found;
};
/** Returns a stage and the stages that it is based on. */
const chainOf = (name: string): readonly Stage[] => {
  const { base } = stage(name);
  return [...(stages.some((one) => one.name === base) ? chainOf(base) : []), stage(name)];
};
const stepsOf = (name: string, instruction: string): readonly string[] =>
  chainOf(name).flatMap(({ steps }) =>
    steps.filter((step) => step.instruction === instruction).map(({ text }) => text),
  );
const targets = [...new Set(own.map(([, { build }]) => build?.target ?? ''))];

/** An exact version with its base; never `latest` or a major version. */
const exactTag = /^[a-z][a-z0-9/.-]*:\d+\.\d+(\.\d+)?(-[a-z0-9.]+)*(@sha256:[0-9a-f]{64})?$/;

describe('docker-compose.yml', () => {
  it.each(named)('names an exact image for %s', (_name, { image }) => {
    expect(image).toMatch(exactTag);
  });

  it.each(own)('builds %s with the version of the repository', (_name, { image, build }) => {
    expect(image.split(':')[1]).toBe(manifest.version);
    expect(stages.map(({ name }) => name)).toContain(build?.target);
  });

  const endless = named.filter(([, { restart }]) => restart !== 'no');
  const oneShot = named.filter(([, { restart }]) => restart === 'no');

  it.each(endless)('has a health check of %s, which others wait for', (name, one) => {
    expect(one.healthcheck?.test.length).toBeGreaterThan(1);
    const waits = named.flatMap(([, { depends_on: needs }]) => needs[name]?.condition ?? []);
    expect(waits.filter((condition) => condition !== 'service_healthy')).toEqual([]);
  });

  it.each(oneShot)('runs %s once, and others wait for its end', (name, one) => {
    expect(one.healthcheck).toBeUndefined();
    const waits = named.flatMap(([, { depends_on: needs }]) => needs[name]?.condition ?? []);
    expect(waits.filter((condition) => condition !== 'service_completed_successfully')).toEqual([]);
  });

  it.each(own)('makes everything but its volume read-only for %s', (_name, one) => {
    expect(one).toMatchObject({
      read_only: true,
      tmpfs: ['/tmp'],
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
    expect([one.user, one.privileged]).toEqual([undefined, undefined]);
  });

  it.each(own)('starts an existing program in %s', (_name, { command = [] }) => {
    const [node, script = ''] = command;
    expect(node).toBe('node');
    const source = script
      .replace('/bundle/main.js', '/src/bundled.ts')
      .replace('/dist/', '/src/')
      .replace(/\.js$/, '.ts');
    expect(existsSync(join(root, source)), `${source} exists`).toBe(true);
  });

  it('migrates once, before API and worker start', () => {
    expect(get('migrate')).toMatchObject({
      command: ['node', 'apps/api/dist/cli.js', 'migrate'],
      restart: 'no',
      depends_on: { postgres: { condition: 'service_healthy' } },
    });
    for (const name of ['api', 'worker']) {
      expect(get(name).depends_on['migrate']).toEqual({
        condition: 'service_completed_successfully',
      });
    }
    expect(read('apps/api/src/start-server.ts')).not.toContain('applyMigrations');
  });

  it('has no default password, and no superuser for the product', () => {
    const passwords = composeText.match(/\$\{\w*PASSWORD[^}]*\}/g) ?? [];
    expect(passwords.length).toBeGreaterThan(1);
    for (const password of passwords) expect(password).toMatch(/^\$\{\w+:\?is not set; .+\}$/);
    const urls = own.flatMap(([, { environment }]) => environment['DATABASE_URL'] ?? []);
    expect(urls).toHaveLength(4);
    for (const url of urls) expect(url).toMatch(/^postgresql:\/\/kerf:\$\{KERF_DATABASE_PASSWORD/);
    const script = 'deploy/postgres/10-product-role.sh';
    expect(get('postgres').volumes).toContain('./deploy/postgres:/docker-entrypoint-initdb.d:ro');
    expect(read(script)).toMatch(/CREATE ROLE kerf LOGIN PASSWORD :'password';/);
    expect(statSync(join(root, script)).mode & 0o111).toBe(0o111);
    expect(read('.gitignore').split('\n')).toContain('.env');
  });

  it('is reached from this machine only', () => {
    for (const [, { ports }] of named) {
      for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/);
    }
  });

  it('passes AWS credentials to the worker only', () => {
    const withKeys = named.filter(([, { environment }]) => 'AWS_SECRET_ACCESS_KEY' in environment);
    expect(withKeys.map(([name]) => name)).toEqual(['worker']);
  });
});

describe('the profile sandbox', () => {
  const sandboxPath = '/var/lib/kerf-sandbox';

  it('contains the only services of the sandbox', () => {
    const names = named.filter(([, { profiles }]) => profiles.includes('sandbox'));
    expect(names.map(([name]) => name)).toEqual(['sandbox', 'register-sandbox']);
    const others = named.filter(([, { profiles }]) => profiles.length === 0);
    const needs = others.flatMap(([, { depends_on: needed }]) => Object.keys(needed));
    expect(needs.filter((name) => services[name]?.profiles.includes('sandbox'))).toEqual([]);
  });

  it('has volumes that their users can write', () => {
    expect(get('sandbox').volumes).toEqual([`sandbox:${sandboxPath}`]);
    const [user = ''] = stepsOf('sandbox', 'USER').slice(-1);
    const [uid, gid] = user.split(':');
    // A new volume gets owner and mode of the folder that it is mounted on.
    for (const target of targets) {
      expect(stepsOf(target, 'RUN').join('\n')).toContain(
        `install --directory --owner=${uid} --group=${gid} --mode=0700 ${sandboxPath}`,
      );
    }
  });

  it('registers the clusters from the file that the sandbox writes', () => {
    expect(get('register-sandbox')).toMatchObject({
      command: [
        'node',
        'apps/api/dist/cli.js',
        'register-clusters',
        '--file',
        `${sandboxPath}/info.json`,
      ],
      volumes: [`sandbox:${sandboxPath}:ro`],
      depends_on: {
        migrate: { condition: 'service_completed_successfully' },
        sandbox: { condition: 'service_healthy' },
      },
    });
    expect(get('sandbox').healthcheck?.test.join(' ')).toContain(`${sandboxPath}/info.json`);
  });

  it('has the credentials and addresses of the sandbox', () => {
    const env = parseEnv(read('deploy/sandbox.env'));
    expect(env).toMatchObject({
      COMPOSE_PROFILES: 'sandbox',
      AWS_REGION: hub.region,
      AWS_ACCESS_KEY_ID: hub.accessKeyId,
      AWS_SECRET_ACCESS_KEY: hub.secretAccessKey,
    });
    const { command = [] } = get('sandbox');
    const option = (name: string): string => command[command.indexOf(name) + 1] ?? '';
    const host = option('--advertise');
    expect(host).toBe('sandbox');
    expect(env['AWS_ENDPOINT_URL']).toBe(`http://${host}:${option('--aws-port')}`);
    expect(env['KERF_SANDBOX_CONTROL_URL']).toBe(`http://${host}:${option('--control-port')}`);
    // All other settings are passed to a service.
    const { COMPOSE_PROFILES: _profile, ...passed } = env;
    const taken = own.flatMap(([, { environment }]) => Object.keys(environment));
    expect(Object.keys(passed).filter((name) => !taken.includes(name))).toEqual([]);
  });
});

describe('the Dockerfile', () => {
  it('builds on the exact Node that npm installs here', () => {
    const bases = stages.map(({ base }) => base).filter((base) => base.includes(':'));
    expect(new Set(bases)).toEqual(new Set([`node:${manifest.dependencies.node}-bookworm-slim`]));
  });

  it.each(targets)('runs %s as a numeric user who owns none of its files', (target) => {
    const steps = chainOf(target).flatMap((one) => one.steps);
    const users = steps.filter(({ instruction }) => instruction === 'USER');
    expect(users.map(({ text }) => text)).toEqual(['1000:1000']);
    // After that, no step runs as root, and copied files belong to root.
    expect(
      steps.slice(steps.findIndex(({ instruction }) => instruction === 'USER') + 1),
    ).not.toContainEqual(
      expect.objectContaining({ instruction: expect.stringMatching(/^(RUN|COPY|ADD)$/) }),
    );
    for (const copy of stepsOf(target, 'COPY'))
      expect(copy).toBe(`--from=build /image/${target} ./`);
    expect(stepsOf(target, 'RUN').join('\n')).not.toMatch(/chown|npm (install|ci)|chmod/);
  });

  it('puts the sandbox into an image of its own', () => {
    const assembled = stepsOf('build', 'RUN').filter((run) => run.includes('assemble-image.mjs'));
    expect(assembled).toHaveLength(targets.length);
    const product = assembled.find((run) => run.includes('--to /image/product'));
    expect(product).not.toContain('sandbox');
  });

  it('excludes secrets, the Git history and build output from the context', () => {
    const lines = read('.dockerignore')
      .split('\n')
      .filter((line) => !line.startsWith('#'));
    expect(lines[0]).toBe('*');
    const isIncluded = lines.filter((line) => line.startsWith('!'));
    expect(isIncluded.filter((line) => /\.env|\.git|\.kerf/.test(line))).toEqual([]);
    expect(lines).toEqual(expect.arrayContaining(['**/node_modules', '**/dist']));
  });
});
