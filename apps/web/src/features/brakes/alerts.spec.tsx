import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { axeViolations, renderApp } from '../../../testing/render-app.js';
import { AlertThresholdsDocument, ChangeAlertThresholdsDocument } from '../../gql/graphql.js';

describe('alerts of teams and the organization', () => {
  it('are shown with their numbers, and which are exceeded', async () => {
    await renderApp('/brakes', (api) => {
      api.answer(AlertThresholdsDocument, ({ alertThresholds: [ofAll, ofTeam] }) => {
        if (ofAll === undefined || ofTeam === undefined) throw new TypeError('Two are recorded.');
        const exceeded: typeof ofTeam.exceeded = ['NODES'];
        const alerting = { ...ofTeam, nodes: 5, currentNodes: 6, spend: '2.5', exceeded };
        return { alertThresholds: [ofAll, alerting] };
      });
    });
    const ofTeam = within(await screen.findByRole('row', { name: /team web/u }));
    expect(ofTeam.getByText('6, alert above 5')).toBeTruthy();
    expect(ofTeam.getByText(/alert above \$2\.50/u)).toBeTruthy();
    expect(ofTeam.getByText('Alert')).toBeTruthy();
    const ofAll = within(screen.getByRole('row', { name: /all clusters/u }));
    expect(ofAll.queryByText('Alert')).toBeNull();
    expect(ofAll.getByText('alert off')).toBeTruthy();
  });

  it('are changed, in the units of the form', async () => {
    const { user, api } = await renderApp('/brakes');
    const row = within(await screen.findByRole('row', { name: /all clusters/u }));
    await user.click(row.getByRole('button', { name: 'Change…' }));
    const form = within(screen.getByRole('form', { name: 'Alerts of all clusters' }));
    const cost = form.getByRole('textbox', { name: /^Hourly cost/u });
    await user.clear(cost);
    await user.type(cost, '12.5');
    expect(await axeViolations()).toEqual([]);
    await user.click(form.getByRole('button', { name: 'Save alerts' }));
    await waitFor(() =>
      expect(api.sent(ChangeAlertThresholdsDocument)).toEqual([
        {
          input: {
            scope: { kind: 'ORGANIZATION', teamId: null },
            expectedVersion: 0,
            nodes: 0,
            spend: '12.5',
            changesPerMinute: 0,
          },
        },
      ]),
    );
    await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
  });
});
