import { lazy, Suspense } from 'react';
import { type BadgeContent, StateBadge } from '../../../ui/badges/badge.js';
import { Radio } from '../../../ui/controls/controls.js';
import type { TextPosition } from '../../../ui/editor/editor-place.js';
import { Row, Section, Stack } from '../../../ui/layout/layout.js';
import { Diff } from '../../../ui/values/diff.js';
import { FindingList } from '../finding-list.js';
import { type DocumentPreview, outcomeOf, ownedByCluster, titleOf } from './apply-text.js';

import { DocumentEffects } from './document-effects.js';

/** Loaded with the YAML parser, for objects of the cluster only. */
const ClusterChangeNotice = lazy(async () => ({
  default: (await import('./cluster-change-notice.js')).ClusterChangeNotice,
}));

export interface DocumentPreviewsProps {
  readonly clusterId: string;
  readonly clusterName: string;
  readonly documents: readonly DocumentPreview[];
  /** The text changed; the preview is of the previous text. */
  readonly isOutdated: boolean;
  /** Labels of chosen variants by document index. */
  readonly chosen: Readonly<Record<number, string>>;
  readonly onChoose: (index: number, label: string) => void;
  /** Shows a position of the text in the editor. */
  readonly onGoTo: (position: TextPosition) => void;
}

const outcomes: Readonly<Record<ReturnType<typeof outcomeOf>, BadgeContent>> = {
  refused: { label: 'Invalid', tone: 'broken', icon: 'alert' },
  owned: { label: 'Change in the cluster', tone: 'attention', icon: 'refresh' },
  new: { label: 'New', tone: 'active', icon: 'plus' },
  changed: { label: 'Changed', tone: 'attention', icon: 'refresh' },
  same: { label: 'No change', tone: 'neutral', icon: 'check' },
};

/** The preview by document: outcome, conversions, findings and diff. */
export function DocumentPreviews(props: DocumentPreviewsProps) {
  const { clusterId, clusterName, documents, isOutdated, chosen, onChoose, onGoTo } = props;
  if (documents.length === 0) {
    return (
      <p className="dimmed" aria-live="polite">
        {isOutdated
          ? 'Validating…'
          : 'Paste or upload manifests to preview conversions, warnings and changes. Nothing is saved until you apply them.'}
      </p>
    );
  }
  return (
    <div aria-live="polite" aria-busy={isOutdated}>
      <Stack>
        {documents.toSorted(byOutcome).map((preview) => (
          <Preview
            key={preview.index}
            clusterId={clusterId}
            clusterName={clusterName}
            preview={preview}
            chosen={chosen[preview.index]}
            onChoose={(label) => onChoose(preview.index, label)}
            onGoTo={onGoTo}
          />
        ))}
      </Stack>
    </div>
  );
}

/** Documents that prevent the others from being applied come first. */
const byOutcome = (a: DocumentPreview, b: DocumentPreview): number =>
  Number(outcomeOf(b) === 'refused') - Number(outcomeOf(a) === 'refused');

interface PreviewProps {
  readonly clusterId: string;
  readonly clusterName: string;
  readonly preview: DocumentPreview;
  readonly chosen: string | undefined;
  readonly onChoose: (label: string) => void;
  readonly onGoTo: (position: TextPosition) => void;
}

function Preview({ clusterId, clusterName, preview, chosen, onChoose, onGoTo }: PreviewProps) {
  const { kind, name, apiVersion, variants, manifest, currentManifest } = preview;
  const outcome = outcomes[outcomeOf(preview)];
  // Its owner is no mistake in the text.
  const findings = preview.findings.filter(({ code }) => code !== ownedByCluster);
  return (
    <Section
      title={titleOf(preview)}
      isPanel
      aside={
        <Row gap="xs">
          {apiVersion !== null && <span className="dimmed">{apiVersion}</span>}
          <StateBadge content={outcome} />
        </Row>
      }
    >
      {outcome === outcomes.owned && kind !== null && name !== null && (
        <Suspense>
          <ClusterChangeNotice
            {...{ kind, name, clusterId, clusterName }}
            before={currentManifest ?? ''}
            after={manifest ?? ''}
          />
        </Suspense>
      )}
      {findings.length > 0 && <FindingList findings={findings} onGoTo={onGoTo} />}
      {variants.length > 0 && <Variants preview={preview} chosen={chosen} onChoose={onChoose} />}
      <DocumentEffects preview={preview} />
      {manifest !== null && outcome.label !== 'No change' && (
        <Diff
          label={`Change of ${kind ?? 'the document'} ${name ?? ''}`}
          before={currentManifest ?? ''}
          after={manifest}
        />
      )}
    </Section>
  );
}

/** The readings of an ambiguous manifest, to choose one of them. */
function Variants({
  preview,
  chosen,
  onChoose,
}: Pick<PreviewProps, 'preview' | 'chosen' | 'onChoose'>) {
  const { variants, currentManifest } = preview;
  return (
    <Radio.Group
      label="The manifest is ambiguous. Choose a variant:"
      value={chosen ?? null}
      onChange={onChoose}
    >
      <Stack gap="sm">
        {variants.map(({ label, manifest }) => (
          <div key={label}>
            <Radio value={label} label={label} />
            <Diff
              label={`Variant ${label}`}
              before={currentManifest ?? variants[0]?.manifest ?? ''}
              after={manifest}
            />
          </div>
        ))}
      </Stack>
    </Radio.Group>
  );
}
