import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { DefinitionSource } from '../../gql/graphql.js';
import { TextInput } from '../../ui/controls/controls.js';
import { WriteButton } from '../../ui/controls/write-button.js';
import { toast } from '../../ui/feedback/toast.js';
import { useWriteForm } from '../../ui/forms/use-write-form.js';
import { WriteForm } from '../../ui/forms/write-form.js';
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
  const { id, name, version } = definition;
  const form = useWriteForm({
    initial: { confirmName: '' },
    missing: ({ confirmName }) => (confirmName === name ? undefined : 'Type the name first'),
    write: () => deleteDefinition({ id, expectedVersion: version }),
    refreshes: [[kind === 'NodePool' ? 'node-pools' : 'node-classes']],
    onDone: () => {
      toast(`${kind} ${name} deleted`);
      onDeleted();
    },
  });
  return (
    <WriteForm
      form={form}
      action={`delete ${name}`}
      permission="DEFINITION_WRITE"
      submit={`Delete ${kind} ${name}`}
      variant="danger"
    >
      <p>{consequence}</p>
      <TextInput
        label={`Type the name to confirm: ${name}`}
        autoComplete="off"
        {...form.text('confirmName')}
      />
    </WriteForm>
  );
}
