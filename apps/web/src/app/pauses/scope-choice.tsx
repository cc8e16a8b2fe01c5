import { useQuery } from '@tanstack/react-query';
import type { AccessScopeInput } from '../../gql/graphql.js';
import { useClusterDirectory } from '../../lib/context/cluster-directory.js';
import { Select } from '../../ui/controls/controls.js';
import { Row } from '../../ui/layout/layout.js';
import { pausePoolsQuery, pauseTeamsQuery } from './pauses.queries.js';

export interface ScopeChoiceProps {
  readonly value: AccessScopeInput;
  readonly onChange: (scope: AccessScopeInput) => void;
}

/** Returns the scope of a cluster; without one, of all clusters. */
export const scopeOfCluster = (clusterId: string | null | undefined): AccessScopeInput =>
  clusterId === null || clusterId === undefined
    ? { kind: 'ORGANIZATION' }
    : { kind: 'CLUSTER', clusterId };

/** Chooses what a pause or a spend limit is about: all clusters, a cluster, a NodePool, or a team's part. */
export function ScopeChoice({ value: scope, onChange }: ScopeChoiceProps) {
  const clusters = useClusterDirectory() ?? [];
  const clusterId = scope.clusterId ?? null;
  const pools = useQuery(pausePoolsQuery(clusterId ?? undefined));
  const teams = useQuery(pauseTeamsQuery()).data ?? [];
  return (
    <Row gap="md">
      <Select
        label="Cluster"
        placeholder={scope.kind === 'TEAM' ? 'Those of the team' : 'All clusters'}
        data={clusters.map(({ id, name }) => ({ value: id, label: name }))}
        value={clusterId}
        onChange={(id) => onChange(scopeOfCluster(id))}
        clearable
      />
      <Select
        label="NodePool"
        placeholder="All NodePools"
        data={[...(pools.data ?? [])]}
        value={scope.nodePool ?? null}
        onChange={(nodePool) =>
          onChange(
            nodePool === null
              ? scopeOfCluster(clusterId)
              : { kind: 'NODE_POOL', clusterId, nodePool },
          )
        }
        disabled={clusterId === null}
        clearable
      />
      {teams.length > 0 && (
        <Select
          label="Team"
          description="Instead of a cluster"
          placeholder="None"
          data={teams.map(({ id, name }) => ({ value: id, label: name }))}
          value={scope.teamId ?? null}
          onChange={(teamId) =>
            onChange(teamId === null ? { kind: 'ORGANIZATION' } : { kind: 'TEAM', teamId })
          }
          clearable
        />
      )}
    </Row>
  );
}
