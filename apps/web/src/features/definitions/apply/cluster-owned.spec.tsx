import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { writeManifests } from '../../../../testing/editor.js';
import { withMoreWeight } from '../../../../testing/recording/manifests.js';
import { recordedAnswer } from '../../../../testing/recording/recorded-answers.js';
import type { RecordedApi } from '../../../../testing/recording/recorded-api.js';
import { recorded } from '../../../../testing/recording/recording.js';
import { axeViolations, renderApp } from '../../../../testing/render-app.js';
import {
  ApplyManifestsDocument,
  NodePoolDetailsDocument,
  OpenPullRequestDocument,
} from '../../../gql/graphql.js';

const page = '/apply?cluster=shop-prod-use1&edit=NodePool%2Fgeneral';
const stored =
  recordedAnswer(NodePoolDetailsDocument, { id: recorded.generalPool }).nodePool?.manifest ?? '';

/** The cluster owns the edited NodePool. */
const ownedByCluster = (arranged: RecordedApi) => {
  arranged.answer(ApplyManifestsDocument, ({ applyManifests }, { input }) => ({
    applyManifests: {
      ...applyManifests,
      documents: applyManifests.documents.map((document) => ({
        ...document,
        accepted: false,
        manifest: input.manifests,
        currentManifest: stored.replace(
          'metadata:\n',
          'metadata:\n  annotations:\n    meta.helm.sh/release-name: pools\n',
        ),
        findings: [
          {
            severity: 'ERROR' as const,
            code: 'OWNED_BY_CLUSTER',
            path: 'metadata.name',
            line: 4,
            column: 9,
            message: 'NodePool general is an object of the cluster.',
            found: 'general',
            became: null,
          },
        ],
      })),
    },
  }));
};

describe('a change of a NodePool that the cluster owns', () => {
  it('shows the command that changes it there', async () => {
    const { user, api } = await renderApp(page, ownedByCluster);
    api.answer(OpenPullRequestDocument, ({ openPullRequest }) => ({
      openPullRequest: {
        ...openPullRequest,
        change: openPullRequest.change && {
          ...openPullRequest.change,
          managedBy: { tool: 'HELM' as const, name: 'pools', namespace: null },
          before: null,
          after: null,
          problem: 'The file is a template.',
        },
      },
    }));
    await writeManifests(user, withMoreWeight(stored));
    expect(await screen.findByText(/kubectl patch nodepool general --type merge/)).toBeTruthy();
    expect(await screen.findByText(/Helm release pools applies it/)).toBeTruthy();
    expect(screen.getByText(/^No pull request: The file is a template/)).toBeTruthy();
    expect(screen.getByText('Change in the cluster')).toBeTruthy();
    const save = screen.getByRole('button', { name: 'Apply to shop-prod-use1' });
    await waitFor(() =>
      expect(save.getAttribute('aria-description')).toContain('make its change there'),
    );
    expect(await axeViolations()).toEqual([]);
  });

  it('becomes a pull request, with the change of its file', async () => {
    const { user, api } = await renderApp(page, ownedByCluster);
    await writeManifests(user, withMoreWeight(stored));
    expect(await screen.findByText(/Argo CD application shop applies it/)).toBeTruthy();
    const file = 'Change of clusters/shop-prod-use1/general.yaml';
    const diff = await screen.findByRole('region', { name: file });
    expect(within(diff).getByText(/weight: 100$/)).toBeTruthy();
    expect(await axeViolations()).toEqual([]);
    await user.type(screen.getByRole('textbox', { name: 'Description' }), 'Cheaper');
    await user.click(screen.getByRole('button', { name: 'Open pull request' }));
    const link = await screen.findByRole('link', { name: 'pull request 7' });
    expect(link.getAttribute('href')).toBe('https://github.example/shop/fleet/pull/7');
    expect(api.sent(OpenPullRequestDocument).filter(({ input }) => !input.dryRun)).toMatchObject([
      {
        input: {
          clusterId: recorded.prod,
          title: 'Change NodePool general of shop-prod-use1',
          description: 'Cheaper',
        },
      },
    ]);
  });

  it('says how Kerf could open a pull request, with a guessed path', async () => {
    const { user, api } = await renderApp(page, ownedByCluster);
    api.answer(OpenPullRequestDocument, ({ openPullRequest }) => ({
      openPullRequest: {
        ...openPullRequest,
        change: openPullRequest.change && {
          ...openPullRequest.change,
          repositoryId: null,
          before: null,
          after: null,
          problem: 'No Git repository is set for this object.',
        },
      },
    }));
    await writeManifests(user, withMoreWeight(stored));
    const link = await screen.findByRole('link', { name: 'a Git repository is set' });
    expect(link.getAttribute('href')).toBe('/settings/git');
    expect(screen.getByText(/which is a guess/)).toBeTruthy();
    expect(screen.getByText(/kubectl patch nodepool general --type merge/)).toBeTruthy();
  });
});
