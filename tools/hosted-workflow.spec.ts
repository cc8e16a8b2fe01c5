import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

const root = new URL('..', import.meta.url).pathname;
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const step = z.object({
  uses: z.string().optional(),
  run: z.string().optional(),
  with: z.record(z.string(), z.unknown()).default({}),
});
const workflow = z.object({
  permissions: z.record(z.string(), z.string()),
  jobs: z.record(z.string(), z.object({ steps: z.array(step) })),
});

const { permissions, jobs } = workflow.parse(parse(read('.github/workflows/ci.yml')));
const steps = Object.values(jobs).flatMap((job) => job.steps);
const script = read('.ci/run');

describe('the hosted workflow', () => {
  it('runs .ci/run and no other command, so that there is one list of steps', () => {
    const commands = steps.flatMap(({ run }) => (run === undefined ? [] : [run]));
    expect(commands.map((command) => command.split(' ')[0])).toEqual(['.ci/run']);
  });

  it('keeps the folder in which .ci/run keeps its programs and stamps', () => {
    expect(script).toContain('cache=${KERF_CI_CACHE:-$HOME/.cache/kerf-ci}');
    const paths = steps.flatMap(({ uses = '', with: { path } }) =>
      uses.startsWith('actions/cache/') ? [path] : [],
    );
    expect(paths).toEqual(['~/.cache/kerf-ci', '~/.cache/kerf-ci']);
  });

  it('may read the repository and nothing else', () => {
    expect(permissions).toEqual({ contents: 'read' });
  });
});
