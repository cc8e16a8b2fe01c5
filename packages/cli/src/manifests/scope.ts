import { scopeText } from '../brake-resources.js';
import { exitCodes } from '../exit-codes.js';
import { Failure } from '../failure.js';
import type { Directory } from './directory.js';
import { type Fields, isFields } from './fields.js';

/** Writes a scope of the API as text, e.g. `nodepool/prod-1/default`. */
export function toScopeText(scope: unknown): string {
  const { kind, teamName, clusterName, nodePool } = isFields(scope) ? scope : {};
  const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
  const known = (['TEAM', 'CLUSTER', 'NODE_POOL'] as const).find((one) => one === kind);
  return scopeText({
    kind: known ?? 'ORGANIZATION',
    teamName: text(teamName),
    clusterName: text(clusterName),
    nodePool: text(nodePool),
  });
}

/** Reads a scope for the API. @throws Failure */
export async function readScopeText(text: unknown, directory: Directory): Promise<Fields> {
  if (text === 'organization') return { kind: 'ORGANIZATION' };
  const [, kind = '', name = '', nodePool] =
    /^(team|cluster|nodepool)\/([^/]+)(?:\/([^/]+))?$/.exec(String(text)) ?? [];
  if (kind === 'team' && nodePool === undefined) {
    return { kind: 'TEAM', teamId: await directory.idOf('/api/v1/teams', name) };
  }
  if (kind === 'cluster' && nodePool === undefined) {
    return { kind: 'CLUSTER', clusterId: await directory.idOf('/api/v1/clusters', name) };
  }
  if (kind === 'nodepool' && nodePool !== undefined) {
    const clusterId = await directory.idOf('/api/v1/clusters', name);
    return { kind: 'NODE_POOL', clusterId, nodePool };
  }
  const forms = 'organization, team/TEAM, cluster/CLUSTER or nodepool/CLUSTER/NODEPOOL';
  throw new Failure(exitCodes.invalid, `${String(text)} is no scope. Use ${forms}.`);
}
