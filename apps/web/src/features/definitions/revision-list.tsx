import { useState } from 'react';
import type { NodePoolDetailsQuery } from '../../gql/graphql.js';
import { usePreferences } from '../../lib/browser/preferences.js';
import { formatInstant } from '../../lib/format/time.js';
import { Button } from '../../ui/controls/controls.js';
import { Stack } from '../../ui/layout/layout.js';
import { SimpleTable } from '../../ui/tables/simple-table.js';
import { Diff } from '../../ui/values/diff.js';

type Revision = NonNullable<NodePoolDetailsQuery['nodePool']>['revisions'][number];

export interface RevisionListProps {
  /** Newest first. */
  readonly revisions: readonly Revision[];
}

/** The revisions of a definition, each with its changes. */
export function RevisionList({ revisions }: RevisionListProps) {
  const { timeZone } = usePreferences();
  const [chosen, setChosen] = useState(revisions[0]?.revision);
  const index = revisions.findIndex(({ revision }) => revision === chosen);
  const revision = revisions[index];
  const before = revisions[index + 1];
  return (
    <Stack>
      <SimpleTable
        caption="Revisions, newest first"
        columns={[
          { header: 'Revision', renderCell: (each) => each.revision },
          {
            header: 'Saved',
            renderCell: (each) => formatInstant(Date.parse(each.savedAt), timeZone),
          },
          { header: 'By', renderCell: (each) => each.savedBy },
          {
            header: 'Change',
            renderCell: (each) => (
              <Button
                variant={each.revision === chosen ? 'light' : 'default'}
                size="compact-xs"
                aria-pressed={each.revision === chosen}
                onClick={() => setChosen(each.revision)}
              >
                Show
              </Button>
            ),
          },
        ]}
        rows={revisions}
        rowKey={(each) => String(each.revision)}
      />
      {revision !== undefined && (
        <>
          <h3>
            {before === undefined
              ? `Revision ${revision.revision} (first)`
              : `Changes in revision ${revision.revision}`}
          </h3>
          <Diff
            label={`Change of revision ${revision.revision}`}
            before={before?.manifest ?? ''}
            after={revision.manifest}
          />
        </>
      )}
    </Stack>
  );
}
