import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { axeViolations, renderApp } from '../../../testing/render-app.js';

describe('the audit log', () => {
  it('shows actor, action and object', async () => {
    await renderApp('/audit');
    const [row] = await screen.findAllByRole('row', {
      name: /ci-deploy API token definition.save/,
    });
    expect(row?.textContent).toContain('NodePool general');
    expect(screen.getAllByText('Refused').length).toBeGreaterThan(0);
  });

  it('shows what a write changed, and its request ID', async () => {
    await renderApp('/audit?entry=aud_0129');
    const panel = await screen.findByRole('complementary', { name: 'definition.save general' });
    expect(within(panel).getByRole('region', { name: 'Before and after' }).textContent).toContain(
      '"cpu": "400"',
    );
    expect(within(panel).getByText(/^req_/)).toBeTruthy();
  });

  it('is filtered by actor, and keeps the filter in the URL', async () => {
    const { user, router } = await renderApp('/audit');
    await screen.findAllByRole('row', { name: /mara/ });
    await user.type(screen.getByRole('searchbox', { name: 'Actor' }), 'ci-dep');
    await waitFor(() => expect(router.state.location.search).toMatchObject({ actor: 'ci-dep' }));
    await waitFor(() => expect(screen.queryByRole('row', { name: /mara/ })).toBeNull());
  });

  it('is filtered by the kind of action', async () => {
    const { user } = await renderApp('/audit');
    await user.click(await screen.findByRole('combobox', { name: 'Action' }));
    await user.click(await screen.findByRole('option', { name: 'API tokens' }));
    await waitFor(() => expect(screen.queryByRole('row', { name: /definition/ })).toBeNull());
    expect(await screen.findAllByRole('row', { name: /api-token\.create/ })).not.toEqual([]);
  });

  it('has an empty state', async () => {
    await renderApp('/audit?object=unheard-of');
    expect(await screen.findByText('No matching entries')).toBeTruthy();
  });

  it('is free of axe violations', async () => {
    await renderApp('/audit?entry=aud_0129');
    await screen.findByRole('complementary');
    expect(await axeViolations()).toEqual([]);
  });
});
