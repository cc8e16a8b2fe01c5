import { countOf } from '@kerf/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { UserError } from '../../lib/api/user-errors.js';
import { Button, NumberInput, Textarea, TextInput } from '../../ui/controls/controls.js';
import { WriteButton } from '../../ui/controls/write-button.js';
import { RequestErrors } from '../../ui/feedback/request-errors.js';
import { toast } from '../../ui/feedback/toast.js';
import { Section, Stack } from '../../ui/layout/layout.js';
import classes from './approval-policy.module.css';
import {
  approvalPolicyQuery,
  type PolicyWithVersions,
  saveApprovalPolicy,
  testApprovalPolicy,
} from './approval-policy.queries.js';
import { PolicyTestResult } from './policy-test-result.js';
import { exampleManifest } from './policy-text.js';
import { PolicyVersions } from './policy-versions.js';
import { RulesInForce } from './rules-in-force.js';

export interface PolicyEditorProps {
  readonly stored: PolicyWithVersions;
}

const defaultDays = 30;
const maxDays = 31;

/** The manifest on the left; test, rules in force and versions on the right. */
export function PolicyEditor({ stored }: PolicyEditorProps) {
  const { approvalPolicy: policy } = stored;
  const [manifest, setManifest] = useState(
    policy.version === 0 ? exampleManifest : policy.manifest,
  );
  const [comment, setComment] = useState('');
  const [days, setDays] = useState(defaultDays);
  const client = useQueryClient();
  const testing = useMutation({ mutationFn: () => testApprovalPolicy(manifest, days) });
  const saving = useMutation({
    mutationFn: () =>
      saveApprovalPolicy({ manifest, expectedVersion: policy.version, comment: comment || null }),
    onSuccess: async ({ policy: saved }) => {
      if (saved === null) return;
      toast(`Saved as version ${saved.version}`);
      await client.invalidateQueries({ queryKey: approvalPolicyQuery().queryKey });
    },
  });
  const test = testing.data?.test ?? null;
  const isTested = test !== null && !testing.isPending;
  return (
    <div className={classes['split']}>
      <Section title={policy.version === 0 ? 'New policy' : `Version ${policy.version}`} isPanel>
        <Textarea
          className={classes['editor'] ?? ''}
          aria-label="Approval policy, as YAML or JSON"
          description="The first rule that matches a decision decides. Decisions that no rule matches follow the mode of their cluster."
          spellCheck={false}
          autosize
          minRows={18}
          maxRows={36}
          value={manifest}
          onChange={(event) => {
            setManifest(event.currentTarget.value);
            testing.reset();
            saving.reset();
          }}
        />
        <RequestErrors
          action="test the policy"
          error={testing.error}
          userErrors={withFields(testing.data?.userErrors)}
        />
        <RequestErrors
          action="save the policy"
          error={saving.error}
          userErrors={withFields(saving.data?.userErrors)}
        />
        <div className={classes['actions']}>
          <NumberInput
            label="Days"
            min={1}
            max={maxDays}
            w={90}
            value={days}
            onChange={(value) => setDays(Number(value))}
          />
          <Button variant="default" loading={testing.isPending} onClick={() => testing.mutate()}>
            Test on past decisions
          </Button>
          <TextInput
            className={classes['comment'] ?? ''}
            label="Comment (recorded in the audit log)"
            value={comment}
            onChange={(event) => setComment(event.currentTarget.value)}
          />
          <WriteButton
            action="APPROVAL_POLICY_WRITE"
            isBusy={saving.isPending}
            disabledReason={isTested ? undefined : 'Test the policy on past decisions first'}
            onClick={() => saving.mutate()}
          >
            Save
          </WriteButton>
        </div>
      </Section>
      <Stack gap="lg">
        {test !== null && (
          <Section title={`Test: ${countOf(test.total, 'past decision')}`} isPanel>
            <PolicyTestResult test={test} />
          </Section>
        )}
        <Section title="Rules in force" isPanel>
          <RulesInForce stored={stored} />
        </Section>
        {stored.approvalPolicyVersions.length > 0 && (
          <Section title="Versions" isPanel>
            <PolicyVersions stored={stored} />
          </Section>
        )}
      </Stack>
    </div>
  );
}

/** The problems with the place of each in the manifest. */
const withFields = (errors: readonly UserError[] = []): readonly UserError[] =>
  errors.map((error) =>
    error.field === null
      ? error
      : { ...error, message: `${error.field.replace(/^input\./, '')}: ${error.message}` },
  );
