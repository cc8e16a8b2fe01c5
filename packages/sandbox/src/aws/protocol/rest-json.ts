import { isRecord } from '@kerf/core';
import type { Operation } from '../operation.js';
import { readJson, writeJson } from '../wire/json.js';
import { createShapeCompiler, type Member, type Shape } from '../wire/shape.js';
import { jsonProtocolErrors, parseJson } from './json.js';
import type { HttpRequest, Protocol, ProtocolErrors } from './protocol.js';

const contentType = { 'content-type': 'application/json' };

/**
 * Creates the REST JSON protocol: the operation is in method and path, parameters in path, query
 * and JSON body.
 */
export function createRestJsonProtocol(): Protocol {
  const compile = createShapeCompiler('plain');

  return {
    protocolErrors: restProtocolErrors,
    findOperation(request, operations) {
      const found = [...operations.values()].find((each) => matchRoute(each, request) !== null);
      const name = found?.schema[2] ?? `${request.method} ${request.path}`;
      return { name, operation: found ?? null };
    },
    readInput(operation, request) {
      const shape = compile(operation.schema[4]);
      const labels = matchRoute(operation, request) ?? new Map<string, string>();
      const query = new URLSearchParams(request.query);
      const body = parseJson(request.body);
      return readJson(shape, { ...(isRecord(body) ? body : {}), ...bound(shape, labels, query) });
    },
    writeOutput(operation, output) {
      const body = writeJson(compile(operation.schema[5]), output);
      return { status: 200, headers: contentType, body: JSON.stringify(body) };
    },
    writeError(error) {
      return {
        status: error.status,
        headers: { ...contentType, 'x-amzn-errortype': error.code },
        body: JSON.stringify({ message: error.message }),
      };
    },
  };
}

/** Returns the path parameters; `null` if the path is another route. */
function matchRoute(operation: Operation, request: HttpRequest): Map<string, string> | null {
  const route = routeOf(operation);
  if (route === null || route.method !== request.method) return null;
  const expected = route.path.split('/');
  const actual = request.path.split('/');
  if (expected.length !== actual.length) return null;
  const labels = new Map<string, string>();
  for (const [index, part] of expected.entries()) {
    const given = actual[index] ?? '';
    if (part.startsWith('{')) labels.set(part.slice(1, -1), decodePart(given));
    else if (part !== given) return null;
  }
  return [...labels.values()].includes('') ? null : labels;
}

function routeOf(operation: Operation): { method: string; path: string } | null {
  const traits = operation.schema[3];
  const http = isRecord(traits) ? traits['http'] : undefined;
  const [method, path]: unknown[] = Array.isArray(http) ? http : [];
  return typeof method === 'string' && typeof path === 'string' ? { method, path } : null;
}

/** Decodes like `decodeURIComponent`, and returns malformed text unchanged. */
function decodePart(part: string): string {
  const safe = part.replaceAll('+', '%2B').replaceAll('&', '%26');
  return new URLSearchParams(`part=${safe}`).get('part') ?? '';
}

/** Returns members outside of the body in their JSON form. */
function bound(
  shape: Shape,
  labels: ReadonlyMap<string, string>,
  query: URLSearchParams,
): Record<string, unknown> {
  const members = shape.kind === 'struct' ? shape.members : [];
  return Object.fromEntries(
    members.flatMap((member) => {
      const value =
        member.http?.in === 'path' ? labels.get(member.http.name) : fromQuery(member, query);
      return value === undefined ? [] : [[member.jsonName, value] as const];
    }),
  );
}

function fromQuery(member: Member, query: URLSearchParams): unknown {
  if (member.http?.in !== 'query' || !query.has(member.http.name)) return undefined;
  const values = query.getAll(member.http.name);
  if (member.shape.kind === 'list') return values;
  const [value = ''] = values;
  if (member.shape.kind === 'number') return Number(value);
  return member.shape.kind === 'boolean' ? value === 'true' : value;
}

const forbidden = { status: 403 } as const;

const restProtocolErrors: ProtocolErrors = {
  refusals: {
    ...jsonProtocolErrors.refusals,
    'unknown-key': { ...jsonProtocolErrors.refusals['unknown-key'], ...forbidden },
    'bad-signature': { ...jsonProtocolErrors.refusals['bad-signature'], ...forbidden },
    'expired-session': { ...jsonProtocolErrors.refusals['expired-session'], ...forbidden },
    'stale-request': { ...jsonProtocolErrors.refusals['stale-request'], ...forbidden },
    denied: { ...jsonProtocolErrors.refusals.denied, ...forbidden },
    throttled: { ...jsonProtocolErrors.refusals.throttled, status: 429 },
    'unknown-operation': { ...jsonProtocolErrors.refusals['unknown-operation'], status: 404 },
  },
  problems: {
    missing: 'InvalidParameterException',
    unknown: 'InvalidParameterException',
    invalid: 'InvalidParameterException',
  },
};
