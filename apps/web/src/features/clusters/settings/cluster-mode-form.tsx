import { countOf } from '@kerf/core';
import { useState } from 'react';
import type { ClusterFieldsFragment, ClusterMode } from '../../../gql/graphql.js';
import { modeBadges } from '../../../ui/badges/state-badges.js';
import { WriteButton } from '../../../ui/controls/write-button.js';
import { Notice } from '../../../ui/feedback/notice.js';
import { RequestErrors } from '../../../ui/feedback/request-errors.js';
import { Row, Stack } from '../../../ui/layout/layout.js';
import { modeConsequences } from '../clusters-text.js';
import { ModeChoice } from '../registration/mode-choice.js';
import { useUpdateCluster } from './use-update-cluster.js';

export interface ClusterModeFormProps {
  readonly cluster: ClusterFieldsFragment;
}

/** Changes the mode, and says what the change means. */
export function ClusterModeForm({ cluster }: ClusterModeFormProps) {
  const [mode, setMode] = useState<ClusterMode>(cluster.mode);
  const saving = useUpdateCluster(
    cluster,
    `Mode of ${cluster.name} changed to ${modeBadges[mode].label.toLowerCase()}`,
  );
  const isChanged = mode !== cluster.mode;
  const awaitingCount = cluster.summary?.awaitingDecisions ?? 0;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        saving.mutate({ id: cluster.id, expectedVersion: cluster.version, mode });
      }}
    >
      <Stack>
        <ModeChoice value={mode} onChange={setMode} hasHeading />
        {isChanged && (
          <Notice tone={mode === 'AUTO' ? 'attention' : 'active'}>
            From now on: {modeConsequences[mode]}
            {awaitingCount > 0 &&
              mode === 'AUTO' &&
              ` ${countOf(awaitingCount, 'decision')} already awaiting approval still ${awaitingCount === 1 ? 'requires' : 'require'} it.`}
          </Notice>
        )}
        <RequestErrors
          action="change the mode"
          error={saving.error}
          userErrors={saving.data?.userErrors ?? []}
        />
        <Row>
          <WriteButton
            action="CLUSTER_UPDATE"
            type="submit"
            isBusy={saving.isPending}
            disabledReason={
              isChanged
                ? undefined
                : `The cluster is already in mode ${modeBadges[cluster.mode].label.toLowerCase()}`
            }
          >
            {isChanged
              ? `Change ${cluster.name} from ${modeBadges[cluster.mode].label.toLowerCase()} to ${modeBadges[mode].label.toLowerCase()}`
              : 'Change mode'}
          </WriteButton>
        </Row>
      </Stack>
    </form>
  );
}
