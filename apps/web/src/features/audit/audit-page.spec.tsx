import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { axeViolations, renderApp } from '../../../testing/render-app.js';

describe('the audit log', () => {
  it('says who did what to what', async () => {
    await renderApp('/audit');
    const [row] = await screen.findAllByRole('row', { name: /ci-deploy token definition.save/ });
    expect(row?.textContent).toContain('NodePool general');
    expect(screen.getAllByText('Refused').length).toBeGreaterThan(0);
  });

  it('shows what a write changed, and the request it came by', async () => {
    await renderApp('/audit?entry=aud_0129');
    const panel = await screen.findByRole('complementary', { name: 'definition.save general' });
    expect(within(panel).getByRole('region', { name: 'Before and after' }).textContent).toContain(
      '"cpu": "400"',
    );
    expect(within(panel).getByText(/^req_/)).toBeTruthy();
  });

  it('is filtered by who, and keeps the filter in the URL', async () => {
    const { user, router } = await renderApp('/audit');
    await screen.findAllByRole('row', { name: /mara/ });
    await user.type(screen.getByRole('searchbox', { name: 'Who' }), 'ci-dep');
    await waitFor(() => expect(router.state.location.search).toMatchObject({ actor: 'ci-dep' }));
    await waitFor(() => expect(screen.queryByRole('row', { name: /mara/ })).toBeNull());
  });

  it('is filtered by what was written: the filter speaks the words of the log', async () => {
    const { user } = await renderApp('/audit');
    await user.click(await screen.findByRole('combobox', { name: 'Action' }));
    await user.click(await screen.findByRole('option', { name: 'API tokens' }));
    await waitFor(() => expect(screen.queryByRole('row', { name: /definition/ })).toBeNull());
    expect(await screen.findAllByRole('row', { name: /api-token\.create/ })).not.toEqual([]);
  });

  it('says so when nothing matches', async () => {
    await renderApp('/audit?object=unheard-of');
    expect(await screen.findByText('No entry matches')).toBeTruthy();
  });

  it('is free of axe violations', async () => {
    await renderApp('/audit?entry=aud_0129');
    await screen.findByRole('complementary');
    expect(await axeViolations()).toEqual([]);
  });
});
