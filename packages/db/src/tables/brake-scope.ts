import type { BrakeScope } from '@kerf/application';
import { UnreadableRecord } from '../json/format.js';
import { text } from './columns.js';
import type { RowOf } from './table.js';

/** The columns of a scope. */
export const scopeColumns = {
  scopeKind: text,
  teamId: text.nullable(),
  clusterId: text.nullable(),
  nodePool: text.nullable(),
};
type ScopeColumns = RowOf<typeof scopeColumns>;

export const toScopeColumns = (scope: BrakeScope): ScopeColumns => ({
  scopeKind: scope.kind,
  teamId: scope.kind === 'Team' ? scope.teamId : null,
  clusterId: 'clusterId' in scope ? scope.clusterId : null,
  nodePool: scope.kind === 'NodePool' ? scope.nodePool : null,
});

/** Returns the widest scope that a row can have whose scope cannot be read. */
export const widestScope = ({ clusterId }: Pick<ScopeColumns, 'clusterId'>): BrakeScope =>
  clusterId === null ? { kind: 'Organization' } : { kind: 'Cluster', clusterId };

/** @throws UnreadableRecord */
export function toScope({ scopeKind, teamId, clusterId, nodePool }: ScopeColumns): BrakeScope {
  if (scopeKind === 'Organization') return { kind: 'Organization' };
  if (scopeKind === 'Team' && teamId !== null) return { kind: 'Team', teamId };
  if (scopeKind === 'Cluster' && clusterId !== null) return { kind: 'Cluster', clusterId };
  if (scopeKind === 'NodePool' && clusterId !== null && nodePool !== null) {
    return { kind: 'NodePool', clusterId, nodePool };
  }
  throw new UnreadableRecord('a scope', `${scopeKind} is not complete`);
}
