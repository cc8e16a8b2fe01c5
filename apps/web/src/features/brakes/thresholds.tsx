import { formatCount } from '@kerf/core';
import { useState } from 'react';
import type { BrakeSettingsFieldsFragment } from '../../gql/graphql.js';
import { formatHourly, toMicroUsd } from '../../lib/format/money.js';
import { formatAge } from '../../lib/format/time.js';
import { WriteButton } from '../../ui/controls/write-button.js';
import { Row, Stack } from '../../ui/layout/layout.js';
import { SimpleTable } from '../../ui/tables/simple-table.js';
import { ThresholdForm } from './threshold-form.js';

type Settings = BrakeSettingsFieldsFragment;

const orOff = (value: number, text: (value: number) => string): string =>
  value === 0 ? 'off' : text(value);

const toRows = (settings: Settings): readonly (readonly [name: string, value: string])[] => [
  ['NodeClaims within a minute', orOff(settings.claimsPerMinute, formatCount)],
  ['Rise of the cost within 10 minutes', orOff(toMicroUsd(settings.spendRise), formatHourly)],
  ['Failed launches in a row', orOff(settings.launchFailures, formatCount)],
  [
    `Nodes in a row that did not join within ${formatAge(settings.registrationOverdueMs)}`,
    orOff(settings.registrationFailures, formatCount),
  ],
  [
    `Repetitions of consolidation within ${formatAge(settings.flapWindowMs)}; frozen for ${formatAge(settings.flapFreezeMs)}`,
    orOff(settings.flapRepeats, formatCount),
  ],
  ['Alert: nodes', orOff(settings.alertNodes, formatCount)],
  ['Alert: hourly cost', orOff(toMicroUsd(settings.alertSpend), formatHourly)],
  ['Alert: changes within a minute', orOff(settings.alertChangesPerMinute, formatCount)],
];

/** The thresholds of the brakes and alerts of a cluster, and the form that changes them. */
export function Thresholds({ settings }: { readonly settings: Settings }) {
  const [isEdited, setEdited] = useState(false);
  if (isEdited) return <ThresholdForm settings={settings} onClose={() => setEdited(false)} />;
  return (
    <Stack gap="md">
      <SimpleTable
        caption="Thresholds"
        rows={toRows(settings)}
        rowKey={([name]) => name}
        columns={[
          { header: 'Threshold', renderCell: ([name]) => name },
          { header: 'Value', isNumeric: true, renderCell: ([, value]) => value },
        ]}
      />
      <Row>
        <WriteButton action="CLUSTER_UPDATE" variant="default" onClick={() => setEdited(true)}>
          Change thresholds…
        </WriteButton>
      </Row>
    </Stack>
  );
}
