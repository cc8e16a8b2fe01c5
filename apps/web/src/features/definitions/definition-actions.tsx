import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { WriteButton } from '../../ui/controls/write-button.js';
import { Row, Stack } from '../../ui/layout/layout.js';
import type { DefinitionDeleteProps } from './definition-delete-form.js';

/** Loaded on first use. */
const DeleteForm = lazy(async () => ({
  default: (await import('./definition-delete-form.js')).DefinitionDeleteForm,
}));

/** Buttons to edit or delete a definition; definitions managed in the cluster are read-only. */
export function DefinitionActions(props: DefinitionDeleteProps) {
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
      <Suspense>
        {isDeleting && <DeleteForm {...{ kind, definition, consequence, onDeleted }} />}
      </Suspense>
    </Stack>
  );
}
