import type { GitHost, OpenGitRepository } from '@kerf/application';
import { createAddressPolicy } from '@kerf/system';
import { type GitFault, type GitRequest, GitServer } from '@kerf/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createGitHost } from './create-git-host.js';

const limits = { connectMs: 2_000, totalMs: 2_000, maxBodyBytes: 100_000 };
const path = 'clusters/prod/node pools/general.yaml';
const draft = {
  branch: 'kerf/nodepool-general-1a2b',
  path,
  content: 'weight: 2 # ü\n',
  title: 'Change NodePool general',
  body: 'Weight 2',
};
let server: GitServer;
let host: GitHost & { close(): Promise<void> };

const open = (allowed: readonly string[]) =>
  createGitHost({ policy: createAddressPolicy(allowed), limits });

beforeEach(async () => {
  server = await GitServer.start();
  server.write('main', path, 'weight: 1 # ü\n');
  host = open(['127.0.0.1']);
});
afterEach(async () => {
  await host.close();
  await server.close();
});

const repository = (
  provider: OpenGitRepository['provider'],
  fields: Partial<OpenGitRepository> = {},
): OpenGitRepository => ({
  provider,
  apiUrl: server.url,
  project: 'shop/fleet',
  branch: 'main',
  token: server.token,
  ...fields,
});

const failing = (fault: GitFault, when: (request: GitRequest) => boolean = () => true) => {
  server.fault = (request) => (when(request) ? fault : null);
};
const json = (status: number, message: unknown, headers: Record<string, string> = {}) => ({
  status,
  headers,
  body: JSON.stringify({ message }),
});

describe.each(['GitHub', 'GitLab'] as const)('a repository of %s', (provider) => {
  const pullPath = provider === 'GitHub' ? '/pulls' : '/merge_requests';
  const read = (fields: Partial<OpenGitRepository> = {}, file = path) =>
    host.readFile(repository(provider, fields), file);
  const openPull = (fields: Partial<typeof draft> = {}) =>
    host.openPullRequest(repository(provider), { ...draft, ...fields });

  it('returns the text of a file, and authenticates as its API asks', async () => {
    expect(await read()).toEqual({ ok: true, value: 'weight: 1 # ü\n' });
    expect(server.requests[0]?.headers).toMatchObject(
      provider === 'GitHub'
        ? {
            accept: 'application/vnd.github+json',
            authorization: 'Bearer secret-token',
            'x-github-api-version': '2022-11-28',
          }
        : { 'private-token': 'secret-token' },
    );
  });

  it('gets a branch, a commit and a pull request', async () => {
    const opened = await openPull();
    expect(opened).toMatchObject({ ok: true, value: { number: 1, isNew: true } });
    expect(opened.ok && opened.value.url).toMatch(/^https:\/\/git(hub|lab)\.example\/shop\/fleet/);
    const files = [...(server.branches.get(draft.branch)?.values() ?? [])];
    expect(files).toContain(draft.content);
    expect([...(server.branches.get('main')?.values() ?? [])]).not.toContain(draft.content);
    expect(server.pulls).toMatchObject([{ branch: draft.branch, title: draft.title }]);
  });

  it('gets the same pull request once, with the newest title', async () => {
    await openPull();
    const writes = () => server.requests.filter(({ method }) => method !== 'GET').length;
    const before = writes();
    expect(await openPull()).toMatchObject({ ok: true, value: { number: 1, isNew: false } });
    // GitHub is asked for the branch by creating it.
    expect(writes() - before).toBe(provider === 'GitHub' ? 1 : 0);
    expect(await openPull({ title: 'More weight' })).toMatchObject({
      ok: true,
      value: { number: 1, isNew: false },
    });
    expect(server.pulls).toMatchObject([{ title: 'More weight' }]);
  });

  it('has the pull request of somebody who was faster', async () => {
    await openPull();
    let lists = 0;
    server.fault = ({ method, path: asked }) => {
      if (method !== 'GET' || !asked.includes(pullPath)) return null;
      lists += 1;
      return lists === 1 ? { status: 200, body: '[]' } : null;
    };
    expect(await openPull()).toMatchObject({ ok: true, value: { number: 1, isNew: false } });
  });

  it('says that the token is refused, and never shows it', async () => {
    server.token = 'another';
    failing(json(401, 'Bad credentials secret-token'));
    const result = await read({ token: 'secret-token' });
    expect(result).toMatchObject({ ok: false, error: { kind: 'Unauthorized' } });
    expect(JSON.stringify(result)).toContain('[secret]');
    expect(JSON.stringify(result)).not.toContain('secret-token');
  });

  it('distinguishes a missing repository from a missing file', async () => {
    expect(await read({ project: 'shop/gone' })).toMatchObject({
      error: { kind: 'RepositoryNotFound', message: expect.stringContaining('shop/gone') },
    });
    expect(await read({}, 'gone.yaml')).toMatchObject({
      error: { kind: 'FileNotFound', message: expect.stringContaining('no file gone.yaml') },
    });
  });

  it.each([
    ['Forbidden', json(403, 'Resource not accessible'), null],
    ['RateLimited', json(429, 'Slow down', { 'retry-after': '30' }), 30_000],
    ['RateLimited', json(403, 'Secondary limit', { 'retry-after': '7' }), 7_000],
    ['Refused', json(422, 'Validation Failed'), null],
    ['Refused', { status: 301, headers: { location: 'http://127.0.0.1:1/' } }, null],
    ['Unavailable', { status: 200, body: '<html>sign in</html>' }, null],
    ['Unavailable', { status: 200, body: '{"type":"submodule"}' }, null],
    ['Unavailable', { status: 503, body: '{}' }, null],
    ['Unavailable', 'Hang', null],
    ['Refused', 'Pour', null],
  ] as const)('fails as %s: %j', async (kind, fault, retryAfterMs) => {
    failing(fault);
    expect(await read()).toMatchObject({ ok: false, error: { kind, retryAfterMs } });
    expect(await openPull()).toMatchObject({ ok: false, error: { kind } });
    expect(server.pulls).toEqual([]);
  });

  it('waits until a used-up limit is reset', async () => {
    const resetAt = String(Math.ceil(Date.now() / 1_000) + 3_600);
    const prefix = provider === 'GitHub' ? 'x-ratelimit' : 'ratelimit';
    const headers = { [`${prefix}-remaining`]: '0', [`${prefix}-reset`]: resetAt };
    failing(json(403, 'Limit', headers));
    const result = await read();
    expect(result).toMatchObject({ error: { kind: 'RateLimited' } });
    expect(!result.ok && result.error.retryAfterMs).toBeGreaterThan(3_000_000);
  });

  it('is not called at an address that is not public, or without TLS', async () => {
    const closed = open([]);
    const result = await closed.readFile(repository(provider), path);
    expect(result).toMatchObject({ error: { kind: 'Refused' } });
    const secure = repository(provider, { apiUrl: server.url.replace('http:', 'https:') });
    expect(await closed.readFile(secure, path)).toMatchObject({
      error: {
        message: expect.stringContaining('Add it to KERF_ALLOWED_GIT_HOSTS of the API'),
      },
    });
    const named = repository(provider, { apiUrl: 'https://localhost:1' });
    expect(await closed.readFile(named, path)).toMatchObject({
      error: { kind: 'Refused', message: expect.stringContaining('loopback') },
    });
    await closed.close();
    expect(server.requests).toEqual([]);
  });

  it('is unavailable where nothing listens', async () => {
    const nothing = { apiUrl: 'http://127.0.0.1:1' };
    expect(await read(nothing)).toMatchObject({ error: { kind: 'Unavailable' } });
  });
});

it('a file of GitHub that changed meanwhile is not overwritten', async () => {
  const github = repository('GitHub');
  await host.openPullRequest(github, draft);
  failing(json(409, 'does not match'), ({ method }) => method === 'PUT');
  const other = await host.openPullRequest(github, { ...draft, content: 'weight: 3\n' });
  expect(other).toMatchObject({ ok: false, error: { kind: 'Refused' } });
});
