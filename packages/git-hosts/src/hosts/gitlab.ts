import type {
  GitFailure,
  OpenGitRepository,
  PullRequest,
  PullRequestDraft,
} from '@kerf/application';
import { ok, type Result } from '@kerf/core';
import { z } from 'zod';
import type { GitAnswer, GitApi, GitCall } from '../http/git-api.js';
import {
  decodeBase64,
  type GitProviderHost,
  isSuccess,
  noFile,
  noText,
  readAnswer,
  refusalOf,
  withoutSecret,
} from './git-provider-host.js';

/**
 * Creates the adapter of GitLab.com and self-managed GitLab. Source: docs.gitlab.com, REST API v4: repository files,
 * branches, commits, merge requests.
 */
export function createGitlabHost(api: GitApi): GitProviderHost {
  return {
    async readFile(repository, path) {
      const text = await readFile({ api, repository }, path, repository.branch);
      return withoutSecret(text, repository.token);
    },
    async openPullRequest(repository, draft) {
      const opened = await openMergeRequest({ api, repository }, draft);
      return withoutSecret(opened, repository.token);
    },
  };
}

interface Access {
  readonly api: GitApi;
  readonly repository: OpenGitRepository;
}

const fileShape = z.object({ encoding: z.literal('base64'), content: z.string() });
const mergeRequestShape = z.object({
  iid: z.int(),
  web_url: z.url(),
  title: z.string(),
  description: z.string().nullable(),
});
type MergeRequest = z.output<typeof mergeRequestShape>;

function call(
  { api, repository }: Access,
  method: GitCall['method'],
  path: string,
  body?: unknown,
): Promise<Result<GitAnswer, GitFailure>> {
  const { apiUrl, project, token } = repository;
  return api.call({
    method,
    url: `${apiUrl}/projects/${encodeURIComponent(project)}${path}`,
    headers: { accept: 'application/json', 'private-token': token },
    body,
  });
}

const refused = ({ repository: { project } }: Access, answer: GitAnswer) =>
  refusalOf(answer, {
    provider: 'GitLab',
    project,
    rights: 'the scope api and the role Developer in the project',
  });

async function readFile(
  access: Access,
  path: string,
  branch: string,
): Promise<Result<string, GitFailure>> {
  const ref = encodeURIComponent(branch);
  const answer = await call(
    access,
    'GET',
    `/repository/files/${encodeURIComponent(path)}?ref=${ref}`,
  );
  if (!answer.ok) return answer;
  const isMissing = answer.value.status === 404 && /file not found/i.test(answer.value.message);
  if (isMissing) return noFile(path, branch);
  if (!isSuccess(answer.value)) return refused(access, answer.value);
  const file = readAnswer(fileShape, answer.value);
  if (!file.ok) return file;
  const text = decodeBase64(file.value.content);
  return text === null ? noText(path) : ok(text);
}

async function openMergeRequest(
  access: Access,
  draft: PullRequestDraft,
): Promise<Result<PullRequest, GitFailure>> {
  const branch = await call(
    access,
    'GET',
    `/repository/branches/${encodeURIComponent(draft.branch)}`,
  );
  if (!branch.ok) return branch;
  const committed = isSuccess(branch.value)
    ? await commitAgain(access, draft)
    : await commitToNewBranch(access, draft);
  if (!committed.ok) return committed;
  const open = await findOpen(access, draft.branch);
  if (!open.ok) return open;
  return open.value === null ? create(access, draft) : update(access, open.value, draft);
}

async function commitToNewBranch(
  access: Access,
  draft: PullRequestDraft,
): Promise<Result<null, GitFailure>> {
  const answer = await commit(access, draft, { start_branch: access.repository.branch });
  if (!answer.ok) return answer;
  // Somebody was faster.
  const isThere = answer.value.status === 400 && /already exists/i.test(answer.value.message);
  if (isThere) return commitAgain(access, draft);
  return isSuccess(answer.value) ? ok(null) : refused(access, answer.value);
}

/** A branch that exists has the same change: its name is derived from it. */
async function commitAgain(
  access: Access,
  draft: PullRequestDraft,
): Promise<Result<null, GitFailure>> {
  const text = await readFile(access, draft.path, draft.branch);
  if (!text.ok) return text;
  if (text.value === draft.content) return ok(null);
  const answer = await commit(access, draft, {});
  if (!answer.ok) return answer;
  return isSuccess(answer.value) ? ok(null) : refused(access, answer.value);
}

const commit = (
  access: Access,
  { branch, path, content, title }: PullRequestDraft,
  start: { readonly start_branch?: string },
) =>
  call(access, 'POST', '/repository/commits', {
    branch,
    ...start,
    commit_message: title,
    actions: [{ action: 'update', file_path: path, content }],
  });

async function findOpen(
  access: Access,
  branch: string,
): Promise<Result<MergeRequest | null, GitFailure>> {
  const query = new URLSearchParams({
    state: 'opened',
    source_branch: branch,
    target_branch: access.repository.branch,
  });
  const answer = await call(access, 'GET', `/merge_requests?${query.toString()}`);
  if (!answer.ok) return answer;
  if (!isSuccess(answer.value)) return refused(access, answer.value);
  const found = readAnswer(z.array(mergeRequestShape), answer.value);
  return found.ok ? ok(found.value[0] ?? null) : found;
}

async function create(
  access: Access,
  { branch, title, body }: PullRequestDraft,
): Promise<Result<PullRequest, GitFailure>> {
  const answer = await call(access, 'POST', '/merge_requests', {
    source_branch: branch,
    target_branch: access.repository.branch,
    title,
    description: body,
    remove_source_branch: true,
  });
  if (!answer.ok) return answer;
  if (answer.value.status === 409) {
    const open = await findOpen(access, branch);
    if (!open.ok) return open;
    if (open.value !== null) return ok(toPullRequest(open.value, false));
  }
  if (!isSuccess(answer.value)) return refused(access, answer.value);
  const created = readAnswer(mergeRequestShape, answer.value);
  return created.ok ? ok(toPullRequest(created.value, true)) : created;
}

async function update(
  access: Access,
  open: MergeRequest,
  { title, body }: PullRequestDraft,
): Promise<Result<PullRequest, GitFailure>> {
  if (open.title === title && (open.description ?? '') === body) {
    return ok(toPullRequest(open, false));
  }
  const change = { title, description: body };
  const answer = await call(access, 'PUT', `/merge_requests/${open.iid}`, change);
  if (!answer.ok) return answer;
  return isSuccess(answer.value) ? ok(toPullRequest(open, false)) : refused(access, answer.value);
}

const toPullRequest = ({ iid, web_url: url }: MergeRequest, isNew: boolean): PullRequest => ({
  number: iid,
  url,
  isNew,
});
