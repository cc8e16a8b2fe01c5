import { useState } from 'react';
import type { AlertThresholdsFieldsFragment } from '../../gql/graphql.js';
import { Stack } from '../../ui/layout/layout.js';
import { AlertForm } from './alert-form.js';
import { AlertTable } from './alert-table.js';

export interface AlertsProps {
  /** Absent while loading. */
  readonly rows: readonly AlertThresholdsFieldsFragment[] | undefined;
}

/** The alert thresholds of teams and of the organization, and the form that changes them. */
export function Alerts({ rows }: AlertsProps) {
  const [edited, setEdited] = useState<AlertThresholdsFieldsFragment | null>(null);
  if (rows === undefined) return <p className="dimmed">Loading…</p>;
  if (rows.length === 0) {
    return <p>You see alerts of teams and of the organization if you see all of their costs.</p>;
  }
  return (
    <Stack gap="md">
      <AlertTable rows={rows} onEdit={setEdited} />
      {edited !== null && (
        <AlertForm
          key={edited.scope.teamId ?? edited.scope.kind}
          thresholds={edited}
          onClose={() => setEdited(null)}
        />
      )}
    </Stack>
  );
}
