import { useQuery } from '@tanstack/react-query';
import type { AccessScopeInput, AccessScopeKind } from '../../gql/graphql.js';
import { useClusterDirectory } from '../../lib/context/cluster-directory.js';
import { Select, TextInput } from '../../ui/controls/controls.js';
import { teamsQuery } from './access.queries.js';

const kinds: readonly { readonly value: AccessScopeKind; readonly label: string }[] = [
  { value: 'ORGANIZATION', label: 'Organization' },
  { value: 'TEAM', label: 'Team' },
  { value: 'CLUSTER', label: 'Cluster' },
  { value: 'NODE_POOL', label: 'NodePool' },
];

interface ScopeFieldsProps {
  readonly value: AccessScopeInput;
  readonly onChange: (scope: AccessScopeInput) => void;
}

/** The fields of the scope of a role. */
export function ScopeFields({ value: scope, onChange }: ScopeFieldsProps) {
  const teams = useQuery(teamsQuery()).data ?? [];
  const clusters = useClusterDirectory() ?? [];
  const { kind } = scope;
  return (
    <>
      <Select
        label="Scope"
        data={kinds.map((each) => ({ ...each }))}
        value={kind}
        onChange={(value) =>
          onChange({ kind: kinds.find((each) => each.value === value)?.value ?? 'ORGANIZATION' })
        }
        allowDeselect={false}
      />
      {kind === 'TEAM' && (
        <Select
          label="Team"
          data={teams.map(({ id, name }) => ({ value: id, label: name }))}
          value={scope.teamId ?? null}
          onChange={(teamId) => onChange({ ...scope, teamId })}
        />
      )}
      {(kind === 'CLUSTER' || kind === 'NODE_POOL') && (
        <Select
          label="Cluster"
          data={clusters.map(({ id, name }) => ({ value: id, label: name }))}
          value={scope.clusterId ?? null}
          onChange={(clusterId) => onChange({ ...scope, clusterId })}
        />
      )}
      {kind === 'NODE_POOL' && (
        <TextInput
          label="NodePool"
          value={scope.nodePool ?? ''}
          onChange={(event) => onChange({ ...scope, nodePool: event.currentTarget.value })}
        />
      )}
    </>
  );
}
