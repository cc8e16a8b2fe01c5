import { getOrCreate } from '@kerf/core';
import { lookupIn } from '../../api/object-lookup.js';
import { failure, forbidden, type StatusError } from '../../api/status.js';
import { kinds } from '../../resources/kind.js';
import type { PolicyRule, RoleBinding } from '../../resources/types/cluster.js';
import { parseFieldSelector } from '../../selectors/field-selector.js';
import type { ObjectStore } from '../../storage/object-store.js';
import type { RequestInfo } from '../request/request-info.js';
import { everything, type User } from './authenticator.js';

/** A permission to check. */
export interface Access {
  readonly verb: string;
  readonly group: string;
  readonly plural: string;
  readonly subresource?: string | undefined;
  readonly namespace?: string | undefined;
  readonly name?: string | undefined;
}

/** RBAC authorization from the roles and bindings in the store. */
export class Authorizer {
  readonly #store: ObjectStore;
  readonly #rulesByScope = new Map<string, readonly PolicyRule[]>();

  constructor(store: ObjectStore) {
    this.#store = store;

    for (const kind of [
      kinds.role,
      kinds.roleBinding,
      kinds.clusterRole,
      kinds.clusterRoleBinding,
    ]) {
      store.collection(kind.collection).subscribe(() => this.#rulesByScope.clear());
    }
  }

  /** @throws StatusError 403 */
  authorize(user: User, info: RequestInfo): void {
    const { verb, path, query, resource } = info;
    const isAllowed =
      resource === null
        ? this.allowsPath(user, verb, path)
        : this.allows(user, {
            ...resource,
            ...scopeOf(resource),
            verb,
            name: resource.name ?? selectedName(verb, query),
          });
    if (!isAllowed) throw this.denial(user, info);
  }

  /** Returns the 403 for a request that no rule allows. */
  denial(user: User, { verb, path, resource }: RequestInfo): StatusError {
    if (resource === null) {
      return failure({
        code: 403,
        reason: 'Forbidden',
        message: `forbidden: User "${user.name}" cannot ${verb} path "${path}"`,
        details: {},
      });
    }
    const { namespace } = scopeOf(resource);
    const { group, plural, subresource, name = '' } = resource;
    const fullName = subresource === undefined ? plural : `${plural}/${subresource}`;
    const scope =
      namespace === undefined ? 'at the cluster scope' : `in the namespace "${namespace}"`;
    const why = `User "${user.name}" cannot ${verb} resource "${fullName}" in API group "${group}" ${scope}`;
    return forbidden({ group, plural, kind: '' }, name, why);
  }

  allows(user: User, access: Access): boolean {
    if (user.groups.includes(everything)) return true;
    return this.rulesFor(user, access.namespace).some((rule) => covers(rule, access));
  }

  allowsPath(user: User, verb: string, path: string): boolean {
    if (user.groups.includes(everything)) return true;
    return this.rulesFor(user, undefined).some(
      ({ verbs, nonResourceURLs = [] }) =>
        hasOrAll(verbs, verb) && nonResourceURLs.some((pattern) => matchesPath(pattern, path)),
    );
  }

  /** Returns all rules for a user in a namespace, including cluster-wide ones. */
  rulesFor(user: User, namespace: string | undefined): readonly PolicyRule[] {
    if (user.groups.includes(everything)) {
      return [
        { verbs: ['*'], apiGroups: ['*'], resources: ['*'] },
        { verbs: ['*'], nonResourceURLs: ['*'] },
      ];
    }
    const scope = JSON.stringify([user.name, user.groups, namespace]);
    return getOrCreate(this.#rulesByScope, scope, () => this.#collectRules(user, namespace));
  }

  #collectRules(user: User, namespace: string | undefined): readonly PolicyRule[] {
    const lookup = lookupIn(this.#store);
    const clusterWide = lookup.list(kinds.clusterRoleBinding);
    const local = lookup
      .list(kinds.roleBinding)
      .filter(({ metadata }) => namespace !== undefined && metadata.namespace === namespace);
    return [...clusterWide, ...local]
      .filter((binding) => isBound(user, binding))
      .flatMap(({ roleRef, metadata }) => {
        const role =
          roleRef.kind === 'ClusterRole'
            ? lookup.find(kinds.clusterRole, undefined, roleRef.name)
            : lookup.find(kinds.role, metadata.namespace, roleRef.name);
        return role?.rules ?? [];
      });
  }
}

/**
 * Returns the name that a list or watch is limited to, which is the name of the request.
 * Source: k8s.io/apiserver pkg/endpoints/request/requestinfo.go @v0.36.
 */
function selectedName(verb: string, query: URLSearchParams): string | undefined {
  if (verb !== 'list' && verb !== 'watch') return undefined;
  const selector = parseFieldSelector(query.get('fieldSelector') ?? '');
  if (!selector.ok) return undefined;
  return selector.value.find(({ path, isEqual }) => path === 'metadata.name' && isEqual)?.value;
}

/** A request for a namespace is authorized by the roles in it. */
function scopeOf(resource: NonNullable<RequestInfo['resource']>): {
  namespace: string | undefined;
} {
  const isNamespace = resource.group === '' && resource.plural === 'namespaces';
  return { namespace: isNamespace ? resource.name : resource.namespace };
}

function isBound(user: User, { subjects = [] }: RoleBinding): boolean {
  return subjects.some(({ kind, name, namespace }) => {
    if (kind === 'Group') return user.groups.includes(name);
    if (kind === 'User') return user.name === name;
    return kind === 'ServiceAccount' && user.name === `system:serviceaccount:${namespace}:${name}`;
  });
}

function covers(rule: PolicyRule, access: Access): boolean {
  const { verbs, apiGroups = [], resources = [], resourceNames = [] } = rule;
  const isNamed = resourceNames.length === 0 || resourceNames.includes(access.name ?? '');
  return (
    isNamed &&
    hasOrAll(verbs, access.verb) &&
    hasOrAll(apiGroups, access.group) &&
    resources.some((pattern) => matchesResource(pattern, access))
  );
}

function matchesResource(pattern: string, { plural, subresource }: Access): boolean {
  if (pattern === '*') return true;
  const full = subresource === undefined ? plural : `${plural}/${subresource}`;
  return pattern === full || (subresource !== undefined && pattern === `*/${subresource}`);
}

function hasOrAll(list: readonly string[], item: string): boolean {
  return list.includes('*') || list.includes(item);
}

function matchesPath(pattern: string, path: string): boolean {
  if (pattern === '*' || pattern === path) return true;
  return pattern.endsWith('*') && path.startsWith(pattern.slice(0, -1));
}
