import { countOf } from '@kerf/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { WriteButton } from '../../ui/controls/write-button.js';
import { Notice } from '../../ui/feedback/notice.js';
import { RequestErrors } from '../../ui/feedback/request-errors.js';
import { toast } from '../../ui/feedback/toast.js';
import classes from './approval-policy.module.css';
import {
  approvalPolicyQuery,
  endStandingApproval,
  type PolicyWithVersions,
} from './approval-policy.queries.js';

export interface RulesInForceProps {
  readonly stored: PolicyWithVersions;
}

/** The rules of the policy in force in words; a standing approval can be revoked. */
export function RulesInForce({ stored: { approvalPolicy } }: RulesInForceProps) {
  const { rules, notes, version } = approvalPolicy;
  const client = useQueryClient();
  const revoking = useMutation({
    mutationFn: endStandingApproval,
    onSuccess: async ({ name }) => {
      if (name === null) return;
      toast(`Revoked ${name}`);
      await client.invalidateQueries({ queryKey: approvalPolicyQuery().queryKey });
    },
  });
  return (
    <>
      {notes.map((note) => (
        <Notice key={note} tone="attention">
          {note}
        </Notice>
      ))}
      <RequestErrors
        action="revoke the rule"
        error={revoking.error}
        userErrors={revoking.data?.userErrors ?? []}
      />
      {version === 0 || rules.length === 0 ? (
        <p className="dimmed">
          No rules are stored: the mode of each cluster decides. In mode approve, one approval is
          required to consolidate nodes, to replace drifted nodes, and to remove surplus nodes;
          expiration does not ask.
        </p>
      ) : (
        <ol className={classes['rules']}>
          {rules.map((rule) => (
            <li key={rule.name}>
              <strong>{rule.name}</strong> <span className="dimmed">{ruleWords(rule)}</span>
              {rule.until !== null && (
                <div>
                  <WriteButton
                    action="DECISION_APPROVE"
                    variant="default"
                    isBusy={revoking.isPending && revoking.variables === rule.name}
                    onClick={() => revoking.mutate(rule.name)}
                  >
                    Revoke {rule.name}
                  </WriteButton>
                </div>
              )}
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

type Rule = PolicyWithVersions['approvalPolicy']['rules'][number];

function ruleWords({ action, approvals, approvers, until, owner }: Rule): string {
  if (action === 'ASK') return `asks for ${countOf(approvals, 'approval')} of ${approvers ?? ''}`;
  if (action === 'DENY') return 'denies';
  const end = until?.slice(0, 16).replace('T', ' ');
  return end === undefined
    ? 'executes without approval'
    : `executes without approval until ${end} UTC, ${owner ?? ''}`;
}
