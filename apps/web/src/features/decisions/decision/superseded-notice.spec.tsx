import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { withDecision } from '../../../../testing/changed-decision.js';
import { recorded } from '../../../../testing/recording/recording.js';
import { renderApp } from '../../../../testing/render-app.js';

const path = `/decisions/${recorded.emptyDecision}`;

const supersededWith = (data: object) =>
  withDecision(() => ({
    state: 'SUPERSEDED',
    events: [{ at: '2026-11-21T14:00:00Z', kind: 'Superseded', actor: 'kerf', data }],
  }));

describe('a superseded decision', () => {
  it('says above the plan what moved since it was shown', async () => {
    const moved = {
      nodesAdded: [],
      nodesGone: ['ip-1'],
      podsAdded: ['shop/web-2'],
      podsGone: [],
      budgetsLower: [],
      savingBeforeUsdPerHour: '0.096',
      savingAfterUsdPerHour: '0.05',
    };
    await renderApp(path, supersededWith({ detail: 'the cluster has changed', moved }));
    const changes = await screen.findByRole('list', { name: 'What changed' });
    expect(within(changes).getByText('Nodes gone: ip-1')).toBeTruthy();
    expect(within(changes).getByText('Pods added: shop/web-2')).toBeTruthy();
    expect(within(changes).getByText('Saving: $0.0500/h, was $0.0960/h')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Approve: / })).toBeNull();
  });

  it('leads to the plan of the rest, and does not say that the cluster changed', async () => {
    await renderApp(
      path,
      supersededWith({ detail: 'planned again without the excluded nodes', successor: 'dec_next' }),
    );
    const links = () => screen.getAllByRole('link', { name: 'dec_next' });
    // In the notice, and in the history.
    await waitFor(() =>
      expect(links().map((link) => link.getAttribute('href'))).toEqual([
        '/decisions/dec_next',
        '/decisions/dec_next',
      ]),
    );
    expect(screen.getByText('Superseded by a new plan')).toBeTruthy();
    expect(screen.queryByText(/The cluster changed/)).toBeNull();
  });
});
