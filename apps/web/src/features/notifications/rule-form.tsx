import {
  type NotificationChannelFieldsFragment,
  type NotificationRuleFieldsFragment,
  type NotificationSeverity,
  type NotificationsQuery,
} from '../../gql/graphql.js';
import { useClusterDirectory } from '../../lib/context/cluster-directory.js';
import { Checkbox, MultiSelect, Select, TextInput } from '../../ui/controls/controls.js';
import { useWriteForm } from '../../ui/forms/use-write-form.js';
import { WriteForm } from '../../ui/forms/write-form.js';
import { Row, Stack } from '../../ui/layout/layout.js';
import { createRule, notificationsKey, updateRule } from './notifications.queries.js';
import { severities } from './notifications-text.js';

export interface RulesProps {
  readonly rules: readonly NotificationRuleFieldsFragment[];
  readonly channels: readonly NotificationChannelFieldsFragment[];
  readonly eventKinds: NotificationsQuery['notificationEventKinds'];
  readonly teams: NotificationsQuery['teams'];
}

const levels: readonly NotificationSeverity[] = ['INFO', 'WARNING', 'CRITICAL'];

interface RuleFormProps extends Omit<RulesProps, 'rules'> {
  /** The rule to change; `null` creates one. */
  readonly rule: NotificationRuleFieldsFragment | null;
  readonly onClose: () => void;
}

interface Values {
  readonly name: string;
  readonly channelId: string;
  readonly leastSeverity: NotificationSeverity;
  readonly clusterIds: string[];
  readonly teamIds: string[];
  /** Names, separated by commas. */
  readonly nodePools: string;
  readonly eventKinds: string[];
}

/** Creates or changes a rule. */
export function RuleForm({ rule, channels, eventKinds, teams, onClose }: RuleFormProps) {
  const clusters = useClusterDirectory() ?? [];
  const form = useWriteForm({
    initial: valuesOf(rule, channels),
    missing: ({ name }) => (name.trim() === '' ? 'Enter a rule name first' : undefined),
    write: (values) => saveRule(rule, values),
    refreshes: [notificationsKey],
    onDone: onClose,
  });
  const words = wordsOf(rule);
  return (
    <WriteForm
      form={form}
      permission="NOTIFICATION_WRITE"
      label={words.form}
      action={words.action}
      submit={words.submit}
      onCancel={onClose}
    >
      <Row gap="md">
        <TextInput label="Rule name" placeholder="failures in production" {...form.text('name')} />
        <Select
          label="Channel"
          data={channels.map(toOption)}
          disabled={rule !== null}
          {...form.choice('channelId')}
        />
        <Select
          label="Least severity"
          data={levels.map((value) => ({ value, label: severities[value] }))}
          {...form.choice('leastSeverity')}
        />
        <MultiSelect
          label="Clusters"
          description="All if none is selected"
          data={clusters.map(toOption)}
          {...form.value('clusterIds')}
        />
        <MultiSelect
          label="Teams"
          description="Owners of the cluster or NodePool; all if none is selected"
          data={teams.map(toOption)}
          {...form.value('teamIds')}
        />
        <TextInput
          label="NodePools"
          description="Names, separated by commas; all if empty"
          {...form.text('nodePools')}
        />
      </Row>
      <Checkbox.Group label="Events; all if none is selected" {...form.value('eventKinds')}>
        <Stack gap="xs">
          {eventKinds.map(({ kind, meaning }) => (
            <Checkbox key={kind} value={kind} label={kind} description={meaning} />
          ))}
        </Stack>
      </Checkbox.Group>
    </WriteForm>
  );
}

function saveRule(rule: RuleFormProps['rule'], { channelId, nodePools, ...values }: Values) {
  const names = nodePools.split(',').map((name) => name.trim());
  const input = { ...values, nodePools: names.filter((name) => name !== '') };
  return rule === null
    ? createRule({ ...input, channelId })
    : updateRule({ ...input, id: rule.id, expectedVersion: rule.version });
}

function valuesOf(rule: RuleFormProps['rule'], channels: RuleFormProps['channels']): Values {
  if (rule === null) {
    const empty = { name: '', clusterIds: [], teamIds: [], nodePools: '', eventKinds: [] };
    return { ...empty, channelId: channels[0]?.id ?? '', leastSeverity: 'WARNING' };
  }
  const { name, channelId, leastSeverity, clusterIds, teamIds, nodePools, eventKinds } = rule;
  const lists = { clusterIds, teamIds, nodePools: nodePools.join(', '), eventKinds };
  return { name, channelId, leastSeverity, ...lists };
}

const toOption = ({ id, name }: { readonly id: string; readonly name: string }) => ({
  value: id,
  label: name,
});

const wordsOf = (rule: RuleFormProps['rule']) =>
  rule === null
    ? { form: 'New rule', action: 'create the rule', submit: 'Create rule' }
    : { form: `Rule ${rule.name}`, action: 'change the rule', submit: 'Save rule' };
