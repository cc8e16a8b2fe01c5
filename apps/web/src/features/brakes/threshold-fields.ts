import type { BrakeSettingsFieldsFragment } from '../../gql/graphql.js';

export type ThresholdKey = Exclude<keyof BrakeSettingsFieldsFragment, 'clusterId' | 'version'>;

const minuteMs = 60_000;
const usd = 1_000_000;

/** The fields of the form of thresholds; `unit` is what one unit of the form is in the API. */
export const thresholdFields: readonly {
  readonly key: ThresholdKey;
  readonly label: string;
  readonly unit: number;
}[] = [
  { key: 'claimsPerMinute', label: 'NodeClaims within a minute', unit: 1 },
  { key: 'spendRise', label: 'Rise of the cost within 10 minutes ($/h)', unit: usd },
  { key: 'launchFailures', label: 'Failed launches in a row', unit: 1 },
  { key: 'registrationFailures', label: 'Nodes in a row that did not join', unit: 1 },
  { key: 'registrationOverdueMs', label: 'A node did not join after (min)', unit: minuteMs },
  { key: 'flapRepeats', label: 'Repetitions of consolidation', unit: 1 },
  { key: 'flapWindowMs', label: 'Repetitions within (min)', unit: minuteMs },
  { key: 'flapFreezeMs', label: 'Consolidation is frozen for (min)', unit: minuteMs },
  { key: 'alertNodes', label: 'Alert: nodes', unit: 1 },
  { key: 'alertSpend', label: 'Alert: hourly cost ($/h)', unit: usd },
  { key: 'alertChangesPerMinute', label: 'Alert: changes within a minute', unit: 1 },
];
