import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { recordedAnswer } from '../../../../testing/recording/recorded-answers.js';
import type { RecordedApi } from '../../../../testing/recording/recorded-api.js';
import { axeViolations, renderApp } from '../../../../testing/render-app.js';
import { ClusterDetailsDocument, RegisterClusterDocument } from '../../../gql/graphql.js';

const role = 'arn:aws:iam::111122223333:role/kerf';

async function fill(user: Awaited<ReturnType<typeof renderApp>>['user'], name: string) {
  await user.type(await screen.findByRole('textbox', { name: /Cluster name/ }), name);
  await user.type(screen.getByRole('textbox', { name: /Region/ }), 'us-west-2');
  await user.type(screen.getByRole('textbox', { name: /^IAM role/ }), role);
}

const running = { state: 'RUNNING' as const, detail: null, remedy: null };

/** Its registration check has not ended. */
function withRunningCheck(api: RecordedApi): void {
  api.answer(ClusterDetailsDocument, ({ cluster }) => ({
    cluster: cluster && {
      ...cluster,
      connection: { ...cluster.connection, state: 'CHECKING' as const, problem: null },
      attention: [],
      checks: cluster.checks.map(({ step }) => ({ ...running, step })),
    },
  }));
}

describe('registering a cluster', () => {
  it('shows the check while it runs', async () => {
    const { user, api } = await renderApp('/clusters/register', withRunningCheck);
    await fill(user, 'ml-prod');
    await user.type(screen.getByRole('textbox', { name: /^Interruption queue/ }), 'warnings');
    await user.click(screen.getByRole('button', { name: 'Register ml-prod' }));
    expect(await screen.findByText('The registration check is running.')).toBeTruthy();
    expect(screen.getByText('Assume the role')).toBeTruthy();
    expect(api.sent(RegisterClusterDocument)).toMatchObject([
      { input: { name: 'ml-prod', mode: 'OBSERVE', interruptionQueue: 'warnings' } },
    ]);
  });

  it('shows the trust policy with the external ID of the registration', async () => {
    const { user } = await renderApp('/clusters/register');
    await fill(user, 'ml-prod');
    expect(screen.queryByRole('textbox', { name: /External id/ })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Register ml-prod' }));
    const policy = await screen.findByText(/sts:ExternalId/);
    const { cluster } = recordedAnswer(ClusterDetailsDocument, { name: 'ml-prod' });
    expect(JSON.parse(policy.textContent ?? '')).toMatchObject({
      Statement: [
        {
          Action: ['sts:AssumeRole', 'sts:TagSession'],
          Condition: { StringEquals: { 'sts:ExternalId': cluster?.externalId } },
        },
      ],
    });
    expect(cluster?.externalId).toMatch(/./);
    expect(screen.getByRole('button', { name: 'Check again' })).toBeTruthy();
  });

  it('shows an error beside its field', async () => {
    const { user } = await renderApp('/clusters/register');
    await fill(user, 'shop-staging-use1');
    await user.click(screen.getByRole('button', { name: /^Register/ }));
    expect(
      await screen.findByText('A cluster named shop-staging-use1 is already registered.'),
    ).toBeTruthy();
    expect(screen.getByRole('textbox', { name: /Cluster name/ }).getAttribute('aria-invalid')).toBe(
      'true',
    );
  });

  it('shows which fields are required', async () => {
    await renderApp('/clusters/register');
    const button = await screen.findByRole('button', { name: 'Register cluster' });
    expect(button.getAttribute('aria-description')).toBe('Name, region and IAM role are required');
  });

  it('is free of axe violations', async () => {
    await renderApp('/clusters/register');
    await screen.findByRole('button', { name: 'Register cluster' });
    expect(await axeViolations()).toEqual([]);
  });
});
