import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { recordedAt } from '../../../testing/recording/recording.js';
import { renderApp } from '../../../testing/render-app.js';
import { ActivityDocument, type ActivityFieldsFragment } from '../../gql/graphql.js';

const storm: ActivityFieldsFragment = {
  id: 'int_1',
  kind: 'INTERRUPTION',
  severity: 'INFO',
  clusterName: 'shop-prod-use1',
  lastAt: recordedAt.toISOString(),
  actors: [],
  decisionId: null,
  decisionKind: null,
  decisionEvent: null,
  decisionOutcome: null,
  interruptionKind: 'SPOT_INTERRUPTED',
  nodeNames: ['ip-1.ec2.internal', 'ip-2', 'ip-3', 'ip-4', 'ip-5'],
  nodeCount: 16,
  podCount: 40,
  drainedNodes: 16,
  drainingNodes: 0,
  lostNodes: 0,
  costChange: null,
};

const render = (path: string, activity: readonly ActivityFieldsFragment[]) =>
  renderApp(path, (api) => api.answer(ActivityDocument, () => ({ activity })));

describe('the activity', () => {
  it('shows one row for a storm, with the names of nodes and a link to its first notice', async () => {
    await render('/', [storm]);
    const row = await screen.findByRole('row', { name: /Spot interruption/ });
    expect(within(row).getByText('ip-1, ip-2, ip-3 and 13 more')).toBeTruthy();
    const link = within(row).getByRole('link', { name: '16 nodes drained, all in time' });
    expect(link.getAttribute('href')).toContain('open=int_1');
  });

  it('is filtered by kind and severity from the URL', async () => {
    const { api } = await render('/?activity=removals&severity=critical', []);
    expect(await screen.findByText('No activity matches the filters.')).toBeTruthy();
    expect(api.sent(ActivityDocument)[0]).toMatchObject({
      kinds: ['REMOVAL'],
      leastSeverity: 'CRITICAL',
    });
  });

  it('of a cluster writes its filters to the URL', async () => {
    const { user, router } = await render('/clusters/shop-prod-use1?tab=events', []);
    await user.click(await screen.findByRole('combobox', { name: 'Kind of activity' }));
    await user.click(await screen.findByRole('option', { name: 'Interruptions' }));
    expect(router.state.location.search).toMatchObject({
      tab: 'events',
      activity: 'interruptions',
    });
  });
});
