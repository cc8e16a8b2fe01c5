import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { axeViolations, renderApp } from '../../../../testing/render-app.js';
import {
  CreateTrustRuleDocument,
  DeleteTrustRuleDocument,
  TrustRulesDocument,
  UpdateTrustRuleDocument,
} from '../../../gql/graphql.js';

const openSection = async () => screen.findByRole('region', { name: 'Trust rules for workloads' });

describe('the trust rules', () => {
  it('say whom they trust and what they give', async () => {
    await renderApp('/settings/api-access');
    const row = await within(await openSection()).findByRole('row', { name: /infra/ });
    expect(row.textContent).toContain('https://token.actions.githubusercontent.com, audience kerf');
    expect(row.textContent).toContain('repository = example/infra and ref matches refs/heads/*');
    expect(row.textContent).toContain('operator, team web, for 900 s');
  });

  it('are created with all of their conditions', async () => {
    const { user, api } = await renderApp('/settings/api-access');
    const section = within(await openSection());
    await user.click(await section.findByRole('button', { name: 'New trust rule' }));
    const create = await section.findByRole('button', { name: 'Create trust rule' });
    expect(create.getAttribute('aria-description')).toBe('Enter name, issuer and audience first');
    await user.type(section.getByLabelText('Rule name'), 'deployer');
    await user.type(section.getByLabelText('Issuer'), 'https://oidc.example.com');
    await user.type(section.getByLabelText('Claim 1'), 'sub');
    await user.type(section.getByLabelText('Value 1'), 'system:serviceaccount:ci:deployer');
    await user.click(section.getByRole('button', { name: 'Add condition' }));
    expect(create.getAttribute('aria-description')).toBe(
      'Enter claim and value of each condition first',
    );
    expect(await axeViolations()).toEqual([]);
    await user.click(section.getByRole('button', { name: 'Remove condition 2' }));
    await user.click(create);
    expect(api.sent(CreateTrustRuleDocument)).toEqual([
      {
        input: {
          name: 'deployer',
          issuer: 'https://oidc.example.com',
          audience: 'kerf',
          conditions: [
            { claim: 'sub', operator: 'EQUALS', value: 'system:serviceaccount:ci:deployer' },
          ],
          role: 'viewer',
          scope: { kind: 'ORGANIZATION' },
          lifetimeSeconds: 900,
        },
      },
    ]);
    expect(await section.findByRole('button', { name: 'New trust rule' })).toBeTruthy();
  });

  it('are changed at the version that was read', async () => {
    const { user, api } = await renderApp('/settings/api-access');
    const section = within(await openSection());
    await user.click(await section.findByRole('button', { name: 'Edit infra' }));
    await user.click(await section.findByRole('button', { name: 'Remove condition 2' }));
    await user.click(section.getByRole('button', { name: 'Save trust rule' }));
    expect(api.sent(UpdateTrustRuleDocument)).toMatchObject([
      {
        input: {
          id: 'tru_1',
          expectedVersion: 3,
          rule: {
            conditions: [{ claim: 'repository', operator: 'EQUALS', value: 'example/infra' }],
            scope: { kind: 'TEAM', teamId: 'tea_1' },
          },
        },
      },
    ]);
  });

  it('stay open with the reason when the API refuses them', async () => {
    const { user } = await renderApp('/settings/api-access', (api) => {
      api.answer(UpdateTrustRuleDocument, () => ({
        updateTrustRule: {
          userErrors: [
            { code: 'STALE' as const, field: 'input.expectedVersion', message: 'It was changed.' },
          ],
        },
      }));
    });
    const section = within(await openSection());
    await user.click(await section.findByRole('button', { name: 'Edit infra' }));
    await user.click(section.getByRole('button', { name: 'Save trust rule' }));
    expect(await section.findByText(/It was changed/)).toBeTruthy();
    expect(section.getByRole('button', { name: 'Save trust rule' })).toBeTruthy();
  });

  it('say so if no maker was recorded, and are adopted by saving them as they are', async () => {
    const { user, api } = await renderApp('/settings/api-access', (recordedApi) => {
      recordedApi.answer(TrustRulesDocument, ({ trustRules }) => ({
        trustRules: (trustRules ?? []).map((rule) => ({ ...rule, hasMaker: false })),
      }));
    });
    const section = within(await openSection());
    expect(await section.findByText(/Made before Kerf recorded makers: infra/)).toBeTruthy();
    expect(await axeViolations()).toEqual([]);
    await user.click(section.getByRole('button', { name: 'Adopt infra' }));
    expect(api.sent(UpdateTrustRuleDocument)).toMatchObject([
      {
        input: {
          id: 'tru_1',
          expectedVersion: 3,
          rule: { name: 'infra', role: 'operator', scope: { kind: 'TEAM', teamId: 'tea_1' } },
        },
      },
    ]);
  });

  it('are not deleted if they were changed meanwhile', async () => {
    const { user } = await renderApp('/settings/api-access', (recordedApi) => {
      recordedApi.answer(DeleteTrustRuleDocument, () => ({
        deleteTrustRule: {
          userErrors: [
            {
              code: 'STALE' as const,
              field: 'input.expectedVersion',
              message: 'Trust rule infra has changed.',
            },
          ],
        },
      }));
    });
    const section = within(await openSection());
    await user.click(await section.findByRole('button', { name: 'Delete infra' }));
    expect(await section.findByText(/Trust rule infra has changed/)).toBeTruthy();
    expect(section.getByRole('button', { name: 'Delete infra' })).toBeTruthy();
  });

  it('are deleted, and have an empty state', async () => {
    const { user, api } = await renderApp('/settings/api-access');
    const section = within(await openSection());
    const remove = await section.findByRole('button', { name: 'Delete infra' });
    api.answer(TrustRulesDocument, () => ({ trustRules: [] }));
    await user.click(remove);
    expect(api.sent(DeleteTrustRuleDocument)).toEqual([
      { input: { id: 'tru_1', expectedVersion: 3 } },
    ]);
    expect(await section.findByText(/No trust rules/)).toBeTruthy();
  });
});
