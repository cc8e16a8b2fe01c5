import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { recordedAnswer } from '../../../testing/recording/recorded-answers.js';
import type { RecordedApi } from '../../../testing/recording/recorded-api.js';
import { recorded } from '../../../testing/recording/recording.js';
import { axeViolations, renderApp } from '../../../testing/render-app.js';
import {
  ChangeBrakeSettingsDocument,
  CreateSpendLimitDocument,
  DeleteSpendLimitDocument,
  type PauseFieldsFragment,
  PausesDocument,
  ReleasePauseDocument,
  SetPauseDocument,
  SpendLimitsDocument,
  type SpendLimitsQuery,
  UpdateSpendLimitDocument,
} from '../../gql/graphql.js';

const { setPause } = recordedAnswer(SetPauseDocument, {
  input: {
    scope: { kind: 'CLUSTER', clusterId: recorded.prod },
    stops: 'DISRUPTION',
    reason: 'Bad AMI, see INC-123',
  },
});
const cluster = 'shop-prod-use1';

/** A limit of which 80% are spent, and which the forecast exceeds. */
const nearLimit: SpendLimitsQuery['spendLimits'][number] = {
  blocksLaunches: true,
  changedBy: 'admin',
  currentHourly: '1.84',
  forecastThisMonth: '1240',
  hourly: '5',
  id: 'spl_01a206b2b0f5752f8a1d3a56ffa11010',
  monthly: '1000',
  reachedPercent: 80,
  scope: {
    clusterId: recorded.prod,
    clusterName: 'shop-prod-use1',
    kind: 'NODE_POOL',
    nodePool: 'general',
    teamName: null,
  },
  spentThisMonth: '812',
  version: 1,
};

/** A freeze by the flap detector, in force. */
function frozen(): PauseFieldsFragment {
  const { pause } = setPause;
  if (pause === null) throw new TypeError('The recording has a pause.');
  return {
    ...pause,
    cause: 'FLAP_DETECTOR',
    owner: 'kerf',
    setBy: 'kerf',
    stops: 'CONSOLIDATION',
    scope: { ...pause.scope, kind: 'NODE_POOL', nodePool: 'general' },
    reason: 'c6a.2xlarge spot in us-east-1a was replaced 5 times in a row by consolidation',
    evidence: {
      rule: 'SAME_SHAPE_REPLACED',
      observed: 5,
      threshold: 4,
      observedSpendRise: null,
      thresholdSpendRise: null,
      cost: '0.3',
      steps: [
        { at: pause.setAt, decisionId: 'dec_1', text: 'node-1 removed, 3 pods moved' },
        { at: pause.setAt, decisionId: 'dec_2', text: 'node-2 removed, 3 pods moved' },
      ],
    },
  };
}

const withPause =
  (changes: Partial<PauseFieldsFragment> = {}) =>
  (api: RecordedApi): void => {
    api.answer(PausesDocument, () => ({ pauses: [{ ...frozen(), ...changes }] }));
  };

describe('the evidence of a brake', () => {
  it('is shown with its figures, its cycle and its cost', async () => {
    await renderApp(`/brakes?cluster=${cluster}`, withPause());
    const row = await screen.findByRole('row', { name: /Flap detector/u });
    expect(within(row).getByText('Consolidation')).toBeTruthy();
    expect(within(row).getByText(/^Flap detector/u)).toBeTruthy();
    expect(
      within(row).getByText('5, threshold 4; old and new nodes together cost $0.30 meanwhile'),
    ).toBeTruthy();
    expect(within(row).getAllByRole('link', { name: 'decision', hidden: true })).toHaveLength(2);
  });

  it('is an amount per hour for a rise of the cost', async () => {
    const evidence: PauseFieldsFragment['evidence'] = {
      rule: 'SPEND_RISE',
      observed: null,
      threshold: null,
      observedSpendRise: '620.5',
      thresholdSpendRise: '500',
      cost: null,
      steps: [],
    };
    await renderApp(`/brakes?cluster=${cluster}`, withPause({ evidence }));
    expect(await screen.findByText('$620.50/h, threshold $500.00/h')).toBeTruthy();
  });
});

describe('the page of brakes', () => {
  it('releases a pause', async () => {
    const { user, api } = await renderApp(`/brakes?cluster=${cluster}`, withPause());
    await user.click(await screen.findByRole('button', { name: 'Release' }));
    expect(api.sent(ReleasePauseDocument)).toEqual([
      { input: { id: frozen().id, expectedVersion: 1 } },
    ]);
  });

  it('says why the viewer may not release it', async () => {
    const denial = 'The user eve has no role that allows pause.write in this cluster.';
    await renderApp(`/brakes?cluster=${cluster}`, withPause({ releaseDenial: denial }));
    const button = await screen.findByRole('button', { name: 'Release' });
    expect(button.getAttribute('aria-description')).toBe(denial);
  });

  it('shows spend limits with the forecast, and the thresholds', async () => {
    await renderApp(`/brakes?cluster=${cluster}`, (api) => {
      api.answer(SpendLimitsDocument, () => ({ spendLimits: [nearLimit] }));
    });
    const row = await screen.findByRole('row', { name: /NodePool general of shop-prod-use1/u });
    expect(within(row).getByText('$1,240 of $1,000 by the end of the month')).toBeTruthy();
    expect(within(row).getByText('$1,000, 80% reached; stops launches')).toBeTruthy();
    const table = await screen.findByRole('table', { name: 'Thresholds' });
    expect(within(table).getByRole('row', { name: /Failed launches in a row 5/u })).toBeTruthy();
    expect(within(table).getByRole('row', { name: /Alert: nodes off/u })).toBeTruthy();
  });

  it('creates a spend limit in dollars, for the cluster of the page', async () => {
    const { user, api } = await renderApp(`/brakes?cluster=${cluster}`);
    await user.click(await screen.findByRole('button', { name: 'New spend limit…' }));
    const form = within(screen.getByRole('form', { name: 'New spend limit' }));
    const submit = form.getByRole('button', { name: 'Create spend limit' });
    expect(submit.getAttribute('aria-description')).toBe(
      'Enter an hourly or a monthly limit first',
    );
    await user.type(form.getByRole('textbox', { name: /^Hourly limit/u }), '2.5');
    await user.click(submit);
    await waitFor(() =>
      expect(api.sent(CreateSpendLimitDocument)).toEqual([
        {
          input: {
            scope: { kind: 'CLUSTER', clusterId: nearLimit.scope.clusterId },
            hourly: '2.5',
            monthly: null,
            blocksLaunches: false,
          },
        },
      ]),
    );
    await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
  });

  it('changes and deletes a spend limit', async () => {
    const { user, api } = await renderApp(`/brakes?cluster=${cluster}`, (arranged) => {
      arranged.answer(SpendLimitsDocument, () => ({ spendLimits: [nearLimit] }));
    });
    const row = within(await screen.findByRole('row', { name: /NodePool general/u }));
    await user.click(row.getByRole('button', { name: 'Change…' }));
    const monthly = screen.getByRole('textbox', { name: /^Monthly limit/u });
    expect(monthly).toHaveProperty('value', '1000');
    await user.clear(monthly);
    await user.type(monthly, '1200');
    await user.click(screen.getByRole('button', { name: 'Save spend limit' }));
    await waitFor(() =>
      expect(api.sent(UpdateSpendLimitDocument)).toMatchObject([
        {
          input: {
            id: nearLimit.id,
            expectedVersion: 1,
            hourly: '5',
            monthly: '1200',
            blocksLaunches: true,
          },
        },
      ]),
    );
    await user.click(row.getByRole('button', { name: 'Delete' }));
    await waitFor(() =>
      expect(api.sent(DeleteSpendLimitDocument)).toEqual([
        { input: { id: nearLimit.id, expectedVersion: 1 } },
      ]),
    );
  });

  it('changes thresholds, in the units of the form', async () => {
    const { user, api } = await renderApp(`/brakes?cluster=${cluster}`);
    await user.click(await screen.findByRole('button', { name: 'Change thresholds…' }));
    const change = async (name: RegExp, before: string, after: string): Promise<void> => {
      const field = screen.getByRole('textbox', { name });
      expect(field).toHaveProperty('value', before);
      await user.clear(field);
      await user.type(field, after);
    };
    await change(/^Alert: nodes/u, '0', '500');
    await change(/^Rise of the cost/u, '500', '50.5');
    await change(/^Consolidation is frozen for/u, '240', '60');
    await user.click(screen.getByRole('button', { name: 'Save thresholds' }));
    await waitFor(() =>
      // All of it: the API refuses fields that its input does not have.
      expect(api.sent(ChangeBrakeSettingsDocument)).toEqual([
        {
          input: {
            clusterId: nearLimit.scope.clusterId,
            expectedVersion: 0,
            claimsPerMinute: 1_000,
            spendRise: '50.5',
            launchFailures: 5,
            registrationFailures: 2,
            registrationOverdueMs: 300_000,
            flapRepeats: 4,
            flapWindowMs: 7_200_000,
            flapFreezeMs: 3_600_000,
            alertNodes: 500,
            alertSpend: '0',
            alertChangesPerMinute: 0,
          },
        },
      ]),
    );
    expect(await screen.findByRole('table', { name: 'Thresholds' })).toBeTruthy();
  });

  it('is free of axe violations with its forms', async () => {
    const { user } = await renderApp(`/brakes?cluster=${cluster}`);
    await user.click(await screen.findByRole('button', { name: 'New spend limit…' }));
    await user.click(screen.getByRole('button', { name: 'Change thresholds…' }));
    expect(await axeViolations()).toEqual([]);
  });

  it('is free of axe violations', async () => {
    await renderApp(`/brakes?cluster=${cluster}`, withPause());
    await screen.findByRole('button', { name: 'Release' });
    expect(await axeViolations()).toEqual([]);
  });
});
