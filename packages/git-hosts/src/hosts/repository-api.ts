import type {
  GitFailure,
  GitHost,
  OpenGitRepository,
  PullRequest,
  PullRequestDraft,
} from '@kerf/application';
import { err, ok, type Result } from '@kerf/core';
import { z } from 'zod';
import { failure, type GitAnswer, type GitApi, type GitCall } from '../http/git-api.js';

/** A provider's API for one repository. */
export interface RepositoryApi {
  /** E.g. `GitHub`. */
  readonly name: string;
  /** Rights that the token needs. */
  readonly rights: string;
  /** URL of the repository, to which paths of calls are added. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly pulls: PullApi;
  readFile(call: Call, path: string, branch: string): Promise<Result<string, GitFailure>>;
  /** Commits the file of a draft to its branch, which is created if it is missing. */
  push(call: Call, draft: PullRequestDraft): Promise<Result<null, GitFailure>>;
}

/** The part of an API that is about pull requests. */
export interface PullApi {
  readonly path: string;
  readonly shape: z.ZodType<OpenPull>;
  /** Status of the answer if a branch has an open pull request. */
  readonly conflict: number;
  readonly updates: GitCall['method'];
  /** Returns the query for the open pull requests of a branch. */
  query(branch: string): Readonly<Record<string, string>>;
  /** Returns the fields that a change may set. */
  texts(draft: PullRequestDraft): object;
  /** Returns the fields of a new one besides its texts. */
  branches(draft: PullRequestDraft): object;
}

/** An open pull request. */
export interface OpenPull {
  readonly number: number;
  readonly url: string;
  readonly title: string;
  readonly body: string;
}

/** Calls the API of a repository, by the path below its URL. */
export interface Call {
  /** Returns any answer. */
  any(
    method: GitCall['method'],
    path: string,
    body?: unknown,
  ): Promise<Result<GitAnswer, GitFailure>>;
  /** Returns a successful answer, and the failure of any other. */
  success(
    method: GitCall['method'],
    path: string,
    body?: unknown,
  ): Promise<Result<GitAnswer, GitFailure>>;
  /** Returns an answer that is a success, and the failure of any other. */
  accepted(answer: GitAnswer): Result<GitAnswer, GitFailure>;
}

/**
 * Creates the access to repositories.
 * @param apiOf returns the API of a repository's provider
 */
export function createRepositoryHost(
  api: GitApi,
  apiOf: (repository: OpenGitRepository) => RepositoryApi,
): GitHost {
  return {
    async readFile(repository, path) {
      const provider = apiOf(repository);
      const text = await provider.readFile(
        callOf(api, provider, repository),
        path,
        repository.branch,
      );
      return withoutSecret(text, repository.token);
    },
    async openPullRequest(repository, draft) {
      const provider = apiOf(repository);
      const opened = await propose(provider, callOf(api, provider, repository), draft);
      return withoutSecret(opened, repository.token);
    },
  };
}

function callOf(api: GitApi, provider: RepositoryApi, { project }: OpenGitRepository): Call {
  const { url, headers } = provider;
  const accepted = (answer: GitAnswer) =>
    isSuccess(answer) ? ok(answer) : refusalOf(answer, provider, project);
  const any: Call['any'] = (method, path, body) =>
    api.call({ method, url: `${url}${path}`, headers, body });
  return {
    any,
    accepted,
    success: async (method, path, body) => {
      const answer = await any(method, path, body);
      return answer.ok ? accepted(answer.value) : answer;
    },
  };
}

async function propose(
  provider: RepositoryApi,
  call: Call,
  draft: PullRequestDraft,
): Promise<Result<PullRequest, GitFailure>> {
  const pushed = await provider.push(call, draft);
  if (!pushed.ok) return pushed;
  const open = await findOpen(provider, call, draft.branch);
  if (!open.ok) return open;
  return open.value === null
    ? create(provider, call, draft)
    : update(provider, call, { open: open.value, draft });
}

async function findOpen(
  { pulls }: RepositoryApi,
  call: Call,
  branch: string,
): Promise<Result<OpenPull | null, GitFailure>> {
  const query = new URLSearchParams(pulls.query(branch));
  const answer = await call.success('GET', `${pulls.path}?${query.toString()}`);
  if (!answer.ok) return answer;
  const found = readAnswer(z.array(pulls.shape), answer.value);
  return found.ok ? ok(found.value[0] ?? null) : found;
}

async function create(
  provider: RepositoryApi,
  call: Call,
  draft: PullRequestDraft,
): Promise<Result<PullRequest, GitFailure>> {
  const { pulls } = provider;
  const fields = { ...pulls.branches(draft), ...pulls.texts(draft) };
  const answer = await call.any('POST', pulls.path, fields);
  if (!answer.ok) return answer;
  if (answer.value.status === pulls.conflict) {
    // Somebody was faster.
    const open = await findOpen(provider, call, draft.branch);
    if (!open.ok) return open;
    if (open.value !== null) return ok(toPullRequest(open.value, false));
  }
  const created = call.accepted(answer.value);
  if (!created.ok) return created;
  const pull = readAnswer(pulls.shape, created.value);
  return pull.ok ? ok(toPullRequest(pull.value, true)) : pull;
}

async function update(
  { pulls }: RepositoryApi,
  call: Call,
  { open, draft }: { readonly open: OpenPull; readonly draft: PullRequestDraft },
): Promise<Result<PullRequest, GitFailure>> {
  const isSame = open.title === draft.title && open.body === draft.body;
  if (isSame) return ok(toPullRequest(open, false));
  const path = `${pulls.path}/${open.number}`;
  const answer = await call.success(pulls.updates, path, pulls.texts(draft));
  return answer.ok ? ok(toPullRequest(open, false)) : answer;
}

const toPullRequest = ({ number, url }: OpenPull, isNew: boolean): PullRequest => ({
  number,
  url,
  isNew,
});

/** Reads the body of a successful answer. */
export function readAnswer<Shape extends z.ZodType>(
  shape: Shape,
  { json }: GitAnswer,
): Result<z.output<Shape>, GitFailure> {
  const parsed = shape.safeParse(json);
  return parsed.success
    ? { ok: true, value: parsed.data }
    : failure('Unavailable', 'The answer is none of this API. Check the provider and the API URL.');
}

export const isSuccess = ({ status }: GitAnswer): boolean => status >= 200 && status < 300;

/** Returns the failure of an answer that is no success, by its status. */
function refusalOf(
  { status, message, retryAfterMs }: GitAnswer,
  { name: provider, rights }: Pick<RepositoryApi, 'name' | 'rights'>,
  project: string,
): Result<never, GitFailure> {
  const said = message === '' ? `HTTP ${status}` : `HTTP ${status}: ${message}`;
  const isLimited = status === 429 || (status === 403 && retryAfterMs !== null);
  if (isLimited) {
    const wait = retryAfterMs === null ? 'later' : `in ${Math.ceil(retryAfterMs / 1_000)} s`;
    return failure(
      'RateLimited',
      `${provider} limits the calls of this token. Try again ${wait}.`,
      retryAfterMs,
    );
  }
  if (status === 401) {
    return failure(
      'Unauthorized',
      `${provider} refuses the token (${said}): it expired or was revoked. Set a new one in the settings.`,
    );
  }
  if (status === 403) {
    return failure('Forbidden', `The token may not do this (${said}). It needs ${rights}.`);
  }
  if (status === 404) {
    return failure(
      'RepositoryNotFound',
      `${provider} has no repository ${project} that this token can see (${said}). Correct the path, or give the token access.`,
    );
  }
  return failure('Refused', `${provider} refuses the change (${said}).`);
}

/** Hides the token in what a provider said, because it may repeat it. */
const withoutSecret = <T>(result: Result<T, GitFailure>, token: string): Result<T, GitFailure> =>
  result.ok || token === ''
    ? result
    : err({ ...result.error, message: result.error.message.replaceAll(token, '[secret]') });

/** Decodes the text of a file; `null` if it is not UTF-8. */
export function decodeBase64(content: string): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      Buffer.from(content, 'base64'),
    );
  } catch {
    return null;
  }
}

export const encodeBase64 = (text: string): string => Buffer.from(text, 'utf8').toString('base64');

export const noText = (path: string) =>
  failure('Refused', `The file ${path} is not text in UTF-8.`);

export const noFile = (path: string, branch: string) =>
  failure(
    'FileNotFound',
    `The branch ${branch} has no file ${path}. Correct the path pattern, or name the file of this object in the settings.`,
  );
