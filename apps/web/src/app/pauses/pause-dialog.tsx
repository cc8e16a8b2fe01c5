import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AccessScopeInput, PauseExtent } from '../../gql/graphql.js';
import { serverNow } from '../../lib/api/server-clock.js';
import { errorsOfOtherFields, fieldError } from '../../lib/api/user-errors.js';
import { useClusterDirectory } from '../../lib/context/cluster-directory.js';
import { Modal, Radio, Select, TextInput } from '../../ui/controls/controls.js';
import { WriteButton } from '../../ui/controls/write-button.js';
import { RequestErrors } from '../../ui/feedback/request-errors.js';
import { Row, Stack } from '../../ui/layout/layout.js';
import { consequences, extentLabels, goesOn } from './pause-text.js';
import { setPause } from './pauses.queries.js';
import { ScopeChoice, scopeOfCluster } from './scope-choice.js';

const hourMs = 3_600_000;
const expiries = [
  { value: '1', label: 'In 1 hour' },
  { value: '4', label: 'In 4 hours' },
  { value: '24', label: 'In 24 hours' },
  { value: '', label: 'When someone releases it' },
];
const extents: readonly PauseExtent[] = ['DISRUPTION', 'DISRUPTION_AND_LAUNCHES', 'CONSOLIDATION'];

export interface PauseDialogProps {
  /** The cluster of the page. */
  readonly cluster: string | undefined;
  readonly onClose: () => void;
}

/** The form that pauses changes: where, what, why, and until when. */
export function PauseDialog({ cluster, onClose }: PauseDialogProps) {
  const clusterId = useClusterDirectory()?.find(({ name }) => name === cluster)?.id;
  const [chosenScope, setScope] = useState<AccessScopeInput | null>(null);
  // The clusters may be loaded after the form has opened.
  const scope = chosenScope ?? scopeOfCluster(clusterId);
  const [stops, setStops] = useState<PauseExtent>('DISRUPTION');
  const [reason, setReason] = useState('');
  const [owner, setOwner] = useState('');
  const [hours, setHours] = useState('4');
  const client = useQueryClient();
  const setting = useMutation({
    mutationFn: setPause,
    onSuccess: async ({ userErrors }) => {
      await client.invalidateQueries({ queryKey: ['pauses'] });
      if (userErrors.length === 0) onClose();
    },
  });
  const userErrors = setting.data?.userErrors ?? [];
  const submit = () =>
    setting.mutate({
      scope,
      stops,
      reason,
      owner: owner.trim() === '' ? null : owner,
      expiresAt: hours === '' ? null : new Date(serverNow() + Number(hours) * hourMs).toISOString(),
    });
  return (
    <Modal opened onClose={onClose} title="Pause changes" size="lg">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Stack gap="md">
          <ScopeChoice scope={scope} onChange={setScope} />
          <Radio.Group
            label="What to pause"
            value={stops}
            onChange={(value) => setStops(extents.find((each) => each === value) ?? 'DISRUPTION')}
          >
            <Stack gap="xs">
              {extents.map((extent) => (
                <Radio
                  key={extent}
                  value={extent}
                  label={extentLabels[extent]}
                  description={consequences[extent]}
                />
              ))}
            </Stack>
          </Radio.Group>
          <p>{goesOn}</p>
          <TextInput
            label="Reason"
            placeholder="Bad AMI in prod, see INC-123"
            description="Shown on the nodes and pods that the pause holds"
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            error={fieldError(userErrors, 'reason')}
          />
          <TextInput
            label="Owner"
            placeholder="You"
            description="The responsible person or team, e.g. a team on call"
            value={owner}
            onChange={(event) => setOwner(event.currentTarget.value)}
            error={fieldError(userErrors, 'owner')}
          />
          <Select
            label="Release"
            data={expiries}
            value={hours}
            onChange={(value) => setHours(value ?? '')}
            allowDeselect={false}
          />
          <RequestErrors
            action="set the pause"
            error={setting.error}
            userErrors={errorsOfOtherFields(userErrors, ['reason', 'owner'])}
          />
          <Row>
            <WriteButton
              action="PAUSE_WRITE"
              type="submit"
              isBusy={setting.isPending}
              disabledReason={reason.trim() === '' ? 'Enter a reason first' : undefined}
            >
              Pause {extentLabels[stops].toLowerCase()}
            </WriteButton>
          </Row>
        </Stack>
      </form>
    </Modal>
  );
}
