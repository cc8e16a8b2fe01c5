import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { refusing } from '../../../testing/refusing.js';
import { axeViolations, renderApp } from '../../../testing/render-app.js';
import {
  CreateGitRepositoryDocument,
  RemoveGitRepositoryDocument,
  ShellDocument,
  UpdateGitRepositoryDocument,
} from '../../gql/graphql.js';

const path = '/settings/git';

describe('the Git repositories', () => {
  it('are listed with scope, branch and path, free of axe violations', async () => {
    await renderApp(path);
    const row = await screen.findByRole('row', { name: /cluster shop-prod-use1/ });
    expect(within(row).getByText('GitHub shop/fleet, branch main')).toBeTruthy();
    expect(within(row).getByText('clusters/{cluster}/{name}.yaml')).toBeTruthy();
    expect(within(row).getByText(/1 other file/)).toBeTruthy();
    expect(await axeViolations()).toEqual([]);
  });

  it('are added with a token, and files of single objects', async () => {
    const { user, api } = await renderApp(path);
    await user.click(await screen.findByRole('button', { name: 'Add repository' }));
    const form = screen.getByRole('form', { name: 'New Git repository' });
    await user.type(within(form).getByLabelText('Repository'), 'shop/infra');
    await user.type(within(form).getByLabelText('Token'), 'secret');
    await user.type(within(form).getByLabelText('Other files'), 'gpu');
    const add = within(form).getByRole('button', { name: 'Add repository' });
    expect(add.getAttribute('aria-description')).toContain('“gpu” is not like');
    await user.clear(within(form).getByLabelText('Other files'));
    await user.type(within(form).getByLabelText('Other files'), 'NodePool/gpu: gpu.yaml');
    expect(await axeViolations()).toEqual([]);
    await user.click(add);
    expect(await screen.findByRole('button', { name: 'Add repository' })).toBeTruthy();
    expect(api.sent(CreateGitRepositoryDocument)).toMatchObject([
      {
        input: {
          scope: { kind: 'ORGANIZATION' },
          provider: 'GIT_HUB',
          apiUrl: 'https://api.github.com',
          project: 'shop/infra',
          branch: 'main',
          files: [{ kind: 'NODE_POOL', name: 'gpu', path: 'gpu.yaml' }],
          token: 'secret',
        },
      },
    ]);
  });

  it('keep their token when they are changed, and are removed after a confirmation', async () => {
    const { user, api } = await renderApp(path);
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    const form = screen.getByRole('form', { name: 'Git repository shop/fleet' });
    const branch = within(form).getByLabelText('Branch');
    await user.clear(branch);
    await user.type(branch, 'release');
    await user.click(within(form).getByRole('button', { name: 'Save repository' }));
    await user.click(await screen.findByRole('button', { name: 'Remove' }));
    await user.click(screen.getByRole('button', { name: 'Remove shop/fleet and its token' }));
    await screen.findByText('Repository shop/fleet removed from the settings');
    const [update] = api.sent(UpdateGitRepositoryDocument);
    expect(update?.input).toMatchObject({ branch: 'release', expectedVersion: 3 });
    expect(update?.input).not.toHaveProperty('token');
    expect(api.sent(RemoveGitRepositoryDocument)).toHaveLength(1);
  });

  it('say who may change them', async () => {
    await renderApp(path, (api) =>
      api.answer(ShellDocument, refusing('GIT_REPOSITORY_WRITE', 'Only administrators may')),
    );
    const add = await screen.findByRole('button', { name: 'Add repository' });
    expect(add.getAttribute('aria-description')).toContain('Only administrators may');
  });
});
