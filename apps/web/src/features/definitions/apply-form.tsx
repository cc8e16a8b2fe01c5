import { useState } from 'react';
import { Checkbox, Select, Textarea } from '../../ui/controls.js';
import { FileButton } from '../../ui/file-button.js';
import { Section } from '../../ui/layout.js';
import classes from './apply-form.module.css';
import { ApplyOutcome } from './apply-outcome.js';
import { showPosition } from './text-position.js';
import type { EditBase } from './to-edit-conflict.js';
import { useFieldPlace } from './use-field-place.js';

export interface ApplyFormProps {
  readonly clusterId: string;
  readonly clusterName: string;
  readonly initialText: string;
  /** The definition that is edited; `null` for new text. */
  readonly initialBase: EditBase | null;
  /** The field to select in the editor. */
  readonly field: string | undefined;
  /** Names of the existing EC2NodeClasses. */
  readonly nodeClasses: readonly string[];
}

/** The editor on the left, the preview on the right. */
export function ApplyForm(props: ApplyFormProps) {
  const { clusterId, clusterName, initialText, initialBase, field, nodeClasses } = props;
  const [text, setText] = useState(initialText);
  const [replacePlaceholders, setReplacePlaceholders] = useState(true);
  const [defaultNodeClass, setDefaultNodeClass] = useState<string | null>(null);
  const { place, editor } = useFieldPlace(initialText, field);
  const [variants, setVariants] = useState<Readonly<Record<number, string>>>({});
  const input = {
    clusterId,
    manifests: text,
    replacePlaceholders,
    defaultNodeClass,
    variants: Object.entries(variants).map(([index, label]) => ({ index: Number(index), label })),
  };
  return (
    <div className={classes['split']}>
      <Section
        title="Manifests"
        aside={
          <FileButton accept=".yaml,.yml,.json" onText={setText}>
            Upload file
          </FileButton>
        }
      >
        {place !== null && (
          <p className="dimmed">
            Line {place.line}: <code>{place.path}</code>
          </p>
        )}
        <Textarea
          ref={editor}
          className={classes['editor'] ?? ''}
          aria-label="Manifests, as YAML or JSON"
          description="NodePool and EC2NodeClass, v1 or v1beta1, several documents separated by ---"
          placeholder={'apiVersion: karpenter.sh/v1\nkind: NodePool\n…'}
          spellCheck={false}
          autosize
          minRows={18}
          maxRows={36}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Checkbox
          label={`Replace placeholders such as \${CLUSTER_NAME} with ${clusterName}`}
          checked={replacePlaceholders}
          onChange={(event) => setReplacePlaceholders(event.currentTarget.checked)}
        />
        <Select
          label="Default EC2NodeClass"
          description="For NodePools without nodeClassRef"
          placeholder="None (reject)"
          data={[...nodeClasses]}
          value={defaultNodeClass}
          onChange={setDefaultNodeClass}
          clearable
          maw={280}
        />
      </Section>
      <ApplyOutcome
        input={input}
        clusterName={clusterName}
        initialBase={initialBase}
        onLoad={setText}
        onGoTo={(position) => {
          if (editor.current !== null) showPosition(editor.current, position);
        }}
        chosen={variants}
        onChoose={(index, label) => setVariants({ ...variants, [index]: label })}
      />
    </div>
  );
}
