import { useState } from 'react';
import type { NotificationSeverity } from '../../gql/graphql.js';
import { errorsOfOtherFields, fieldError } from '../../lib/api/user-errors.js';
import { useClusterDirectory } from '../../lib/context/cluster-directory.js';
import { Button, Checkbox, Select, TextInput } from '../../ui/controls/controls.js';
import { WriteButton } from '../../ui/controls/write-button.js';
import { RequestErrors } from '../../ui/feedback/request-errors.js';
import { Row, Stack } from '../../ui/layout/layout.js';
import { createRule } from './notifications.queries.js';
import { severities } from './notifications-text.js';
import type { RulesProps } from './rules.js';
import { useChange } from './use-change.js';

const levels: readonly NotificationSeverity[] = ['INFO', 'WARNING', 'CRITICAL'];
const allClusters = '';

interface RuleFormProps extends Omit<RulesProps, 'rules'> {
  readonly onClose: () => void;
}

/** Creates a rule. */
export function RuleForm({ channels, eventKinds, onClose }: RuleFormProps) {
  const clusters = useClusterDirectory() ?? [];
  const [name, setName] = useState('');
  const [channelId, setChannelId] = useState(channels[0]?.id ?? '');
  const [leastSeverity, setLeastSeverity] = useState<NotificationSeverity>('WARNING');
  const [clusterId, setClusterId] = useState(allClusters);
  const [nodePools, setNodePools] = useState('');
  const [kinds, setKinds] = useState<readonly string[]>([]);
  const creating = useChange(createRule, onClose);
  const userErrors = creating.data?.userErrors ?? [];
  const toggle = (kind: string) =>
    setKinds(kinds.includes(kind) ? kinds.filter((one) => one !== kind) : [...kinds, kind]);
  return (
    <form
      aria-label="New rule"
      onSubmit={(event) => {
        event.preventDefault();
        const pools = nodePools.split(',').map((one) => one.trim());
        creating.mutate({
          name,
          channelId,
          leastSeverity,
          eventKinds: [...kinds],
          clusterIds: clusterId === allClusters ? [] : [clusterId],
          nodePools: pools.filter((one) => one !== ''),
        });
      }}
    >
      <Stack gap="sm">
        <Row gap="md">
          <TextInput
            label="Rule name"
            placeholder="failures in production"
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={fieldError(userErrors, 'name')}
          />
          <Select
            label="Channel"
            data={channels.map(({ id, name: label }) => ({ value: id, label }))}
            value={channelId}
            onChange={(value) => setChannelId(value ?? channelId)}
            allowDeselect={false}
          />
          <Select
            label="Least severity"
            data={levels.map((value) => ({ value, label: severities[value] }))}
            value={leastSeverity}
            onChange={(value) =>
              setLeastSeverity(levels.find((level) => level === value) ?? 'WARNING')
            }
            allowDeselect={false}
          />
          <Select
            label="Cluster"
            data={[
              { value: allClusters, label: 'All clusters' },
              ...clusters.map(({ id, name: label }) => ({ value: id, label })),
            ]}
            value={clusterId}
            onChange={(value) => setClusterId(value ?? allClusters)}
            allowDeselect={false}
          />
          <TextInput
            label="NodePools"
            description="Names, separated by commas; all if empty"
            value={nodePools}
            onChange={(event) => setNodePools(event.currentTarget.value)}
            error={fieldError(userErrors, 'nodePools')}
          />
        </Row>
        <fieldset>
          <legend>Events; all if none is selected</legend>
          <Stack gap="xs">
            {eventKinds.map(({ kind, meaning }) => (
              <Checkbox
                key={kind}
                label={kind}
                description={meaning}
                checked={kinds.includes(kind)}
                onChange={() => toggle(kind)}
              />
            ))}
          </Stack>
        </fieldset>
        <RequestErrors
          action="create the rule"
          error={creating.error}
          userErrors={errorsOfOtherFields(userErrors, ['name', 'nodePools'])}
        />
        <Row>
          <WriteButton
            type="submit"
            isBusy={creating.isPending}
            disabledReason={name.trim() === '' ? 'Enter a rule name first' : undefined}
          >
            Create rule
          </WriteButton>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        </Row>
      </Stack>
    </form>
  );
}
