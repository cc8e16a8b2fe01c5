import type { TeamOwnershipKind } from '../../gql/graphql.js';
import { useClusterDirectory } from '../../lib/context/cluster-directory.js';
import { Select, TextInput } from '../../ui/controls/controls.js';
import { useWriteForm } from '../../ui/forms/use-write-form.js';
import { WriteForm } from '../../ui/forms/write-form.js';
import { Row } from '../../ui/layout/layout.js';
import { accessKey, createTeam } from './access.queries.js';

const kinds: { readonly value: TeamOwnershipKind; readonly label: string }[] = [
  { value: 'CLUSTER', label: 'Cluster' },
  { value: 'NODE_POOL', label: 'NodePool' },
  { value: 'NAMESPACE', label: 'Namespace' },
];

interface Values {
  readonly name: string;
  /** A group of the identity provider. */
  readonly group: string;
  readonly kind: TeamOwnershipKind;
  readonly clusterId: string | null;
  /** Name of the NodePool or namespace. */
  readonly owned: string;
}

const initial: Values = { name: '', group: '', kind: 'CLUSTER', clusterId: null, owned: '' };

/** Creates a team that owns one part of the fleet; the API adds more. */
export function CreateTeamForm() {
  const clusters = useClusterDirectory() ?? [];
  const form = useWriteForm({
    initial,
    missing: ({ name, group, clusterId }) =>
      name === '' || group === '' || clusterId === null
        ? 'Enter name, group and cluster first'
        : undefined,
    write: ({ name, group, kind, owned, ...values }) => {
      const clusterId = values.clusterId ?? '';
      const part = kind === 'CLUSTER' ? { kind, clusterId } : { kind, clusterId, name: owned };
      return createTeam({ name, owns: [part], members: [{ kind: 'GROUP', id: group }] });
    },
    refreshes: [accessKey],
  });
  const { kind } = form.values;
  return (
    <WriteForm
      form={form}
      action="create the team"
      permission="IDENTITY_WRITE"
      submit="Create team"
      variant="default"
    >
      <Row gap="md">
        <TextInput label="Team name" {...form.text('name')} />
        <TextInput label="Members: group of the identity provider" {...form.text('group')} />
        <Select label="Owns" data={kinds} {...form.choice('kind')} />
        <Select
          label="Of cluster"
          data={clusters.map(({ id, name }) => ({ value: id, label: name }))}
          {...form.value('clusterId')}
        />
        {kind !== 'CLUSTER' && (
          <TextInput
            label={kind === 'NODE_POOL' ? 'NodePool name' : 'Namespace name'}
            {...form.text('owned')}
          />
        )}
      </Row>
    </WriteForm>
  );
}
