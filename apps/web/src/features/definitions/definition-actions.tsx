import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { WriteButton } from '../../ui/controls/write-button.js';
import { Row, Stack } from '../../ui/layout/layout.js';
import type { DefinitionDeleteProps } from './definition-delete-form.js';

/** Loaded on first use. */
const DeleteForm = lazy(async () => ({
  default: (await import('./definition-delete-form.js')).DefinitionDeleteForm,
}));

/** Buttons to edit or delete a definition; for one of the cluster, the editor writes the command for kubectl. */
export function DefinitionActions(props: DefinitionDeleteProps) {
  const { kind, definition, consequence, onDeleted } = props;
  const [isDeleting, setDeleting] = useState(false);
  const navigate = useNavigate();
  const disabledReason =
    definition.source === 'CLUSTER'
      ? `Managed in cluster ${definition.clusterName}: delete it with kubectl or in your GitOps repository`
      : undefined;
  return (
    <Stack gap="sm">
      <Row>
        <WriteButton
          action="DEFINITION_WRITE"
          onClick={() =>
            void navigate({
              to: '/apply',
              search: { cluster: definition.clusterName, edit: `${kind}/${definition.name}` },
            })
          }
        >
          {definition.source === 'CLUSTER' ? 'Edit and get the command' : 'Edit manifest'}
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
          <span className="dimmed">
            An object of cluster {definition.clusterName}: the editor writes its change as a
            command.
          </span>
        )}
      </Row>
      <Suspense>
        {isDeleting && <DeleteForm {...{ kind, definition, consequence, onDeleted }} />}
      </Suspense>
    </Stack>
  );
}
