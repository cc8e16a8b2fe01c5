import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { findEditor, selectionOf, textOf, writeManifests } from '../../../../testing/editor.js';
import {
  ambiguousManifest,
  betaManifest,
  tabbedManifest,
  withMoreWeight,
  withTeamLabel,
} from '../../../../testing/recording/manifests.js';
import { recordedAnswer } from '../../../../testing/recording/recorded-answers.js';
import type { RecordedApi } from '../../../../testing/recording/recorded-api.js';
import { recorded } from '../../../../testing/recording/recording.js';
import { axeViolations, renderApp } from '../../../../testing/render-app.js';
import {
  ApplyManifestsDocument,
  type ApplyManifestsMutation,
  NodePoolDetailsDocument,
} from '../../../gql/graphql.js';

const page = '/apply?cluster=shop-prod-use1';
const stored =
  recordedAnswer(NodePoolDetailsDocument, { id: recorded.generalPool }).nodePool?.manifest ?? '';

/** The stored definitions are those of the manifests. */
const withStored = ({ applyManifests }: ApplyManifestsMutation): ApplyManifestsMutation => ({
  applyManifests: {
    ...applyManifests,
    documents: applyManifests.documents.map((document) => ({
      ...document,
      currentManifest: document.manifest,
      currentVersion: 1,
    })),
  },
});

/** No instance type remains for the NodePools. */
const withoutTypes = (api: RecordedApi): void =>
  api.answer(ApplyManifestsDocument, ({ applyManifests }) => ({
    applyManifests: {
      ...applyManifests,
      documents: applyManifests.documents.map((document) => ({
        ...document,
        accepted: false,
        offerings: document.offerings && {
          ...document.offerings,
          instanceTypes: 0,
          zones: [],
          capacityTypes: [],
          cheapest: [],
        },
        findings: [
          {
            severity: 'ERROR' as const,
            code: 'NO_INSTANCE_TYPE',
            path: 'spec.template.spec.requirements[0]',
            line: 9,
            column: 9,
            message: 'no instance type remains, so no node can be launched: …',
            found: null,
            became: null,
          },
        ],
      })),
    },
  }));

const savingsOf = (api: RecordedApi) =>
  api.sent(ApplyManifestsDocument).filter(({ input }) => !input.dryRun);

describe('applying manifests', () => {
  it('requires a cluster first', async () => {
    await renderApp('/apply');
    expect(await screen.findByText('Choose a cluster')).toBeTruthy();
  });

  it('starts with both manifests of the exercise where the sandbox links to them', async () => {
    await renderApp(`${page}&example=exercise`);
    expect(textOf(await findEditor())).toMatch(/kind: EC2NodeClass[^]*---[^]*kind: NodePool/);
  });

  it('previews conversions before anything is saved', async () => {
    const { user, api } = await renderApp(page);
    await writeManifests(user, betaManifest);
    expect(
      await screen.findByText('v1 replaced v1beta1; the document was read as v1'),
    ).toBeTruthy();
    expect(screen.getByText('WhenEmptyOrUnderutilized', { selector: 'code' })).toBeTruthy();
    expect(savingsOf(api)).toEqual([]);
    const save = await screen.findByRole('button', { name: 'Apply 1 change to shop-prod-use1' });
    api.answer(ApplyManifestsDocument, (answer, { input }) =>
      input.dryRun ? withStored(answer) : answer,
    );
    await user.click(save);
    expect(await screen.findByText('No change')).toBeTruthy();
    expect(savingsOf(api)).toMatchObject([
      {
        input: {
          clusterId: recorded.prod,
          manifests: betaManifest,
          expectedVersions: [{ index: 0, expectedVersion: 0 }],
        },
      },
    ]);
  });

  it('shows a syntax error at its line and column, in the editor too', async () => {
    const { user } = await renderApp(page);
    await writeManifests(user, tabbedManifest);
    await user.click(await screen.findByRole('button', { name: 'Go to line 4, column 1' }));
    const field = await findEditor();
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(selectionOf(field)).toBe('\tlabels: {}');
    const marks = field.querySelectorAll('.cm-lintRange-error');
    expect(marks.length).toBeGreaterThan(0);
  });

  it('requires a variant when a manifest is ambiguous', async () => {
    const { user } = await renderApp(page);
    await writeManifests(user, ambiguousManifest);
    expect(await screen.findByText(/are both set; remove one of them/)).toBeTruthy();
    const save = screen.getByRole('button', { name: 'Apply to shop-prod-use1' });
    expect(save.getAttribute('aria-description')).toContain('is invalid: fix or remove it');
    await user.click(screen.getByRole('radio', { name: 'role' }));
    expect(
      await screen.findByRole('button', { name: 'Apply 1 change to shop-prod-use1' }),
    ).toBeTruthy();
  });

  it('downloads the manifests as v1 for kubectl and saves nothing', async () => {
    const files: Blob[] = [];
    const createObjectURL = (file: Blob) => {
      files.push(file);
      return 'blob:none';
    };
    Object.assign(URL, { createObjectURL, revokeObjectURL: () => undefined });
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
    const { user, api } = await renderApp(page);
    await writeManifests(user, betaManifest);
    await user.click(await screen.findByRole('button', { name: 'Download as v1' }));
    await waitFor(() => expect(files).toHaveLength(1));
    expect(await files[0]?.text()).toMatch(
      /^# NodePool ci, from karpenter\.sh\/v1beta1:\n# - warning: [^]*apiVersion: karpenter\.sh\/v1\n/,
    );
    expect(savingsOf(api)).toEqual([]);
    vi.restoreAllMocks();
  });

  it('starts with the stored manifest', async () => {
    const { user } = await renderApp('/apply?cluster=shop-prod-use1&edit=NodePool%2Fgeneral');
    const text = await findEditor();
    expect(textOf(text)).toContain('name: general');
    await writeManifests(user, withMoreWeight(stored));
    const reading = await screen.findByRole('region', { name: 'Change of NodePool general' });
    expect(within(reading).getByText(/weight: 100$/)).toBeTruthy();
  });

  it('does not replace a definition that changed after the preview', async () => {
    const { user, api } = await renderApp(page);
    await writeManifests(user, withMoreWeight(stored));
    const save = await screen.findByRole('button', { name: /^Apply 1 change/ });
    const outdated = [{ index: 0, expectedVersion: 1 }];
    api.answer(ApplyManifestsDocument, (answer, { input }) =>
      input.dryRun
        ? answer
        : recordedAnswer(ApplyManifestsDocument, {
            input: { ...input, expectedVersions: outdated },
          }),
    );
    await user.click(save);
    expect(await screen.findByText(/was changed \(its version is 2\)/)).toBeTruthy();
    expect(screen.queryByText('No change')).toBeNull();
  });

  it('shows errors first, then the effects, then the difference', async () => {
    const { user } = await renderApp(page, withoutTypes);
    await writeManifests(user, withMoreWeight(stored));
    const none = await screen.findByText('None of the 74 instance types of the region remains.');
    const error = screen.getByText(/no instance type remains, so no node can be launched/);
    const diff = screen.getByRole('region', { name: 'Change of NodePool general' });
    const follows = (a: Element, b: Element) =>
      (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING) > 0;
    expect([follows(error, none), follows(none, diff)]).toEqual([true, true]);
    const save = screen.getByRole('button', { name: 'Apply to shop-prod-use1' });
    expect(save.getAttribute('aria-description')).toContain('NodePool general is invalid');
    expect(await axeViolations()).toEqual([]);
  });

  it('shows the instance types that remain, the cheapest with prices', async () => {
    const { user } = await renderApp(page);
    await writeManifests(user, withMoreWeight(stored));
    expect(await screen.findByText(/38 of 74 instance types and 3 of 4 zones remain/)).toBeTruthy();
    const table = screen.getByRole('table', { name: 'Cheapest instance types that remain' });
    expect(
      within(table).getByRole('row', { name: /t4g\.small \$0\.0050 spot us-east-1a/ }),
    ).toBeTruthy();
  });

  it('is free of axe violations', async () => {
    const { user } = await renderApp(page);
    await writeManifests(user, ambiguousManifest);
    await screen.findByText(/are both set; remove one of them/);
    expect(await axeViolations()).toEqual([]);
  });
});

describe('editing a stored definition', () => {
  it('selects the field that a link names', async () => {
    const link = '/apply?cluster=shop-prod-use1&edit=NodePool%2Fgeneral&field=';
    await renderApp(`${link}spec.limits.cpu`);
    expect(await screen.findByText('spec.limits.cpu', { selector: 'code' })).toBeTruthy();
    const text = await findEditor();
    expect(document.activeElement).toBe(text);
    expect(selectionOf(text)).toMatch(/^cpu: /);
  });

  it('selects the parent of a field that is not in the manifest', async () => {
    const link = '/apply?cluster=shop-prod-use1&edit=NodePool%2Fgeneral&field=';
    await renderApp(`${link}spec.template.spec.requirements%5B99%5D`);
    expect(await screen.findByText('spec.template.spec.requirements')).toBeTruthy();
    expect(selectionOf(await findEditor())).toMatch(/^requirements:/);
  });

  it('shows how many nodes would drift before manifests are applied', async () => {
    const { user, api } = await renderApp(`${page}&edit=NodePool%2Fgeneral`, (arranged) => {
      arranged.answer(ApplyManifestsDocument, ({ applyManifests }) => ({
        applyManifests: {
          ...applyManifests,
          documents: applyManifests.documents.map((document) => ({
            ...document,
            drift: document.drift && {
              ...document.drift,
              nodes: 14,
              drifting: 14,
              price: '1.344',
              leastReplacementMs: 7_800_000,
            },
          })),
        },
      }));
    });
    await writeManifests(user, withTeamLabel(stored));
    expect(await screen.findByText(/Applying it makes all 14 nodes drift/)).toBeTruthy();
    expect(
      screen.getByText(
        /They cost \$1\.344\/h\. .* takes at least 2 h 10 m if each needs a new node/,
      ),
    ).toBeTruthy();
    expect(screen.getByText('14 nodes would drift.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Apply 1 change to shop-prod-use1' })).toBeTruthy();
    expect(savingsOf(api)).toEqual([]);
  });

  it('shows that the definition to edit does not exist', async () => {
    await renderApp('/apply?cluster=shop-prod-use1&edit=NodePool%2Fgone');
    expect(await screen.findByText('NodePool gone not found in shop-prod-use1')).toBeTruthy();
  });
});
