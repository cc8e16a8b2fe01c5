import type { DeleteOptions, Propagation } from '../../api/delete-object.js';
import type { ListQuery } from '../../api/list-objects.js';
import { badRequest } from '../../api/status.js';
import type { FieldValidation, WriteOptions } from '../../api/target.js';
import type { WatchQuery } from '../../api/watch-objects.js';
import { isList, type Json, numberAt, objectAt, stringAt } from '../../json/json.js';
import { isTrue } from './request-info.js';

/** Parses the options of a list. */
export function listQueryOf(query: URLSearchParams): ListQuery {
  return {
    ...selectorsOf(query),
    limit: numberOf(query, 'limit'),
    continueToken: textOf(query, 'continue'),
    resourceVersion: textOf(query, 'resourceVersion'),
    resourceVersionMatch: textOf(query, 'resourceVersionMatch'),
  };
}

export function watchQueryOf(query: URLSearchParams): WatchQuery {
  const sendInitialEvents = query.get('sendInitialEvents');
  return {
    ...selectorsOf(query),
    resourceVersion: textOf(query, 'resourceVersion'),
    resourceVersionMatch: textOf(query, 'resourceVersionMatch'),
    allowWatchBookmarks:
      query.has('allowWatchBookmarks') && isTrue(query.get('allowWatchBookmarks')),
    sendInitialEvents: sendInitialEvents === null ? undefined : isTrue(sendInitialEvents),
  };
}

export function selectorsOf(query: URLSearchParams) {
  return {
    labelSelector: textOf(query, 'labelSelector'),
    fieldSelector: textOf(query, 'fieldSelector'),
  };
}

export function numberOf(query: URLSearchParams, name: string): number | undefined {
  const text = textOf(query, name);
  if (text === undefined) return undefined;
  if (!/^\d+$/.test(text)) {
    throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(text)}: invalid syntax`);
  }
  return Number(text);
}

function textOf(query: URLSearchParams, name: string): string | undefined {
  const text = query.get(name);
  return text === null || text === '' ? undefined : text;
}

const fieldValidations: readonly FieldValidation[] = ['Ignore', 'Warn', 'Strict'];

/** @param userAgent the manager if the query names none */
export function writeOptionsOf(
  query: URLSearchParams,
  userAgent: string | undefined,
  warn: (message: string) => void,
): WriteOptions {
  const validation = textOf(query, 'fieldValidation') ?? 'Warn';
  const fieldValidation = fieldValidations.find((known) => known === validation);
  if (fieldValidation === undefined) {
    throw badRequest(`fieldValidation: Unsupported value: ${JSON.stringify(validation)}`);
  }
  return {
    manager: textOf(query, 'fieldManager') ?? managerOf(userAgent),
    isDryRun: isDryRun(query.getAll('dryRun')),
    fieldValidation,
    warn,
  };
}

function managerOf(userAgent: string | undefined): string {
  const name = userAgent?.split('/')[0] ?? '';
  return name === '' ? 'unknown' : name;
}

function isDryRun(values: readonly unknown[]): boolean {
  if (values.some((value) => value !== 'All')) {
    throw badRequest('dryRun: Unsupported value: supported values: "All"');
  }
  return values.length > 0;
}

/** Parses the options of a deletion from its query or body. */
export function deleteOptionsOf(query: URLSearchParams, body: Json): DeleteOptions {
  const preconditions = objectAt(body, 'preconditions');
  const dryRun = objectAt(body)['dryRun'];
  const propagation =
    stringAt(body, 'propagationPolicy') ?? textOf(query, 'propagationPolicy') ?? legacyPolicy(body);
  return {
    gracePeriodSeconds:
      numberAt(body, 'gracePeriodSeconds') ?? numberOf(query, 'gracePeriodSeconds'),
    propagationPolicy: propagation === undefined ? undefined : propagationOf(propagation),
    uid: stringAt(preconditions, 'uid'),
    resourceVersion: stringAt(preconditions, 'resourceVersion'),
    isDryRun: isDryRun([...query.getAll('dryRun'), ...(isList(dryRun) ? dryRun : [])]),
  };
}

function legacyPolicy(body: Json): string | undefined {
  const { orphanDependents } = objectAt(body);
  if (typeof orphanDependents !== 'boolean') return undefined;
  return orphanDependents ? 'Orphan' : 'Background';
}

const propagations: readonly Propagation[] = ['Background', 'Foreground', 'Orphan'];

function propagationOf(text: string): Propagation {
  const found = propagations.find((known) => known === text);
  if (found === undefined) {
    throw badRequest(`propagationPolicy: Unsupported value: ${JSON.stringify(text)}`);
  }
  return found;
}
