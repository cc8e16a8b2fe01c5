import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { findEditor, textOf, writeManifests } from '../../../../testing/editor.js';
import { withMoreWeight } from '../../../../testing/recording/manifests.js';
import { recordedAnswer } from '../../../../testing/recording/recorded-answers.js';
import type { RecordedApi } from '../../../../testing/recording/recorded-api.js';
import { recorded, recordedAt } from '../../../../testing/recording/recording.js';
import { axeViolations, renderApp } from '../../../../testing/render-app.js';
import {
  ApplyManifestsDocument,
  NodePoolDetailsDocument,
  NodePoolsDocument,
} from '../../../gql/graphql.js';

const saveButton = () => screen.findByRole('button', { name: 'Apply 1 change to shop-prod-use1' });

const stored = recordedAnswer(NodePoolDetailsDocument, { id: recorded.generalPool }).nodePool;
const loaded = stored?.version ?? 0;
const loadedText = stored?.manifest ?? '';
const otherText = `${loadedText}# by somebody else`;

interface Stored {
  readonly manifest: string;
  /** 0: there is none. */
  readonly version: number;
}

/** NodePool general is stored like this from now on; changes over another version are refused. */
function store(api: RecordedApi, { manifest, version }: Stored): void {
  const at = recordedAt.toISOString();
  api.answer(NodePoolDetailsDocument, ({ nodePool }) => ({
    nodePool: nodePool && {
      ...nodePool,
      manifest,
      version,
      revisions: [
        { revision: nodePool.revision + 1, manifest, savedAt: at, savedBy: 'bob' },
        ...nodePool.revisions,
      ],
    },
  }));
  api.answer(NodePoolsDocument, ({ nodePools }) => ({
    nodePools: {
      ...nodePools,
      nodes: nodePools.nodes.filter(({ name }) => version > 0 || name !== 'general'),
    },
  }));
  api.answer(ApplyManifestsDocument, ({ applyManifests }, { input }) => {
    const expected = input.expectedVersions?.[0]?.expectedVersion ?? version;
    const applied = !input.dryRun && expected === version;
    if (applied) store(api, { manifest: input.manifests, version: version + 1 });
    return {
      applyManifests: {
        applied,
        documents: applyManifests.documents.map((document) => ({
          ...document,
          manifest: input.manifests,
          version: applied ? version + 1 : version,
          currentVersion: version === 0 ? null : version,
          currentManifest: version === 0 ? null : manifest,
        })),
        userErrors: input.dryRun || applied ? [] : [stale],
      },
    };
  });
}

const stale = {
  code: 'STALE' as const,
  field: 'input.expectedVersions.0.expectedVersion',
  message: 'NodePool general was changed. Read it again.',
};

describe('a definition that another user changes while it is edited', () => {
  /** Edits the manifest; then the API has what another user saved meanwhile. */
  async function editAndBeOvertaken(next: Stored = { manifest: otherText, version: loaded + 1 }) {
    const app = await renderApp('/apply?cluster=shop-prod-use1&edit=NodePool%2Fgeneral');
    await writeManifests(app.user, withMoreWeight(loadedText));
    await saveButton();
    store(app.api, next);
    return app;
  }

  const savedTexts = (api: RecordedApi) =>
    api
      .sent(ApplyManifestsDocument)
      .filter(({ input }) => !input.dryRun)
      .map(({ input }) => [input.manifests, input.expectedVersions?.[0]?.expectedVersion]);

  it('is reported, and nothing is saved', async () => {
    const { user, api } = await editAndBeOvertaken();
    await user.click(await saveButton());
    await screen.findByText(/by bob/);
    const conflict = screen.getByRole('alert', { name: 'Edit conflict' });
    expect(conflict.textContent).toContain('NodePool general was changed since you opened it');
    expect(conflict.textContent).toContain(`You started from version ${loaded}`);
    expect(conflict.textContent).toContain(`version ${loaded + 1}`);
    expect(savedTexts(api)).toEqual([[withMoreWeight(loadedText), loaded]]);
    const save = screen.getByRole('button', { name: /^Apply to/ });
    expect(save.getAttribute('aria-description')).toContain('was changed since you opened it');
    expect(await axeViolations()).toEqual([]);
  });

  it('is reported before saving, and its newer version can be loaded', async () => {
    const { user, notify } = await editAndBeOvertaken();
    notify({ topic: 'DEFINITION', clusterId: recorded.prod });
    await screen.findByText(/by bob/);
    await user.click(screen.getByRole('button', { name: /^Load version/ }));
    const field = await findEditor();
    await waitFor(() => expect(textOf(field)).toBe(otherText));
    await waitFor(() => expect(screen.queryByRole('alert', { name: 'Edit conflict' })).toBeNull());
  });

  it('can be replaced with the edited text', async () => {
    const { user, api, notify } = await editAndBeOvertaken();
    notify({ topic: 'DEFINITION', clusterId: recorded.prod });
    await user.click(await screen.findByRole('button', { name: /^Keep my text/ }));
    await user.click(await saveButton());
    expect(await screen.findByText('No change')).toBeTruthy();
    expect(savedTexts(api)).toEqual([[withMoreWeight(loadedText), loaded + 1]]);
  });

  it('is not reported after changes of the same user', async () => {
    const { user, api } = await renderApp(
      '/apply?cluster=shop-prod-use1&edit=NodePool%2Fgeneral',
      (arranged) => store(arranged, { manifest: loadedText, version: loaded }),
    );
    for (const note of ['# one', '# two']) {
      await writeManifests(user, `${textOf(await findEditor())}${note}`);
      await user.click(await saveButton());
      expect(await screen.findByText('No change')).toBeTruthy();
    }
    expect(savedTexts(api)).toEqual([
      [`${loadedText}# one`, loaded],
      [`${loadedText}# one# two`, loaded + 1],
    ]);
    expect(screen.queryByRole('alert', { name: 'Edit conflict' })).toBeNull();
  });

  it('is reported as deleted, and can be created again', async () => {
    const { user, notify } = await editAndBeOvertaken({ manifest: '', version: 0 });
    notify({ topic: 'DEFINITION', clusterId: recorded.prod });
    const conflict = await screen.findByRole('alert', { name: 'Edit conflict' });
    expect(conflict.textContent).toContain('NodePool general was deleted since you opened it');
    await user.click(screen.getByRole('button', { name: 'Create it again' }));
    expect(await saveButton()).toBeTruthy();
  });
});
