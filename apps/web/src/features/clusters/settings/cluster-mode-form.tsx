import { useState } from 'react';
import type { ClusterFieldsFragment, ClusterMode } from '../../../gql/graphql.js';
import { countOf } from '../../../lib/format/quantity.js';
import { modeConsequences, modeLooks } from '../../../ui/badges/state-badges.js';
import { WriteButton } from '../../../ui/controls/write-button.js';
import { Notice } from '../../../ui/feedback/notice.js';
import { Problems } from '../../../ui/feedback/request-errors.js';
import { Row, Stack } from '../../../ui/layout/layout.js';
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
    `Mode of ${cluster.name} changed to ${modeLooks[mode].word.toLowerCase()}`,
  );
  const isChanged = mode !== cluster.mode;
  const waiting = cluster.summary?.awaitingDecisions ?? 0;
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
            {waiting > 0 &&
              mode === 'AUTO' &&
              ` ${countOf(waiting, 'decision')} already awaiting approval still ${waiting === 1 ? 'requires' : 'require'} it.`}
          </Notice>
        )}
        <Problems
          action="change the mode"
          error={saving.error}
          userErrors={saving.data?.userErrors ?? []}
        />
        <Row>
          <WriteButton
            type="submit"
            isBusy={saving.isPending}
            whyNot={
              isChanged
                ? undefined
                : `The cluster is already in mode ${modeLooks[cluster.mode].word.toLowerCase()}`
            }
          >
            {isChanged
              ? `Change ${cluster.name} from ${modeLooks[cluster.mode].word.toLowerCase()} to ${modeLooks[mode].word.toLowerCase()}`
              : 'Change mode'}
          </WriteButton>
        </Row>
      </Stack>
    </form>
  );
}
