import { compareText } from '@kerf/core';
import type { JsonObject } from '../../json/json.js';
import type { Resource, ResourceVersion } from '../../resources/resource.js';
import type { ResourceCatalog } from '../../resources/resource-catalog.js';

/** A discovery entry: a resource or a subresource. */
interface Endpoint {
  /** `pods`, `pods/status`. */
  readonly name: string;
  readonly singular: string;
  readonly isNamespaced: boolean;
  readonly kind: string;
  /** Group and version of its kind, if different from the resource's. */
  readonly foreign?: { readonly group: string; readonly version: string };
  readonly verbs: readonly string[];
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
}

export interface GroupVersion {
  readonly group: string;
  readonly version: string;
  readonly endpoints: readonly Endpoint[];
}

const statusVerbs = ['get', 'patch', 'update'];

/** Reviews, which are answered and not stored. */
const reviews: readonly GroupVersion[] = [
  {
    group: 'authorization.k8s.io',
    version: 'v1',
    endpoints: [
      review('selfsubjectaccessreviews', 'SelfSubjectAccessReview'),
      review('selfsubjectrulesreviews', 'SelfSubjectRulesReview'),
    ],
  },
  {
    group: 'authentication.k8s.io',
    version: 'v1',
    endpoints: [review('selfsubjectreviews', 'SelfSubjectReview')],
  },
];

/** Returns all served groups and versions, with their resources. */
export function groupVersions(catalog: ResourceCatalog): readonly GroupVersion[] {
  const served = catalog
    .all()
    .flatMap((resource) => resource.versions.map((version) => ({ resource, version })));
  const byName = Map.groupBy(served, ({ version }) => version.apiVersion);
  const stored = [...byName.values()].map((entries) => toGroupVersion(entries));
  return [...stored, ...reviews];
}

interface Served {
  readonly resource: Resource;
  readonly version: ResourceVersion;
}

function toGroupVersion(entries: readonly Served[]): GroupVersion {
  const endpoints = entries
    .toSorted((a, b) => compareText(a.resource.plural, b.resource.plural))
    .flatMap((entry) => {
      const found = endpointsOf(entry);
      // A real server sorts the subresources of built-in kinds only.
      return entry.resource.isCustom
        ? found
        : found.toSorted((a, b) => compareText(a.name, b.name));
    });
  const group = entries[0]?.resource.group ?? '';
  return { group, version: entries[0]?.version.name ?? '', endpoints };
}

function endpointsOf({ resource, version }: Served): readonly Endpoint[] {
  const { plural, isNamespaced, kind } = resource;
  const part = (
    name: string,
    verbs: readonly string[],
    fields: Partial<Endpoint> = {},
  ): Endpoint => ({
    name: `${plural}/${name}`,
    singular: '',
    isNamespaced,
    kind,
    verbs,
    shortNames: [],
    categories: [],
    ...fields,
  });
  const { singular, verbs, shortNames, categories } = resource;
  return [
    { name: plural, singular, isNamespaced, kind, verbs, shortNames, categories },
    ...(version.hasStatus ? [part('status', statusVerbs)] : []),
    ...(version.scale === undefined
      ? []
      : [
          part('scale', statusVerbs, {
            kind: 'Scale',
            foreign: { group: 'autoscaling', version: 'v1' },
          }),
        ]),
    ...(resource.collection === 'pods'
      ? [
          part('binding', ['create'], { kind: 'Binding' }),
          part('eviction', ['create'], {
            kind: 'Eviction',
            foreign: { group: 'policy', version: 'v1' },
          }),
          part('log', ['get']),
        ]
      : []),
  ];
}

function review(name: string, kind: string): Endpoint {
  return {
    name,
    singular: kind.toLowerCase(),
    isNamespaced: false,
    kind,
    verbs: ['create'],
    shortNames: [],
    categories: [],
  };
}

/** Returns the `APIResourceList` of one group and version. */
export function resourceList({ group, version, endpoints }: GroupVersion): JsonObject {
  return {
    kind: 'APIResourceList',
    apiVersion: 'v1',
    groupVersion: group === '' ? version : `${group}/${version}`,
    resources: endpoints.map((endpoint) => ({
      name: endpoint.name,
      singularName: endpoint.singular,
      namespaced: endpoint.isNamespaced,
      ...endpoint.foreign,
      kind: endpoint.kind,
      verbs: endpoint.verbs,
      ...(endpoint.shortNames.length === 0 ? {} : { shortNames: endpoint.shortNames }),
      ...(endpoint.categories.length === 0 ? {} : { categories: endpoint.categories }),
    })),
  };
}

/** Returns the `APIGroup` with its versions, the preferred one first. */
export function apiGroup(group: string, versions: readonly GroupVersion[]): JsonObject {
  const entries = versions.map(({ version }) => ({ groupVersion: `${group}/${version}`, version }));
  return {
    kind: 'APIGroup',
    apiVersion: 'v1',
    name: group,
    versions: entries,
    preferredVersion: entries[0] ?? {},
  };
}

export function apiGroupList(all: readonly GroupVersion[]): JsonObject {
  const groups = [...byGroup(all)].map(([group, versions]) => {
    const { kind: _kind, apiVersion: _apiVersion, ...entry } = apiGroup(group, versions);
    return entry;
  });
  return { kind: 'APIGroupList', apiVersion: 'v1', groups };
}

function byGroup(all: readonly GroupVersion[]): Map<string, GroupVersion[]> {
  return Map.groupBy(
    all.filter(({ group }) => group !== ''),
    ({ group }) => group,
  );
}

/**
 * Returns aggregated discovery: everything in two responses.
 * @param isCore `/api`, not `/apis`
 */
export function aggregatedDiscovery(all: readonly GroupVersion[], isCore: boolean): JsonObject {
  const core = all.filter(({ group }) => group === '');
  const items = isCore
    ? [{ metadata: {}, versions: core.map(aggregatedVersion) }]
    : [...byGroup(all)].map(([name, versions]) => ({
        metadata: { name },
        versions: versions.map(aggregatedVersion),
      }));
  const apiVersion = 'apidiscovery.k8s.io/v2';
  return { kind: 'APIGroupDiscoveryList', apiVersion, metadata: {}, items };
}

function aggregatedVersion({ group, version, endpoints }: GroupVersion): JsonObject {
  const isPart = ({ name }: Endpoint): boolean => name.includes('/');
  const resources = endpoints.filter((endpoint) => !isPart(endpoint));
  const kindOf = ({ kind, foreign }: Endpoint): JsonObject => ({
    group: foreign?.group ?? group,
    version: foreign?.version ?? version,
    kind,
  });
  return {
    version,
    resources: resources.map((endpoint) => {
      const prefix = `${endpoint.name}/`;
      const parts = endpoints.filter(({ name }) => name.startsWith(prefix));
      return {
        resource: endpoint.name,
        responseKind: kindOf(endpoint),
        scope: endpoint.isNamespaced ? 'Namespaced' : 'Cluster',
        singularResource: endpoint.singular,
        verbs: endpoint.verbs,
        ...(endpoint.shortNames.length === 0 ? {} : { shortNames: endpoint.shortNames }),
        ...(endpoint.categories.length === 0 ? {} : { categories: endpoint.categories }),
        ...(parts.length === 0
          ? {}
          : {
              subresources: parts.map((part) => ({
                subresource: part.name.slice(prefix.length),
                responseKind: kindOf(part),
                verbs: part.verbs,
              })),
            }),
      };
    }),
    freshness: 'Current',
  };
}
