import { AuthorizationV1Api, VersionApi } from '@kubernetes/client-node';
import type { ClusterConnection } from '../connect/cluster-connection.js';
import { createTypedApi } from '../connect/typed-api.js';
import { toUnexpectedAnswerError } from '../errors.js';
import { toRecord, toRecords } from '../json.js';
import { groupPath, type Resource, resources } from '../watch/resources.js';
import { findObject } from './owner-reference.js';

/** `major.minor` of the API server; EKS writes minors such as `33+`. */
export async function readVersion(connection: ClusterConnection): Promise<string> {
  const { major, minor } = await createTypedApi(VersionApi, connection).getCode();
  const version = `${major}.${minor}`.replaceAll(/[^\d.]/g, '');
  if (/^\d+\.\d+$/.test(version)) return version;
  throw toUnexpectedAnswerError('GET /version', 'the answer names no version');
}

/** Names of those of Kerf's CRDs that the cluster serves, e.g. `nodepools.karpenter.sh`. */
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
    .map(({ plural, group }) => `${plural}.${group}`);
}

interface Permission {
  readonly verbs: readonly string[];
  readonly group: string;
  /** With its subresource, e.g. `nodes/status`. */
  readonly resource: string;
}

const watched: readonly Permission[] = Object.values(resources).map(
  ({ group, plural }: Resource) => ({ verbs: ['list', 'watch'], group, resource: plural }),
);

/** What {@link createClusterGateway} does beyond reading. */
const written: readonly Permission[] = [
  { verbs: ['get', 'patch', 'delete'], group: '', resource: 'nodes' },
  { verbs: ['get', 'delete'], group: '', resource: 'pods' },
  { verbs: ['create'], group: '', resource: 'pods/eviction' },
  { verbs: ['create', 'patch'], group: '', resource: 'events' },
  { verbs: ['get', 'create', 'patch', 'delete'], group: 'karpenter.sh', resource: 'nodeclaims' },
  { verbs: ['patch'], group: 'karpenter.sh', resource: 'nodeclaims/status' },
  { verbs: ['get', 'create', 'patch', 'delete'], group: 'karpenter.sh', resource: 'nodepools' },
  { verbs: ['patch'], group: 'karpenter.sh', resource: 'nodepools/status' },
  {
    verbs: ['get', 'create', 'patch', 'delete'],
    group: 'karpenter.k8s.aws',
    resource: 'ec2nodeclasses',
  },
  { verbs: ['patch'], group: 'karpenter.k8s.aws', resource: 'ec2nodeclasses/status' },
];

/** Rights that are missing, e.g. `patch nodes` or `list poddisruptionbudgets.policy`. */
export async function listMissingPermissions(
  connection: ClusterConnection,
  scope: 'observe' | 'act',
): Promise<readonly string[]> {
  const wanted = [...watched, ...(scope === 'act' ? written : [])];
  const answers = await Promise.all(
    wanted.map((permission) => missingVerbs(connection, permission)),
  );
  return answers.flat();
}

/** One by one, so that a registration asks a dozen questions at a time and not fifty. */
async function missingVerbs(
  connection: ClusterConnection,
  { verbs, group, resource: path }: Permission,
): Promise<readonly string[]> {
  const api = createTypedApi(AuthorizationV1Api, connection);
  const [resource = '', subresource] = path.split('/');
  const missing: string[] = [];
  for (const verb of verbs) {
    const review = await api.createSelfSubjectAccessReview({
      body: {
        spec: {
          resourceAttributes: {
            verb,
            group,
            resource,
            ...(subresource !== undefined && { subresource }),
          },
        },
      },
    });
    if (review.status?.allowed !== true)
      missing.push(`${verb} ${path}${group === '' ? '' : `.${group}`}`);
  }
  return missing;
}
