import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { axeViolations, renderApp } from '../../../../testing/render-app.js';

const editor = () => screen.findByRole('textbox', { name: 'Manifests, as YAML or JSON' });

describe('a definition that another user changes while it is edited', () => {
  const text = 'limits: { cpu: 2000 } # by somebody else';

  /** The editor with an edited line, and a version that another user saved meanwhile. */
  async function editWithConflict() {
    const app = await renderApp('/apply?cluster=checkout-prod-use1&edit=NodePool%2Fgeneral');
    await app.user.type(await editor(), '# a note');
    await screen.findByRole('button', { name: 'Apply 1 change to checkout-prod-use1' });
    const pool = app.world.pools.find(
      ({ name, clusterName }) => name === 'general' && clusterName === 'checkout-prod-use1',
    );
    if (pool === undefined) throw new TypeError('the world has the pool');
    const { version } = pool;
    pool.manifest += text;
    pool.version += 1;
    pool.revisions.unshift({
      revision: pool.revision + 1,
      manifest: pool.manifest,
      savedAt: new Date().toISOString(),
      savedBy: 'bob',
    });
    return { ...app, pool, loaded: version };
  }

  it('is reported, and nothing is saved', async () => {
    const { user, pool, loaded } = await editWithConflict();
    await user.click(screen.getByRole('button', { name: 'Apply 1 change to checkout-prod-use1' }));
    const conflict = await screen.findByRole('alert', { name: 'Edit conflict' });
    expect(conflict.textContent).toContain('NodePool general was changed since you opened it');
    expect(conflict.textContent).toContain(`You started from version ${loaded}`);
    expect(conflict.textContent).toContain(`version ${loaded + 1}`);
    expect(conflict.textContent).toContain('bob');
    expect(pool.manifest).toContain(text);
    expect(pool.manifest).not.toContain('# a note');
    const save = screen.getByRole('button', { name: /^Apply to/ });
    expect(save.getAttribute('aria-description')).toContain('was changed since you opened it');
    expect(await axeViolations()).toEqual([]);
  });

  it('is reported before saving, and its newer version can be loaded', async () => {
    const { user, notify, pool } = await editWithConflict();
    notify({ topic: 'DEFINITION', clusterId: pool.clusterId });
    await user.click(await screen.findByRole('button', { name: /^Load version/ }));
    expect((await editor()).textContent).toContain(text);
    expect((await editor()).textContent).not.toContain('# a note');
    await waitFor(() => expect(screen.queryByRole('alert', { name: 'Edit conflict' })).toBeNull());
  });

  it('can be replaced with the edited text', async () => {
    const { user, notify, pool } = await editWithConflict();
    notify({ topic: 'DEFINITION', clusterId: pool.clusterId });
    await user.click(await screen.findByRole('button', { name: /^Keep my text/ }));
    await user.click(
      await screen.findByRole('button', { name: 'Apply 1 change to checkout-prod-use1' }),
    );
    expect(await screen.findByText('No change')).toBeTruthy();
    expect(pool.manifest).toContain('# a note');
    expect(pool.manifest).not.toContain(text);
  });

  it('is not reported after changes of the same user', async () => {
    const { user } = await renderApp('/apply?cluster=checkout-prod-use1&edit=NodePool%2Fgeneral');
    for (const note of ['# one', '# two']) {
      await user.type(await editor(), note);
      await user.click(
        await screen.findByRole('button', { name: 'Apply 1 change to checkout-prod-use1' }),
      );
      expect(await screen.findByText('No change')).toBeTruthy();
    }
    expect(screen.queryByRole('alert', { name: 'Edit conflict' })).toBeNull();
  });

  it('is reported as deleted, and can be created again', async () => {
    const { user, notify, world, pool } = await editWithConflict();
    world.pools.splice(world.pools.indexOf(pool), 1);
    notify({ topic: 'DEFINITION', clusterId: pool.clusterId });
    const conflict = await screen.findByRole('alert', { name: 'Edit conflict' });
    expect(conflict.textContent).toContain('NodePool general was deleted since you opened it');
    await user.click(screen.getByRole('button', { name: 'Create it again' }));
    expect(
      await screen.findByRole('button', { name: 'Apply 1 change to checkout-prod-use1' }),
    ).toBeTruthy();
  });
});
