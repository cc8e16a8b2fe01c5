import { useId } from 'react';
import { TextInput } from '../../ui/controls/controls.js';
import { FilterSelect } from '../../ui/controls/filter-select.js';
import { SearchInput } from '../../ui/controls/search-input.js';
import { Row } from '../../ui/layout/layout.js';
import type { AuditSearch } from './audit.search.js';
import { auditOutcomeWords } from './audit-text.js';

export interface AuditFiltersProps {
  readonly search: AuditSearch;
  readonly onSearch: (change: AuditSearch) => void;
}

const actions = [
  { value: 'decision.', label: 'Decisions' },
  { value: 'disruption.', label: 'Simulations' },
  { value: 'cluster.', label: 'Clusters' },
  { value: 'definition.', label: 'Definitions' },
  { value: 'approval-policy.', label: 'Approval policy' },
  { value: 'standing-approval.', label: 'Standing approvals' },
  { value: 'pause.', label: 'Pauses' },
  { value: 'brake.', label: 'Brakes' },
  { value: 'brake-settings.', label: 'Brake settings' },
  { value: 'spend-limit.', label: 'Spend limits' },
  { value: 'alert.', label: 'Alerts' },
  { value: 'alert-thresholds.', label: 'Alert thresholds' },
  { value: 'notification-channel.', label: 'Notification channels' },
  { value: 'notification-rule.', label: 'Notification rules' },
  { value: 'notification-delivery.', label: 'Notification deliveries' },
  { value: 'chat-identity.', label: 'Accounts in Slack' },
  { value: 'session.', label: 'Sign-ins' },
  { value: 'sign-in-link.', label: 'Sign-in links' },
  { value: 'device.', label: 'Device codes' },
  { value: 'user.', label: 'Users' },
  { value: 'team.', label: 'Teams' },
  { value: 'role.', label: 'Roles' },
  { value: 'role-binding.', label: 'Role bindings' },
  { value: 'api-token.', label: 'API tokens' },
  { value: 'trust-rule.', label: 'Trust rules' },
  { value: 'audit-export.', label: 'Audit export' },
] as const;

const outcomes = [
  { value: 'DONE', label: auditOutcomeWords.DONE },
  { value: 'REFUSED', label: auditOutcomeWords.REFUSED },
] as const;

export function AuditFilters({ search, onSearch }: AuditFiltersProps) {
  return (
    <Row>
      <SearchInput
        label="Object name or ID"
        value={search.object}
        onChange={(object) => onSearch({ object })}
      />
      <SearchInput
        label="Actor"
        widthPx={140}
        isMain={false}
        value={search.actor}
        onChange={(actor) => onSearch({ actor })}
      />
      <FilterSelect
        label="Action"
        allLabel="All actions"
        options={actions}
        value={actions.find(({ value }) => value === search.action)?.value}
        onChange={(action) => onSearch({ action })}
      />
      <FilterSelect
        label="Outcome"
        allLabel="All outcomes"
        options={outcomes}
        value={search.outcome}
        onChange={(outcome) => onSearch({ outcome })}
      />
      <DayInput label="From" value={search.from} onChange={(from) => onSearch({ from })} />
      <DayInput label="To" value={search.to} onChange={(to) => onSearch({ to })} />
    </Row>
  );
}

interface DayInputProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

function DayInput({ label, value = '', onChange }: DayInputProps) {
  const id = useId();
  return (
    <Row gap="xs">
      <label htmlFor={id} className="dimmed">
        {label}
      </label>
      <TextInput
        id={id}
        type="date"
        w={132}
        value={value}
        onChange={({ currentTarget }) =>
          onChange(currentTarget.value === '' ? undefined : currentTarget.value)
        }
      />
    </Row>
  );
}
