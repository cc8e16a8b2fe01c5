import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { RecordedApi } from '../../../../testing/recording/recorded-api.js';
import { recorded, recordedAt } from '../../../../testing/recording/recording.js';
import { axeViolations, renderApp } from '../../../../testing/render-app.js';
import {
  DeleteDefinitionDocument,
  NodeClassDetailsDocument,
  NodePoolDetailsDocument,
  type NodePoolDetailsQuery,
  NodePoolsDocument,
  RefusedDefinitionsDocument,
} from '../../../gql/graphql.js';

type Details = NonNullable<NodePoolDetailsQuery['nodePool']>;

const general = '/node-pools?open=shop-prod-use1%2Fgeneral';

/** Returns the change of the API's answers by which NodePool general has other fields. */
const withGeneral =
  (fields: Partial<Pick<Details, 'registrationHealth' | 'managedBy'>>) => (api: RecordedApi) =>
    api.answer(NodePoolDetailsDocument, ({ nodePool }) => ({
      nodePool: nodePool && { ...nodePool, ...fields },
    }));

describe('the NodePools', () => {
  it('are a CSV file of the cluster that is shown', async () => {
    await renderApp('/node-pools?cluster=shop-prod-use1');
    const csv = await screen.findByRole('link', { name: 'Download CSV' });
    expect(csv.getAttribute('href')).toMatch(/^\/api\/v1\/node-pools\?cluster=clu_\w+&format=csv$/);
  });

  it('show limits, findings and allowed disruptions', async () => {
    await renderApp('/node-pools');
    const [row] = await screen.findAllByRole('row', { name: /memory shop-prod-use1/ });
    expect(row && within(row).getByText('2 findings')).toBeTruthy();
    expect(row && within(row).getAllByText(/no limit/)).toHaveLength(2);
    expect(screen.getByRole('row', { name: /gpu shop-prod-use1 Not ready/ })).toBeTruthy();
  });

  it.each([
    ['/node-pools', 'NodePool batch'],
    ['/node-classes', 'EC2NodeClass gpu'],
  ])(
    'name a new one that is refused on %s, with the field and the fix, in its cluster only',
    async (path, object) => {
      const message = 'spec.weight: must be a number; write it without quotes.';
      const finding = (code: string, name: string) => ({ code, object: name, message });
      const refused = (api: RecordedApi) =>
        api.answer(RefusedDefinitionsDocument, ({ clusters }) => ({
          clusters: {
            ...clusters,
            nodes: clusters.nodes.map((cluster) => ({
              ...cluster,
              findings:
                cluster.name === 'shop-prod-use1'
                  ? [
                      finding('DEFINITION_REFUSED', 'NodePool/batch'),
                      finding('DEFINITION_REFUSED', 'EC2NodeClass/gpu'),
                      finding('OPERATION_FAILING', 'NodePool/other'),
                      finding('OPERATION_FAILING', 'EC2NodeClass/other'),
                    ]
                  : [],
            })),
          },
        }));
      await renderApp(path, refused);
      const heading = await screen.findByText(/is refused:$/);
      expect(heading.textContent).toBe(`${object} in shop-prod-use1 is refused:`);
      expect(screen.getByText(message)).toBeTruthy();
      expect(await axeViolations()).toEqual([]);
    },
  );

  it('show present and required replicas if they are static', async () => {
    await renderApp('/node-pools?q=static&open=shop-prod-use1%2Fstatic');
    const row = await screen.findByRole('row', { name: /static shop-prod-use1/ });
    expect(within(row).getByTitle(/^Static: 1 required, 2 present/).textContent).toBe('2 of 1');
    const panel = await screen.findByRole('complementary', { name: 'static' });
    expect(await within(panel).findByText('1 required, 2 present')).toBeTruthy();
    expect(within(panel).getByText(/^Never: a static NodePool/)).toBeTruthy();
    expect(within(panel).queryByText('Weight')).toBeNull();
    expect(await axeViolations()).toEqual([]);
  });

  it('show failed registrations with the reason', async () => {
    await renderApp(
      general,
      withGeneral({
        registrationHealth: {
          status: 'UNHEALTHY',
          outcomes: 4,
          failures: 2,
          lastFailureAt: recordedAt.toISOString(),
          lastFailureDetail: 'UnauthorizedOperation',
        },
      }),
    );
    const panel = await screen.findByRole('complementary', { name: 'general' });
    expect(await within(panel).findByText('Failing')).toBeTruthy();
    expect(within(panel).getByText(/^2 of the last 4 registrations failed/)).toBeTruthy();
    expect(within(panel).getByText(/: UnauthorizedOperation$/)).toBeTruthy();
  });

  it('open in a panel with limits, budgets and settings', async () => {
    await renderApp(general);
    const panel = await screen.findByRole('complementary', { name: 'general' });
    expect(await within(panel).findByRole('table', { name: 'Limits' })).toBeTruthy();
    expect(within(panel).getByText('WhenEmpty after 1s')).toBeTruthy();
  });

  it('name the tool that applies them from a repository', async () => {
    const managedBy = { tool: 'FLUX_KUSTOMIZATION', name: 'nodes', namespace: 'infra' } as const;
    await renderApp(general, withGeneral({ managedBy }));
    expect(await screen.findByText('Flux Kustomization infra/nodes')).toBeTruthy();
  });

  it('show every revision with its changes', async () => {
    const { user } = await renderApp(general);
    await user.click(await screen.findByRole('tab', { name: 'Revisions (2)' }));
    const diff = await screen.findByRole('region', { name: 'Change of revision 2' });
    expect(diff.textContent).toContain('consolidateAfter: 30s');
    expect(diff.textContent).toContain('consolidateAfter: 1s');
    await user.click(screen.getAllByRole('button', { name: 'Show' })[1] ?? document.body);
    expect(screen.getByText('Revision 1 (first)')).toBeTruthy();
  });

  it('are edited for a command, and not deleted, when managed in the cluster', async () => {
    const { user, router } = await renderApp('/node-pools?open=shop-prod-use1%2Fmemory');
    const remove = await screen.findByRole('button', { name: 'Delete…' });
    expect(remove.getAttribute('aria-description')).toContain('Managed in cluster shop-prod-use1');
    await user.click(screen.getByRole('button', { name: 'Edit and get the command' }));
    expect(router.state.location.search).toMatchObject({ edit: 'NodePool/memory' });
  });

  it('are deleted only after their name is typed', async () => {
    const { user, api } = await renderApp(general);
    await user.click(await screen.findByRole('button', { name: 'Delete…' }));
    const button = await screen.findByRole('button', { name: 'Delete NodePool general' });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    await user.type(screen.getByRole('textbox', { name: /^Type the name/ }), 'gen{Enter}');
    expect(api.sent(DeleteDefinitionDocument)).toEqual([]);
    await user.type(screen.getByRole('textbox', { name: /^Type the name/ }), 'eral');
    expect(api.sent(DeleteDefinitionDocument)).toEqual([]);
    await user.click(button);
    await waitFor(() =>
      expect(api.sent(DeleteDefinitionDocument)).toMatchObject([
        { input: { id: recorded.generalPool } },
      ]),
    );
  });

  it('have an empty state', async () => {
    await renderApp('/node-pools', (api) => {
      api.answer(NodePoolsDocument, ({ nodePools }) => ({
        nodePools: { ...nodePools, nodes: [], totalCount: 0 },
      }));
    });
    expect(await screen.findByText('No NodePools')).toBeTruthy();
  });

  it('are free of axe violations', async () => {
    await renderApp(general);
    await screen.findByRole('table', { name: 'Limits' });
    expect(await axeViolations()).toEqual([]);
  });
});

describe('the EC2NodeClasses', () => {
  it('show why one of them is not ready', async () => {
    await renderApp('/node-classes?open=shop-prod-use1%2Fold-al2');
    const panel = await screen.findByRole('complementary', { name: 'old-al2' });
    expect(await within(panel).findByText(/no AL2 images for Kubernetes 1.36/)).toBeTruthy();
    expect(within(panel).getByText('No AMIs found.')).toBeTruthy();
  });

  it('show subnets with free addresses, and AMIs', async () => {
    await renderApp('/node-classes?open=shop-prod-use1%2Fdefault', (api) => {
      api.answer(NodeClassDetailsDocument, ({ nodeClass }) => ({
        nodeClass: nodeClass && {
          ...nodeClass,
          images: nodeClass.images.map((each, index) => ({ ...each, deprecated: index === 0 })),
        },
      }));
    });
    const panel = await screen.findByRole('complementary', { name: 'default' });
    const subnets = await within(panel).findByRole('table', { name: /Subnets/ });
    expect(within(subnets).getAllByText(/^16,\d{3}$/)[0]).toBeTruthy();
    expect(within(panel).getByText('deprecated')).toBeTruthy();
    expect(await axeViolations()).toEqual([]);
  });
});
