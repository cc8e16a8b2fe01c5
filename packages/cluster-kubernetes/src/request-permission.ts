/** A request to an API server, as a permission is checked for it. `WATCH` is a GET with a stream. */
export interface PermittedRequest {
  readonly method: string;
  /** From the API's root, without a query. */
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
 * The RBAC permission that a request needs, as `kubectl auth can-i` spells it, e.g. `patch nodes` or
 * `create pods/eviction`; `null` for a path that is no resource's.
 */
export function permissionOf({ method, path }: PermittedRequest): string | null {
  const match = resourcePath.exec(path);
  if (match === null) return null;
  const [, group, plural, name, subresource] = match;
  const verb = verbByMethod[method] ?? (name === undefined ? 'list' : 'get');
  const resource = group === undefined ? plural : `${plural}.${group}`;
  return `${verb} ${resource}${subresource === undefined ? '' : `/${subresource}`}`;
}
