import type { GitRepositoryId, Instant } from '@kerf/core';
import type { BrakeScope } from '../brake/brake-scope.js';
import type { DefinitionKind } from '../definition/definition.js';

/** Providers of Git repositories with an API for pull requests. */
export const gitProviders = ['GitHub', 'GitLab'] as const;
/** One of {@link gitProviders}. */
export type GitProvider = (typeof gitProviders)[number];

/** Where a repository is, and which of its branches is applied to clusters. */
export interface GitPlace {
  readonly provider: GitProvider;
  /** URL of the API without a trailing slash, e.g. `https://api.github.com`. */
  readonly apiUrl: string;
  /** `OWNER/REPOSITORY` in GitHub, the path with its groups in GitLab. */
  readonly project: string;
  /** The branch that pull requests are merged into. */
  readonly branch: string;
}

/** The file of one object, where the pattern does not name it. */
export interface GitFileMapping {
  readonly kind: DefinitionKind;
  readonly name: string;
  /** May contain `{cluster}`. */
  readonly path: string;
}

/** A Git repository with the manifests of a scope. There is at most one for each scope. */
export interface GitRepository extends GitPlace {
  readonly id: GitRepositoryId;
  /** Objects whose changes become pull requests of this repository; the smallest scope counts. */
  readonly scope: BrakeScope;
  /** Path of the file of an object, with the placeholders of {@link pathPlaceholders}. */
  readonly pathPattern: string;
  readonly files: readonly GitFileMapping[];
  /** Encrypted by the port `SecretBox`. */
  readonly sealedToken: string;
  readonly createdAt: Instant;
  readonly createdBy: string;
  readonly updatedAt: Instant;
  readonly version: number;
}

/** Placeholders of paths: names of the cluster and the object, and its kind as `NodePool` and `nodepools`. */
export const pathPlaceholders = ['cluster', 'name', 'kind', 'kinds'] as const;

/** An object in a cluster, by names. */
export interface NamedObject {
  readonly clusterName: string;
  readonly kind: DefinitionKind;
  readonly name: string;
}

/** The pattern that is guessed where no repository is set. */
export const guessedPathPattern = 'clusters/{cluster}/{kinds}/{name}.yaml';

/** Returns the path of the file of an object. */
export function pathOfObject(
  { pathPattern, files }: Pick<GitRepository, 'pathPattern' | 'files'>,
  { clusterName, kind, name }: NamedObject,
): string {
  const mapped = files.find((file) => file.kind === kind && file.name === name);
  const values: Readonly<Record<string, string>> = {
    cluster: clusterName,
    name,
    kind,
    kinds: `${kind.toLowerCase().replace(/class$/, 'classe')}s`,
  };
  return (mapped?.path ?? pathPattern).replaceAll(
    /\{(\w+)\}/g,
    (written, placeholder: string) => values[placeholder] ?? written,
  );
}

const smallestFirst: Readonly<Record<BrakeScope['kind'], number>> = {
  NodePool: 0,
  Cluster: 1,
  Team: 2,
  Organization: 3,
};

/** Returns the repository with the smallest scope; `null` without any. */
export const closestRepository = (repositories: readonly GitRepository[]): GitRepository | null =>
  repositories.toSorted((a, b) => smallestFirst[a.scope.kind] - smallestFirst[b.scope.kind])[0] ??
  null;
