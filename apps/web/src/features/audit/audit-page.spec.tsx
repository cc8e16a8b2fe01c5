import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { recorded } from '../../../testing/recording/recording.js';
import { axeViolations, renderApp } from '../../../testing/render-app.js';
import {
  AuditEntriesDocument,
  AuditExportDocument,
  AuditVerificationDocument,
} from '../../gql/graphql.js';

const open = `/audit?entry=${recorded.updatedPoolEntry}`;

describe('the audit log', () => {
  it('shows actor, action and object', async () => {
    await renderApp('/audit', (api) => {
      // The grid renders the first rows only.
      api.answer(AuditEntriesDocument, ({ auditEntries }) => ({
        auditEntries: {
          ...auditEntries,
          nodes: auditEntries.nodes.filter(
            ({ actorName, outcome }) => actorName === 'ci-deploy' || outcome === 'REFUSED',
          ),
        },
      }));
    });
    const row = await screen.findByRole('row', {
      name: /ci-deploy API token definition.create NodePool general/,
    });
    expect(within(row).getByText('shop-prod-use1')).toBeTruthy();
    const refused = screen.getByRole('row', { name: /session\.sign-in/ });
    expect(within(refused).getByText('Refused')).toBeTruthy();
  });

  it('shows what a write changed, and its request ID', async () => {
    await renderApp(open);
    const panel = await screen.findByRole('complementary', { name: 'definition.update general' });
    const change = within(panel).getByRole('region', { name: 'Before and after' });
    expect(change.textContent).toContain('"consolidateAfter": "30s"');
    expect(change.textContent).toContain('"consolidateAfter": "1s"');
    expect(within(panel).getByText(/^[0-9a-f]{8}-[0-9a-f-]{27}$/)).toBeTruthy();
  });

  it('is filtered by actor, and keeps the filter in the URL', async () => {
    const { user, router } = await renderApp('/audit');
    await screen.findAllByRole('row', { name: /admin/ });
    await user.type(screen.getByRole('searchbox', { name: 'Actor' }), 'ci-deploy');
    await waitFor(() => expect(router.state.location.search).toMatchObject({ actor: 'ci-deploy' }));
    await waitFor(() => expect(screen.queryByRole('row', { name: /admin/ })).toBeNull());
  });

  it('is filtered by the kind of action', async () => {
    const { user } = await renderApp('/audit');
    await user.click(await screen.findByRole('combobox', { name: 'Action' }));
    await user.click(await screen.findByRole('option', { name: 'API tokens' }));
    await waitFor(() => expect(screen.queryByRole('row', { name: /definition/ })).toBeNull());
    expect(await screen.findAllByRole('row', { name: /api-token\.create/ })).not.toEqual([]);
  });

  it('shows how far its export is, and why the last run failed', async () => {
    await renderApp('/audit', (api) => {
      api.answer(AuditExportDocument, ({ auditExport }) => ({
        auditExport: auditExport && {
          ...auditExport,
          failures: 3,
          error: 'Bucket company-audit has no object lock.',
        },
      }));
    });
    const panel = await screen.findByRole('region', { name: 'Export' });
    expect(await within(panel).findByText('s3://company-audit/kerf')).toBeTruthy();
    expect(within(panel).getByText('7 entries, the oldest 4 min old')).toBeTruthy();
    expect(within(panel).getByText('The export failed 3 times in a row.')).toBeTruthy();
    expect(within(panel).getByText(/has no object lock\. No entry is lost/)).toBeTruthy();
  });

  it('says how to configure the export', async () => {
    await renderApp('/audit', (api) => {
      api.answer(AuditExportDocument, () => ({ auditExport: null }));
    });
    const panel = await screen.findByRole('region', { name: 'Export' });
    expect(await within(panel).findByText(/^Not configured\./)).toBeTruthy();
  });

  it('is verified on request, with what was checked', async () => {
    const { user, api } = await renderApp('/audit');
    const panel = await screen.findByRole('region', { name: 'Verification' });
    expect(api.sent(AuditVerificationDocument)).toEqual([]);
    await user.click(within(panel).getByRole('button', { name: 'Verify' }));
    expect(await within(panel).findByText('The audit log is intact.')).toBeTruthy();
    expect(panel.textContent).toMatch(/Entries checked.*4,321.*Checkpoints.*12.*Not signed yet.*7/);
    expect(within(panel).queryByRole('alert')).toBeNull();
    expect(await axeViolations()).toEqual([]);
  });

  it('says where it was changed first, and that signatures were not checked', async () => {
    const { user } = await renderApp('/audit', (api) => {
      api.answer(AuditVerificationDocument, ({ auditVerification }) => ({
        auditVerification: {
          ...auditVerification,
          isIntact: false,
          areSignaturesChecked: false,
          problems: [
            {
              kind: 'ENTRY_CHANGED' as const,
              position: 1_204,
              entryId: 'aud_1',
              message: 'Changed entry.',
            },
            {
              kind: 'ENTRY_MISSING' as const,
              position: 1_300,
              entryId: null,
              message: 'Missing entry.',
            },
          ],
        },
      }));
    });
    const panel = await screen.findByRole('region', { name: 'Verification' });
    await user.click(within(panel).getByRole('button', { name: 'Verify' }));
    const alert = await within(panel).findByRole('alert');
    expect(alert.textContent).toContain('First at position 1,204: Changed entry.');
    expect(within(panel).getByText(/signatures were not checked/)).toBeTruthy();
    expect(within(panel).getByRole('list', { name: 'Problems' }).textContent).toContain(
      'Missing entry.',
    );
  });

  it('has an empty state', async () => {
    await renderApp('/audit?object=nowhere');
    expect(await screen.findByText('No matching entries')).toBeTruthy();
  });

  it('is free of axe violations', async () => {
    await renderApp(open);
    await screen.findByRole('complementary');
    expect(await axeViolations()).toEqual([]);
  });
});
