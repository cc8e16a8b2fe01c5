import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  aDecision,
  anEmptyCommand,
  anIncident,
  aSavingProof,
  recordedAt,
  storedFleet,
  storeFleet,
} from '@kerf/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { parse } from 'yaml';
import { ApiUnderTest, at } from '../../../apps/api/src/testing/api-under-test.js';
import { run } from './run.js';

let api: ApiUnderTest;
let folder: string;
let env: Record<string, string>;
/** Paths that the command line has asked for. */
let requested: string[] = [];
beforeAll(async () => {
  api = await ApiUnderTest.start(inject('databaseUrl'));
  await storeFleet(api.api.parts.ports.store);
  folder = await mkdtemp(join(tmpdir(), 'kerf-cli-'));
});
beforeEach(() => {
  requested = [];
  env = {
    KERF_CONFIG: join(folder, 'config.json'),
    KERF_SERVER: api.url,
    KERF_TOKEN: tokenOf(api.writer),
  };
});
afterAll(async () => {
  await api.close();
  await rm(folder, { recursive: true });
});

const tokenOf = ({ authorization = '' }: Readonly<Record<string, string>>): string =>
  authorization.replace('Bearer ', '');

/** Runs a command line as a shell would. */
function start(words: readonly string[], stdin = '') {
  const stop = new AbortController();
  const output = { out: '', err: '' };
  const ended = run(words, {
    env,
    out: (text) => {
      output.out += text;
    },
    err: (text) => {
      output.err += text;
    },
    readStdin: () => Promise.resolve(stdin),
    fetch: (request) => {
      requested.push(new URL(request.url).pathname);
      return fetch(request);
    },
    sleep: () => Promise.resolve(),
    now: () => Date.now(),
    newKey: randomUUID,
    signal: stop.signal,
  });
  return { output, ended, stop: () => stop.abort() };
}

async function kerf(line: string, stdin = '') {
  const { output, ended } = start(line.split(' '), stdin);
  return { code: await ended, ...output };
}

const cluster = storedFleet.clusterName;

describe('kerf get', () => {
  it('lists every kind of object as a table', async () => {
    const kinds =
      'clusters nodes nodepools nodeclasses nodeclaims pods decisions interruptions incidents findings pauses spendlimits alertthresholds brakesettings';
    for (const kind of kinds.split(' ')) {
      const { code, out, err } = await kerf(`get ${kind}`);
      const isEmpty = err === `No ${kind} found.\n`;
      expect({ kind, code, err }).toEqual({ kind, code: 0, err: isEmpty ? err : '' });
      expect(out.split('\n')[0]).toMatch(isEmpty ? /^$/ : /^[A-Z /]+$/);
    }
    expect((await kerf('get clusters')).out).toContain(cluster);
  });

  it('lists incidents that are open, and closed ones if they are wanted, and explains one', async () => {
    const { store } = api.api.parts.ports;
    const clusterId = storedFleet.cluster;
    await store.incidents.insert(anIncident({ clusterId, id: 'inc_open' }));
    await store.incidents.insert(
      anIncident({ clusterId, id: 'inc_closed', kind: 'SpendJump', endedAt: recordedAt }),
    );
    expect((await kerf('get incidents -o name')).out).toBe('incident/inc_open\n');
    expect((await kerf('get incidents --all -o name')).out.split('\n')).toContain(
      'incident/inc_closed',
    );
    const { out } = await kerf('explain incident inc_open');
    expect(out.split('\n')).toEqual([
      `Incident inc_open: LAUNCH_FAILURES in ${cluster}, CRITICAL, open`,
      '3 launches of NodePool default failed in a row.',
      'How to fix: Fix the EC2NodeClass.',
      'Objects: NodePool/default, NodeClaim/default-1',
      `Started: ${new Date(recordedAt).toISOString()}; last seen: ${new Date(recordedAt).toISOString()}`,
      '',
    ]);
    expect((await kerf('explain incident/inc_none')).code).toBe(4);
  });

  it('says that there is nothing, where it does not disturb a pipe', async () => {
    const line = 'get nodes --field-selector name=none';
    expect(await kerf(line)).toEqual({ code: 0, out: '', err: 'No nodes found.\n' });
    expect(await kerf(`${line} -o json`)).toEqual({
      code: 0,
      out: '{\n  "items": []\n}\n',
      err: '',
    });
  });

  it('names the cluster of pending pods, and the age of what has one', async () => {
    const columns = async (kind: string) => (await kerf(`get ${kind}`)).out.split('\n')[0];
    expect(await columns('pods')).toMatch(/^NAMESPACE +NAME +CLUSTER/);
    expect((await kerf('get pods')).out).toContain(` ${cluster} `);
    for (const kind of ['nodes', 'nodeclaims', 'nodepools', 'nodeclasses', 'pods', 'decisions']) {
      expect(await columns(kind)).toMatch(/ (AGE|PENDING)$/);
    }
  });

  it('asks for the clusters of pending pods, not for the fleet', async () => {
    await kerf('get pods');
    expect(requested).toEqual(['/api/v1/pending-pods', `/api/v1/clusters/${storedFleet.cluster}`]);
  });

  it('leaves out NodeClaims that have ended, unless all or one of them are asked for', async () => {
    const ended = 'get nodeclaims --state terminated --state launch-failed -o name';
    const [one = ''] = (await kerf(ended)).out.split('\n');
    expect(one).toMatch(/^nodeclaim\//);
    expect((await kerf('get nodeclaims -o name')).out).not.toContain(one);
    expect((await kerf('get nodeclaims --all -o name')).out).toContain(one);
    expect((await kerf(`get ${one} -o name`)).out).toBe(`${one}\n`);
  });

  it('writes JSON, YAML and names of the same objects', async () => {
    const json: unknown = JSON.parse((await kerf(`get nodes --cluster ${cluster} -o json`)).out);
    const yaml: unknown = parse((await kerf(`get nodes --cluster ${cluster} -o yaml`)).out);
    expect(yaml).toEqual(json);
    const name = String(at(json, 'items.0.name'));
    const names = await kerf(`get no --cluster ${cluster} -o name`);
    expect(names.out.split('\n')).toContain(`node/${name}`);
    const one: unknown = JSON.parse((await kerf(`get node ${name} -o json`)).out);
    expect(at(one, 'name')).toBe(name);
  });

  it('filters on the server', async () => {
    const all = (await kerf('get decisions -o name')).out.split('\n').length;
    const waiting = (await kerf('get decisions --state awaiting-approval -o name')).out.split('\n');
    expect(waiting.length).toBeGreaterThan(1);
    expect(waiting.length).toBeLessThan(all);
    const line = `get nodes --field-selector name=${storedFleet.node} -o name`;
    expect((await kerf(line)).out).toBe(`node/${storedFleet.node}\n`);
  });

  it.each([
    ['get nope', 2, 'There is no resource nope. Use one of clusters, nodes'],
    ['get users', 2, 'users are shown as manifests only. Use kerf get users -o manifest.'],
    ['get decisions --state nope', 2, 'nope is no state. Use one of PROPOSED'],
    ['get nodepools --state READY', 2, 'nodepools have no filter --state'],
    ['get pods -l a=b', 2, 'pods have no filter --selector'],
    ['get nodes -l a=b=c', 6, '#/labelSelector'],
    ['get nodes --field-selector host=a', 6, 'use one of name, nodePool'],
    ['get decisions --field-selector a=b', 2, 'decisions have no filter --field-selector'],
    ['get nodes --all', 2, 'nodes have no filter --all'],
    ['get nodes -o xml', 2, "argument 'xml' is invalid"],
    ['get', 2, "missing required argument 'resource'"],
    ['nope', 2, "unknown command 'nope'"],
    ['get nodes --cluster nope', 4, 'Cluster nope not found. (NOT_FOUND)'],
    ['get node nope', 4, 'Node nope not found.'],
  ])('%s ends with %i and says why', async (line, code, words) => {
    const { err, ...result } = await kerf(line);
    expect(result).toEqual({ code, out: '' });
    expect(err).toContain(words);
  });

  it('shows the list again when it changes', async () => {
    const watched = start(['get', 'nodepools', '-o', 'name', '--watch']);
    await expect.poll(() => watched.output.out).toContain('nodepool/');
    const made = await kerf(`apply --cluster ${cluster} -f -`, pool('watched'));
    expect(made.code).toBe(0);
    await expect.poll(() => watched.output.out).toContain('nodepool/watched');
    watched.stop();
    expect(await watched.ended).toBe(0);
  });
});

const pool = (name: string, weight = 1) => `
apiVersion: karpenter.sh/v1
kind: NodePool
metadata: { name: ${name} }
spec:
  weight: ${weight}
  template:
    spec:
      nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: default }
      requirements:
        - { key: karpenter.sh/capacity-type, operator: In, values: [on-demand] }
`;

const nodeClass = `
apiVersion: karpenter.k8s.aws/v1
kind: EC2NodeClass
metadata: { name: default }
spec:
  role: node-role
  amiSelectorTerms: [{ alias: al2023@latest }]
  subnetSelectorTerms: [{ tags: { discovery: kerf } }]
  securityGroupSelectorTerms: [{ tags: { discovery: kerf } }]
`;

describe('kerf apply and diff', () => {
  it('show what would change, then change it', async () => {
    const file = join(folder, 'pool.yaml');
    await writeFile(file, pool('from-cli'));
    expect((await kerf(`apply --cluster ${cluster} -f ${file} --dry-run`)).out).toContain(
      'CREATED',
    );
    const before = await kerf(`diff --cluster ${cluster} -f ${file}`);
    expect(before).toMatchObject({ code: 1 });
    expect(before.out).toContain('+  name: from-cli');
    const applied = await kerf(`apply --cluster ${cluster} -f ${file} -o json`);
    expect(applied.code).toBe(0);
    expect(at(JSON.parse(applied.out), 'items.0.outcome')).toBe('CREATED');
    expect(await kerf(`diff --cluster ${cluster} -f ${file}`)).toMatchObject({ code: 0, out: '' });
    const changed = await kerf(`diff --cluster ${cluster} -f -`, pool('from-cli', 9));
    expect(changed.out).toMatch(/-\s+weight: 1\n\+\s+weight: 9/);
  });

  it('compare an object that the cluster owns, which apply refuses', async () => {
    const compared = await kerf(`diff --cluster ${cluster} -f -`, nodeClass);
    expect(compared.code).toBe(1);
    expect(compared.out).toContain('+  role: node-role');
    expect(compared.err).toContain('NOTE ec2nodeclass/default metadata.name: EC2NodeClass default');
    const stored: unknown = JSON.parse((await kerf('get nodeclass default -o json')).out);
    const manifest = String(at(stored, 'manifest'));
    expect(await kerf(`diff --cluster ${cluster} -f -`, manifest)).toMatchObject({
      code: 0,
      out: '',
    });
    expect(await kerf(`apply --cluster ${cluster} -f -`, nodeClass)).toMatchObject({ code: 3 });
  });

  it('say where a manifest is wrong', async () => {
    const refused = await kerf(`apply --cluster ${cluster} -f -`, pool('wrong', 1_000));
    expect(refused.code).toBe(6);
    expect(refused.err).toContain('weight');
    const dry = await kerf(`apply --cluster ${cluster} -f - --dry-run`, pool('wrong', 1_000));
    expect(dry.code).toBe(6);
    expect(dry.err).toMatch(/nodepool\/wrong .*weight.*line \d+/);
    expect(await kerf(`apply --cluster ${cluster} -f /none.yaml`)).toMatchObject({ code: 2 });
  });
});

describe('kerf explain', () => {
  it('says why a pod is pending, why a node stays, and what a decision does', async () => {
    const [pod = ''] = (await kerf('get pods -o name')).out.split('\n');
    const explained = await kerf(`explain pod ${pod.replace('pod/', '')}`);
    expect(explained).toMatchObject({ code: 0, err: '' });
    expect(explained.out).toContain(pod.replace('pod/', ''));
    expect(explained.out).toContain(
      'The cluster has no NodePool that takes pending pods (NO_NODE_POOL)\n    How to fix: Create a NodePool without replicas',
    );
    expect(explained.out).toMatch(
      /NodePool default has .* left of its limit of .* \(LIMIT_EXCEEDED\)/,
    );
    const [node = ''] = (await kerf('get nodes -o name')).out.split('\n');
    expect((await kerf(`explain node ${node.replace('node/', '')}`)).out).toMatch(
      /Why it is not removed|Nothing blocks its removal/,
    );
    const [decision = ''] = (await kerf('get decisions -o name')).out.split('\n');
    expect((await kerf(`explain decision ${decision.replace('decision/', '')}`)).out).toContain(
      'EVENT',
    );
    expect((await kerf(`explain decision ${storedFleet.emptyDecision}`)).out).toContain(
      'Savings ratio: $0.0480 per hour and unit of disruption cost (disruption cost 2.0)',
    );
    expect((await kerf('explain pod default/none')).code).toBe(4);
    expect((await kerf('explain decision dec_none')).code).toBe(4);
  });

  it('says why a node goes before its replacement, and which pods wait', async () => {
    const { store } = api.api.parts.ports;
    const known = await store.decisions.find(storedFleet.emptyDecision);
    const command = anEmptyCommand({
      moves: [{ podUid: 'uid-1', pod: 'shop/web-1', from: storedFleet.node, to: null }],
      terminateFirst: { code: 'RESERVATION_FULL', reservations: ['cr-1'] },
    });
    const clusterId = known?.clusterId ?? '';
    const body = { type: 'Disrupt', command, budgets: [] } as const;
    await store.decisions.insert(
      aDecision({ clusterId, id: 'dec_first', state: 'Executed', body }),
      [],
    );
    const { out } = await kerf('explain decision dec_first');
    expect(out).toContain(
      'No replacement can be launched first: no free instance in the capacity reservations cr-1. 1 pod waits about 3 minutes for a new node after the drain.',
    );
    expect(out).toMatch(/shop\/web-1 +\S+ +waits/);
  });
});

describe('names of -o name', () => {
  const namesOf = async (line: string) => (await kerf(`${line} -o name`)).out.trim().split('\n');

  it('name the same objects for get, of every kind', async () => {
    await kerf('pause --all --reason spec');
    await kerf('set spend-limit --all --monthly 100');
    const kinds =
      'clusters nodes nodepools nodeclasses nodeclaims pods decisions pauses spendlimits alertthresholds brakesettings';
    for (const kind of kinds.split(' ')) {
      const names = await namesOf(`get ${kind}`);
      expect(names.join()).toMatch(/^[a-z]+\/./);
      expect(await namesOf(`get ${names.join(' ')}`)).toEqual(names);
      const [first = ''] = names;
      const plain = first.slice(first.indexOf('/') + 1);
      expect(await namesOf(`get ${kind} ${plain}`)).toContain(first);
    }
    const [pause = ''] = await namesOf('get pauses');
    const [limit = ''] = await namesOf('get spendlimits');
    expect((await kerf(`resume ${pause}`)).code).toBe(0);
    expect(await kerf(`delete ${limit}`)).toEqual({ code: 0, out: '', err: '' });
    expect((await kerf(`delete ${limit}`)).code).toBe(4);
  });

  it('name objects of several kinds together', async () => {
    const [first = ''] = await namesOf('get nodepools');
    const line = `get ${first} node/${storedFleet.node}`;
    expect(await namesOf(line)).toEqual([first, `node/${storedFleet.node}`]);
    const listed: unknown = JSON.parse((await kerf(`${line} -o json`)).out);
    expect(at(listed, 'items.1.name')).toBe(storedFleet.node);
    const tables = (await kerf(line)).out.split('\n\n').map((table) => table.split('\n')[0]);
    expect(tables).toEqual([expect.stringMatching(/CLASS/), expect.stringMatching(/ZONE/)]);
  });

  it('name the objects that apply saves', async () => {
    const [applied = ''] = (
      await kerf(`apply --cluster ${cluster} -f - --dry-run -o name`, nodeClass)
    ).out.split('\n');
    expect(applied).toBe('ec2nodeclass/default');
    expect(await namesOf(`get ${applied}`)).toEqual(['nodeclass/default']);
  });

  it('name objects for explain, verify, approve and reject', async () => {
    const [pod = ''] = await namesOf('get pods');
    expect((await kerf(`explain ${pod}`)).out).toContain(pod.replace('pod/', 'Pod '));
    expect((await kerf(`explain node/${storedFleet.node}`)).code).toBe(0);
    const name = `decision/${storedFleet.emptyDecision}`;
    expect((await kerf(`explain ${name}`)).out).toContain('EVENT');
    expect((await kerf(`verify ${name}`)).err).toContain('Not proved.');
    for (const verb of ['approve', 'reject']) {
      expect(await kerf(`${verb} decision/dec_none`)).toMatchObject({ code: 4 });
    }
    const simulated = await kerf(`simulate --cluster ${cluster} node/no-such-node`);
    expect(simulated.err).toContain('no-such-node');
    expect(simulated.err).not.toContain('node/no-such-node');
  });

  it('show existing objects, and then name the missing ones', async () => {
    expect(await kerf(`get nodes ${storedFleet.node} nope -o name`)).toEqual({
      code: 4,
      out: `node/${storedFleet.node}\n`,
      err: 'Node nope not found.\n',
    });
  });

  it.each([
    ['get nope/a', 2, 'There is no resource nope. Use one of clusters, nodes'],
    ['get node/', 2, 'node/ has no name. Use node/NAME.'],
    ['get node/a b', 2, 'b is no KIND/NAME, e.g. node/b.'],
    ['get node/a pod/b --watch', 2, '--watch shows one kind of object.'],
    ['get node/a pool/b --state READY', 2, 'There is no resource pool.'],
    ['approve pause/pau_1', 2, 'pause/pau_1 is no decision. Use a name or ID, or decision/NAME.'],
    ['resume decision/dec_1', 2, 'decision/dec_1 is no pause. Use a name or ID, or pause/NAME.'],
    ['simulate --cluster a pod/b', 2, 'pod/b is no node. Use a name or ID, or node/NAME.'],
    ['explain node', 2, 'Name a node: node/NAME.'],
    ['explain node/a b', 2, 'b is too much: node/a is the name.'],
    [
      'explain pause/a',
      2,
      'pause is no kind for this command. Use one of pod, node, decision, incident.',
    ],
    ['verify pod/a', 2, 'pod is no kind for this command. Use decision.'],
    ['delete pause/a', 2, 'pause is no kind for this command. Use spend-limit.'],
  ])('%s ends with %i and says why', async (line, code, words) => {
    const { err, ...result } = await kerf(line);
    expect(result).toEqual({ code, out: '' });
    expect(err).toContain(words);
  });
});

describe('kerf verify', () => {
  it('says that no proof is stored, and fails', async () => {
    expect(await kerf(`verify decision ${storedFleet.emptyDecision}`)).toMatchObject({
      code: 1,
      err: expect.stringContaining('Not proved. No proof is stored with this decision.'),
    });
    expect((await kerf('verify decision dec_none')).code).toBe(4);
  });

  it('checks the stored proof', async () => {
    const bound = {
      costMicroUsdPerHour: 192_000,
      mostSavingMicroUsdPerHour: 96_000,
      gapRatio: 0,
    };
    const { decisions } = api.api.parts.ports.store;
    await decisions.insert(
      aDecision({
        clusterId: storedFleet.cluster,
        id: 'dec_proved',
        state: 'Superseded',
        body: { type: 'Disrupt', command: anEmptyCommand({ bound }), budgets: [] },
      }),
      [],
    );
    await decisions.addSavingProof('dec_proved', aSavingProof());
    expect(await kerf('verify decision dec_proved')).toMatchObject({
      code: 0,
      out: expect.stringContaining(
        'Proved: no decision within the same budgets saves more than $0.0960 per hour.',
      ),
    });
  });
});

describe('kerf approve and reject', () => {
  it('decide once, with a comment that audit shows', async () => {
    const line = (await kerf('get decisions --state awaiting-approval -o name')).out;
    const [first = ''] = line.split('\n');
    const id = first.replace('decision/', '');
    expect((await kerf(`reject ${id} --for 40d`)).err).toContain('at most 30 days ahead');
    const decided = start(['reject', id, '--comment', 'not today', '--for', '7d', '-o', 'json']);
    expect(await decided.ended).toBe(0);
    const rejected: unknown = JSON.parse(decided.output.out);
    expect(at(rejected, 'state')).toBe('REJECTED');
    const inDays = (Date.parse(String(at(rejected, 'rejectedUntil'))) - Date.now()) / 86_400_000;
    expect(inDays).toBeCloseTo(7, 1);
    const again = await kerf(`approve ${id}`);
    expect(again.code).toBe(5);
    expect(again.err).toContain('CONFLICT');
    const audit = await kerf('audit --action decision. --limit 5');
    expect(audit.out).toContain('not today');
  });

  it('are refused to a token that may only read', async () => {
    env['KERF_TOKEN'] = tokenOf(api.reader);
    const [first = ''] = (await kerf('get decisions -o name')).out.split('\n');
    const { code, err } = await kerf(`approve ${first.replace('decision/', '')}`);
    expect(code).toBe(3);
    expect(err).toContain('FORBIDDEN');
  });
});

describe('kerf pause and resume', () => {
  it('stop a scope for a time, and release it by its ID', async () => {
    const line = `pause --cluster ${cluster} --reason sale --for 4h -o json`;
    const pause: unknown = JSON.parse((await kerf(line)).out);
    expect(at(pause, 'scope.kind')).toBe('CLUSTER');
    expect(at(pause, 'stops')).toBe('DISRUPTION');
    const inHours = (Date.parse(String(at(pause, 'expiresAt'))) - Date.now()) / 3_600_000;
    expect(inHours).toBeCloseTo(4, 1);
    const id = String(at(pause, 'id'));
    const listed = await kerf(`get pauses --cluster ${cluster}`);
    expect(listed.out).toMatch(new RegExp(`${id} +cluster/${cluster} +DISRUPTION .*sale`));
    const released: unknown = JSON.parse((await kerf(`resume ${id} -o json`)).out);
    expect(at(released, 'isInForce')).toBe(false);
    expect((await kerf('get pauses -o name')).out).toBe('');
    expect((await kerf(`resume ${id}`)).code).toBe(5);
  });

  it('resume everything that was paused in exactly one scope', async () => {
    const { out } = await kerf('pause --all --stops launches --reason one -o name');
    await kerf('pause --all --reason two');
    const ofOne = `--cluster ${cluster} --pool default`;
    const ofPool = (await kerf(`pause ${ofOne} --reason three -o name`)).out;
    const resumed = await kerf('resume --all -o name');
    expect(resumed.out.trim().split('\n')).toHaveLength(2);
    expect(resumed.out).toContain(out);
    expect((await kerf('get pauses -o name')).out).toBe(ofPool);
    expect((await kerf(`resume ${ofOne}`)).code).toBe(0);
    expect(await kerf(`resume ${ofOne}`)).toMatchObject({
      code: 4,
      err: 'Nothing is paused in exactly this scope.\n',
    });
  });

  it.each([
    ['pause --reason a', 2, 'Name one scope: --all, --team T'],
    ['pause --all --cluster a --reason a', 2, 'Name one scope'],
    ['pause --pool a --reason a', 2, 'Name one scope'],
    ['pause --all', 2, "required option '--reason <text>'"],
    ['pause --all --reason a --for ever', 2, '--for ever is no duration, e.g. 30m'],
    ['pause --all --reason a --until soon', 2, '--until soon is no time'],
    ['pause --all --reason a --until 2020-01-01T00:00:00Z', 6, 'expiresAt'],
    ['pause --team none --reason a', 4, 'Team none not found.'],
    ['pause --cluster none --reason a', 4, 'Cluster none not found'],
    ['resume pau_1 --all', 2, 'Name pauses or one scope, not both.'],
    ['resume pau_none', 4, 'not found'],
  ])('%s ends with %i and says why', async (line, code, words) => {
    const { err, ...result } = await kerf(line);
    expect(result).toEqual({ code, out: '' });
    expect(err).toContain(words);
  });
});

describe('kerf set and delete', () => {
  const ofPool = `--cluster ${cluster} --pool default`;

  it('create the spend limit of a scope, change what is named, and delete it', async () => {
    const made: unknown = JSON.parse(
      (await kerf(`set spend-limit ${ofPool} --hourly 12.50 --monthly $9000 -o json`)).out,
    );
    expect(made).toMatchObject({
      scope: { kind: 'NODE_POOL', nodePool: 'default' },
      hourly: '12.5',
      monthly: '9000',
      blocksLaunches: false,
      version: 1,
    });
    const line = `set spend-limit ${ofPool} --hourly none --blocks-launches -o yaml`;
    expect(parse((await kerf(line)).out)).toMatchObject({
      id: at(made, 'id'),
      hourly: null,
      monthly: '9000',
      blocksLaunches: true,
      version: 2,
    });
    const { out } = await kerf(`get spendlimits --cluster ${cluster}`);
    expect(out).toMatch(new RegExp(`nodepool/${cluster}/default .*\\$9000.00 +yes`));
    expect(await kerf(`delete spend-limit ${ofPool}`)).toEqual({ code: 0, out: '', err: '' });
    expect((await kerf('get spendlimits -o name')).out).toBe('');
  });

  it('delete a spend limit by its ID', async () => {
    const name = (await kerf('set spend-limit --all --monthly 100 -o name')).out.trim();
    const id = name.replace('spendlimit/', '');
    expect((await kerf(`delete spend-limit ${id}`)).code).toBe(0);
    expect((await kerf(`delete spend-limit ${id}`)).code).toBe(4);
  });

  it('change alert thresholds, of which others stay', async () => {
    const first = await kerf('set alert-thresholds --all --nodes 500 --spend 99.5 -o json');
    expect(JSON.parse(first.out)).toMatchObject({ nodes: 500, spend: '99.5' });
    const { out } = await kerf('set alert-thresholds --all --nodes 0 --changes-per-minute 9');
    expect(out).toMatch(/^organization +\d+ +off +\$\S+ +\$99.50 +9 +-$/m);
    const one = await kerf('get alertthresholds organization -o yaml');
    expect(parse(one.out)).toMatchObject({ spend: '99.5', changesPerMinute: 9 });
  });

  it('change settings of brakes, with dollars and durations', async () => {
    const values = '--flap-window 90m --spend-rise 40 --alert-nodes 7 --launch-failures 0';
    const changed = await kerf(`set brake-settings --cluster ${cluster} ${values} -o json`);
    expect(JSON.parse(changed.out)).toMatchObject({
      clusterName: cluster,
      flapWindowMs: 5_400_000,
      spendRise: '40',
      alertNodes: 7,
      launchFailures: 0,
      registrationFailures: 2,
    });
    expect((await kerf('get brakesettings')).out).toMatch(
      new RegExp(`^${cluster} +1000 +\\$40.00 +off +2 `, 'm'),
    );
  });

  it('are refused to a token that may only read', async () => {
    env = { ...env, KERF_TOKEN: tokenOf(api.reader) };
    for (const line of [
      `set spend-limit ${ofPool} --hourly 1`,
      `set brake-settings --cluster ${cluster} --alert-nodes 1`,
      'set alert-thresholds --all --nodes 1',
    ]) {
      expect(await kerf(line)).toMatchObject({ code: 3, out: '' });
    }
  });

  it.each([
    ['set', 2, 'spend-limit'],
    ['set spend-limit --hourly 1', 2, 'Name one scope: --all, --team T'],
    ['set spend-limit --all', 2, 'Nothing to change. Give --hourly'],
    ['set spend-limit --all --hourly none', 6, 'Give an hourly or a monthly limit'],
    ['set spend-limit --all --hourly 1,5', 2, '--hourly 1,5 is no amount of dollars'],
    ['set spend-limit --team none --hourly 1', 4, 'Team none not found.'],
    [`set spend-limit --cluster ${cluster} --pool none --hourly 1`, 6, 'has no NodePool none'],
    ['delete spend-limit --all', 4, 'Spend limit of exactly this scope not found.'],
    ['delete spend-limit spl_1 --all', 2, 'Name a spend limit or one scope, not both.'],
    ['set alert-thresholds --all', 2, 'Nothing to change. Give at least one value'],
    ['set alert-thresholds --all --nodes many', 2, '--nodes many is no whole number'],
    ['set brake-settings --alert-nodes 1', 2, "required option '--cluster <cluster>'"],
    [
      `set brake-settings --cluster ${cluster} --flap-window 2`,
      2,
      '--flap-window 2 is no duration',
    ],
    [`set brake-settings --cluster ${cluster} --flap-freeze 30d`, 6, 'flapFreezeMs'],
    ['set brake-settings --cluster none --alert-nodes 1', 4, 'Cluster none not found'],
  ])('%s ends with %i and says why', async (line, code, words) => {
    const { err, ...result } = await kerf(line);
    expect(result).toEqual({ code, out: '' });
    expect(err).toContain(words);
  });
});

describe('kerf simulate', () => {
  it('says why a simulation cannot be made', async () => {
    const { code, err } = await kerf(`simulate --cluster ${cluster} no-such-node`);
    expect([5, 6]).toContain(code);
    expect(err).not.toBe('');
  });
});

describe('kerf login', () => {
  it('keeps a token that works in a file of this user only', async () => {
    delete env['KERF_TOKEN'];
    delete env['KERF_SERVER'];
    expect(await kerf('get clusters')).toMatchObject({ code: 3 });
    const line = `login --server ${api.url} --context spec --token -`;
    expect((await kerf(line, 'kerf_token_wrong')).code).toBe(3);
    expect((await kerf(line, `${tokenOf(api.reader)}\n`)).code).toBe(0);
    const file = join(folder, 'config.json');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(at(JSON.parse(await readFile(file, 'utf8')), 'current')).toBe('spec');
    expect((await kerf('get clusters')).out).toContain(cluster);
    expect((await kerf('context list')).out).toBe(`* spec   ${api.url}\n`);
    expect((await kerf('get clusters --context other')).code).toBe(2);
    expect((await kerf('logout')).code).toBe(0);
    expect((await kerf('get clusters')).code).toBe(3);
  });

  it('sends a token to no other server, and to none in clear text', async () => {
    delete env['KERF_SERVER'];
    const line = 'get clusters --server http://kerf.example.com';
    expect(await kerf(line)).toMatchObject({ code: 2 });
    delete env['KERF_TOKEN'];
    await kerf(`login --server ${api.url} --token -`, tokenOf(api.reader));
    expect((await kerf('get clusters --server https://other.example.com')).code).toBe(3);
  });

  it('needs a token, and no right to read clusters', async () => {
    const line = `login --server ${api.url} --token -`;
    const { code, err } = await kerf(line, '\n');
    expect({ code, err }).toEqual({ code: 2, err: 'The standard input has no token.\n' });
    const made = await api.send('POST', '/api/v1/roles', api.writer, {
      name: 'auditor',
      actions: ['AUDIT_READ'],
    });
    const token = await api.send('POST', '/api/v1/api-tokens', api.writer, {
      name: 'auditor',
      role: at(made.body, 'id'),
      expiresInDays: 1,
    });
    expect((await kerf(line, String(at(token.body, 'secret')))).code).toBe(0);
  });

  it('takes an empty variable for none', async () => {
    await kerf(`login --server ${api.url} --token -`, tokenOf(api.reader));
    env = { ...env, KERF_SERVER: '', KERF_TOKEN: '' };
    expect((await kerf('get clusters')).out).toContain(cluster);
  });

  it('says so when the server cannot be reached', async () => {
    const { code, err } = await kerf('get clusters --server http://127.0.0.1:1');
    expect(code).toBe(7);
    expect(err).toContain('cannot be reached');
  });
});

describe('kerf completion', () => {
  it.each(['bash', 'zsh', 'fish'])('prints a script for %s', async (shell) => {
    const { code, out } = await kerf(`completion ${shell}`);
    expect(code).toBe(0);
    expect(out).toContain('kerf __complete --');
  });

  it.each([
    ['', ['get', 'explain', 'approve', '--version']],
    [' get', ['nodes', 'decisions', '--watch']],
    [' get nodes -o', ['table', 'json', 'yaml', 'name']],
    [' explain', ['pod', 'node', 'decision']],
    [' context', ['list', 'use']],
    [' set', ['spend-limit', 'alert-thresholds', 'brake-settings']],
    [' set spend-limit', ['--cluster', '--hourly']],
  ])('knows what follows kerf%s', async (words, expected) => {
    const { out } = await kerf(`__complete --${words}`);
    expect(out.split('\n')).toEqual(expect.arrayContaining(expected));
    expect(out).not.toContain('__complete');
  });
});
