import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { recordedAnswer } from '../../../testing/recording/recorded-answers.js';
import { recorded } from '../../../testing/recording/recording.js';
import { axeViolations, renderApp } from '../../../testing/render-app.js';
import { type PauseFieldsFragment, PausesDocument, SetPauseDocument } from '../../gql/graphql.js';

const { setPause } = recordedAnswer(SetPauseDocument, {
  input: {
    scope: { kind: 'CLUSTER', clusterId: recorded.prod },
    stops: 'DISRUPTION',
    reason: 'Bad AMI, see INC-123',
  },
});
const pause = setPause.pause;

const ofTeam = (given: PauseFieldsFragment): PauseFieldsFragment => ({
  ...given,
  scope: { kind: 'TEAM', teamName: 'shop', clusterId: null, clusterName: null, nodePool: null },
});

describe('the button Pause…', () => {
  it('preselects the cluster of the page, shows the consequences, and sets the pause', async () => {
    const { user, api } = await renderApp('/budgets?cluster=shop-prod-use1');
    await user.click(screen.getByRole('button', { name: 'Pause…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Pause changes' }));
    expect(
      dialog.getByText(/^No node is consolidated, replaced for drift or its health, or expired/u),
    ).toBeTruthy();
    expect(dialog.getByText(/^Interruptions, deletions by users/u)).toBeTruthy();
    expect(dialog.getByRole('button', { name: 'Close' })).toBeTruthy();
    const submit = dialog.getByRole('button', { name: 'Pause disruption' });
    expect(submit.getAttribute('aria-description')).toBe('Enter a reason first');
    await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Bad AMI');
    await user.click(dialog.getByRole('radio', { name: 'Disruption and launches' }));
    await user.click(dialog.getByRole('button', { name: 'Pause disruption and launches' }));
    expect(api.sent(SetPauseDocument)).toMatchObject([
      {
        input: {
          scope: { kind: 'CLUSTER', clusterId: pause?.scope.clusterId },
          stops: 'DISRUPTION_AND_LAUNCHES',
          reason: 'Bad AMI',
        },
      },
    ]);
  });
});

describe('the form of a pause', () => {
  it('pauses what a team owns', async () => {
    const { user, api } = await renderApp('/budgets?cluster=shop-prod-use1');
    await user.click(screen.getByRole('button', { name: 'Pause…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Pause changes' }));
    await user.click(await dialog.findByRole('combobox', { name: 'Team' }));
    await user.click(await screen.findByRole('option', { name: 'web' }));
    expect(dialog.getByRole('combobox', { name: 'Cluster' })).toHaveProperty('value', '');
    await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'the sale');
    await user.type(dialog.getByRole('textbox', { name: 'Owner' }), 'web on call');
    await user.click(dialog.getByRole('button', { name: 'Pause disruption' }));
    expect(api.sent(SetPauseDocument)).toMatchObject([
      {
        input: {
          scope: { kind: 'TEAM', teamId: 'tea_1' },
          reason: 'the sale',
          owner: 'web on call',
        },
      },
    ]);
  });
});

describe('the banner', () => {
  it('shows a pause of the cluster on its pages, and on those of all clusters', async () => {
    await renderApp('/budgets', (api) => {
      api.answer(PausesDocument, () => ({ pauses: pause === null ? [] : [pause] }));
    });
    const banner = await screen.findByRole('status', { name: 'Pauses in force' });
    expect(banner.textContent).toContain(
      'Disruption paused in cluster shop-prod-use1 by admin: Bad AMI, see INC-123',
    );
    expect(await axeViolations()).toEqual([]);
  });

  it('shows on the page of a cluster those that concern it, also of a team', async () => {
    await renderApp('/budgets?cluster=shop-prod-use1', (api) => {
      api.answer(PausesDocument, (_, { clusterId }) => ({
        pauses: pause === null || clusterId !== pause.scope.clusterId ? [] : [ofTeam(pause)],
      }));
    });
    const banner = await screen.findByRole('status', { name: 'Pauses in force' });
    expect(banner.textContent).toContain('Disruption paused in team shop by admin');
  });

  it('is absent without a pause', async () => {
    await renderApp('/budgets');
    expect(screen.queryByRole('status', { name: 'Pauses in force' })).toBeNull();
  });
});
