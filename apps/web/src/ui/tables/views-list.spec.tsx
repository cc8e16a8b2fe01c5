import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { axeViolations, renderApp } from '../../../testing/render-app.js';
import { preferences, setPreferences } from '../../lib/browser/preferences.js';

it('a view of a table brings back its filters, order and columns', async () => {
  const { user, router } = await renderApp('/decisions?show=waiting&sort=-change');
  setPreferences({ hiddenColumns: { decisions: ['kind'] } });
  await user.click(await screen.findByRole('button', { name: 'Saved views' }));
  const form = await screen.findByRole('form', { name: 'Save view' });
  const submit = within(form).getByRole('button', { name: 'Save' });
  expect(submit).toMatchObject({ disabled: true });
  await user.type(within(form).getByRole('textbox', { name: 'View name' }), 'Savings{Enter}');
  const shown = await screen.findByRole('button', { name: 'Savings', pressed: true });
  expect(await axeViolations()).toEqual([]);

  await router.navigate({ to: '/decisions' });
  setPreferences({ hiddenColumns: {} });
  await waitFor(() => expect(shown.getAttribute('aria-pressed')).toBe('false'));
  await user.click(shown);
  await waitFor(() =>
    expect(router.state.location.search).toEqual({ show: 'waiting', sort: '-change' }),
  );
  expect(preferences().hiddenColumns).toEqual({ decisions: ['kind'] });
  expect(screen.queryByRole('columnheader', { name: 'Kind' })).toBeNull();

  await user.click(screen.getByRole('button', { name: 'Delete view Savings' }));
  expect(screen.queryByRole('button', { name: 'Savings' })).toBeNull();
  expect(preferences().savedViews).toEqual({ decisions: [] });
});
