import type {
  GitFailure,
  OpenGitRepository,
  PullRequest,
  PullRequestDraft,
} from '@kerf/application';
import { ok, type Result } from '@kerf/core';
import { z } from 'zod';
import { failure, type GitAnswer, type GitApi, type GitCall } from '../http/git-api.js';
import {
  decodeBase64,
  encodeBase64,
  type GitProviderHost,
  isSuccess,
  noFile,
  noText,
  readAnswer,
  refusalOf,
  withoutSecret,
} from './git-provider-host.js';

/**
 * Creates the adapter of GitHub and GitHub Enterprise Server. Source: docs.github.com, REST API version 2022-11-28:
 * repository contents, Git references, pull requests.
 */
export function createGithubHost(api: GitApi): GitProviderHost {
  return {
    async readFile(repository, path) {
      const file = await readFile({ api, repository }, path, repository.branch);
      const text = file.ok ? ok(file.value.text) : file;
      return withoutSecret(text, repository.token);
    },
    async openPullRequest(repository, draft) {
      const opened = await openPullRequest({ api, repository }, draft);
      return withoutSecret(opened, repository.token);
    },
  };
}

interface Access {
  readonly api: GitApi;
  readonly repository: OpenGitRepository;
}

const fileShape = z.object({
  type: z.literal('file'),
  sha: z.string(),
  encoding: z.literal('base64'),
  content: z.string(),
});
const refShape = z.object({ object: z.object({ sha: z.string() }) });
const pullShape = z.object({
  number: z.int(),
  html_url: z.url(),
  title: z.string(),
  body: z.string().nullable(),
});
type Pull = z.output<typeof pullShape>;

const pathIn = (path: string): string => path.split('/').map(encodeURIComponent).join('/');

function call(
  { api, repository }: Access,
  method: GitCall['method'],
  path: string,
  body?: unknown,
): Promise<Result<GitAnswer, GitFailure>> {
  const { apiUrl, project, token } = repository;
  return api.call({
    method,
    url: `${apiUrl}/repos/${pathIn(project)}${path}`,
    headers: {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${token}`,
      'x-github-api-version': '2022-11-28',
    },
    body,
  });
}

const refused = ({ repository: { project } }: Access, answer: GitAnswer) =>
  refusalOf(answer, {
    provider: 'GitHub',
    project,
    rights: 'read and write access to Contents and Pull requests of the repository',
  });

interface RepositoryFile {
  readonly text: string;
  readonly sha: string;
}

async function readFile(
  access: Access,
  path: string,
  branch: string,
): Promise<Result<RepositoryFile, GitFailure>> {
  const answer = await call(
    access,
    'GET',
    `/contents/${pathIn(path)}?ref=${encodeURIComponent(branch)}`,
  );
  if (!answer.ok) return answer;
  if (answer.value.status === 404) return missingFile(access, path, branch);
  if (!isSuccess(answer.value)) return refused(access, answer.value);
  if (Array.isArray(answer.value.json)) return failure('Refused', `${path} is a folder.`);
  const file = readAnswer(fileShape, answer.value);
  if (!file.ok) return file;
  const text = decodeBase64(file.value.content);
  return text === null ? noText(path) : ok({ text, sha: file.value.sha });
}

/** GitHub answers 404 for a repository that the token cannot see, too. */
async function missingFile(
  access: Access,
  path: string,
  branch: string,
): Promise<Result<never, GitFailure>> {
  const answer = await call(access, 'GET', '');
  if (!answer.ok) return answer;
  return isSuccess(answer.value) ? noFile(path, branch) : refused(access, answer.value);
}

async function openPullRequest(
  access: Access,
  draft: PullRequestDraft,
): Promise<Result<PullRequest, GitFailure>> {
  const branch = await createBranch(access, draft.branch);
  if (!branch.ok) return branch;
  const committed = await commit(access, draft);
  if (!committed.ok) return committed;
  const open = await findOpen(access, draft.branch);
  if (!open.ok) return open;
  return open.value === null ? create(access, draft) : update(access, open.value, draft);
}

/** A branch that exists has the same change: its name is derived from it. */
async function createBranch(access: Access, branch: string): Promise<Result<null, GitFailure>> {
  const base = await call(access, 'GET', `/git/ref/heads/${pathIn(access.repository.branch)}`);
  if (!base.ok) return base;
  if (!isSuccess(base.value)) return refused(access, base.value);
  const head = readAnswer(refShape, base.value);
  if (!head.ok) return head;
  const created = await call(access, 'POST', '/git/refs', {
    ref: `refs/heads/${branch}`,
    sha: head.value.object.sha,
  });
  if (!created.ok) return created;
  const isThere = created.value.status === 422 && /already exists/i.test(created.value.message);
  return isThere || isSuccess(created.value) ? ok(null) : refused(access, created.value);
}

async function commit(
  access: Access,
  { branch, path, content, title }: PullRequestDraft,
): Promise<Result<null, GitFailure>> {
  const file = await readFile(access, path, branch);
  if (!file.ok) return file;
  if (file.value.text === content) return ok(null);
  const answer = await call(access, 'PUT', `/contents/${pathIn(path)}`, {
    message: title,
    content: encodeBase64(content),
    branch,
    sha: file.value.sha,
  });
  if (!answer.ok) return answer;
  return isSuccess(answer.value) ? ok(null) : refused(access, answer.value);
}

async function findOpen(access: Access, branch: string): Promise<Result<Pull | null, GitFailure>> {
  const [owner = ''] = access.repository.project.split('/');
  const query = new URLSearchParams({
    state: 'open',
    head: `${owner}:${branch}`,
    base: access.repository.branch,
  });
  const answer = await call(access, 'GET', `/pulls?${query.toString()}`);
  if (!answer.ok) return answer;
  if (!isSuccess(answer.value)) return refused(access, answer.value);
  const pulls = readAnswer(z.array(pullShape), answer.value);
  return pulls.ok ? ok(pulls.value[0] ?? null) : pulls;
}

async function create(
  access: Access,
  { branch, title, body }: PullRequestDraft,
): Promise<Result<PullRequest, GitFailure>> {
  const answer = await call(access, 'POST', '/pulls', {
    title,
    body,
    head: branch,
    base: access.repository.branch,
  });
  if (!answer.ok) return answer;
  if (answer.value.status === 422) {
    // Somebody was faster.
    const open = await findOpen(access, branch);
    if (!open.ok) return open;
    if (open.value !== null) return ok(toPullRequest(open.value, false));
  }
  if (!isSuccess(answer.value)) return refused(access, answer.value);
  const created = readAnswer(pullShape, answer.value);
  return created.ok ? ok(toPullRequest(created.value, true)) : created;
}

async function update(
  access: Access,
  pull: Pull,
  { title, body }: PullRequestDraft,
): Promise<Result<PullRequest, GitFailure>> {
  if (pull.title === title && (pull.body ?? '') === body) return ok(toPullRequest(pull, false));
  const answer = await call(access, 'PATCH', `/pulls/${pull.number}`, { title, body });
  if (!answer.ok) return answer;
  return isSuccess(answer.value) ? ok(toPullRequest(pull, false)) : refused(access, answer.value);
}

const toPullRequest = ({ number, html_url: url }: Pull, isNew: boolean): PullRequest => ({
  number,
  url,
  isNew,
});
