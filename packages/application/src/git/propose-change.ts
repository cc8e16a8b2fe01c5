import { type ClusterId, type FieldProblem, hasErrorCode, type Result } from '@kerf/core';
import { requireCluster } from '../clusters/api.js';
import { readManifests } from '../definitions/api.js';
import { isInScope, ownersOf } from '../domain/brake/brake-scope.js';
import type { Definition } from '../domain/definition/definition.js';
import { managerOf, type ObjectManager } from '../domain/definition/object-manager.js';
import {
  closestRepository,
  type GitRepository,
  guessedPathPattern,
  pathOfObject,
} from '../domain/git/git-repository.js';
import { can } from '../domain/identity/access.js';
import { definitionObject } from '../domain/identity/definition-object.js';
import type { Principal } from '../domain/identity/principal.js';
import { isPlain } from '../domain/text/name-problem.js';
import type { GitHost, OpenGitRepository, PullRequest } from '../ports/git-host.js';
import type { ManifestFiles } from '../ports/manifest-files.js';
import type { ReadDefinition } from '../ports/manifest-reader.js';
import type { Ports } from '../ports/ports.js';
import { auditWrite } from '../recording/audit.js';

/** The ports that proposals of changes need. */
export type ProposalPorts = Pick<
  Ports,
  'store' | 'clock' | 'ids' | 'digest' | 'manifests' | 'instanceTypes' | 'secretBox'
> & {
  readonly gitHost: GitHost;
  readonly manifestFiles: ManifestFiles;
};

/** A change of one object of a cluster that another tool applies from Git. */
export interface ProposeChangeInput {
  readonly clusterId: ClusterId;
  /** The manifest as it should be; one document. */
  readonly manifest: string;
  /** Title of the pull request; `null` takes one that names the object. */
  readonly title: string | null;
  readonly description: string | null;
  /** Returns what a pull request would change, and opens none. */
  readonly dryRun: boolean;
  readonly requestId: string | null;
}

/** The change of a pull request, or why there can be none. */
export interface GitChange {
  readonly kind: Definition['kind'];
  readonly name: string;
  /** The tool that applies the object; `null` if it has no mark of one. */
  readonly managedBy: ObjectManager | null;
  /** `null` if the settings have none for the object. */
  readonly repository: GitRepository | null;
  readonly path: string;
  /** True without a repository: the path is that of a usual layout. */
  readonly isPathGuessed: boolean;
  /** The text of the file on the branch, and with the change; `null` if it cannot be changed. */
  readonly file: { readonly before: string; readonly after: string } | null;
  /** Why no pull request can be opened, as a sentence; `null` if one can. */
  readonly problem: string | null;
  /** The opened one; `null` for a dry run. */
  readonly pullRequest: PullRequest | null;
}

/** The result of a proposal. */
export type ProposeChangeOutcome =
  | { readonly kind: 'Proposed'; readonly change: GitChange }
  /** Nothing was opened; the change says why. */
  | { readonly kind: 'Refused'; readonly change: GitChange; readonly reason: string }
  | { readonly kind: 'Forbidden'; readonly reason: string }
  | { readonly kind: 'Invalid'; readonly problems: readonly FieldProblem[] };

const maxTitleLength = 200;
const maxDescriptionLength = 10_000;

/**
 * Opens a pull request with the change of an object that is managed in its cluster, in the repository of the smallest
 * scope that contains it. The same change has one pull request, however often it is proposed.
 * @throws STATE.NOT_FOUND for an unknown cluster
 */
export async function proposeChange(
  ports: ProposalPorts,
  principal: Principal,
  input: ProposeChangeInput,
): Promise<ProposeChangeOutcome> {
  const texts = textProblems(input);
  if (texts.length > 0) return { kind: 'Invalid', problems: texts };
  const read = await readChange(ports, principal, input);
  if (read.kind !== 'Read') return read;
  const planned = await planChange(ports, input.clusterId, read);
  const { change, open } = planned;
  if (input.dryRun) return { kind: 'Proposed', change };
  if (open === null || change.file === null) {
    return { kind: 'Refused', change, reason: change.problem ?? 'There is nothing to change.' };
  }
  const opened = await ports.gitHost.openPullRequest(
    open,
    draftOf(ports, principal, planned, input),
  );
  if (!opened.ok) return { kind: 'Refused', change, reason: opened.error.message };
  const pullRequest = opened.value;
  await auditProposal(ports, principal, input, { read, change, pullRequest });
  return { kind: 'Proposed', change: { ...change, pullRequest } };
}

function textProblems({ title, description }: ProposeChangeInput): readonly FieldProblem[] {
  const isTitle =
    title === null || (title.trim() !== '' && title.length <= maxTitleLength && isPlain(title));
  const isShort = (description ?? '').length <= maxDescriptionLength;
  return [
    ...(isTitle
      ? []
      : [{ path: 'title', message: `must have 1 to ${maxTitleLength} characters in one line` }]),
    ...(isShort
      ? []
      : [{ path: 'description', message: `must have at most ${maxDescriptionLength} characters` }]),
  ];
}

interface ReadChange {
  readonly kind: 'Read';
  readonly before: Definition;
  readonly after: ReadDefinition;
}

async function readChange(
  ports: ProposalPorts,
  principal: Principal,
  { clusterId, manifest }: ProposeChangeInput,
): Promise<ReadChange | Extract<ProposeChangeOutcome, { kind: 'Forbidden' | 'Invalid' }>> {
  const documents = await readManifests(ports, principal, {
    clusterId,
    text: manifest,
    replacePlaceholders: false,
    defaultNodeClass: null,
    variants: new Map(),
    target: null,
  });
  const [document] = documents;
  if (document === undefined || documents.length > 1) {
    return invalid(`must have one document, not ${documents.length}`);
  }
  const { reading, current: before } = document;
  const { kind, name, definition: after } = reading;
  if (kind !== null && name !== null) {
    const verdict = can(principal, 'definition.write', definitionObject(clusterId, { kind, name }));
    if (!verdict.isAllowed) return { kind: 'Forbidden', reason: verdict.reason };
  }
  if (after === null) {
    const error = reading.findings.find(({ severity }) => severity === 'Error');
    return invalid(error === undefined ? 'cannot be read' : `${error.path}: ${error.message}`);
  }
  if (before === null) return invalid(`The cluster has no ${after.kind} ${after.name}.`);
  return before.source === 'Cluster'
    ? { kind: 'Read', before, after }
    : invalid(`${after.kind} ${after.name} is managed in Kerf: apply it instead.`);
}

const invalid = (message: string) =>
  ({ kind: 'Invalid', problems: [{ path: 'manifest', message }] }) as const;

interface PlannedChange {
  readonly change: GitChange;
  /** `null` if no pull request can be opened. */
  readonly open: OpenGitRepository | null;
  readonly clusterName: string;
}

async function planChange(
  ports: ProposalPorts,
  clusterId: ClusterId,
  { before, after }: ReadChange,
): Promise<PlannedChange> {
  const { name: clusterName } = await requireCluster(ports.store, clusterId);
  const repository = await repositoryOf(ports, before);
  const pattern = repository ?? { pathPattern: guessedPathPattern, files: [] };
  const { kind, name } = before;
  const planned = {
    kind,
    name,
    managedBy: managerOf(before),
    repository,
    path: pathOfObject(pattern, { clusterName, kind, name }),
    isPathGuessed: repository === null,
    pullRequest: null,
  };
  const refused = (problem: string): PlannedChange => ({
    change: { ...planned, file: null, problem },
    open: null,
    clusterName,
  });
  if (repository === null) {
    return refused(
      'No Git repository is set for this object. An administrator adds it in Settings, Git.',
    );
  }
  const open = openRepository(ports, repository);
  if (!open.ok) return refused(open.error);
  const file = await changeFile(ports, open.value, planned.path, { before, after });
  if (!file.ok) return refused(file.error);
  return { change: { ...planned, file: file.value, problem: null }, open: open.value, clusterName };
}

async function repositoryOf(
  { store }: Pick<Ports, 'store'>,
  { clusterId, kind, name }: Definition,
): Promise<GitRepository | null> {
  const [repositories, teams] = await Promise.all([
    store.gitRepositories.list(),
    store.access.teams(),
  ]);
  const nodePool = kind === 'NodePool' ? name : null;
  const teamIds = ownersOf(teams, clusterId, nodePool);
  return closestRepository(
    repositories.filter(({ scope }) => isInScope(scope, { clusterId, nodePool, teamIds })),
  );
}

function openRepository(
  { secretBox }: Pick<Ports, 'secretBox'>,
  { provider, apiUrl, project, branch, sealedToken }: GitRepository,
): Result<OpenGitRepository, string> {
  try {
    const token = secretBox.open(sealedToken);
    return { ok: true, value: { provider, apiUrl, project, branch, token } };
  } catch (error) {
    if (hasErrorCode(error, 'CONFIG.INVALID')) return { ok: false, error: error.message };
    throw error;
  }
}

async function changeFile(
  { gitHost, manifestFiles }: Pick<ProposalPorts, 'gitHost' | 'manifestFiles'>,
  repository: OpenGitRepository,
  path: string,
  change: Omit<ReadChange, 'kind'>,
): Promise<Result<NonNullable<GitChange['file']>, string>> {
  const read = await gitHost.readFile(repository, path);
  if (!read.ok) return { ok: false, error: read.error.message };
  const before = read.value;
  const changed = manifestFiles.change(before, change);
  if (!changed.ok) return changed;
  return changed.value === before
    ? {
        ok: false,
        error: `The file has this already: the cluster gets it when ${repository.branch} is applied.`,
      }
    : { ok: true, value: { before, after: changed.value } };
}

/** The name of the branch is derived from the change, so that a repeated proposal finds its pull request. */
function draftOf(
  { digest }: Pick<Ports, 'digest'>,
  principal: Principal,
  { change, clusterName }: PlannedChange,
  { title, description, clusterId }: ProposeChangeInput,
) {
  const { kind, name, path, file } = change;
  const key = digest.of([clusterId, path, file]).slice(0, 12);
  const proposed = `Proposed in Kerf by ${principal.name}: ${kind} ${name} of cluster ${clusterName}.`;
  return {
    branch: `kerf/${kind.toLowerCase()}-${name}-${key}`,
    path,
    content: file?.after ?? '',
    title: title?.trim() ?? `Change ${kind} ${name} of ${clusterName}`,
    body:
      description === null || description.trim() === ''
        ? proposed
        : `${description}\n\n${proposed}`,
  };
}

interface Proposal {
  readonly read: ReadChange;
  readonly change: GitChange;
  readonly pullRequest: PullRequest;
}

function auditProposal(
  ports: ProposalPorts,
  principal: Principal,
  { clusterId, requestId }: ProposeChangeInput,
  { read: { before, after }, change, pullRequest }: Proposal,
): Promise<void> {
  const { repository, path } = change;
  return ports.store.transaction((tx) =>
    auditWrite(ports, tx, principal, {
      action: 'definition.propose',
      object: { kind: before.kind, id: before.id, name: before.name },
      clusterId,
      comment: `${pullRequest.url} (${repository?.project ?? ''}, ${path})`,
      before: before.spec,
      after: after.spec,
      requestId,
    }),
  );
}
