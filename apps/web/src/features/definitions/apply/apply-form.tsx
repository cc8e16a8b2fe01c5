import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import type { FieldLocation } from '../../../lib/manifest/find-field.js';
import { Checkbox, Select } from '../../../ui/controls/controls.js';
import { FileButton } from '../../../ui/controls/file-button.js';
import type { TextPosition } from '../../../ui/editor/editor-place.js';
import type { EditorProblem } from '../../../ui/editor/yaml-editor.js';
import { Section } from '../../../ui/layout/layout.js';
import classes from './apply-form.module.css';
import { ApplyPreview } from './apply-preview.js';
import type { DocumentPreview } from './apply-text.js';
import type { EditBase } from './to-edit-conflict.js';
import { useApplyPlan } from './use-apply-plan.js';

/** Loaded beside the page: most of the code of the page is the editor. */
const ManifestEditor = lazy(async () => ({
  default: (await import('./manifest-editor.js')).ManifestEditor,
}));

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
  const location = useFieldLocation(initialText, field);
  const [goneTo, goTo] = useState<TextPosition | null>(null);
  const [variants, setVariants] = useState<Readonly<Record<number, string>>>({});
  const input = {
    clusterId,
    manifests: text,
    replacePlaceholders,
    defaultNodeClass,
    variants: Object.entries(variants).map(([index, label]) => ({ index: Number(index), label })),
  };
  const state = useApplyPlan(input, { clusterName, initialBase });
  const { documents } = state;
  const problems = useMemo(() => problemsOf(documents), [documents]);
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
        <Suspense fallback={<div className={classes['editor']}>Loading the editor…</div>}>
          <ManifestEditor
            value={text}
            onChange={setText}
            problems={problems}
            shown={goneTo ?? location}
          />
        </Suspense>
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
        state={state}
        input={input}
        clusterName={clusterName}
        onLoadStored={setText}
        onGoTo={goTo}
        chosen={variants}
        onChoose={(index, label) => setVariants({ ...variants, [index]: label })}
      />
    </div>
  );
}

const severities = { ERROR: 'error', WARNING: 'warning', ADVICE: 'info', UNKNOWN: 'info' } as const;

/** Returns the findings that have a position in the text. */
const problemsOf = (documents: readonly DocumentPreview[]): readonly EditorProblem[] =>
  documents.flatMap(({ findings }) =>
    findings.flatMap(({ line, column, severity, message }) =>
      line === null
        ? []
        : [{ at: { line, column: column ?? 1 }, severity: severities[severity], message }],
    ),
  );

/**
 * Finds a field of the manifest that is opened.
 * @returns `null` while searching, and when the manifest has no part of the field's path
 */
function useFieldLocation(text: string, field: string | undefined): FieldLocation | null {
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
  return query.data ?? null;
}
