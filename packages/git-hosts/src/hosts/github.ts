import type { GitFailure, OpenGitRepository, PullRequestDraft } from '@kerf/application';
import { ok, type Result } from '@kerf/core';
import { z } from 'zod';
import { failure } from '../http/git-api.js';
import {
  type Call,
  decodeBase64,
  encodeBase64,
  noFile,
  noText,
  type RepositoryApi,
  readAnswer,
} from './repository-api.js';

/**
 * Returns the API of GitHub and GitHub Enterprise Server. Source: docs.github.com, REST API version 2022-11-28:
 * repository contents, Git references, pull requests.
 */
export function githubRepository({
  apiUrl,
  project,
  branch: base,
  token,
}: OpenGitRepository): RepositoryApi {
  const [owner = ''] = project.split('/');
  return {
    name: 'GitHub',
    rights: 'read and write access to Contents and Pull requests of the repository',
    url: `${apiUrl}/repos/${pathIn(project)}`,
    headers: {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${token}`,
      'x-github-api-version': '2022-11-28',
    },
    pulls: {
      path: '/pulls',
      shape: pullShape,
      conflict: 422,
      updates: 'PATCH',
      query: (branch) => ({ state: 'open', head: `${owner}:${branch}`, base }),
      texts: ({ title, body }) => ({ title, body }),
      branches: ({ branch }) => ({ head: branch, base }),
    },
    async readFile(call, path, branch) {
      const file = await readFile(call, path, branch);
      return file.ok ? ok(file.value.text) : file;
    },
    async push(call, draft) {
      const branch = await createBranch(call, { branch: draft.branch, base });
      return branch.ok ? commit(call, draft) : branch;
    },
  };
}

const fileShape = z.object({
  type: z.literal('file'),
  sha: z.string(),
  encoding: z.literal('base64'),
  content: z.string(),
});
const refShape = z.object({ object: z.object({ sha: z.string() }) });
const pullShape = z
  .object({ number: z.int(), html_url: z.url(), title: z.string(), body: z.string().nullable() })
  .transform(({ html_url: url, body, ...pull }) => ({ ...pull, url, body: body ?? '' }));

const pathIn = (path: string): string => path.split('/').map(encodeURIComponent).join('/');

interface RepositoryFile {
  readonly text: string;
  readonly sha: string;
}

async function readFile(
  call: Call,
  path: string,
  branch: string,
): Promise<Result<RepositoryFile, GitFailure>> {
  const at = `/contents/${pathIn(path)}?ref=${encodeURIComponent(branch)}`;
  const answer = await call.any('GET', at);
  if (!answer.ok) return answer;
  if (answer.value.status === 404) return missingFile(call, path, branch);
  const found = call.accepted(answer.value);
  if (!found.ok) return found;
  if (Array.isArray(found.value.json)) return failure('Refused', `${path} is a folder.`);
  const file = readAnswer(fileShape, found.value);
  if (!file.ok) return file;
  const text = decodeBase64(file.value.content);
  return text === null ? noText(path) : ok({ text, sha: file.value.sha });
}

/** GitHub answers 404 for a repository that the token cannot see, too. */
async function missingFile(
  call: Call,
  path: string,
  branch: string,
): Promise<Result<never, GitFailure>> {
  const repository = await call.success('GET', '');
  return repository.ok ? noFile(path, branch) : repository;
}

/** A branch that exists has the same change: its name is derived from it. */
async function createBranch(
  call: Call,
  { branch, base }: { readonly branch: string; readonly base: string },
): Promise<Result<null, GitFailure>> {
  const ref = await call.success('GET', `/git/ref/heads/${pathIn(base)}`);
  if (!ref.ok) return ref;
  const head = readAnswer(refShape, ref.value);
  if (!head.ok) return head;
  const created = await call.any('POST', '/git/refs', {
    ref: `refs/heads/${branch}`,
    sha: head.value.object.sha,
  });
  if (!created.ok) return created;
  const { status, message } = created.value;
  if (status === 422 && /already exists/i.test(message)) return ok(null);
  const accepted = call.accepted(created.value);
  return accepted.ok ? ok(null) : accepted;
}

async function commit(
  call: Call,
  { branch, path, content, title }: PullRequestDraft,
): Promise<Result<null, GitFailure>> {
  const file = await readFile(call, path, branch);
  if (!file.ok) return file;
  if (file.value.text === content) return ok(null);
  const answer = await call.success('PUT', `/contents/${pathIn(path)}`, {
    message: title,
    content: encodeBase64(content),
    branch,
    sha: file.value.sha,
  });
  return answer.ok ? ok(null) : answer;
}
