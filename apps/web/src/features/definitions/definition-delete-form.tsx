import type { DefinitionSource } from '../../gql/graphql.js';
import { TextInput } from '../../ui/controls/controls.js';
import { toast } from '../../ui/feedback/toast.js';
import { useWriteForm } from '../../ui/forms/use-write-form.js';
import { WriteForm } from '../../ui/forms/write-form.js';
import { deleteDefinition } from './definitions.queries.js';

export interface DefinitionDeleteProps {
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

/** Deletes a definition after its name was typed. */
export function DefinitionDeleteForm({
  kind,
  definition,
  consequence,
  onDeleted,
}: DefinitionDeleteProps) {
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
