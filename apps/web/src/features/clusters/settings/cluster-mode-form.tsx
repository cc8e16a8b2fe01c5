import { countOf } from '@kerf/core';
import type { ClusterFieldsFragment, ClusterMode } from '../../../gql/graphql.js';
import { modeBadges } from '../../../ui/badges/state-badges.js';
import { Notice } from '../../../ui/feedback/notice.js';
import { WriteForm } from '../../../ui/forms/write-form.js';
import { modeConsequences } from '../clusters-text.js';
import { ModeChoice } from '../registration/mode-choice.js';
import { useClusterForm } from './use-cluster-form.js';

export interface ClusterModeFormProps {
  readonly cluster: ClusterFieldsFragment;
}

/** Changes the mode, and says what the change means. */
export function ClusterModeForm({ cluster }: ClusterModeFormProps) {
  const form = useClusterForm(cluster, {
    initial: { mode: cluster.mode },
    missing: (values) =>
      values.mode === cluster.mode
        ? `The cluster is already in mode ${modeWord(cluster.mode)}`
        : undefined,
    toChanges: (values) => values,
    saved: (values) => `Mode of ${cluster.name} changed to ${modeWord(values.mode)}`,
  });
  const { mode } = form.values;
  const isChanged = mode !== cluster.mode;
  const awaitingCount = cluster.summary?.awaitingDecisions ?? 0;
  return (
    <WriteForm
      form={form}
      action="change the mode"
      permission="CLUSTER_UPDATE"
      submit={
        isChanged
          ? `Change ${cluster.name} from ${modeWord(cluster.mode)} to ${modeWord(mode)}`
          : 'Change mode'
      }
    >
      <ModeChoice {...form.value('mode')} hasHeading />
      {isChanged && (
        <Notice tone={mode === 'AUTO' ? 'attention' : 'active'}>
          From now on: {modeConsequences[mode]}
          {awaitingCount > 0 &&
            mode === 'AUTO' &&
            ` ${countOf(awaitingCount, 'decision')} already awaiting approval still ${awaitingCount === 1 ? 'requires' : 'require'} it.`}
        </Notice>
      )}
    </WriteForm>
  );
}

const modeWord = (mode: ClusterMode): string => modeBadges[mode].label.toLowerCase();
