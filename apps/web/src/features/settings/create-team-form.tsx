import { useState } from 'react';
import type { TeamOwnershipKind } from '../../gql/graphql.js';
import { useClusterDirectory } from '../../lib/context/cluster-directory.js';
import { Select, TextInput } from '../../ui/controls/controls.js';
import { WriteButton } from '../../ui/controls/write-button.js';
import { RequestErrors } from '../../ui/feedback/request-errors.js';
import { Row, Stack } from '../../ui/layout/layout.js';
import { createTeam } from './access.queries.js';
import { useAccessChange } from './use-access-change.js';

const kinds: readonly { readonly value: TeamOwnershipKind; readonly label: string }[] = [
  { value: 'CLUSTER', label: 'Cluster' },
  { value: 'NODE_POOL', label: 'NodePool' },
  { value: 'NAMESPACE', label: 'Namespace' },
];

/** Creates a team that owns one part of the fleet; the API adds more. */
export function CreateTeamForm() {
  const clusters = useClusterDirectory() ?? [];
  const [name, setName] = useState('');
  const [group, setGroup] = useState('');
  const [kind, setKind] = useState<TeamOwnershipKind>('CLUSTER');
  const [clusterId, setClusterId] = useState('');
  const [owned, setOwned] = useState('');
  const creating = useAccessChange(createTeam, () => setName(''));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const part = kind === 'CLUSTER' ? { kind, clusterId } : { kind, clusterId, name: owned };
        creating.mutate({ name, owns: [part], members: [{ kind: 'GROUP', id: group }] });
      }}
    >
      <Stack gap="sm">
        <Row gap="md">
          <TextInput
            label="Team name"
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <TextInput
            label="Members: group of the identity provider"
            value={group}
            onChange={(event) => setGroup(event.currentTarget.value)}
          />
          <Select
            label="Owns"
            data={kinds.map((each) => ({ ...each }))}
            value={kind}
            onChange={(value) =>
              setKind(kinds.find((each) => each.value === value)?.value ?? 'CLUSTER')
            }
            allowDeselect={false}
          />
          <Select
            label="Of cluster"
            data={clusters.map((cluster) => ({ value: cluster.id, label: cluster.name }))}
            value={clusterId === '' ? null : clusterId}
            onChange={(value) => setClusterId(value ?? '')}
          />
          {kind !== 'CLUSTER' && (
            <TextInput
              label={kind === 'NODE_POOL' ? 'NodePool name' : 'Namespace name'}
              value={owned}
              onChange={(event) => setOwned(event.currentTarget.value)}
            />
          )}
        </Row>
        <RequestErrors
          action="create the team"
          error={creating.error}
          userErrors={creating.data?.userErrors ?? []}
        />
        <Row>
          <WriteButton
            action="IDENTITY_WRITE"
            type="submit"
            variant="default"
            isBusy={creating.isPending}
            disabledReason={
              [name, group, clusterId].includes('')
                ? 'Enter name, group and cluster first'
                : undefined
            }
          >
            Create team
          </WriteButton>
        </Row>
      </Stack>
    </form>
  );
}
