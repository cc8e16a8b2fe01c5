import { screen, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { axeViolations, renderApp } from '../../../testing/render-app.js';

const indexer = '/pending?owner=clu_1%2Fsearch%2FJob%2Findexer-rebuild';

describe('the pending pods', () => {
  it('are grouped by owner with the nearest miss', async () => {
    await renderApp('/pending');
    const row = await screen.findByRole('row', { name: /indexer-rebuild/ });
    expect(within(row).getByText('no pool serves it')).toBeTruthy();
    expect(within(row).getByText(/the smallest node that fits adds 16 CPU/)).toBeTruthy();
    expect(await screen.findByText('pods wait')).toBeTruthy();
  });

  it('say so when nothing owns them', async () => {
    await renderApp('/pending', ({ pending }) => {
      const index = pending.findIndex(({ ownerName }) => ownerName === 'indexer-rebuild');
      const [group] = pending.splice(index, 1);
      if (group !== undefined) pending.push({ ...group, ownerKind: 'None', ownerName: '' });
    });
    const row = await screen.findByRole('row', { name: /search\/no owner/ });
    expect(within(row).getByTitle('none, in search')).toBeTruthy();
  });

  it('tell where those go that get a node', async () => {
    await renderApp('/pending');
    const row = await screen.findByRole('row', { name: /inflate/ });
    expect(within(row).getByText('a new node of pool general is on its way')).toBeTruthy();
  });

  it('open as a table of pools, the nearest first, with what would help', async () => {
    await renderApp(indexer);
    const panel = await screen.findByRole('complementary', { name: 'indexer-rebuild' });
    const table = within(panel).getByRole('table');
    const pools = within(table)
      .getAllByRole('rowheader')
      .map((cell) => cell.textContent);
    expect(pools).toEqual(['memory', 'general', 'graviton', 'gpu']);
    expect(within(table).getByText('Raise the pool’s CPU limit to 136 CPU or more')).toBeTruthy();
    const nearest = within(table).getByText(/^Nearest: /);
    expect(nearest.textContent).toBe(
      'Nearest: m7i.2xlarge: 14.2 CPU asked for, 7.91 CPU there; 97 GiB memory asked for, 29 GiB there',
    );
    expect(within(panel).getByText('14 CPU, 96Gi memory')).toBeTruthy();
    expect(within(panel).getByText(/, place 1 of the queue$/)).toBeTruthy();
  });

  it('tell why they wait below the rest on a narrow screen', async () => {
    const wide = matchMedia;
    const media = vi
      .spyOn(globalThis, 'matchMedia')
      .mockImplementation((query) =>
        Object.assign(wide(query), { matches: query.includes('max-width') }),
      );
    onTestFinished(() => media.mockRestore());
    await renderApp('/pending');
    const scroller = (await screen.findByRole('grid')).parentElement;
    expect(scroller?.style.getPropertyValue('--grid-columns')).toBe('220px 150px 64px 104px 116px');
  });

  it('of one cluster only, when the URL names it', async () => {
    await renderApp('/pending?cluster=search-prod-euw1');
    await screen.findByRole('row', { name: /ci-runner/ });
    expect(screen.queryByRole('row', { name: /indexer-rebuild/ })).toBeNull();
  });

  it('say so when none waits', async () => {
    await renderApp('/pending', (world) => {
      world.pending.splice(0);
    });
    expect(await screen.findByText('No pod waits for a node')).toBeTruthy();
  });

  it('say so when the linked ones were placed', async () => {
    await renderApp('/pending?owner=clu_1%2Fx%2FJob%2Fgone');
    expect(await screen.findByText('These pods do not wait any more')).toBeTruthy();
  });

  it('are free of axe violations', async () => {
    await renderApp(indexer);
    await screen.findByRole('table');
    expect(await axeViolations()).toEqual([]);
  });
});
