import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { DefinitionSource } from '../../gql/graphql.js';
import { TextInput } from '../../ui/controls/controls.js';
import { WriteButton } from '../../ui/controls/write-button.js';
import { RequestErrors } from '../../ui/feedback/request-errors.js';
import { toast } from '../../ui/feedback/toast.js';
import { Row, Stack } from '../../ui/layout/layout.js';
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
  /** The effect of the deletion, e.g. "Its 4 nodes are drained and terminated." */
  readonly consequence: string;
  readonly onDeleted: () => void;
}

/** Buttons to edit or delete a definition; definitions managed in the cluster are read-only. */
export function DefinitionActions(props: DefinitionActionsProps) {
  const { kind, definition, consequence, onDeleted } = props;
  const [isDeleting, setDeleting] = useState(false);
  const navigate = useNavigate();
  const disabledReason =
    definition.source === 'CLUSTER'
      ? `Managed in cluster ${definition.clusterName}: change it with kubectl or in your GitOps repository`
      : undefined;
  return (
    <Stack gap="sm">
      <Row>
        <WriteButton
          action="DEFINITION_WRITE"
          disabledReason={disabledReason}
          onClick={() =>
            void navigate({
              to: '/apply',
              search: { cluster: definition.clusterName, edit: `${kind}/${definition.name}` },
            })
          }
        >
          Edit manifest
        </WriteButton>
        <WriteButton
          action="DEFINITION_WRITE"
          variant="default"
          disabledReason={disabledReason}
          onClick={() => setDeleting(!isDeleting)}
        >
          Delete…
        </WriteButton>
        {disabledReason !== undefined && (
          <span className="dimmed">Read-only. {disabledReason}.</span>
        )}
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
      toast(`${kind} ${definition.name} deleted`);
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
          label={`Type the name to confirm: ${definition.name}`}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          autoComplete="off"
        />
        <RequestErrors
          action={`delete ${definition.name}`}
          error={deleting.error}
          userErrors={deleting.data?.userErrors ?? []}
        />
        <Row>
          <WriteButton
            action="DEFINITION_WRITE"
            type="submit"
            variant="danger"
            isBusy={deleting.isPending}
            disabledReason={name === definition.name ? undefined : 'Type the name first'}
          >
            Delete {kind} {definition.name}
          </WriteButton>
        </Row>
      </Stack>
    </form>
  );
}
