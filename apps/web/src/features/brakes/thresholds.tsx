import type { BrakeThresholdsQuery } from '../../gql/graphql.js';
import { formatHourly, toMicroUsd } from '../../lib/format/money.js';
import { formatCount } from '../../lib/format/quantity.js';
import { formatAge } from '../../lib/format/time.js';
import { SimpleTable } from '../../ui/tables/simple-table.js';

type Settings = BrakeThresholdsQuery['brakeSettings'];

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

/** The thresholds of the brakes and alerts of a cluster. */
export function Thresholds({ settings }: { readonly settings: Settings }) {
  return (
    <SimpleTable
      caption="Thresholds"
      rows={toRows(settings)}
      rowKey={([name]) => name}
      columns={[
        { header: 'Threshold', renderCell: ([name]) => name },
        { header: 'Value', isNumeric: true, renderCell: ([, value]) => value },
      ]}
    />
  );
}
