import { type KubeObject, keyOf } from '../resources/kube-object.js';
import {
  type FieldError,
  forbidden as forbiddenField,
  notSupported,
} from '../schema/field-error.js';
import { type ContinueToken, decodeContinueToken, encodeContinueToken } from './continue-token.js';
import { type Selection, type SelectorTexts, selectionOf } from './selection.js';
import { badRequest, failure, invalidOptions } from './status.js';
import { type ApiParts, collectionOf, type Target } from './target.js';

export interface ListQuery extends SelectorTexts {
  readonly limit?: number | undefined;
  readonly continueToken?: string | undefined;
  readonly resourceVersion?: string | undefined;
  readonly resourceVersionMatch?: string | undefined;
}

export interface ObjectList {
  readonly items: readonly KubeObject[];
  readonly revision: number;
  readonly continueToken?: string;
  /** Absent with selectors, as on a real server. */
  readonly remainingItemCount?: number;
}

export function listObjects(parts: ApiParts, target: Target, query: ListQuery): ObjectList {
  checkQuery(query);
  const selection = selectionOf(target, query);
  const token =
    query.continueToken === undefined ? undefined : decodeContinueToken(query.continueToken);
  const { objects, revision } = stateFor(parts, target, query, token);
  const matching = objects.filter(
    (object) =>
      (token === undefined || keyOf(object) > token.afterKey) && selection.matches(object),
  );
  return page(matching, revision, query.limit ?? 0, selection);
}

function page(
  matching: readonly KubeObject[],
  revision: number,
  limit: number,
  { isFiltered }: Selection,
): ObjectList {
  const items = limit > 0 ? matching.slice(0, limit) : matching;
  const last = items.at(-1);
  if (last === undefined || items.length === matching.length) return { items, revision };
  return {
    items,
    revision,
    continueToken: encodeContinueToken({ afterKey: keyOf(last), revision }),
    ...(isFiltered ? {} : { remainingItemCount: matching.length - items.length }),
  };
}

interface State {
  readonly objects: readonly KubeObject[];
  readonly revision: number;
}

/** Returns the objects as of the requested revision. */
function stateFor(
  parts: ApiParts,
  target: Target,
  query: ListQuery,
  token: ContinueToken | undefined,
): State {
  const collection = collectionOf(parts, target);
  const current = parts.store.revision;
  const wanted = wantedRevision(query, current);
  const revision = token === undefined ? wanted : token.revision;
  if (revision === null) return { objects: collection.list(), revision: current };
  const objects = collection.listAt(revision);
  if (objects !== null) return { objects, revision };
  throw token === undefined ? tooOldList() : expiredToken(token);
}

/** Returns the requested exact revision, or `null` for the newest. */
function wantedRevision(query: ListQuery, current: number): number | null {
  const { resourceVersion = '', resourceVersionMatch } = query;
  if (resourceVersion === '' || resourceVersion === '0') return null;
  const revision = Number(resourceVersion);
  if (revision > current) throw tooLargeRevision(resourceVersion, current);
  return resourceVersionMatch === 'Exact' ? revision : null;
}

function checkQuery(query: ListQuery): void {
  const { resourceVersion = '', resourceVersionMatch = '', continueToken } = query;
  if (continueToken !== undefined && resourceVersion !== '' && resourceVersion !== '0') {
    throw badRequest('specifying resource version is not allowed when using continue');
  }
  if (resourceVersion !== '' && !/^\d+$/.test(resourceVersion)) {
    throw badRequest(`invalid resource version: ${invalidRevision(resourceVersion)}`);
  }
  const problem = matchProblem(resourceVersion, resourceVersionMatch);
  if (problem !== null) throw invalidOptions('ListOptions', problem);
}

export function invalidRevision(text: string): string {
  const quoted = JSON.stringify(text);
  return `resourceVersion: Invalid value: ${quoted}: strconv.ParseUint: parsing ${quoted}: invalid syntax`;
}

function matchProblem(resourceVersion: string, match: string): FieldError | null {
  const field = 'resourceVersionMatch';
  if (match === '') return null;
  if (resourceVersion === '') {
    return forbiddenField(
      field,
      'resourceVersionMatch is forbidden unless resourceVersion is provided',
    );
  }
  const known = ['Exact', 'NotOlderThan', ''];
  if (!known.includes(match)) return notSupported(field, match, known);
  return match === 'Exact' && resourceVersion === '0'
    ? forbiddenField(field, 'resourceVersionMatch "exact" is forbidden for resourceVersion "0"')
    : null;
}

function tooLargeRevision(wanted: string, current: number): Error {
  return failure({
    code: 504,
    reason: 'Timeout',
    message: `Timeout: Too large resource version: ${wanted}, current: ${current}`,
    details: {
      causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
      retryAfterSeconds: 1,
    },
  });
}

function tooOldList(): Error {
  const message = 'The resourceVersion for the provided list is too old.';
  return failure({ code: 410, reason: 'Expired', message });
}

/** Has a token that continues at the same position in the current state. */
function expiredToken({ afterKey }: ContinueToken): Error {
  return failure({
    code: 410,
    reason: 'Expired',
    message:
      'The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the results. Continuing with the provided token results in an inconsistent list - objects that were created, modified, or deleted between the time the first chunk was returned and now may show up in the list.',
    continueToken: encodeContinueToken({ afterKey, revision: null }),
  });
}
