import type { GitFailure, OpenGitRepository, PullRequestDraft } from '@kerf/application';
import { ok, type Result } from '@kerf/core';
import { z } from 'zod';
import {
  type Call,
  decodeBase64,
  isSuccess,
  noFile,
  noText,
  type RepositoryApi,
  readAnswer,
} from './repository-api.js';

/**
 * Returns the API of GitLab.com and self-managed GitLab. Source: docs.gitlab.com, REST API v4: repository files,
 * branches, commits, merge requests.
 */
export function gitlabRepository({
  apiUrl,
  project,
  branch: base,
  token,
}: OpenGitRepository): RepositoryApi {
  return {
    name: 'GitLab',
    rights: 'the scope api and the role Developer in the project',
    url: `${apiUrl}/projects/${encodeURIComponent(project)}`,
    headers: { accept: 'application/json', 'private-token': token },
    pulls: {
      path: '/merge_requests',
      shape: mergeRequestShape,
      conflict: 409,
      updates: 'PUT',
      query: (branch) => ({ state: 'opened', source_branch: branch, target_branch: base }),
      texts: ({ title, body }) => ({ title, description: body }),
      branches: ({ branch }) => ({
        source_branch: branch,
        target_branch: base,
        remove_source_branch: true,
      }),
    },
    readFile,
    async push(call, draft) {
      const branch = await call.any(
        'GET',
        `/repository/branches/${encodeURIComponent(draft.branch)}`,
      );
      if (!branch.ok) return branch;
      return isSuccess(branch.value)
        ? commitAgain(call, draft)
        : commitToNewBranch(call, draft, base);
    },
  };
}

const fileShape = z.object({ encoding: z.literal('base64'), content: z.string() });
const mergeRequestShape = z
  .object({
    iid: z.int(),
    web_url: z.url(),
    title: z.string(),
    description: z.string().nullable(),
  })
  .transform(({ iid: number, web_url: url, title, description }) => ({
    number,
    url,
    title,
    body: description ?? '',
  }));

async function readFile(
  call: Call,
  path: string,
  branch: string,
): Promise<Result<string, GitFailure>> {
  const at = `/repository/files/${encodeURIComponent(path)}?ref=${encodeURIComponent(branch)}`;
  const answer = await call.any('GET', at);
  if (!answer.ok) return answer;
  const isMissing = answer.value.status === 404 && /file not found/i.test(answer.value.message);
  if (isMissing) return noFile(path, branch);
  const found = call.accepted(answer.value);
  if (!found.ok) return found;
  const file = readAnswer(fileShape, found.value);
  if (!file.ok) return file;
  const text = decodeBase64(file.value.content);
  return text === null ? noText(path) : ok(text);
}

async function commitToNewBranch(
  call: Call,
  draft: PullRequestDraft,
  base: string,
): Promise<Result<null, GitFailure>> {
  const answer = await call.any('POST', commits, { ...commitOf(draft), start_branch: base });
  if (!answer.ok) return answer;
  // Somebody was faster.
  const isThere = answer.value.status === 400 && /already exists/i.test(answer.value.message);
  if (isThere) return commitAgain(call, draft);
  const accepted = call.accepted(answer.value);
  return accepted.ok ? ok(null) : accepted;
}

/** A branch that exists has the same change: its name is derived from it. */
async function commitAgain(call: Call, draft: PullRequestDraft): Promise<Result<null, GitFailure>> {
  const text = await readFile(call, draft.path, draft.branch);
  if (!text.ok) return text;
  if (text.value === draft.content) return ok(null);
  const answer = await call.success('POST', commits, commitOf(draft));
  return answer.ok ? ok(null) : answer;
}

const commits = '/repository/commits';

const commitOf = ({ branch, path, content, title }: PullRequestDraft) => ({
  branch,
  commit_message: title,
  actions: [{ action: 'update', file_path: path, content }],
});
