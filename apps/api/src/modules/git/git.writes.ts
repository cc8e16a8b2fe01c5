import {
  type ChangeGitRepositoryOutcome,
  type GitChange as ChangeRecord,
  canSomewhere,
  createGitRepository,
  proposeChange,
  publicApiUrls,
  type GitRepository as RepositoryRecord,
  removeGitRepository,
  updateGitRepository,
} from '@kerf/application';
import { assertNever, hasErrorCode, ok } from '@kerf/core';
import { Inject, Injectable } from '@nestjs/common';
import { given } from '../../contract/given.js';
import { type Outcome, refuse, refuseFields, refuseStale } from '../../contract/outcome.js';
import type { OfVersion, Versioned } from '../../contract/versioned.js';
import type {
  CreateGitRepositoryInput,
  OpenPullRequestInput,
  UpdateGitRepositoryInput,
} from '../../generated/schema-types.js';
import { type ApiPorts, PORTS } from '../../parts.js';
import type { Caller } from '../../request/current-request.js';
import { toScope } from '../access/access-inputs.js';

/** Writes of Git repositories and pull requests, for REST and GraphQL. */
@Injectable()
export class GitWrites {
  constructor(
    @Inject(PORTS)
    private readonly ports: Pick<
      ApiPorts,
      | 'store'
      | 'clock'
      | 'ids'
      | 'digest'
      | 'manifests'
      | 'instanceTypes'
      | 'secretBox'
      | 'gitHost'
      | 'manifestFiles'
    >,
  ) {}

  async create(
    { principal, requestId }: Caller,
    { scope: givenScope, apiUrl, branch, files, ...fields }: CreateGitRepositoryInput,
  ): Promise<Outcome<RepositoryRecord>> {
    const scope = await toScope(this.ports.store, principal, givenScope);
    if (!scope.ok) return scope;
    return orRefused(async () => {
      const outcome = await createGitRepository(this.ports, principal, {
        ...fields,
        scope: scope.value,
        apiUrl: apiUrl ?? publicApiUrls[fields.provider],
        branch: branch ?? 'main',
        files: files ?? [],
        requestId,
      });
      return toOutcome('', outcome);
    });
  }

  update(
    { principal, requestId }: Caller,
    { id, expectedVersion, ...fields }: OfVersion<UpdateGitRepositoryInput>,
  ): Promise<Outcome<RepositoryRecord>> {
    return orRefused(async () => {
      const input = { id, expectedVersion, fields: given(fields), requestId };
      return toOutcome(id, await updateGitRepository(this.ports, principal, input));
    });
  }

  async remove(
    { principal, requestId }: Caller,
    { id, expectedVersion }: Versioned,
  ): Promise<Outcome<RepositoryRecord>> {
    const input = { id, expectedVersion, requestId };
    return toOutcome(id, await removeGitRepository(this.ports, principal, input));
  }

  async propose(
    { principal, requestId }: Caller,
    { title, description, ...input }: OpenPullRequestInput,
  ): Promise<Outcome<ChangeRecord>> {
    // A hidden cluster is refused like one that does not exist.
    if (!canSomewhere(principal, 'cluster.read', input.clusterId).isAllowed) {
      return refuse('NOT_FOUND', `Cluster ${input.clusterId} not found.`, 'clusterId');
    }
    const outcome = await proposeChange(this.ports, principal, {
      ...input,
      title: title ?? null,
      description: description ?? null,
      requestId,
    });
    switch (outcome.kind) {
      case 'Proposed':
        return ok(outcome.change);
      case 'Refused':
        return refuse('CONFLICT', outcome.reason);
      case 'Forbidden':
        return refuse('FORBIDDEN', outcome.reason);
      case 'Invalid':
        return refuseFields(outcome.problems);
      default:
        return assertNever(outcome);
    }
  }
}

/** A scope with a repository, and a missing key, are refusals. */
async function orRefused<T>(write: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
  try {
    return await write();
  } catch (error) {
    if (hasErrorCode(error, 'STATE.CONFLICT')) return refuse('CONFLICT', error.message, 'scope');
    if (hasErrorCode(error, 'CONFIG.INVALID')) return refuse('INVALID', error.message);
    throw error;
  }
}

function toOutcome(id: string, outcome: ChangeGitRepositoryOutcome): Outcome<RepositoryRecord> {
  switch (outcome.kind) {
    case 'Changed':
      return ok(outcome.repository);
    case 'NotFound':
      return refuse('NOT_FOUND', `Git repository ${id} not found.`, 'id');
    case 'Stale':
      return refuseStale('The Git repository was changed', outcome.repository.version);
    case 'Invalid':
      return refuseFields(outcome.problems);
    default:
      return assertNever(outcome);
  }
}
