import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { axeViolations, renderApp } from '../../../testing/render-app.js';
import { DecideDeviceDocument } from '../../gql/graphql.js';

describe('the page of a device code', () => {
  it('shows who asks, and gives access after a click', async () => {
    const { user, api } = await renderApp('/device?code=BCDF-GHJK');
    expect((await screen.findByText('kerf on laptop')).closest('p')?.textContent).toContain(
      '203.0.113.7',
    );
    expect(await axeViolations()).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Give my access' }));
    expect(await screen.findByText(/has access/)).toBeTruthy();
    expect(api.sent(DecideDeviceDocument)).toEqual([
      { input: { userCode: 'BCDF-GHJK', isApproved: true, access: 'SAME' } },
    ]);
  });

  it('refuses a program', async () => {
    const { user } = await renderApp('/device?code=BCDF-GHJK');
    await user.click(await screen.findByRole('button', { name: 'Refuse' }));
    expect(await screen.findByText(/was refused/)).toBeTruthy();
  });

  it('says when no program waits under a typed code', async () => {
    const { user } = await renderApp('/device');
    await user.type(await screen.findByLabelText('Code that the program shows'), 'ZZZZ-ZZZZ');
    await user.click(screen.getByRole('button', { name: 'Find program' }));
    expect(await screen.findByText(/No program waits/)).toBeTruthy();
  });
});
