import type { FieldProblem } from '@kerf/core';
import { httpUrlProblem } from '../text/http-url.js';
import { isPlain } from '../text/name-problem.js';
import {
  type GitFileMapping,
  type GitPlace,
  type GitProvider,
  pathPlaceholders,
} from './git-repository.js';

/** A repository as a caller defines it. */
export interface GitRepositoryDraft extends GitPlace {
  readonly pathPattern: string;
  readonly files: readonly GitFileMapping[];
  /** The token, not encrypted; `null` keeps the stored one. */
  readonly token: string | null;
}

/** The APIs of the providers' public services. */
export const publicApiUrls: Readonly<Record<GitProvider, string>> = {
  GitHub: 'https://api.github.com',
  GitLab: 'https://gitlab.com/api/v4',
};

const maxLength = 400;
const maxTokenLength = 2_000;
const maxFiles = 500;

/** Returns the problems of a repository's definition, by field. */
export function checkGitRepository(draft: GitRepositoryDraft): readonly FieldProblem[] {
  return [
    ...problemOf('apiUrl', apiUrlProblem(draft.apiUrl)),
    ...problemOf('project', projectProblem(draft)),
    ...problemOf('branch', branchProblem(draft.branch)),
    ...problemOf('pathPattern', pathProblem(draft.pathPattern)),
    ...checkFiles(draft.files),
    ...problemOf('token', draft.token === null ? null : tokenProblem(draft.token)),
  ];
}

const problemOf = (path: string, message: string | null): readonly FieldProblem[] =>
  message === null ? [] : [{ path, message }];

function apiUrlProblem(url: string): string | null {
  if (url.length > maxLength) return `must have at most ${maxLength} characters`;
  if (/[?#]|\/$/.test(url)) return 'must have no query and no slash at its end';
  return httpUrlProblem(url);
}

function projectProblem({ provider, project }: GitPlace): string | null {
  const segments = project.split('/');
  const isPath = segments.every((segment) => /^[\w.-]+$/.test(segment) && !/^\.+$/.test(segment));
  const isLongEnough = provider === 'GitHub' ? segments.length === 2 : segments.length >= 2;
  if (isPath && isLongEnough && project.length <= maxLength) return null;
  return provider === 'GitHub'
    ? 'must be OWNER/REPOSITORY, e.g. shop/fleet'
    : 'must be the path of the project with its groups, e.g. shop/platform/fleet';
}

function branchProblem(branch: string): string | null {
  const isName =
    /^[^\s~^:?*[\\]{1,200}$/.test(branch) && isPlain(branch) && !/^[-/]|\.\.|\/$/.test(branch);
  return isName ? null : 'must be the name of a branch, e.g. main';
}

function pathProblem(path: string): string | null {
  const segments = path.split('/');
  const isRelative = segments.every((segment) => segment !== '' && !/^\.+$/.test(segment));
  if (!isRelative || !isPlain(path) || path.length > maxLength) {
    return 'must be a path from the root of the repository, e.g. clusters/{cluster}/nodepools/{name}.yaml';
  }
  if (!/\.(ya?ml|json)$/.test(path)) return 'must end with .yaml, .yml or .json';
  const unknown = [...path.matchAll(/\{(\w*)\}/g)].find(
    ([, name]) => !pathPlaceholders.some((known) => known === name),
  );
  const known = pathPlaceholders.map((name) => `{${name}}`).join(', ');
  return unknown === undefined ? null : `has the unknown placeholder ${unknown[0]}; use ${known}`;
}

function checkFiles(files: readonly GitFileMapping[]): readonly FieldProblem[] {
  if (files.length > maxFiles) return problemOf('files', `must have at most ${maxFiles} entries`);
  const keys = files.map(({ kind, name }) => `${kind}/${name}`);
  return files.flatMap(({ name, path }, index) => [
    ...problemOf(`files.${index}.path`, pathProblem(path)),
    ...problemOf(
      `files.${index}.name`,
      /^[a-z0-9.-]{1,253}$/.test(name) ? null : 'must be the name of an object',
    ),
    ...problemOf(
      `files.${index}`,
      keys.indexOf(keys[index] ?? '') === index ? null : 'names an object that has a file already',
    ),
  ]);
}

const tokenProblem = (token: string): string | null =>
  token.length <= maxTokenLength && /^[\x21-\x7e]+$/.test(token)
    ? null
    : `must have 1 to ${maxTokenLength} visible ASCII characters`;
