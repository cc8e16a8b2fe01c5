import { useState } from 'react';
import {
  type NotificationChannelFieldsFragment,
  type NotificationRuleFieldsFragment,
  type NotificationSeverity,
  type NotificationsQuery,
} from '../../gql/graphql.js';
import { errorsOfOtherFields, fieldError } from '../../lib/api/user-errors.js';
import { useClusterDirectory } from '../../lib/context/cluster-directory.js';
import { Button, Checkbox, MultiSelect, Select, TextInput } from '../../ui/controls/controls.js';
import { WriteButton } from '../../ui/controls/write-button.js';
import { RequestErrors } from '../../ui/feedback/request-errors.js';
import { Row, Stack } from '../../ui/layout/layout.js';
import { createRule, updateRule } from './notifications.queries.js';
import { severities } from './notifications-text.js';
import { useChange } from './use-change.js';

export interface RulesProps {
  readonly rules: readonly NotificationRuleFieldsFragment[];
  readonly channels: readonly NotificationChannelFieldsFragment[];
  readonly eventKinds: NotificationsQuery['notificationEventKinds'];
  readonly teams: NotificationsQuery['teams'];
}

const levels: readonly NotificationSeverity[] = ['INFO', 'WARNING', 'CRITICAL'];

/** Fields whose errors are shown beside them. */
const shownFields = ['name', 'clusterIds', 'nodePools', 'teamIds'];

interface RuleFormProps extends Omit<RulesProps, 'rules'> {
  /** The rule to change; `null` creates one. */
  readonly rule: NotificationRuleFieldsFragment | null;
  readonly onClose: () => void;
}

interface Draft {
  readonly name: string;
  readonly channelId: string;
  readonly leastSeverity: NotificationSeverity;
  readonly clusterIds: readonly string[];
  readonly teamIds: readonly string[];
  /** Names, separated by commas. */
  readonly nodePools: string;
  readonly kinds: readonly string[];
}

/** Creates or changes a rule. */
export function RuleForm({ rule, channels, eventKinds, teams, onClose }: RuleFormProps) {
  const clusters = useClusterDirectory() ?? [];
  const [draft, setDraft] = useState(() => draftOf(rule, channels));
  const set = (change: Partial<Draft>) => setDraft({ ...draft, ...change });
  const { name, channelId, leastSeverity, clusterIds, teamIds, nodePools, kinds } = draft;
  const creating = useChange(createRule, onClose);
  const changing = useChange(updateRule, onClose);
  const saving = rule === null ? creating : changing;
  const words = wordsOf(rule);
  const userErrors = saving.data?.userErrors ?? [];
  const toggle = (kind: string) =>
    set({
      kinds: kinds.includes(kind) ? kinds.filter((one) => one !== kind) : [...kinds, kind],
    });
  return (
    <form
      aria-label={words.form}
      onSubmit={(event) => {
        event.preventDefault();
        const pools = nodePools.split(',').map((one) => one.trim());
        const fields = {
          name,
          leastSeverity,
          eventKinds: [...kinds],
          clusterIds: [...clusterIds],
          nodePools: pools.filter((one) => one !== ''),
          teamIds: [...teamIds],
        };
        if (rule === null) creating.mutate({ ...fields, channelId });
        else changing.mutate({ ...fields, id: rule.id, expectedVersion: rule.version });
      }}
    >
      <Stack gap="sm">
        <Row gap="md">
          <TextInput
            label="Rule name"
            placeholder="failures in production"
            value={name}
            onChange={(event) => set({ name: event.currentTarget.value })}
            error={fieldError(userErrors, 'name')}
          />
          <Select
            label="Channel"
            data={channels.map(({ id, name: label }) => ({ value: id, label }))}
            value={channelId}
            onChange={(value) => set({ channelId: value ?? channelId })}
            allowDeselect={false}
            disabled={rule !== null}
          />
          <Select
            label="Least severity"
            data={levels.map((value) => ({ value, label: severities[value] }))}
            value={leastSeverity}
            onChange={(value) =>
              set({ leastSeverity: levels.find((level) => level === value) ?? 'WARNING' })
            }
            allowDeselect={false}
          />
          <MultiSelect
            label="Clusters"
            description="All if none is selected"
            data={clusters.map(({ id, name: label }) => ({ value: id, label }))}
            value={[...clusterIds]}
            onChange={(ids) => set({ clusterIds: ids })}
            error={fieldError(userErrors, 'clusterIds')}
          />
          <MultiSelect
            label="Teams"
            description="Owners of the cluster or NodePool; all if none is selected"
            data={teams.map(({ id, name: label }) => ({ value: id, label }))}
            value={[...teamIds]}
            onChange={(ids) => set({ teamIds: ids })}
            error={fieldError(userErrors, 'teamIds')}
          />
          <TextInput
            label="NodePools"
            description="Names, separated by commas; all if empty"
            value={nodePools}
            onChange={(event) => set({ nodePools: event.currentTarget.value })}
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
          action={words.action}
          error={saving.error}
          userErrors={errorsOfOtherFields(userErrors, shownFields)}
        />
        <Row>
          <WriteButton
            type="submit"
            isBusy={saving.isPending}
            disabledReason={name.trim() === '' ? 'Enter a rule name first' : undefined}
          >
            {words.submit}
          </WriteButton>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        </Row>
      </Stack>
    </form>
  );
}

function draftOf(rule: RuleFormProps['rule'], channels: RuleFormProps['channels']): Draft {
  if (rule === null) {
    const empty = { name: '', clusterIds: [], teamIds: [], nodePools: '', kinds: [] };
    return { ...empty, channelId: channels[0]?.id ?? '', leastSeverity: 'WARNING' };
  }
  const { name, channelId, leastSeverity, clusterIds, teamIds, nodePools, eventKinds } = rule;
  const lists = { clusterIds, teamIds, nodePools: nodePools.join(', '), kinds: eventKinds };
  return { name, channelId, leastSeverity, ...lists };
}

const wordsOf = (rule: RuleFormProps['rule']) =>
  rule === null
    ? { form: 'New rule', action: 'create the rule', submit: 'Create rule' }
    : { form: `Rule ${rule.name}`, action: 'change the rule', submit: 'Save rule' };
