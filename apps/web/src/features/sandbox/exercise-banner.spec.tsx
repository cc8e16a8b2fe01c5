import { cleanup, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { RecordedApi } from '../../../testing/recording/recorded-api.js';
import { refusing } from '../../../testing/refusing.js';
import { axeViolations, renderApp } from '../../../testing/render-app.js';
import {
  ExerciseProgressDocument,
  SetExercisePodsDocument,
  ShellDocument,
} from '../../gql/graphql.js';

/** The cluster of the exercise with its NodePool, so many pods of the exercise, and so many nodes for them. */
const withExercise = (api: RecordedApi, { pods, nodes }: { pods: number; nodes: number }): void =>
  api.answer(ExerciseProgressDocument, (built) => ({
    ...built,
    nodePools: { nodes: [{ name: 'default' }] },
    pods: { totalCount: pods },
    nodes: { totalCount: nodes },
  }));

describe('the exercise of the sandbox on the fleet page', () => {
  it('marks the completed steps of the exercise, and says what to click in the next one', async () => {
    const { user, api } = await renderApp('/', (arranged) =>
      withExercise(arranged, { pods: 5, nodes: 2 }),
    );
    const steps = within(await screen.findByRole('region', { name: 'Exercise in the sandbox' }));
    expect(await steps.findAllByText('(done)')).toHaveLength(3);
    expect(steps.queryByRole('button', { name: 'Create 5 pods' })).toBeNull();
    await user.click(steps.getByRole('button', { name: 'Scale to zero' }));
    expect(api.sent(SetExercisePodsDocument)).toEqual([{ input: { pods: 0 } }]);
    expect(await axeViolations()).toEqual([]);
  });

  it('creates the pods of the exercise, and shows why the sandbox refuses', async () => {
    const { user, api } = await renderApp('/', (arranged) =>
      withExercise(arranged, { pods: 0, nodes: 0 }),
    );
    api.answer(SetExercisePodsDocument, () => ({
      setExercisePods: {
        message: null,
        userErrors: [
          { code: 'CONFLICT' as const, field: null, message: 'The sandbox does not respond.' },
        ],
      },
    }));
    const steps = within(await screen.findByRole('region', { name: 'Exercise in the sandbox' }));
    await user.click(await steps.findByRole('button', { name: 'Create 5 pods' }));
    expect((await steps.findByRole('alert')).textContent).toBe('The sandbox does not respond.');
  });

  it('says which permission a viewer lacks for the next step', async () => {
    await renderApp('/', (api) => {
      api.answer(ShellDocument, refusing('DEFINITION_WRITE', 'Your role viewer is for reading'));
      withExercise(api, { pods: 5, nodes: 2 });
    });
    const button = await screen.findByRole('button', { name: 'Scale to zero' });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    expect(screen.getByText('Your role viewer is for reading')).toBeTruthy();
  });

  it('leads to the registration of a real cluster, and is not shown without a sandbox', async () => {
    const { router, user } = await renderApp('/');
    const exercise = within(await screen.findByRole('region', { name: 'Exercise in the sandbox' }));
    await user.click(exercise.getByRole('link', { name: /^register it/ }));
    expect(router.state.location.pathname).toBe('/clusters/register');
    cleanup();
    await renderApp('/', (api) =>
      api.answer(ShellDocument, (recorded) => ({
        ...recorded,
        product: { ...recorded.product, sandbox: null },
      })),
    );
    await screen.findByRole('grid', { name: 'Clusters' });
    expect(screen.queryByRole('region', { name: 'Exercise in the sandbox' })).toBeNull();
  });

  it('does not show the exercise once it is dismissed, until the search shows it again', async () => {
    const { user } = await renderApp('/');
    const exercise = await screen.findByRole('region', { name: 'Exercise in the sandbox' });
    await user.click(within(exercise).getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByRole('region', { name: 'Exercise in the sandbox' })).toBeNull();
    await user.keyboard('{Control>}k{/Control}');
    const search = await screen.findByRole('combobox', {
      name: 'Search objects, pages and actions',
    });
    await user.type(search, 'exercise{Enter}');
    expect(await screen.findByRole('region', { name: 'Exercise in the sandbox' })).toBeTruthy();
  });
});
