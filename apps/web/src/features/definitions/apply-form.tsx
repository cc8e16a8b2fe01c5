import { useRef, useState } from 'react';
import { Checkbox, Select, Textarea } from '../../ui/controls.js';
import { FileButton } from '../../ui/file-button.js';
import { Row, Section, Stack } from '../../ui/layout.js';
import { Problems } from '../../ui/problems.js';
import { WriteButton } from '../../ui/write-button.js';
import classes from './apply-form.module.css';
import { DocumentReadings } from './document-readings.js';
import { showPosition } from './text-position.js';
import { useApplyPlan } from './use-apply-plan.js';

export interface ApplyFormProps {
  readonly clusterId: string;
  readonly clusterName: string;
  readonly initialText: string;
  /** Names of those that exist. */
  readonly nodeClasses: readonly string[];
}

/** The text on the left, what it would become on the right. */
export function ApplyForm({ clusterId, clusterName, initialText, nodeClasses }: ApplyFormProps) {
  const [text, setText] = useState(initialText);
  const [replacePlaceholders, setReplacePlaceholders] = useState(true);
  const [defaultNodeClass, setDefaultNodeClass] = useState<string | null>(null);
  const [variants, setVariants] = useState<Readonly<Record<number, string>>>({});
  const editor = useRef<HTMLTextAreaElement>(null);
  const state = useApplyPlan(
    {
      clusterId,
      manifests: text,
      replacePlaceholders,
      defaultNodeClass,
      variants: Object.entries(variants).map(([index, label]) => ({ index: Number(index), label })),
    },
    clusterName,
  );
  const whyNot = state.plan.kind === 'ready' ? undefined : state.plan.why;
  return (
    <div className={classes['split']}>
      <Section
        title="Manifests"
        aside={
          <FileButton accept=".yaml,.yml,.json" onText={setText}>
            Upload a file
          </FileButton>
        }
      >
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
          label={`Replace placeholders such as \${CLUSTER_NAME} by ${clusterName}`}
          checked={replacePlaceholders}
          onChange={(event) => setReplacePlaceholders(event.currentTarget.checked)}
        />
        <Select
          label="Node class for pools that name none"
          placeholder="Refuse them"
          data={[...nodeClasses]}
          value={defaultNodeClass}
          onChange={setDefaultNodeClass}
          clearable
          maw={280}
        />
      </Section>
      <Section title="What they would become">
        <Stack>
          <Problems action="read the manifests" {...state.reading} />
          <DocumentReadings
            documents={state.documents}
            isBehind={state.isBehind}
            chosen={variants}
            onChoose={(index, label) => setVariants({ ...variants, [index]: label })}
            onGoTo={(position) => {
              if (editor.current !== null) showPosition(editor.current, position);
            }}
          />
          <Problems action="save" {...state.saving} />
          <Row>
            <WriteButton
              isBusy={state.saving.isPending}
              whyNot={state.isBehind ? 'The text is being read' : whyNot}
              onClick={state.save}
            >
              {state.plan.kind === 'ready' ? state.plan.label : `Save to ${clusterName}`}
            </WriteButton>
            {whyNot !== undefined && <span className="dimmed">{whyNot}.</span>}
            {state.plan.kind === 'ready' && state.plan.warning !== null && (
              <span>{state.plan.warning}.</span>
            )}
          </Row>
        </Stack>
      </Section>
    </div>
  );
}
