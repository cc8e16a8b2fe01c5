import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ClusterFieldsFragment } from '../../gql/graphql.js';
import { otherProblems, problemOf } from '../../lib/user-errors.js';
import { NumberInput } from '../../ui/controls.js';
import { Columns, Row, Stack } from '../../ui/layout.js';
import { Problems } from '../../ui/problems.js';
import { toast } from '../../ui/toast.js';
import { WriteButton } from '../../ui/write-button.js';
import { clusterQuery, updateCluster } from './clusters.queries.js';

type Timings = ClusterFieldsFragment['settings'];

/** `unitMs`: people write seconds or hours, the API takes milliseconds. */
const fields = [
  {
    key: 'batchIdleMs',
    label: 'Batch idle (seconds)',
    description: 'A batch of pending pods closes after so long without a new pod',
    unitMs: 1_000,
  },
  {
    key: 'batchMaxMs',
    label: 'Batch maximum (seconds)',
    description: 'A batch closes after so long at the latest',
    unitMs: 1_000,
  },
  {
    key: 'disruptionPollMs',
    label: 'Disruption check (seconds)',
    description: 'How often Kerf looks for nodes to take away',
    unitMs: 1_000,
  },
  {
    key: 'validationDelayMs',
    label: 'Validation delay (seconds)',
    description: 'A proposal is checked again after so long',
    unitMs: 1_000,
  },
  {
    key: 'approvalTtlMs',
    label: 'Approval time (hours)',
    description: 'A decision that nobody decides lapses after so long',
    unitMs: 3_600_000,
  },
] as const satisfies readonly {
  readonly key: keyof Timings;
  readonly label: string;
  readonly description: string;
  readonly unitMs: number;
}[];

export interface ClusterTimingsFormProps {
  readonly cluster: ClusterFieldsFragment;
}

/** Karpenter's timings, per cluster. */
export function ClusterTimingsForm({ cluster }: ClusterTimingsFormProps) {
  const [timings, setTimings] = useState<Timings>(cluster.settings);
  const client = useQueryClient();
  const saving = useMutation({
    mutationFn: updateCluster,
    onSuccess: async (payload) => {
      await client.invalidateQueries({ queryKey: clusterQuery(cluster.name).queryKey });
      if (payload.userErrors.length === 0) toast(`The timings of ${cluster.name} are saved`);
    },
  });
  const userErrors = saving.data?.userErrors ?? [];
  const isChanged = fields.some(({ key }) => timings[key] !== cluster.settings[key]);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        saving.mutate({ id: cluster.id, expectedVersion: cluster.version, ...timings });
      }}
    >
      <Stack>
        <Columns minPx={220}>
          {fields.map(({ key, label, description, unitMs }) => (
            <NumberInput
              key={key}
              label={label}
              description={description}
              min={0}
              decimalScale={3}
              value={timings[key] / unitMs}
              onChange={(value) =>
                setTimings({ ...timings, [key]: Math.round(Number(value) * unitMs) })
              }
              error={problemOf(userErrors, key)}
            />
          ))}
        </Columns>
        <Problems
          action="save the timings"
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
            Save the timings
          </WriteButton>
        </Row>
      </Stack>
    </form>
  );
}
