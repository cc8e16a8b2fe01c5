import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { randomFixture } from '@kerf/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { run } from './run.js';

const folder = mkdtempSync(join(tmpdir(), 'kerf-solve-'));
afterAll(() => rmSync(folder, { recursive: true }));

function fileOf(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

function runWith(...args: readonly string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const code = run(args, { out: (line) => out.push(line), err: (line) => err.push(line) });
  return { code, plans: out.map((line): unknown => JSON.parse(line)), err: err.join('\n') };
}

const small = {
  name: 'small',
  instanceTypes: [
    {
      name: 't2',
      capacity: { cpu: '2', memory: '4Gi', pods: '10' },
      offerings: [{ zone: 'zone-a', capacityType: 'spot', price: 0.04 }],
    },
  ],
  nodePools: [{ metadata: { name: 'default' }, spec: { template: { spec: {} } } }],
  podTemplates: [
    { metadata: { name: 'fits' }, spec: { containers: [{ resources: { requests: { cpu: 1 } } }] } },
    { metadata: { name: 'big' }, spec: { containers: [{ resources: { requests: { cpu: 9 } } }] } },
    { metadata: { name: 'odd' }, spec: { nodeSelector: { 'kubernetes.io/hostname': 'n' } } },
  ],
  pods: [
    [0, 2],
    [1, 1],
    [2, 1],
  ],
};

describe('solving a file', () => {
  it('prints the plan, with a reason for every unschedulable pod', () => {
    const { code, plans } = runWith(fileOf('small.json', JSON.stringify(small)));
    expect(code).toBe(0);
    expect(plans).toMatchObject([
      {
        fixture: 'small',
        pods: 4,
        placed: 2,
        nodes: 1,
        totalPrice: 0.04,
        errorCount: 2,
        nodeClaims: [
          {
            nodePool: 'default',
            pods: ['fits-000000', 'fits-000001'],
            requests: { cpu: '2', pods: '2' },
            instanceTypes: ['t2'],
            cheapestPrice: 0.04,
          },
        ],
        errors: { 'odd-000003': expect.stringMatching(/^ignored: /) },
        reasons: {
          'big-000002': {
            byNodePool: [{ reason: { code: 'RESOURCE_TOO_LARGE', largest: 2000 } }],
          },
        },
      },
    ]);
  });

  it('reads compressed files, and several of them', () => {
    const plain = fileOf('one.json', JSON.stringify(randomFixture(1)));
    const packed = fileOf('two.json.gz', gzipSync(JSON.stringify(randomFixture(2))));
    expect(runWith(plain, packed).plans).toMatchObject([
      { fixture: 'random-1' },
      { fixture: 'random-2' },
    ]);
  });

  it.each([
    ['no.json', '{', /no\.json is not JSON/],
    ['list.json', '[]', /\$.* must be an object/],
    ['empty.json', '{}', /\$\.nodePools must be a list/],
    ['pods.json', JSON.stringify({ ...small, pods: [[0, 'x']] }), /\$\.pods\[0\]\[1\] must be/],
    ['not.json.gz', 'plain', /not\.json\.gz is not compressed/],
  ])('refuses %s with the path of the error', (name, content, message) => {
    const { code, plans, err } = runWith(fileOf(name, content));
    expect({ code, plans }).toEqual({ code: 2, plans: [] });
    expect(err).toMatch(message);
  });

  it('refuses a file that does not exist', () => {
    expect(runWith(join(folder, 'missing.json'))).toMatchObject({
      code: 2,
      err: expect.stringContaining('cannot be read'),
    });
  });

  it.each([[[]], [['--unknown', 'x.json']], [['--seed', 'x', 'x.json']]])(
    'refuses the arguments %j',
    (args) => {
      expect(runWith(...args)).toMatchObject({ code: 2, err: expect.stringMatching(/^usage/) });
    },
  );
});
