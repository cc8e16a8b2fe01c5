import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { TrustRuleFieldsFragment } from '../../../gql/graphql.js';
import { WriteButton } from '../../../ui/controls/write-button.js';
import { Notice } from '../../../ui/feedback/notice.js';
import { QueryContent } from '../../../ui/feedback/query-content.js';
import { RequestErrors } from '../../../ui/feedback/request-errors.js';
import { Row, Stack } from '../../../ui/layout/layout.js';
import { SimpleTable } from '../../../ui/tables/simple-table.js';
import { RelativeTime } from '../../../ui/values/relative-time.js';
import { rolesQuery } from '../access.queries.js';
import { scopeText } from '../access-text.js';
import { useAccessChange } from '../use-access-change.js';
import { adoptTrustRule, deleteTrustRule, trustRulesQuery } from './trust-rules.queries.js';

/** Loaded when it is opened. */
const TrustRuleForm = lazy(async () => ({
  default: (await import('./trust-rule-form.js')).TrustRuleForm,
}));

/** Shows the rules by which workloads of other identity providers get tokens, with their roles. */
export function TrustRules() {
  const query = useQuery(trustRulesQuery());
  const [edited, setEdited] = useState<TrustRuleFieldsFragment | 'new' | null>(null);
  const deleting = useAccessChange(deleteTrustRule);
  const adopting = useAccessChange(adoptTrustRule);
  return (
    <Stack>
      <p className="dimmed">
        A pipeline or pod exchanges the token of its own identity provider for a Kerf token. The
        first rule by name that accepts it decides.
      </p>
      {edited === null ? (
        <Row>
          <WriteButton action="IDENTITY_WRITE" variant="default" onClick={() => setEdited('new')}>
            New trust rule
          </WriteButton>
        </Row>
      ) : (
        <Suspense fallback={<p className="dimmed">Loading the form…</p>}>
          <TrustRuleForm
            key={edited === 'new' ? 'new' : edited.id}
            rule={edited === 'new' ? null : edited}
            onClose={() => setEdited(null)}
          />
        </Suspense>
      )}
      <RequestErrors
        action="delete the trust rule"
        error={deleting.error}
        userErrors={deleting.data?.userErrors ?? []}
      />
      <RequestErrors
        action="adopt the trust rule"
        error={adopting.error}
        userErrors={adopting.data?.userErrors ?? []}
      />
      <WithoutMaker rules={query.data ?? []} />
      <QueryContent query={query} action="load the trust rules">
        {(rules) =>
          rules?.length === 0 ? (
            <p className="dimmed">No trust rules. Workloads need API tokens until you add one.</p>
          ) : (
            <RuleTable
              rules={rules ?? []}
              onEdit={setEdited}
              onDelete={(rule) => deleting.mutate(rule)}
              onAdopt={(rule) => adopting.mutate(rule)}
            />
          )
        }
      </QueryContent>
    </Stack>
  );
}

/** Rules from before makers were recorded still issue tokens, limited by nobody. */
function WithoutMaker({ rules }: { readonly rules: readonly TrustRuleFieldsFragment[] }) {
  const names = rules.filter(({ hasMaker }) => !hasMaker).map(({ name }) => name);
  if (names.length === 0) return null;
  return (
    <Notice tone="attention">
      Made before Kerf recorded makers: {names.join(', ')}. Tokens of{' '}
      {names.length === 1 ? 'this rule' : 'these rules'} are not limited by what a person may do,
      and do not end with one. Adopt or save a rule to become its maker.
    </Notice>
  );
}

interface RuleTableProps {
  readonly rules: readonly TrustRuleFieldsFragment[];
  readonly onEdit: (rule: TrustRuleFieldsFragment) => void;
  readonly onDelete: (rule: TrustRuleFieldsFragment) => void;
  readonly onAdopt: (rule: TrustRuleFieldsFragment) => void;
}

function RuleTable({ rules, onEdit, onDelete, onAdopt }: RuleTableProps) {
  const roles = useQuery(rolesQuery()).data ?? [];
  const roleName = (role: string) => roles.find(({ id }) => id === role)?.name ?? role;
  return (
    <SimpleTable
      caption="Trust rules, by name"
      columns={[
        { header: 'Rule', renderCell: ({ name }) => name },
        {
          header: 'Trusts',
          renderCell: ({ issuer, audience }) => `${issuer}, audience ${audience}`,
        },
        {
          header: 'Conditions',
          renderCell: ({ conditions }) => conditions.map(conditionText).join(' and '),
        },
        {
          header: 'Gives',
          renderCell: ({ role, scope, lifetimeSeconds }) =>
            `${roleName(role)}, ${scopeText(scope)}, for ${lifetimeSeconds} s`,
        },
        {
          header: 'Created',
          renderCell: ({ createdAt, createdBy, hasMaker }) => (
            <>
              <RelativeTime at={createdAt} /> by {createdBy}
              {!hasMaker && <div>Made before Kerf recorded makers</div>}
            </>
          ),
        },
        {
          header: 'Action',
          renderCell: (rule) => (
            <Row>
              {!rule.hasMaker && (
                <WriteButton
                  action="IDENTITY_WRITE"
                  variant="default"
                  onClick={() => onAdopt(rule)}
                >{`Adopt ${rule.name}`}</WriteButton>
              )}
              <WriteButton
                action="IDENTITY_WRITE"
                variant="default"
                onClick={() => onEdit(rule)}
              >{`Edit ${rule.name}`}</WriteButton>
              <WriteButton
                action="IDENTITY_WRITE"
                variant="default"
                onClick={() => onDelete(rule)}
              >{`Delete ${rule.name}`}</WriteButton>
            </Row>
          ),
        },
      ]}
      rows={rules}
      rowKey={({ id }) => id}
    />
  );
}

const conditionText = ({
  claim,
  operator,
  value,
}: TrustRuleFieldsFragment['conditions'][number]): string =>
  `${claim} ${operator === 'GLOB' ? 'matches' : '='} ${value}`;
