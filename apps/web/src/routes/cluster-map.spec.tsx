import { countOf } from '@kerf/core';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { recordedAnswer } from '../../testing/recording/recorded-answers.js';
import type { RecordedApi } from '../../testing/recording/recorded-api.js';
import { recorded } from '../../testing/recording/recording.js';
import { axeViolations, renderApp } from '../../testing/render-app.js';
import { NodeDetailsDocument, NodesDocument, SimulateDisruptionDocument } from '../gql/graphql.js';

const path = '/clusters/shop-prod-use1';
const page = recordedAnswer(NodesDocument, {
  clusterId: recorded.prod,
  filter: {},
  orderBy: { field: 'NAME', direction: 'ASC' },
  after: null,
}).nodes;
const nodes = page?.nodes ?? [];

/** REST has the same nodes as GraphQL. */
const answerAllNodes = (api: RecordedApi) =>
  api.answerRest(`/api/v1/clusters/${recorded.prod}/all-nodes`, { items: nodes, asOf: page?.asOf });

const map = () => screen.findByRole('application', { name: /^Map of \d+ nodes?\./ });

// jsdom lays nothing out; without an area all boxes are at one point.
beforeEach(() => {
  Object.defineProperty(Element.prototype, 'clientWidth', { configurable: true, value: 800 });
});
afterEach(() => {
  Reflect.deleteProperty(Element.prototype, 'clientWidth');
});

describe('the map of the nodes of a cluster', () => {
  it('is chosen beside the table, has its filters, and is in the URL', async () => {
    const { user, router } = await renderApp(`${path}?pool=general`, answerAllNodes);
    await user.click(await screen.findByRole('button', { name: 'Map' }));
    expect(router.state.location.search).toMatchObject({ layout: 'map', pool: 'general' });
    const general = nodes.filter(({ nodePool }) => nodePool === 'general').length;
    expect((await map()).getAttribute('aria-label')).toContain(
      `Map of ${countOf(general, 'node')}.`,
    );
    expect(screen.queryByRole('grid', { name: 'Nodes' })).toBeNull();
    expect(await axeViolations()).toEqual([]);
  });

  it('has a legend of the colors that are chosen', async () => {
    const { user, router } = await renderApp(`${path}?layout=map`, answerAllNodes);
    await map();
    const pools = screen.getByRole('list', { name: 'Colors: NodePool' });
    expect(within(pools).getByText(/^general/)).toBeTruthy();
    await user.click(screen.getByRole('combobox', { name: 'Color' }));
    await user.click(await screen.findByRole('option', { name: 'Capacity type' }));
    expect(router.state.location.search).toMatchObject({ color: 'capacity' });
    expect(screen.getByRole('list', { name: 'Colors: Capacity type' })).toBeTruthy();
  });

  it('is moved through by keys, and says what each node is', async () => {
    const { user, router } = await renderApp(`${path}?layout=map`, (api) => {
      answerAllNodes(api);
      // The page that is opened in the end is not the subject.
      api.fail(NodeDetailsDocument, 'not recorded');
    });
    (await map()).focus();
    await user.keyboard('{Home}');
    const first = await screen.findByRole('heading', { level: 3, name: /^ip-/ });
    const facts = within(first.parentElement ?? document.body);
    for (const fact of ['Type', 'Price', 'CPU requested', 'Pods', 'Blocked by']) {
      expect(facts.getByText(fact)).toBeTruthy();
    }
    const name = first.textContent;
    await user.keyboard('{ArrowRight}');
    await waitFor(() =>
      expect(screen.getByRole('heading', { level: 3 }).textContent).not.toBe(name),
    );
    const second = screen.getByRole('heading', { level: 3 }).textContent;
    await user.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe(`${path}/nodes/${second}`));
  });

  it('shares the selection of the table, whose removal is simulated together', async () => {
    const { user, router, api } = await renderApp(path, answerAllNodes);
    const [first] = nodes;
    await user.click(await screen.findByRole('checkbox', { name: `Select ${first?.name}` }));
    expect(await screen.findByText('1 node selected')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Map' }));
    (await map()).focus();
    await user.keyboard('{End}{ }');
    expect(await screen.findByText('2 nodes selected')).toBeTruthy();
    const names = String(Reflect.get(router.state.location.search, 'selected')).split(',');
    expect(names).toHaveLength(2);
    await user.click(screen.getByRole('button', { name: 'Simulate removal' }));
    await waitFor(() =>
      expect(api.sent(SimulateDisruptionDocument)).toMatchObject([
        { input: { clusterId: recorded.prod, nodeNames: names } },
      ]),
    );
    expect(await screen.findByRole('complementary', { name: 'Simulated removal' })).toBeTruthy();
  });
});
