import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { axeViolations, renderApp } from '../../../testing/render-app.js';
import { CostChangeDocument } from '../../gql/graphql.js';

const changes = '/cost?view=changes';

describe('the changes of the cost', () => {
  it('are a table of drivers with their amounts, shares and records', async () => {
    await renderApp(changes);
    const table = await screen.findByRole('table', { name: 'What changed the cost' });
    const figuresOf = (row: HTMLElement | undefined) =>
      within(row ?? table)
        .getAllByRole('cell')
        .slice(-3)
        .map(({ textContent }) => textContent);
    const [, web, consolidation, price, interrupted, drifted] = within(table).getAllByRole('row');
    expect(web?.textContent).toContain('Launched for Deployment shop/web');
    expect(figuresOf(web)).toEqual(['+4', '+$0.3600', '75.0%']);
    expect(web?.textContent).toContain('and 4 more');
    expect(figuresOf(consolidation)).toEqual(['+1 −3', '−$0.2800', '100.0%']);
    expect(figuresOf(price)).toEqual(['5 repriced', '+$0.1200', '25.0%']);
    expect(drifted?.textContent).toContain('NodePool/general: spec.template.metadata.labels.team');
    const hrefs = (row: HTMLElement | undefined) =>
      within(row ?? table)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href'));
    expect(hrefs(web)).toEqual([
      '/clusters/ml-prod?pool=general',
      '/clusters/ml-prod',
      '/decisions/dec_01A1',
      '/decisions/dec_01A2',
      '/decisions/dec_01A3',
    ]);
    expect(hrefs(interrupted)).toContain('/interruptions?cluster=ml-prod&open=int_01C1');
  });

  it('begin with the change, the cost at both times, and its increases and decreases', async () => {
    await renderApp(changes);
    expect(await screen.findByText('+$0.2000/h')).toBeTruthy();
    expect(screen.getByText(/, 16 nodes$/)).toBeTruthy();
    expect(screen.getByText('+$0.4800/h')).toBeTruthy();
    expect(screen.getByText('−$0.2800/h')).toBeTruthy();
  });

  it('are compared with an earlier time on click, in the URL, as far as costs are known', async () => {
    const { user, router, api } = await renderApp(changes);
    await screen.findByRole('table', { name: 'What changed the cost' });
    expect(api.sent(CostChangeDocument).at(-1)).toMatchObject({ from: null, to: null });
    expect(screen.getByRole('radio', { name: '30d' })).toHaveProperty('disabled', true);
    await user.click(screen.getByRole('radio', { name: '6h' }));
    expect(router.state.location.search).toMatchObject({ since: '6h' });
    await waitFor(() =>
      expect(api.sent(CostChangeDocument).at(-1)).toMatchObject({
        from: expect.stringMatching(/^\d{4}-/),
        to: null,
      }),
    );
  });

  it('are compared at two times of one’s own', async () => {
    const { user, router, api } = await renderApp(changes);
    await user.click(await screen.findByRole('radio', { name: 'Custom' }));
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-11-20T08:00' } });
    await user.click(screen.getByRole('button', { name: 'Compare' }));
    const from = new Date('2026-11-20T08:00').toISOString();
    expect(router.state.location.search).toMatchObject({ from });
    expect(router.state.location.search).not.toHaveProperty('to');
    await waitFor(() => expect(api.sent(CostChangeDocument).at(-1)).toMatchObject({ from }));
    expect(screen.getByLabelText('From')).toHaveProperty('value', '2026-11-20T08:00');
  });

  it('are filtered by NodePool and team, in the URL', async () => {
    const { user, router, api } = await renderApp(`${changes}&pool=general&team=web`);
    await screen.findByRole('table', { name: 'What changed the cost' });
    expect(api.sent(CostChangeDocument).at(-1)).toMatchObject({
      filter: { nodePools: ['general'], teams: ['web'] },
    });
    await user.click(screen.getByRole('button', { name: 'Clear NodePool filter' }));
    expect(router.state.location.search).not.toHaveProperty('pool');
  });

  it('say since when costs are known, when nobody measured, and what has no price', async () => {
    await renderApp(changes, (api) => {
      api.answer(CostChangeDocument, ({ costChange }) => {
        const from = new Date(Date.parse(costChange.to) - 3_600_000).toISOString();
        const gaps = Array.from({ length: 5 }, () => ({ clusterName: 'ml-prod', from, to: from }));
        return {
          costChange: { ...costChange, from, knownFrom: from, gaps, unpricedNodesAfter: 2 },
        };
      });
    });
    expect(
      await screen.findByText(/^Costs are known for less than a day: the comparison begins at/),
    ).toBeTruthy();
    expect(
      screen.getByText(/^Not measured: ml-prod from .* and 2 other periods\. Nodes/),
    ).toBeTruthy();
    expect(screen.getByText(/^2 nodes have an unknown price and are not included/)).toBeTruthy();
  });

  it('have empty states before the first measurement, and when nothing changed', async () => {
    await renderApp(changes, (api) => {
      api.answer(CostChangeDocument, ({ costChange }) => ({
        costChange: { ...costChange, drivers: [] },
      }));
    });
    expect(await screen.findByText('No changes')).toBeTruthy();
    await renderApp(changes, (api) => {
      api.answer(CostChangeDocument, ({ costChange }) => ({
        costChange: { ...costChange, knownFrom: null, drivers: [] },
      }));
    });
    expect(await screen.findByText('No costs to compare yet')).toBeTruthy();
  });

  it('say why the API refuses times, with the form still open', async () => {
    await renderApp(`${changes}&from=2020-01-01T00:00:00.000Z`, (api) => {
      api.fail(CostChangeDocument, 'from is too early: the costs of nodes are known since today.');
    });
    expect(await screen.findByText(/from is too early/)).toBeTruthy();
    expect(screen.getByLabelText('From')).toBeTruthy();
  });

  it('are free of axe violations', async () => {
    await renderApp(changes);
    await screen.findByRole('table', { name: 'What changed the cost' });
    expect(await axeViolations()).toEqual([]);
  });
});

describe('the card of what changed the cost', () => {
  it('is on the fleet page: the sum and the five largest drivers, with a link to all', async () => {
    await renderApp('/');
    const table = await screen.findByRole('table', { name: 'What changed the cost' });
    // Not before: until its code has come, another section stands in its place.
    const section = screen.getByRole('region', { name: 'What changed' });
    expect(within(table).getAllByRole('row')).toHaveLength(6);
    expect(section.textContent).toMatch(/\+\$0\.2000\/h since .+, to \$1\.600\/h/);
    const all = within(section).getByRole('link', { name: 'All changes' });
    expect(all.getAttribute('href')).toBe('/cost?view=changes');
  });

  it('is one line on the page of a cluster, which unfolds to the causes', async () => {
    const { api, user } = await renderApp('/clusters/shop-prod-use1');
    const summary = await screen.findByText(/^What changed:/);
    expect(summary.textContent).toMatch(/\+\$0\.2000\/h since .+Launched for Deployment shop\/web/);
    expect(api.sent(CostChangeDocument).at(-1)).toMatchObject({
      filter: { clusterId: expect.stringMatching(/^clu_/) },
    });
    await user.click(summary);
    expect(await screen.findByRole('table', { name: 'What changed the cost' })).toBeTruthy();
    const all = screen.getByRole('link', { name: 'All changes' });
    expect(all.getAttribute('href')).toBe('/cost?cluster=shop-prod-use1&view=changes');
  });

  it('is linked from the panel of a NodePool', async () => {
    await renderApp('/node-pools?open=shop-prod-use1/general');
    const link = await screen.findByRole('link', { name: 'What changed' });
    expect(link.getAttribute('href')).toBe(
      '/cost?cluster=shop-prod-use1&view=changes&pool=general',
    );
  });
});
