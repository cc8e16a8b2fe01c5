/**
 * A request to an API server whose permission is checked. `WATCH` is a GET with a streamed
 * response.
 */
export interface PermittedRequest {
  readonly method: string;
  /** Path from the root of the API, without a query. */
  readonly path: string;
}

const verbByMethod: Readonly<Record<string, string>> = {
  WATCH: 'watch',
  PATCH: 'patch',
  POST: 'create',
  PUT: 'update',
  DELETE: 'delete',
};

const resourcePath =
  /^\/(?:api\/v1|apis\/([^/]+)\/[^/]+)\/(?:namespaces\/[^/]+\/(?=.))?([^/]+)(?:\/([^/]+))?(?:\/([^/]+))?$/;

/**
 * Returns the RBAC permission that a request needs in the form of `kubectl auth can-i`, e.g. `patch
 * nodes` or `create pods/eviction`; `null` for a path that is not a resource.
 */
export function permissionOf({ method, path }: PermittedRequest): string | null {
  const match = resourcePath.exec(path);
  if (match === null) return null;
  const [, group, plural, name, subresource] = match;
  const verb = verbByMethod[method] ?? (name === undefined ? 'list' : 'get');
  const resource = group === undefined ? plural : `${plural}.${group}`;
  return `${verb} ${resource}${subresource === undefined ? '' : `/${subresource}`}`;
}
