import { screen, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { axeViolations, renderApp } from '../../../testing/render-app.js';

/** Returns the URL on which a field of a NodePool is edited. */
const fixUrl = (nodePool: string, field: string): string => {
  const search = { cluster: 'checkout-prod-use1', edit: `NodePool/${nodePool}`, field };
  return `/apply?${new URLSearchParams(search)}`;
};
const indexer = '/pending?owner=clu_1%2Fsearch%2FJob%2Findexer-rebuild';

describe('the pending pods', () => {
  it('are grouped by owner with the reason of the nearest NodePool', async () => {
    await renderApp('/pending');
    const row = await screen.findByRole('row', { name: /indexer-rebuild/ });
    expect(within(row).getByText('No matching NodePool')).toBeTruthy();
    expect(within(row).getByText(/^NodePool memory has 8 CPU left of its limit/)).toBeTruthy();
    expect(within(row).getByText('(nearest of 4 NodePools)')).toBeTruthy();
    expect(await screen.findByText('pending pods')).toBeTruthy();
  });

  it('show the name of a pod without an owner', async () => {
    await renderApp('/pending', ({ pending }) => {
      const index = pending.findIndex(({ ownerName }) => ownerName === 'indexer-rebuild');
      const [group] = pending.splice(index, 1);
      if (group !== undefined) pending.push({ ...group, ownerKind: 'None', ownerName: 'debug' });
    });
    const row = await screen.findByRole('row', { name: /search\/debug/ });
    expect(within(row).getByTitle('Pod search/debug (no owner)')).toBeTruthy();
  });

  it('show which NodePool launches a node for them', async () => {
    await renderApp('/pending');
    const row = await screen.findByRole('row', { name: /inflate/ });
    expect(within(row).getByText('A node of NodePool general is being launched')).toBeTruthy();
  });

  it('open with a table of NodePools, nearest first, and how to fix each', async () => {
    await renderApp(indexer);
    const panel = await screen.findByRole('complementary', { name: 'indexer-rebuild' });
    const table = within(panel).getByRole('table');
    const pools = within(table)
      .getAllByRole('rowheader')
      .map((cell) => cell.textContent);
    expect(pools).toEqual(['memory', 'general', 'graviton', 'gpu']);
    expect(
      within(table).getByText('Raise the CPU limit of NodePool memory to 136 CPU or more'),
    ).toBeTruthy();
    const fixes = within(table).getAllByRole('link');
    expect(fixes.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Fix in NodePool memory', fixUrl('memory', 'spec.limits.cpu')],
      ['Fix in NodePool graviton', fixUrl('graviton', 'spec.template.spec.requirements[0]')],
      ['Fix in NodePool gpu', fixUrl('gpu', 'spec.template.spec.taints[0]')],
    ]);
    const nearest = within(table).getByText(/^Nearest: /);
    expect(nearest.textContent).toBe(
      'Nearest: m7i.2xlarge: 14.2 CPU requested, 7.91 CPU allocatable; 97 GiB memory requested, 29 GiB allocatable',
    );
    expect(within(panel).getByText('14 CPU, 96Gi memory')).toBeTruthy();
    expect(within(panel).getByText(/, #1 in queue$/)).toBeTruthy();
  });

  it('show the reason below the other cells on a narrow screen', async () => {
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

  it('are limited to the cluster in the URL', async () => {
    await renderApp('/pending?cluster=search-prod-euw1');
    await screen.findByRole('row', { name: /ci-runner/ });
    expect(screen.queryByRole('row', { name: /indexer-rebuild/ })).toBeNull();
  });

  it('have an empty state', async () => {
    await renderApp('/pending', (world) => {
      world.pending.splice(0);
    });
    expect(await screen.findByText('No pending pods')).toBeTruthy();
  });

  it('show that the linked pods are no longer pending', async () => {
    await renderApp('/pending?owner=clu_1%2Fx%2FJob%2Fgone');
    expect(await screen.findByText('No longer pending')).toBeTruthy();
  });

  it('are free of axe violations', async () => {
    await renderApp(indexer);
    await screen.findByRole('table');
    expect(await axeViolations()).toEqual([]);
  });
});
