import { useMutation } from '@tanstack/react-query';
import type { ApplyManifestsInput, ConvertManifestsInput } from '../../../gql/graphql.js';
import { downloadText } from '../../../lib/browser/download.js';
import { Button } from '../../../ui/controls/controls.js';
import { WriteButton } from '../../../ui/controls/write-button.js';
import { RequestErrors } from '../../../ui/feedback/request-errors.js';
import { Row, Section, Stack } from '../../../ui/layout/layout.js';
import { convertManifests } from '../definitions.queries.js';
import { DocumentPreviews, type DocumentPreviewsProps } from './document-previews.js';
import { EditConflictNotice } from './edit-conflict-notice.js';
import type { ApplyState } from './use-apply-plan.js';

export interface ApplyPreviewProps
  extends Pick<DocumentPreviewsProps, 'chosen' | 'onChoose' | 'onGoTo'> {
  readonly state: ApplyState;
  readonly input: Omit<ApplyManifestsInput, 'dryRun' | 'expectedVersions' | 'idempotencyKey'>;
  readonly clusterName: string;
  /** Replaces the text in the editor. */
  readonly onLoadStored: (manifest: string) => void;
}

/** Previews the manifests, with buttons to apply them or to download them as v1. */
export function ApplyPreview(props: ApplyPreviewProps) {
  const { state, input, clusterName, chosen, onChoose, onGoTo, onLoadStored } = props;
  const conversion = useManifestDownload(input);
  const disabledReason = state.plan.kind === 'ready' ? undefined : state.plan.reason;
  return (
    <Section
      title="Preview"
      aside={
        state.documents.length > 0 && (
          <Button
            variant="default"
            size="compact-xs"
            title="v1 YAML for kubectl apply -f, with a comment for each change. Saves nothing."
            loading={conversion.isPending}
            onClick={conversion.download}
          >
            Download as v1
          </Button>
        )
      }
    >
      <Stack>
        <RequestErrors action="read the manifests" {...state.dryRunErrors} />
        <RequestErrors action="convert the manifests" error={conversion.error} userErrors={[]} />
        <RequestErrors action="apply the manifests" {...state.saving} />
        {state.base !== null && state.conflict !== null && (
          <EditConflictNotice
            conflict={state.conflict}
            clusterId={input.clusterId}
            edit={state.base.edit}
            onLoadStored={({ manifest, version }) => {
              onLoadStored(manifest);
              state.setBaseVersion(version);
            }}
            onKeepText={state.setBaseVersion}
          />
        )}
        <DocumentPreviews
          clusterId={input.clusterId}
          clusterName={clusterName}
          documents={state.documents}
          isOutdated={state.isOutdated}
          chosen={chosen}
          onChoose={onChoose}
          onGoTo={onGoTo}
        />
        <Row>
          <WriteButton
            action="DEFINITION_WRITE"
            isBusy={state.saving.isPending}
            disabledReason={state.isOutdated ? 'The text is being validated' : disabledReason}
            onClick={state.save}
          >
            {state.plan.kind === 'ready' ? state.plan.label : `Apply to ${clusterName}`}
          </WriteButton>
          {disabledReason !== undefined && <span className="dimmed">{disabledReason}.</span>}
          {state.plan.kind === 'ready' && state.plan.warning !== null && (
            <span>{state.plan.warning}.</span>
          )}
        </Row>
      </Stack>
    </Section>
  );
}

export interface ManifestDownload {
  readonly error: Error | null;
  readonly isPending: boolean;
  readonly download: () => void;
}

/** Downloads the manifests as v1 YAML for `kubectl apply -f`. Saves nothing. */
function useManifestDownload(input: ConvertManifestsInput): ManifestDownload {
  const conversion = useMutation({
    mutationFn: () => convertManifests(input),
    onSuccess: ({ text }) => downloadText('manifests-v1.yaml', text, 'application/yaml'),
  });
  return {
    error: conversion.error,
    isPending: conversion.isPending,
    download: () => conversion.mutate(),
  };
}
