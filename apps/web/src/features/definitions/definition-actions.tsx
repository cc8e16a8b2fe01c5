import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { DefinitionSource } from '../../gql/graphql.js';
import { TextInput } from '../../ui/controls.js';
import { Row, Stack } from '../../ui/layout.js';
import { Problems } from '../../ui/problems.js';
import { toast } from '../../ui/toast.js';
import { WriteButton } from '../../ui/write-button.js';
import { deleteDefinition } from './definitions.queries.js';

export interface DefinitionActionsProps {
  readonly kind: 'NodePool' | 'EC2NodeClass';
  readonly definition: {
    readonly id: string;
    readonly name: string;
    readonly clusterName: string;
    readonly source: DefinitionSource;
    readonly version: number;
  };
  /** What goes with it, e.g. "its 4 nodes stay, unmanaged". */
  readonly consequence: string;
  readonly onDeleted: () => void;
}

/** Change or delete a definition; what a cluster owns is changed there. */
export function DefinitionActions(props: DefinitionActionsProps) {
  const { kind, definition, consequence, onDeleted } = props;
  const [isDeleting, setDeleting] = useState(false);
  const navigate = useNavigate();
  const whyNot =
    definition.source === 'CLUSTER'
      ? `${definition.clusterName} owns it: change it with kubectl or where your GitOps keeps it`
      : undefined;
  return (
    <Stack gap="sm">
      <Row>
        <WriteButton
          whyNot={whyNot}
          onClick={() =>
            void navigate({
              to: '/apply',
              search: { cluster: definition.clusterName, edit: `${kind}/${definition.name}` },
            })
          }
        >
          Edit the manifest
        </WriteButton>
        <WriteButton look="default" whyNot={whyNot} onClick={() => setDeleting(!isDeleting)}>
          Delete…
        </WriteButton>
        {whyNot !== undefined && <span className="dimmed">Read-only: {whyNot}.</span>}
      </Row>
      {isDeleting && <DeleteForm {...{ kind, definition, consequence, onDeleted }} />}
    </Stack>
  );
}

function DeleteForm({ kind, definition, consequence, onDeleted }: DefinitionActionsProps) {
  const [name, setName] = useState('');
  const client = useQueryClient();
  const deleting = useMutation({
    mutationFn: deleteDefinition,
    onSuccess: async ({ deletedId }) => {
      if (deletedId === null) return;
      await client.invalidateQueries({
        queryKey: [kind === 'NodePool' ? 'node-pools' : 'node-classes'],
      });
      toast(`${kind} ${definition.name} is deleted`);
      onDeleted();
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        deleting.mutate({ id: definition.id, expectedVersion: definition.version });
      }}
    >
      <Stack gap="sm">
        <p>{consequence}</p>
        <TextInput
          label={`To delete it, type its name: ${definition.name}`}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          autoComplete="off"
        />
        <Problems
          action={`delete ${definition.name}`}
          error={deleting.error}
          userErrors={deleting.data?.userErrors ?? []}
        />
        <Row>
          <WriteButton
            type="submit"
            look="danger"
            isBusy={deleting.isPending}
            whyNot={name === definition.name ? undefined : 'Type its name first'}
          >
            Delete {kind} {definition.name}
          </WriteButton>
        </Row>
      </Stack>
    </form>
  );
}
