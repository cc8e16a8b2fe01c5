import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { recordedAt } from '../../../testing/recording/recording.js';
import { renderApp } from '../../../testing/render-app.js';
import { ClusterDetailsDocument, type ClusterFieldsFragment } from '../../gql/graphql.js';

type Finding = ClusterFieldsFragment['findings'][number];

const path = '/clusters/shop-prod-use1';
const finding: Finding = {
  code: 'PRICES_STALE',
  object: 'OnDemandPrices/us-east-1',
  message: 'prices could not be read for 3 hours; the last known ones are used',
  remedy: null,
  count: 18,
  firstSeenAt: recordedAt.toISOString(),
  lastSeenAt: recordedAt.toISOString(),
};

const renderWith = (page: string, findings: readonly Finding[]) =>
  renderApp(page, (api) =>
    api.answer(ClusterDetailsDocument, ({ cluster }) => ({
      cluster: cluster && { ...cluster, findings: [...findings] },
    })),
  );

describe('the findings of a cluster', () => {
  it('begin with the newest on each tab, which leads to the others', async () => {
    const { user } = await renderWith(path, [finding]);
    expect(await screen.findByText(/prices could not be read for 3 hours/)).toBeTruthy();
    await user.click(screen.getByRole('link', { name: '1 finding' }));
    expect(await screen.findByRole('table', { name: 'Findings, most recent first' })).toBeTruthy();
  });

  it('link the node and the decision that they are about', async () => {
    await renderWith(`${path}?tab=settings`, [
      { ...finding, object: 'Decision/dec_1' },
      { ...finding, object: 'Node/ip-10-0-0-1' },
      finding,
    ]);
    const table = await screen.findByRole('table', { name: 'Findings, most recent first' });
    const links = within(table).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Decision/dec_1', '/decisions/dec_1'],
      ['Node/ip-10-0-0-1', `${path}/nodes/ip-10-0-0-1`],
    ]);
  });
});
