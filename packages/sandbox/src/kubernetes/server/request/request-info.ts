/** Attributes of a request, from its method and path as in an API server. */
export interface RequestInfo {
  readonly path: string;
  readonly query: URLSearchParams;
  /** `get`, `list`, `watch`, `create`, `update`, `patch`, `delete`, `deletecollection`. */
  readonly verb: string;
  /** `null` for a non-resource path, such as `/version`. */
  readonly resource: ResourceRequest | null;
}

export interface ResourceRequest {
  readonly group: string;
  /** `v1`, `apps/v1`. */
  readonly apiVersion: string;
  readonly plural: string;
  readonly namespace: string | undefined;
  readonly name: string | undefined;
  readonly subresource: string | undefined;
}

const verbByMethod: Readonly<Record<string, string>> = {
  GET: 'get',
  HEAD: 'get',
  POST: 'create',
  PUT: 'update',
  PATCH: 'patch',
  DELETE: 'delete',
};

export function readRequestInfo(method: string, target: string): RequestInfo {
  const url = new URL(target, 'https://localhost');
  const segments = url.pathname
    .split('/')
    .filter((segment) => segment !== '')
    .map(decodeSegment);
  const isWatchPath = isResourcePath(segments) && segments[prefixLength(segments)] === 'watch';
  const resource = readResource(
    isWatchPath ? segments.toSpliced(prefixLength(segments), 1) : segments,
  );
  const plainVerb = verbByMethod[method] ?? method.toLowerCase();
  const info = {
    path: url.pathname,
    query: withSingleName(url.searchParams, resource, isWatchPath),
  };
  if (resource === null) return { ...info, verb: plainVerb, resource };
  // The parameter has no effect on the path of one object.
  const isWatch =
    isWatchPath || (resource.name === undefined && isTrue(url.searchParams.get('watch')));
  return {
    ...info,
    verb: verbFor(plainVerb, resource, isWatch),
    resource: isWatchPath ? { ...resource, name: undefined } : resource,
  };
}

export function isTrue(text: string | null): boolean {
  return text === 'true' || text === '1' || text === '';
}

/** The deprecated `/watch/…/name` is a watch of the collection for one name. */
function withSingleName(
  query: URLSearchParams,
  resource: ResourceRequest | null,
  isWatchPath: boolean,
): URLSearchParams {
  if (isWatchPath && resource?.name !== undefined) {
    query.set('fieldSelector', `metadata.name=${resource.name}`);
  }
  return query;
}

function decodeSegment(segment: string): string {
  return /%(?![0-9A-Fa-f]{2})/.test(segment) ? segment : decodeURIComponent(segment);
}

function isResourcePath([root]: readonly string[]): boolean {
  return root === 'api' || root === 'apis';
}

/** `/api/v1` or `/apis/apps/v1`. */
function prefixLength([root]: readonly string[]): number {
  return root === 'api' ? 2 : 3;
}

function readResource(segments: readonly string[]): ResourceRequest | null {
  if (!isResourcePath(segments)) return null;
  const length = prefixLength(segments);
  const rest = segments.slice(length);
  if (rest.length === 0) return null;
  const group = length === 2 ? '' : (segments[1] ?? '');
  const version = segments[length - 1] ?? '';
  const place = { group, apiVersion: group === '' ? version : `${group}/${version}` };
  return { ...place, ...readObjectPath(rest) };
}

type ObjectPath = Pick<ResourceRequest, 'plural' | 'namespace' | 'name' | 'subresource'>;

/** Subresources of a namespace itself; other segments are resources in the namespace. */
const namespaceSubresources = new Set(['status', 'finalize']);

function readObjectPath(segments: readonly string[]): ObjectPath {
  const [first = '', second, third] = segments;
  const isInNamespace =
    first === 'namespaces' && third !== undefined && !namespaceSubresources.has(third);
  const [plural = '', name, subresource] = isInNamespace ? segments.slice(2) : segments;
  return { plural, namespace: isInNamespace ? second : undefined, name, subresource };
}

function verbFor(plainVerb: string, { name }: ResourceRequest, isWatch: boolean): string {
  if (plainVerb === 'get' && isWatch) return 'watch';
  if (name !== undefined) return plainVerb;
  if (plainVerb === 'get') return 'list';
  return plainVerb === 'delete' ? 'deletecollection' : plainVerb;
}
