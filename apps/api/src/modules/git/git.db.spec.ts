import { formatManifest } from '@kerf/definitions';
import {
  aNodePoolDefinition,
  aRevisionOf,
  GitServer,
  storedFleet,
  storeFleet,
} from '@kerf/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ApiUnderTest, at } from '../../testing/api-under-test.js';

const { cluster: clusterId, clusterName } = storedFleet;
const marks = {
  labels: {},
  annotations: { 'argocd.argoproj.io/tracking-id': 'fleet:karpenter.sh/NodePool:/tracked' },
};
const base = aNodePoolDefinition({ clusterId, name: 'tracked' });
const tracked = {
  ...base,
  id: 'npl_tracked',
  source: 'Cluster' as const,
  spec: { ...base.spec, weight: 10, objectMetadata: marks },
};
const manifest = formatManifest(tracked);
const heavier = manifest.replace('weight: 10', 'weight: 20');
const filePath = `fleet/${clusterName}/tracked.yaml`;

let api: ApiUnderTest;
let git: GitServer;
beforeAll(async () => {
  git = await GitServer.start();
  git.write('main', filePath, `# Reviewed by platform\n${manifest}`);
  api = await ApiUnderTest.start(inject('databaseUrl'), {
    KERF_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    KERF_ALLOWED_GIT_HOSTS: '127.0.0.1',
  });
  const { store } = api.api.parts.ports;
  await storeFleet(store);
  await store.definitions.insert(tracked, aRevisionOf(tracked));
});
afterAll(async () => {
  await api.close();
  await git.close();
});

const repositoryFields = `id version provider apiUrl project branch pathPattern files { kind name path }
  scope { kind clusterName }`;
const create = `mutation ($input: CreateGitRepositoryInput!) { createGitRepository(input: $input) {
  repository { ${repositoryFields} } userErrors { code field message } } }`;
const open = `mutation ($input: OpenPullRequestInput!) { openPullRequest(input: $input) {
  change { kind name managedBy { tool name } repositoryId project branch path isPathGuessed before after problem
    pullRequest { url number isNew } }
  userErrors { code field message } } }`;

const send = async (sender: ApiUnderTest['writer'], text: string, input: object, name: string) =>
  at((await api.graphql(sender, text, { input })).body, `data.${name}`);
const propose = (input: object = {}, sender = api.writer) =>
  send(sender, open, { clusterId, manifest: heavier, dryRun: false, ...input }, 'openPullRequest');
const repository = () => ({
  scope: { kind: 'CLUSTER', clusterId: clusterName },
  provider: 'GIT_HUB',
  apiUrl: git.url,
  project: 'shop/fleet',
  pathPattern: 'fleet/{cluster}/{name}.yaml',
  token: git.token,
});

describe('a change of an object that Argo CD applies', () => {
  it('has a guessed path and a hint while no repository is set', async () => {
    expect(await propose({ dryRun: true })).toEqual({
      change: {
        kind: 'NODE_POOL',
        name: 'tracked',
        managedBy: { tool: 'ARGO_CD', name: 'fleet' },
        repositoryId: null,
        project: null,
        branch: null,
        path: `clusters/${clusterName}/nodepools/tracked.yaml`,
        isPathGuessed: true,
        before: null,
        after: null,
        problem: expect.stringContaining('No Git repository is set'),
        pullRequest: null,
      },
      userErrors: [],
    });
    expect(await propose()).toMatchObject({ change: null, userErrors: [{ code: 'CONFLICT' }] });
  });

  it('needs a usable repository, which only administrators set', async () => {
    const input = { ...repository(), project: 'fleet', pathPattern: '../{pool}.yaml', token: ' ' };
    const refused = await send(api.writer, create, input, 'createGitRepository');
    expect(at(refused, 'userErrors')).toMatchObject([
      { code: 'INVALID', field: 'input.project' },
      { code: 'INVALID', field: 'input.pathPattern' },
      { code: 'INVALID', field: 'input.token' },
    ]);
    const denied = await api.graphql(api.reader, create, { input: repository() });
    expect(at(denied.body, 'errors.0.extensions.code')).toBe('FORBIDDEN');
  });

  it('becomes one pull request with a change of the file, however often it is requested', async () => {
    const created = await send(api.writer, create, repository(), 'createGitRepository');
    expect(created).toMatchObject({
      repository: { branch: 'main', scope: { kind: 'CLUSTER', clusterName } },
      userErrors: [],
    });
    expect(JSON.stringify(created)).not.toContain(git.token);
    const dry = await propose({ dryRun: true });
    expect(dry).toMatchObject({
      change: { path: filePath, isPathGuessed: false, problem: null, pullRequest: null },
    });
    expect(at(dry, 'change.after')).toBe(
      `# Reviewed by platform\n${manifest.replace('weight: 10', 'weight: 20')}`,
    );
    expect(git.pulls).toEqual([]);
    const texts = { title: 'Prefer this pool', description: 'It is cheaper.' };
    const first = await propose(texts);
    expect(at(first, 'change.pullRequest')).toEqual({
      url: 'https://github.example/shop/fleet/pull/1',
      number: 1,
      isNew: true,
    });
    expect(at(await propose(texts), 'change.pullRequest')).toMatchObject({
      number: 1,
      isNew: false,
    });
    expect(git.pulls).toMatchObject([{ title: 'Prefer this pool' }]);
    expect(git.pulls[0]?.body).toMatch(/^It is cheaper\.\n\nProposed in Kerf by writer/);
    const audit = await api.send('GET', '/api/v1/audit-entries?limit=100', api.writer);
    expect(JSON.stringify(audit.body)).toContain('https://github.example/shop/fleet/pull/1');
  });

  it('is refused with the reason where the file or the repository does not allow it', async () => {
    git.write('main', filePath, manifest.replace('weight: 10', 'weight: {{ .Values.weight }}'));
    expect(at(await propose({ dryRun: true }), 'change')).toMatchObject({
      after: null,
      problem: expect.stringContaining('is a template'),
    });
    git.write('main', filePath, heavier);
    expect(at(await propose(), 'userErrors.0.message')).toContain('has this already');
    git.token = 'rotated';
    expect(at(await propose({ dryRun: true }), 'change.problem')).toContain('refuses the token');
  });

  it('is refused for what Kerf manages, for several documents, and for those who may not write', async () => {
    const messageOf = async (text: string) =>
      String(at(await propose({ manifest: text }), 'userErrors.0.message'));
    const own = formatManifest(aNodePoolDefinition({ clusterId, name: 'default' }));
    expect(await messageOf(own)).toContain('is managed in Kerf');
    expect(await messageOf(`${heavier}---\n${own}`)).toContain('must have one document');
    expect(await messageOf(heavier.replace('weight: 20', 'weight: 200'))).toContain('spec.weight');
    const body = { clusterId, manifest: heavier };
    const denied = await api.send('POST', '/api/v1/pull-requests?dryRun=All', api.reader, body);
    expect(denied.status).toBe(403);
  });
});

describe('a Git repository of the settings', () => {
  it('is listed without its token, changed with a version, and removed', async () => {
    const list = await api.send('GET', '/api/v1/git-repositories', api.reader);
    expect(JSON.stringify(list.body)).not.toMatch(/token/i);
    const id = String(at(list.body, 'items.0.id'));
    const path = `/api/v1/git-repositories/${id}`;
    const patch = (headers: object, body: object) =>
      api.send('PATCH', path, { ...api.writer, ...headers }, body);
    expect((await patch({}, { branch: 'release' })).status).toBe(428);
    expect((await patch({ 'if-match': '"9"' }, { branch: 'release' })).status).toBe(412);
    const changed = await patch({ 'if-match': '"1"' }, { branch: 'release' });
    expect(changed).toMatchObject({ status: 200, body: { branch: 'release', version: 2 } });
    const elsewhere = await patch({ 'if-match': '"2"' }, { apiUrl: 'https://evil.example' });
    expect(elsewhere.status).toBe(400);
    expect(JSON.stringify(elsewhere.body)).toContain('is required with another API URL');
    const again = await patch({ 'if-match': '"2"' }, { token: 'another' });
    expect(again.status).toBe(200);
    const twice = await api.graphql(api.writer, create, { input: repository() });
    expect(at(twice.body, 'data.createGitRepository.userErrors.0.code')).toBe('CONFLICT');
    const gone = await api.send('DELETE', path, { ...api.writer, 'if-match': '"3"' });
    expect(gone.status).toBe(204);
    const audit = await api.send('GET', '/api/v1/audit-entries?limit=100', api.writer);
    expect(JSON.stringify(audit.body)).toContain('git-repository.remove');
    expect(JSON.stringify(audit.body)).not.toContain('sealedToken');
  });
});
