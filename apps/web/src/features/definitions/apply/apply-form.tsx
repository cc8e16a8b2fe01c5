import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { FieldLocation } from '../../../lib/manifest/find-field.js';
import { Checkbox, Select, Textarea } from '../../../ui/controls/controls.js';
import { FileButton } from '../../../ui/controls/file-button.js';
import { Section } from '../../../ui/layout/layout.js';
import { showPosition, showRange } from '../text-position.js';
import classes from './apply-form.module.css';
import { ApplyPreview } from './apply-preview.js';
import type { EditBase } from './to-edit-conflict.js';

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
  const { location, editor } = useFieldInEditor(initialText, field);
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
        {location !== null && (
          <p className="dimmed">
            Line {location.line}: <code>{location.path}</code>
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
      <ApplyPreview
        input={input}
        clusterName={clusterName}
        initialBase={initialBase}
        onLoadStored={setText}
        onGoTo={(position) => {
          if (editor.current !== null) showPosition(editor.current, position);
        }}
        chosen={variants}
        onChoose={(index, label) => setVariants({ ...variants, [index]: label })}
      />
    </div>
  );
}

export interface FieldInEditor {
  /** `null` while searching, and when the manifest has no part of the field's path. */
  readonly location: FieldLocation | null;
  /** The `ref` of the editor. */
  readonly editor: RefObject<HTMLTextAreaElement | null>;
}

/** Finds a field of the manifest that is opened, selects it in the editor and scrolls there. */
function useFieldInEditor(text: string, field: string | undefined): FieldInEditor {
  const editor = useRef<HTMLTextAreaElement>(null);
  const query = useQuery({
    queryKey: ['field-place', field, text],
    queryFn: async () => {
      // The YAML parser is loaded only for links to a field.
      const { findField } = await import('../../../lib/manifest/find-field.js');
      return findField(text, field ?? '');
    },
    enabled: field !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: false,
  });
  const location = query.data ?? null;
  useEffect(() => {
    if (editor.current === null || location === null) return;
    showRange(editor.current, { start: location.from, end: location.to });
  }, [location]);
  return { location, editor };
}
