import { useState } from 'react';
import { scopeOfCluster } from '../../app/pauses/scope-choice.js';
import type { SpendLimitFieldsFragment } from '../../gql/graphql.js';
import { WriteButton } from '../../ui/controls/write-button.js';
import { Row, Stack } from '../../ui/layout/layout.js';
import { SpendLimitForm } from './spend-limit-form.js';
import { SpendLimitTable } from './spend-limit-table.js';

export interface SpendLimitsProps {
  /** Absent while loading. */
  readonly limits: readonly SpendLimitFieldsFragment[] | undefined;
  /** The cluster of the page. */
  readonly clusterId: string | undefined;
}

/** The spend limits, and the form that creates and changes them. */
export function SpendLimits({ limits, clusterId }: SpendLimitsProps) {
  const [edited, setEdited] = useState<SpendLimitFieldsFragment | 'new' | null>(null);
  return (
    <Stack gap="md">
      <SpendLimitTable limits={limits} onEdit={setEdited} />
      {edited === null ? (
        <Row>
          <WriteButton
            action="SPEND_LIMIT_WRITE"
            variant="default"
            onClick={() => setEdited('new')}
          >
            New spend limit…
          </WriteButton>
        </Row>
      ) : (
        <SpendLimitForm
          key={edited === 'new' ? 'new' : edited.id}
          limit={edited === 'new' ? null : edited}
          scope={scopeOfCluster(clusterId)}
          onClose={() => setEdited(null)}
        />
      )}
    </Stack>
  );
}
