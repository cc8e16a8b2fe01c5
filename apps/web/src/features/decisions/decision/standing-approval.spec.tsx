import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { recorded } from '../../../../testing/recording/recording.js';
import { axeViolations, renderApp } from '../../../../testing/render-app.js';
import {
  ApprovalPolicyDocument,
  DecisionApprovalDocument,
  SaveApprovalPolicyDocument,
} from '../../../gql/graphql.js';

const waiting = `/decisions/${recorded.emptyDecision}`;

describe('approving decisions like one that waits', () => {
  it('saves a rule for its cluster, NodePool and kind that ends', async () => {
    const { user, api } = await renderApp(waiting);
    await user.click(await screen.findByText('Approve decisions like this for some days'));
    await user.click(screen.getByRole('button', { name: 'Approve such decisions for 7 days' }));
    expect(await screen.findByText('Saved as version 3 of the approval policy')).toBeTruthy();
    expect(api.sent(SaveApprovalPolicyDocument)).toMatchObject([
      { input: { expectedVersion: 2, comment: `decisions like ${recorded.emptyDecision}` } },
    ]);
    const [sent] = api.sent(SaveApprovalPolicyDocument);
    // The rules of the policy come before one of the mode, which decided.
    expect(sent?.input.manifest).toMatch(
      /- name: stateful workloads\n[^-]*- name: like dec_\w+\n +match:\n +clusters:\n +- \S+\n +nodePools:\n +- \S+\n +kinds:\n +- Empty\n +action: auto\n +until: /,
    );
    expect(await axeViolations()).toEqual([]);
  });

  it('puts it before the rule that decided', async () => {
    const { user, api } = await renderApp(waiting, (recordedApi) => {
      recordedApi.answer(DecisionApprovalDocument, (answer) =>
        answer.decision?.approval
          ? {
              decision: {
                ...answer.decision,
                approval: {
                  ...answer.decision.approval,
                  rule: 'stateful workloads',
                  policyVersion: 2,
                },
              },
            }
          : answer,
      );
    });
    await user.click(await screen.findByText('Approve decisions like this for some days'));
    await user.click(screen.getByRole('button', { name: 'Approve such decisions for 7 days' }));
    await screen.findByText('Saved as version 3 of the approval policy');
    const [sent] = api.sent(SaveApprovalPolicyDocument);
    expect(sent?.input.manifest).toMatch(/rules:\n +- name: like dec_/);
  });

  it('is revoked on the page of the policy', async () => {
    const { user, api } = await renderApp('/settings/approval-policy', (recordedApi) => {
      recordedApi.answer(ApprovalPolicyDocument, (answer) => ({
        ...answer,
        approvalPolicy: {
          ...answer.approvalPolicy,
          manifest: answer.approvalPolicy.manifest.replace(
            'rules:\n',
            'rules:\n    - name: like dec_1\n      action: auto\n',
          ),
          rules: [
            {
              name: 'like dec_1',
              action: 'AUTO' as const,
              approvals: 0,
              approvers: null,
              until: '2026-12-01T00:00:00Z',
              owner: 'mara',
            },
            ...answer.approvalPolicy.rules,
          ],
        },
      }));
    });
    expect(
      await screen.findByText('executes without approval until 2026-12-01 00:00 UTC, mara'),
    ).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Revoke like dec_1' }));
    await screen.findByText('Revoked like dec_1');
    const [sent] = api.sent(SaveApprovalPolicyDocument);
    expect(sent?.input.manifest).toMatch(/rules:\n +- name: stateful workloads/);
  });
});
