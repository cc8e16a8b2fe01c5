import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderApp } from '../../../../testing/render-app.js';
import { UpdateClusterDocument } from '../../../gql/graphql.js';

const path = '/clusters/shop-prod-use1';

describe('the settings of a cluster', () => {
  it('set the time budget of the optimizer and the per-node penalty, in dollars', async () => {
    const { user, api } = await renderApp(`${path}?tab=settings`);
    const charge = await screen.findByRole('textbox', { name: /^Per-node penalty/ });
    expect(charge).toHaveProperty('value', '0.025');
    await user.clear(charge);
    await user.type(charge, '0.04');
    const search = screen.getByRole('textbox', { name: /^Time budget of the optimizer/ });
    await user.clear(search);
    await user.type(search, '500');
    await user.click(screen.getByRole('button', { name: 'Save settings' }));
    await waitFor(() =>
      expect(api.sent(UpdateClusterDocument)[0]?.input).toMatchObject({
        searchMs: 500,
        nodeCharge: '0.04',
        batchIdleMs: 1_000,
      }),
    );
  });

  it('set Karpenter’s options, with the memory overhead in percent', async () => {
    const { user, api } = await renderApp(`${path}?tab=settings`);
    const overhead = await screen.findByRole('textbox', { name: /^VM memory overhead/ });
    expect(overhead).toHaveProperty('value', '7.5');
    await user.clear(overhead);
    await user.type(overhead, '5.5');
    const replacements = screen.getByRole('textbox', { name: /^Max replacements/ });
    await user.clear(replacements);
    await user.type(replacements, '4');
    await user.click(screen.getByRole('combobox', { name: /^Preference policy/ }));
    await user.click(await screen.findByRole('option', { name: /^Ignore/ }));
    const scheduler = screen.getByRole('textbox', { name: /^Scheduler configuration/ });
    await user.click(scheduler);
    await user.paste('podTopologySpread: {}');
    await user.click(screen.getByRole('checkbox', { name: /^Spot-to-spot consolidation/ }));
    await user.click(screen.getByRole('checkbox', { name: /^Node repair/ }));
    await user.click(screen.getByRole('checkbox', { name: /^Legacy node repair/ }));
    await user.click(screen.getByRole('checkbox', { name: /^Reboot for repair/ }));
    await user.click(screen.getByRole('checkbox', { name: /^Terminate first on drift/ }));
    await user.click(screen.getByRole('checkbox', { name: /^Terminate first on repair/ }));
    await user.click(screen.getByRole('checkbox', { name: /^Instance status checks/ }));
    await user.click(screen.getByRole('checkbox', { name: /^Dry-run checks/ }));
    await user.click(screen.getByRole('checkbox', { name: /^Zonal shift/ }));
    await user.click(screen.getByRole('checkbox', { name: /^Wait for the cluster’s scheduler/ }));
    await user.click(screen.getByRole('checkbox', { name: /^Anticipate pods/ }));
    await user.click(screen.getByRole('button', { name: 'Save settings' }));
    await waitFor(() =>
      expect(api.sent(UpdateClusterDocument)[0]?.input).toMatchObject({
        vmMemoryOverheadRatio: 0.055,
        maxReplacements: 4,
        preferencePolicy: 'IGNORE',
        minValuesPolicy: 'STRICT',
        schedulerConfiguration: 'podTopologySpread: {}',
        spotToSpotConsolidation: true,
        nodeRepair: true,
        legacyNodeRepair: true,
        rebootForRepair: true,
        terminateFirstDrift: true,
        terminateFirstRepair: true,
        instanceStatusChecks: false,
        dryRunChecks: false,
        zonalShift: true,
        waitForScheduler: true,
        anticipatePods: false,
        reservedEnis: 0,
      }),
    );
  });
});
