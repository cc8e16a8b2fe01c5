import type { MissingPermissions } from '@kerf/application';
import { toRecord, toRecords } from '@kerf/core';
import { AuthorizationV1Api, VersionApi } from '@kubernetes/client-node';
import type { ClusterConnection } from '../connect/cluster-connection.js';
import { createTypedApi } from '../connect/typed-api.js';
import { toUnexpectedAnswerError } from '../errors.js';
import { groupPath, qualifiedPlural, type Resource, resources } from '../watch/resources.js';
import { actingLease } from './acting-lease.js';
import { findObject } from './change-object.js';

/** Returns `major.minor` of the API server; EKS reports minors such as `33+`. */
export async function readVersion(connection: ClusterConnection): Promise<string> {
  const { major, minor } = await createTypedApi(VersionApi, connection).getCode();
  const version = `${major}.${minor}`.replaceAll(/[^\d.]/g, '');
  if (/^\d+\.\d+$/.test(version)) return version;
  throw toUnexpectedAnswerError('GET /version', 'the response has no version');
}

/** Returns the names of Kerf's CRDs that the cluster serves, e.g. `nodepools.karpenter.sh`. */
export async function listCustomResources(
  connection: ClusterConnection,
): Promise<readonly string[]> {
  const custom = Object.values(resources).filter(({ optional }) => optional);
  const groups = new Set(custom.map(({ group, version }) => groupPath(group, version)));
  const served = await Promise.all(
    Array.from(groups, async (path) => {
      const list = toRecords(toRecord(await findObject(connection, path))['resources']);
      return list.map(({ name }) => `${path}/${String(name)}`);
    }),
  );
  return custom
    .filter(({ group, version, plural }) =>
      served.flat().includes(`${groupPath(group, version)}/${plural}`),
    )
    .map(qualifiedPlural);
}

interface Permission {
  readonly verbs: readonly string[];
  readonly resource: Pick<Resource, 'group' | 'plural' | 'objectName'>;
  readonly subresource?: string;
  readonly namespace?: string;
}

const { nodes, pods, nodeClaims, nodePools, ec2NodeClasses } = resources;
const { nodeOverlays, capacityBuffers, karpenterLeases } = resources;
const events = { group: '', plural: 'events' };
const readWrite = ['get', 'create', 'patch', 'delete'];

const watchedOf = (watchedResources: readonly Resource[]): readonly Permission[] =>
  watchedResources.map((resource) => ({ verbs: ['list', 'watch'], resource }));

const watched = watchedOf(Object.values(resources).filter(({ deniable }) => !deniable));

/** Optional permissions, by scope. */
const extras: Readonly<Record<'observe' | 'act', readonly Permission[]>> = {
  observe: [
    ...watchedOf(Object.values(resources).filter(({ deniable }) => deniable)),
    ...['deployments', 'statefulsets', 'replicasets'].map((plural) => ({
      verbs: ['get'],
      resource: { group: 'apps', plural },
    })),
    { verbs: ['get'], resource: { group: '', plural: 'podtemplates' } },
  ],
  act: [
    // Only for the setting podDeletionCost.
    { verbs: ['patch'], resource: pods },
    ...[nodeOverlays, capacityBuffers].flatMap((resource) => [
      { verbs: ['get'], resource },
      { verbs: ['patch'], resource, subresource: 'status' },
    ]),
    {
      verbs: ['get', 'create', 'patch'],
      resource: { ...karpenterLeases, objectName: actingLease.name },
      namespace: actingLease.namespace,
    },
  ],
};

/** Permissions for the gateway's operations other than reads. */
const written: readonly Permission[] = [
  { verbs: ['get', 'patch', 'delete'], resource: nodes },
  { verbs: ['get', 'delete'], resource: pods },
  { verbs: ['create'], resource: pods, subresource: 'eviction' },
  { verbs: ['create', 'patch'], resource: events },
  ...[nodeClaims, nodePools, ec2NodeClasses].flatMap((resource) => [
    { verbs: readWrite, resource },
    { verbs: ['patch'], resource, subresource: 'status' },
  ]),
];

/**
 * Returns the missing permissions, e.g. `patch nodes` or `patch nodeclaims.karpenter.sh/status`.
 */
export async function listMissingPermissions(
  connection: ClusterConnection,
  scope: 'observe' | 'act',
): Promise<MissingPermissions> {
  const api = createTypedApi(AuthorizationV1Api, connection);
  const missing = async (permissions: readonly Permission[]): Promise<readonly string[]> =>
    (await Promise.all(permissions.map((permission) => missingVerbs(api, permission)))).flat();
  const isActing = scope === 'act';
  return {
    needed: await missing(isActing ? [...watched, ...written] : watched),
    extra: await missing(isActing ? [...extras.observe, ...extras.act] : extras.observe),
  };
}

/**
 * Checks verbs sequentially, so that a registration sends about 20 parallel requests and not 50.
 */
async function missingVerbs(
  api: AuthorizationV1Api,
  { verbs, resource, subresource, namespace }: Permission,
): Promise<readonly string[]> {
  const { group, plural, objectName } = resource;
  const what = `${plural}${group && `.${group}`}${subresource === undefined ? '' : `/${subresource}`}`;
  const which = objectName === undefined ? '' : ` named ${objectName}`;
  const where = namespace === undefined ? '' : ` in ${namespace}`;
  const missing: string[] = [];
  for (const verb of verbs) {
    const resourceAttributes = {
      verb,
      group,
      resource: plural,
      ...(subresource !== undefined && { subresource }),
      // A create request has no object name.
      ...(objectName !== undefined && verb !== 'create' && { name: objectName }),
      ...(namespace !== undefined && { namespace }),
    };
    const review = await api.createSelfSubjectAccessReview({
      body: { spec: { resourceAttributes } },
    });
    if (review.status?.allowed !== true) missing.push(`${verb} ${what}${which}${where}`);
  }
  return missing;
}
