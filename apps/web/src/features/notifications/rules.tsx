import { useState } from 'react';
import type { NotificationRuleFieldsFragment } from '../../gql/graphql.js';
import { useClusterDirectory } from '../../lib/context/cluster-directory.js';
import { WriteButton } from '../../ui/controls/write-button.js';
import { RequestErrors } from '../../ui/feedback/request-errors.js';
import { Row, Stack } from '../../ui/layout/layout.js';
import { SimpleTable } from '../../ui/tables/simple-table.js';
import { enableRule, removeRule } from './notifications.queries.js';
import { severities } from './notifications-text.js';
import { RuleForm, type RulesProps } from './rule-form.js';
import { useChange } from './use-change.js';

type Rule = NotificationRuleFieldsFragment;

/** The rules, and the form that creates or changes one. */
export function Rules({ rules, ...lists }: RulesProps) {
  const { channels, teams } = lists;
  const [isAdding, setIsAdding] = useState(false);
  const [editing, setEditing] = useState<Rule | null>(null);
  const enabling = useChange((rule: Rule) => enableRule(rule, !rule.isEnabled));
  const removing = useChange(removeRule);
  const channelName = (id: string) => channels.find((one) => one.id === id)?.name ?? id;
  return (
    <Stack>
      {rules.length === 0 && !isAdding && (
        <p className="dimmed">No rules. Without a rule no channel gets notifications.</p>
      )}
      {rules.length > 0 && (
        <SimpleTable
          caption="Rules, by name"
          columns={[
            { header: 'Rule', renderCell: ({ name }) => name },
            { header: 'Channel', renderCell: ({ channelId }) => channelName(channelId) },
            { header: 'Severity', renderCell: ({ leastSeverity }) => severityText(leastSeverity) },
            {
              header: 'Events',
              isSentence: true,
              renderCell: ({ eventKinds: of }) => listText(of),
            },
            {
              header: 'Limited to',
              isSentence: true,
              renderCell: (rule) => <Limits rule={rule} teams={teams} />,
            },
            {
              header: 'State',
              renderCell: (rule) => (
                <Row>
                  {rule.isEnabled ? 'Enabled' : 'Disabled'}
                  <WriteButton
                    action="NOTIFICATION_WRITE"
                    variant="default"
                    onClick={() => setEditing(rule)}
                  >
                    Edit
                  </WriteButton>
                  <WriteButton
                    action="NOTIFICATION_WRITE"
                    variant="default"
                    onClick={() => enabling.mutate(rule)}
                  >
                    {rule.isEnabled ? 'Disable' : 'Enable'}
                  </WriteButton>
                  <WriteButton
                    action="NOTIFICATION_WRITE"
                    variant="default"
                    onClick={() => removing.mutate(rule)}
                  >
                    Remove
                  </WriteButton>
                </Row>
              ),
            },
          ]}
          rows={rules}
          rowKey={({ id }) => id}
        />
      )}
      <RequestErrors
        action="change the rule"
        error={enabling.error ?? removing.error}
        userErrors={[enabling, removing].flatMap(({ data }) => data?.userErrors ?? [])}
      />
      {isAdding || editing !== null ? (
        <RuleForm
          {...lists}
          key={editing?.id}
          rule={editing}
          onClose={() => {
            setIsAdding(false);
            setEditing(null);
          }}
        />
      ) : (
        <Row>
          <WriteButton
            action="NOTIFICATION_WRITE"
            variant="default"
            onClick={() => setIsAdding(true)}
            disabledReason={channels.length === 0 ? 'Create a channel first' : undefined}
          >
            Create rule
          </WriteButton>
        </Row>
      )}
    </Stack>
  );
}

const severityText = (least: Rule['leastSeverity']): string =>
  least === 'CRITICAL' ? 'Critical' : `${severities[least]} and above`;

const listText = (names: readonly string[]): string =>
  names.length === 0 ? 'All' : names.join(', ');

function Limits({
  rule: { clusterIds, nodePools, teamIds },
  teams,
}: Pick<RulesProps, 'teams'> & { readonly rule: Rule }) {
  const clusters = useClusterDirectory() ?? [];
  const names = clusterIds.map((id) => clusters.find((one) => one.id === id)?.name ?? id);
  const teamNames = teamIds.map((id) => teams.find((one) => one.id === id)?.name ?? id);
  const parts = [
    ...(names.length === 0 ? [] : [`cluster ${names.join(', ')}`]),
    ...(nodePools.length === 0 ? [] : [`NodePool ${nodePools.join(', ')}`]),
    ...(teamNames.length === 0 ? [] : [`team ${teamNames.join(', ')}`]),
  ];
  return parts.length === 0 ? 'All clusters' : parts.join('; ');
}
