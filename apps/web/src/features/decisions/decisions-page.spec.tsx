import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { recordedAnswer } from '../../../testing/recording/recorded-answers.js';
import type { RecordedApi } from '../../../testing/recording/recorded-api.js';
import { recorded, recordedAt } from '../../../testing/recording/recording.js';
import { axeViolations, renderApp } from '../../../testing/render-app.js';
import { ApproveDecisionDocument, DecisionsDocument } from '../../gql/graphql.js';

const { nodes } = recordedAnswer(DecisionsDocument, { filter: {}, after: null }).decisions;
const waiting = nodes.filter(({ state }) => state === 'AWAITING_APPROVAL');

/** Returns the change of the API's answers by which there are these decisions only: the grid renders the first rows. */
const showOnly =
  (...ids: readonly string[]) =>
  (api: RecordedApi): void =>
    api.answer(DecisionsDocument, ({ decisions }) => ({
      decisions: { ...decisions, nodes: decisions.nodes.filter(({ id }) => ids.includes(id)) },
    }));

describe('the decisions', () => {
  it('are listed with state, sentence and cost change', async () => {
    await renderApp('/decisions', showOnly(recorded.emptyDecision, recorded.observedDecision));
    const row = await screen.findByRole('row', {
      name: /Awaiting approval.*Remove 1 empty node/,
    });
    expect(within(row).getByText(/^−\$/)).toBeTruthy();
    expect(within(row).getByText(/expires/)).toBeTruthy();
    expect(screen.getByRole('row', { name: /Observe only.*Launch \d nodes/ })).toBeTruthy();
  });

  it('show a failed launch', async () => {
    await renderApp('/decisions', showOnly(recorded.failedDecision));
    const row = await screen.findByRole('row', { name: /Launch failed: \d nodes?/ });
    expect(within(row).getByText('Failed')).toBeTruthy();
    expect(screen.queryByRole('row', { name: /Launch(ed)? \d nodes?/ })).toBeNull();
  });

  it('are filtered by state, and the filter is in the URL', async () => {
    const { user, router } = await renderApp('/decisions');
    await user.click(await screen.findByRole('radio', { name: 'Awaiting approval' }));
    expect(router.state.location.search).toMatchObject({ show: 'waiting' });
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(1 + waiting.length));
    expect(waiting.length).toBeGreaterThan(0);
  });

  it('are filtered by what waits for the reader, NodePool and team, in the URL', async () => {
    const { user, router, api } = await renderApp('/decisions');
    await screen.findAllByRole('row', { name: /shop-/ });
    await user.click(screen.getByRole('checkbox', { name: 'Waiting for me' }));
    await user.click(await screen.findByRole('combobox', { name: 'Team' }));
    await user.click(await screen.findByRole('option', { name: 'web' }));
    expect(router.state.location.search).toMatchObject({ show: 'mine', team: 'web' });
    await waitFor(() =>
      expect(api.sent(DecisionsDocument).at(-1)).toMatchObject({
        filter: { waitingForMe: true, teams: ['web'] },
      }),
    );
  });

  it('are sorted by the API when a column is clicked, in the URL, and so is the CSV file', async () => {
    const { user, router, api } = await renderApp('/decisions?kind=EMPTY');
    await screen.findAllByRole('row', { name: /shop-/ });
    expect(screen.getByRole('columnheader', { name: 'Proposed' }).getAttribute('aria-sort')).toBe(
      'descending',
    );
    const newestFirst = { field: 'PROPOSED_AT', direction: 'DESC' };
    expect(api.sent(DecisionsDocument).at(-1)).toMatchObject({ orderBy: newestFirst });
    await user.click(screen.getByRole('button', { name: '$/month' }));
    const order = { field: 'COST_CHANGE', direction: 'DESC' };
    await waitFor(() =>
      expect(api.sent(DecisionsDocument).at(-1)).toMatchObject({ orderBy: order }),
    );
    expect(router.state.location.search).toMatchObject({ sort: '-change' });
    const csv = screen.getByRole('link', { name: 'Download CSV' });
    expect(csv.getAttribute('href')).toBe(
      '/api/v1/decisions?kind=EMPTY&orderBy=COST_CHANGE&direction=DESC&format=csv',
    );
    expect(await axeViolations()).toEqual([]);
  });

  it('of a period are those that were proposed since its start', async () => {
    const { user, api } = await renderApp('/decisions?sort=-change');
    const period = await screen.findByRole('combobox', { name: 'Period' });
    // The API sorts those of a week without a period.
    expect(period.getAttribute('placeholder')).toBe('Last 7 days');
    await user.click(period);
    await user.click(await screen.findByRole('option', { name: 'Last 24 hours' }));
    const from = new Date(recordedAt.getTime() - 86_400_000).toISOString();
    await waitFor(() =>
      expect(api.sent(DecisionsDocument).at(-1)).toMatchObject({ filter: { proposedFrom: from } }),
    );
  });

  it('offer their NodePools as a filter', async () => {
    const { user, router } = await renderApp('/decisions', showOnly(recorded.emptyDecision));
    await screen.findByRole('row', { name: /Awaiting approval/ });
    await user.click(screen.getByRole('combobox', { name: 'NodePool' }));
    const [option] = await screen.findAllByRole('option');
    const pool = option?.textContent ?? '?';
    await user.click(screen.getByRole('option', { name: pool }));
    expect(router.state.location.search).toMatchObject({ pool });
  });

  it('open with Enter', async () => {
    const { user, router } = await renderApp('/decisions');
    await screen.findAllByRole('row', { name: /shop-/ });
    await user.keyboard('jj{Enter}');
    expect(router.state.location.pathname).toBe(`/decisions/${nodes[1]?.id}`);
  });

  it('are approved with a, after a confirmation', async () => {
    const { user, api } = await renderApp('/decisions', showOnly(recorded.emptyDecision));
    await screen.findByRole('row', { name: /Awaiting approval/ });
    await user.keyboard('ja');
    const dialog = await screen.findByRole('dialog', { name: 'Approve: Remove 1 empty node?' });
    expect(within(dialog).getByText(/remove 1 node, move no pods, save \$/)).toBeTruthy();
    expect(api.sent(ApproveDecisionDocument)).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Approve' }));
    await waitFor(() =>
      expect(api.sent(ApproveDecisionDocument)).toMatchObject([
        { input: { id: recorded.emptyDecision } },
      ]),
    );
  });

  it('that do not await approval are left alone by a', async () => {
    const { user } = await renderApp('/decisions', showOnly(recorded.observedDecision));
    await screen.findByRole('row', { name: /Observe only/ });
    await user.keyboard('ja');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('are announced when they are new, instead of moving the list', async () => {
    const { user, api, notify } = await renderApp('/decisions');
    await screen.findAllByRole('row', { name: /shop-/ });
    api.answer(DecisionsDocument, ({ decisions }) => {
      const observed = decisions.nodes.filter(({ id }) => id === recorded.observedDecision);
      const news = observed.map((each) => ({ ...each, id: 'dec_new', nodeCount: 9 }));
      return { decisions: { ...decisions, nodes: [...news, ...decisions.nodes] } };
    });
    notify({ topic: 'DECISION', clusterId: null });
    const button = await screen.findByRole('button', { name: 'Show 1 new' });
    expect(screen.queryByRole('row', { name: /Launch 9 nodes/ })).toBeNull();
    await user.click(button);
    expect(screen.getByRole('row', { name: /Launch 9 nodes/ })).toBeTruthy();
  });

  it('have an empty state', async () => {
    await renderApp('/decisions?show=waiting', (api) => {
      api.answer(DecisionsDocument, ({ decisions }) => ({
        decisions: { ...decisions, nodes: [] },
      }));
    });
    expect(await screen.findByText('No decisions awaiting approval')).toBeTruthy();
  });

  it('are free of axe violations', async () => {
    await renderApp('/decisions');
    await screen.findAllByRole('row', { name: /shop-/ });
    expect(await axeViolations()).toEqual([]);
  });
});
