import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { recordedAnswer } from '../../../testing/recording/recorded-answers.js';
import { recorded } from '../../../testing/recording/recording.js';
import { axeViolations, renderApp } from '../../../testing/render-app.js';
import { InterruptionDetailsDocument, InterruptionsDocument } from '../../gql/graphql.js';

const table = 'Interruptions';
const id = recorded.lostPodsInterruption;

describe('the interruptions', () => {
  it('show the number of draining nodes, and the outcome of each notice', async () => {
    await renderApp('/interruptions');
    expect(await screen.findByText('draining')).toBeTruthy();
    const grid = await screen.findByRole('grid', { name: table });
    expect(await within(grid).findByText('Pods lost')).toBeTruthy();
    const drained = within(grid).getAllByRole('row', { name: /^Drained .*1 min to spare/ });
    expect(drained).not.toEqual([]);
    expect(within(grid).getAllByText('Not needed')).not.toEqual([]);
  });

  it('say when pods moved to existing capacity', async () => {
    await renderApp('/interruptions', (api) => {
      api.answer(InterruptionsDocument, ({ interruptions }) => ({
        interruptions: {
          ...interruptions,
          nodes: interruptions.nodes.map((each) => ({ ...each, replacements: [] })),
        },
      }));
    });
    const grid = await screen.findByRole('grid', { name: table });
    expect(await within(grid).findAllByText('Existing capacity')).not.toEqual([]);
  });

  it('open beside the table, with the pods that were not evicted', async () => {
    const { user, router } = await renderApp('/interruptions');
    const grid = await screen.findByRole('grid', { name: table });
    await user.click(await within(grid).findByText('Pods lost'));
    expect(router.state.location.search).toMatchObject({ open: id });
    const panel = await screen.findByRole('complementary');
    const { interruption } = recordedAnswer(InterruptionDetailsDocument, { id });
    const [lostPod = 'none'] = interruption?.lostPods ?? [];
    expect(await within(panel).findByText(new RegExp(lostPod))).toBeTruthy();
    expect(within(panel).getByText(/^\d+ ms after receipt$/)).toBeTruthy();
  });

  it('are filtered by the URL', async () => {
    await renderApp('/interruptions?outcome=NOTED');
    const grid = await screen.findByRole('grid', { name: table });
    expect(await within(grid).findAllByText('Rebalance recommendation')).not.toEqual([]);
    expect(within(grid).queryByText('Spot interruption')).toBeNull();
  });

  it('have an empty state', async () => {
    await renderApp('/interruptions?cluster=shop-prod-use1');
    expect(await screen.findByText('No interruption notices')).toBeTruthy();
  });

  it('are free of axe violations', async () => {
    await renderApp(`/interruptions?open=${id}`);
    await screen.findByText(/ms after receipt$/);
    expect(await axeViolations()).toEqual([]);
  });
});
