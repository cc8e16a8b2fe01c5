import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, onTestFinished } from 'vitest';
import { withDecision } from '../../../../testing/changed-decision.js';
import { recorded } from '../../../../testing/recording/recording.js';
import { axeViolations, renderApp } from '../../../../testing/render-app.js';
import { RejectDecisionDocument } from '../../../gql/graphql.js';
import { updateServerClock } from '../../../lib/api/server-clock.js';

const hourMs = 3_600_000;

describe('a decision', () => {
  it('is rejected with a reason', async () => {
    const { user, api } = await renderApp(`/decisions/${recorded.surplusDecision}`);
    await user.click(await screen.findByRole('button', { name: 'Reject…' }));
    await user.type(screen.getByRole('textbox', { name: /^Reason/ }), 'not now');
    withDecision(() => ({ state: 'REJECTED', rejectedUntil: null }))(api);
    await user.click(screen.getByRole('button', { name: 'Reject' }));
    expect(await screen.findByText('The decision was rejected. Nothing was done.')).toBeTruthy();
    const [sent] = api.sent(RejectDecisionDocument);
    expect(sent).toMatchObject({ input: { id: recorded.surplusDecision, comment: 'not now' } });
    expect(sent?.input).not.toHaveProperty('rejectedUntil');
  });

  it('is rejected for an hour, a day or a week, by the clock of the server', async () => {
    onTestFinished(() => updateServerClock(new Date().toUTCString()));
    const { user, api } = await renderApp(`/decisions/${recorded.surplusDecision}`);
    await user.click(await screen.findByRole('button', { name: 'Reject…' }));
    updateServerClock(new Date(Date.now() + 5 * hourMs).toUTCString());
    await user.click(screen.getByRole('radio', { name: 'Not for 1 week' }));
    expect(await axeViolations()).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Reject' }));
    await waitFor(() => expect(api.sent(RejectDecisionDocument)).toHaveLength(1));
    const [sent] = api.sent(RejectDecisionDocument);
    const heldMs = Date.parse(sent?.input.rejectedUntil ?? '') - Date.now();
    expect(Math.round(heldMs / hourMs)).toBe(7 * 24 + 5);
  });
});
