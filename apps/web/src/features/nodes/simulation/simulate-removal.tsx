import { useMutation } from '@tanstack/react-query';
import { createIdempotencyKey } from '../../../lib/api/idempotency-key.js';
import { WriteButton } from '../../../ui/controls/write-button.js';
import { RequestErrors } from '../../../ui/feedback/request-errors.js';
import { Row, Stack } from '../../../ui/layout/layout.js';
import { simulateDisruption } from './simulation.queries.js';

export interface SimulateRemovalProps {
  readonly clusterId: string;
  readonly nodeNames: readonly string[];
  /** Why it cannot be simulated; absent if it can. */
  readonly disabledReason?: string | undefined;
  readonly children: string;
  /** @param id of the requested simulation */
  readonly onRequested: (id: string) => void;
}

/** The button that requests a simulation of the removal of nodes, and why it was refused. */
export function SimulateRemoval(props: SimulateRemovalProps) {
  const { clusterId, nodeNames, disabledReason, children, onRequested } = props;
  const simulating = useMutation({
    mutationFn: simulateDisruption,
    onSuccess: ({ simulation }) => {
      if (simulation !== null) onRequested(simulation.id);
    },
  });
  return (
    <Stack gap="sm">
      <Row>
        <WriteButton
          action="DISRUPTION_SIMULATE"
          variant="default"
          disabledReason={disabledReason}
          isBusy={simulating.isPending}
          onClick={() =>
            simulating.mutate({
              clusterId,
              nodeNames: [...nodeNames],
              idempotencyKey: createIdempotencyKey(),
            })
          }
        >
          {children}
        </WriteButton>
      </Row>
      <RequestErrors
        action="simulate the removal"
        error={simulating.error}
        userErrors={simulating.data?.userErrors ?? []}
      />
    </Stack>
  );
}
