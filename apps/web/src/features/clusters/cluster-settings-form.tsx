import { useState } from 'react';
import type { ClusterFieldsFragment } from '../../gql/graphql.js';
import { toMicroUsd } from '../../lib/format/money.js';
import { otherProblems, problemOf } from '../../lib/user-errors.js';
import { NumberInput } from '../../ui/controls.js';
import { Columns, Row, Stack } from '../../ui/layout.js';
import { Problems } from '../../ui/problems.js';
import { WriteButton } from '../../ui/write-button.js';
import { useUpdateCluster } from './use-update-cluster.js';

/** `unit`: people write seconds, hours or dollars, the API takes milliseconds and millionths. */
const fields = [
  {
    key: 'batchIdleMs',
    label: 'Batch idle (seconds)',
    description: 'A batch of pending pods closes after so long without a new pod',
    unit: 1_000,
  },
  {
    key: 'batchMaxMs',
    label: 'Batch maximum (seconds)',
    description: 'A batch closes after so long at the latest',
    unit: 1_000,
  },
  {
    key: 'searchMs',
    label: 'Search (milliseconds)',
    description: 'A cheaper plan than Karpenter’s is looked for so long; 0 takes Karpenter’s',
    unit: 1,
  },
  {
    key: 'nodeChargeMicroUsdPerHour',
    label: 'Charge per node (dollars per hour)',
    description:
      'Counted with each node’s price when plans are compared: more gives fewer, larger nodes',
    unit: 1_000_000,
  },
  {
    key: 'offeringSharePercent',
    label: 'Alike at most (percent)',
    description:
      'So many of a plan’s nodes may be of one type in one zone, lest one shortage meet all of them',
    unit: 1,
  },
  {
    key: 'disruptionPollMs',
    label: 'Disruption check (seconds)',
    description: 'How often Kerf looks for nodes to take away',
    unit: 1_000,
  },
  {
    key: 'validationDelayMs',
    label: 'Validation delay (seconds)',
    description: 'A proposal is checked again after so long',
    unit: 1_000,
  },
  {
    key: 'approvalTtlMs',
    label: 'Approval time (hours)',
    description: 'A decision that nobody decides lapses after so long',
    unit: 3_600_000,
  },
  {
    key: 'rejectionHoldMs',
    label: 'Rejection holds (hours)',
    description: 'A rejected decision is not proposed again for so long, unless the plan changes',
    unit: 3_600_000,
  },
] as const satisfies readonly {
  readonly key: keyof ClusterFieldsFragment['settings'];
  readonly label: string;
  readonly description: string;
  readonly unit: number;
}[];

type Amounts = Readonly<Record<(typeof fields)[number]['key'], number>>;

export interface ClusterSettingsFormProps {
  readonly cluster: ClusterFieldsFragment;
}

/** Karpenter's timings, and how plans are looked for, per cluster. */
export function ClusterSettingsForm({ cluster }: ClusterSettingsFormProps) {
  const saved = amountsOf(cluster);
  const [amounts, setAmounts] = useState(saved);
  const saving = useUpdateCluster(cluster, `The settings of ${cluster.name} are saved`);
  const userErrors = saving.data?.userErrors ?? [];
  const isChanged = fields.some(({ key }) => amounts[key] !== saved[key]);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        saving.mutate({
          id: cluster.id,
          expectedVersion: cluster.version,
          ...amounts,
          nodeChargeMicroUsdPerHour: String(amounts.nodeChargeMicroUsdPerHour),
        });
      }}
    >
      <Stack>
        <Columns minPx={220}>
          {fields.map(({ key, label, description, unit }) => (
            <NumberInput
              key={key}
              label={label}
              description={description}
              min={0}
              decimalScale={6}
              value={amounts[key] / unit}
              onChange={(value) =>
                setAmounts({ ...amounts, [key]: Math.round(Number(value) * unit) })
              }
              error={problemOf(userErrors, key)}
            />
          ))}
        </Columns>
        <Problems
          action="save the settings"
          error={saving.error}
          userErrors={otherProblems(
            userErrors,
            fields.map(({ key }) => key),
          )}
        />
        <Row>
          <WriteButton
            type="submit"
            look="default"
            isBusy={saving.isPending}
            whyNot={isChanged ? undefined : 'Nothing is changed'}
          >
            Save the settings
          </WriteButton>
        </Row>
      </Stack>
    </form>
  );
}

const amountsOf = ({ settings }: ClusterFieldsFragment): Amounts => ({
  ...settings,
  nodeChargeMicroUsdPerHour: toMicroUsd(settings.nodeChargeMicroUsdPerHour),
});
