import { type FieldProblem, type GitRepositoryId, isSameJson } from '@kerf/core';
import { teamProblem } from '../brakes/api.js';
import type { BrakeScope } from '../domain/brake/brake-scope.js';
import { type ExpectedVersion, isExpectedVersion } from '../domain/expected-version.js';
import { checkGitRepository, type GitRepositoryDraft } from '../domain/git/check-git-repository.js';
import type { GitRepository } from '../domain/git/git-repository.js';
import type { Principal } from '../domain/identity/principal.js';
import type { Ports } from '../ports/ports.js';
import type { Repositories } from '../ports/store.js';
import { auditWrite } from '../recording/audit.js';

type RepositoryPorts = Pick<Ports, 'store' | 'clock' | 'ids' | 'secretBox'>;

/** A repository to create. */
export interface CreateGitRepositoryInput extends GitRepositoryDraft {
  readonly scope: BrakeScope;
  readonly requestId: string | null;
}

/** Changes to a repository; absent fields stay as they are. Its scope cannot be changed. */
export interface UpdateGitRepositoryInput {
  readonly id: GitRepositoryId;
  readonly expectedVersion: ExpectedVersion;
  readonly fields: Partial<GitRepositoryDraft>;
  readonly requestId: string | null;
}

/** The result of a change of a repository. */
export type ChangeGitRepositoryOutcome =
  | { readonly kind: 'Changed'; readonly repository: GitRepository }
  | { readonly kind: 'NotFound' }
  | { readonly kind: 'Stale'; readonly repository: GitRepository }
  | { readonly kind: 'Invalid'; readonly problems: readonly FieldProblem[] };

/** Creates the repository of a scope. @throws STATE.CONFLICT when the scope has one */
export async function createGitRepository(
  ports: RepositoryPorts,
  principal: Principal,
  { requestId, token, scope, ...place }: CreateGitRepositoryInput,
): Promise<Extract<ChangeGitRepositoryOutcome, { kind: 'Changed' | 'Invalid' }>> {
  const problems = [
    ...checkGitRepository({ ...place, token: token ?? '' }),
    ...(await scopeProblems(ports.store, scope)),
  ];
  if (problems.length > 0) return { kind: 'Invalid', problems };
  const now = ports.clock.now();
  const repository: GitRepository = {
    id: ports.ids.next('git'),
    scope,
    ...place,
    sealedToken: ports.secretBox.seal(token ?? ''),
    createdAt: now,
    createdBy: principal.name,
    updatedAt: now,
    version: 1,
  };
  await ports.store.transaction(async (tx) => {
    await tx.gitRepositories.insert(repository);
    const write = { verb: 'create', after: repository, requestId } as const;
    await auditRepository(ports, tx, principal, write);
  });
  return { kind: 'Changed', repository };
}

async function scopeProblems(
  { clusters, access }: Pick<Repositories, 'clusters' | 'access'>,
  scope: BrakeScope,
): Promise<readonly FieldProblem[]> {
  if ('clusterId' in scope && (await clusters.find(scope.clusterId)) === null) {
    return [{ path: 'scope.clusterId', message: `Cluster ${scope.clusterId} not found.` }];
  }
  const problem = scope.kind === 'Team' ? await teamProblem({ access }, scope.teamId) : null;
  return problem === null ? [] : [problem];
}

/** Changes a repository. */
export function updateGitRepository(
  ports: RepositoryPorts,
  principal: Principal,
  { id, expectedVersion, fields, requestId }: UpdateGitRepositoryInput,
): Promise<ChangeGitRepositoryOutcome> {
  return ports.store.transaction(async (tx): Promise<ChangeGitRepositoryOutcome> => {
    const found = await tx.gitRepositories.find(id);
    if (found === null) return { kind: 'NotFound' };
    if (!isExpectedVersion(found.version, expectedVersion)) {
      return { kind: 'Stale', repository: found };
    }
    const { token, ...place } = { ...found, token: null, ...fields };
    const problems = [
      ...checkGitRepository({ ...place, token }),
      ...serverProblems(found, { ...place, token }),
    ];
    if (problems.length > 0) return { kind: 'Invalid', problems };
    const sealedToken = token === null ? found.sealedToken : ports.secretBox.seal(token);
    const changed: GitRepository = { ...place, sealedToken };
    if (isSameJson(changed, found)) return { kind: 'Changed', repository: found };
    const saved = await tx.gitRepositories.save({ ...changed, updatedAt: ports.clock.now() });
    if (saved === null) return { kind: 'Stale', repository: found };
    const write = { verb: 'update', before: found, after: saved, requestId } as const;
    await auditRepository(ports, tx, principal, write);
    return { kind: 'Changed', repository: saved };
  });
}

/** A stored token is for its server: another one would get it. */
function serverProblems(
  { apiUrl }: GitRepository,
  draft: Pick<GitRepositoryDraft, 'apiUrl' | 'token'>,
): readonly FieldProblem[] {
  if (draft.apiUrl === apiUrl || draft.token !== null) return [];
  const message = `is required with another API URL: the stored one is for ${apiUrl}`;
  return [{ path: 'token', message }];
}

/** Removes a repository from the settings; the repository itself stays as it is. */
export function removeGitRepository(
  ports: RepositoryPorts,
  principal: Principal,
  { id, expectedVersion, requestId }: Omit<UpdateGitRepositoryInput, 'fields'>,
): Promise<Exclude<ChangeGitRepositoryOutcome, { kind: 'Invalid' }>> {
  return ports.store.transaction(async (tx) => {
    const repository = await tx.gitRepositories.find(id);
    if (repository === null) return { kind: 'NotFound' };
    const isCurrent = isExpectedVersion(repository.version, expectedVersion);
    if (!isCurrent || !(await tx.gitRepositories.remove(repository))) {
      return { kind: 'Stale', repository };
    }
    const write = { verb: 'remove', before: repository, requestId } as const;
    await auditRepository(ports, tx, principal, write);
    return { kind: 'Changed', repository };
  });
}

interface RepositoryWrite {
  readonly verb: 'create' | 'update' | 'remove';
  readonly before?: GitRepository;
  readonly after?: GitRepository;
  readonly requestId: string | null;
}

function auditRepository(
  ports: Pick<Ports, 'clock' | 'ids'>,
  tx: Pick<Repositories, 'audit'>,
  principal: Principal,
  { verb, before, after, requestId }: RepositoryWrite,
): Promise<void> {
  const { id = '', project = '' } = after ?? before ?? {};
  return auditWrite(ports, tx, principal, {
    action: `git-repository.${verb}`,
    object: { kind: 'GitRepository', id, name: project },
    ...(before === undefined ? {} : { before: audited(before) }),
    ...(after === undefined ? {} : { after: audited(after) }),
    requestId,
  });
}

/** The fields that the audit log shows; never the token. */
function audited({ sealedToken: _, createdAt: __, updatedAt: ___, ...repository }: GitRepository) {
  return repository;
}
