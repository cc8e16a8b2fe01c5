import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { axeViolations, renderApp } from '../../../../testing/render-app.js';

const manifest = `apiVersion: karpenter.sh/v1beta1
kind: NodePool
metadata:
  name: ci
spec:
  disruption:
    consolidationPolicy: WhenUnderutilized
`;
const ambiguous = `apiVersion: karpenter.k8s.aws/v1
kind: EC2NodeClass
metadata:
  name: twice
spec:
  role: a
  instanceProfile: b
`;

const editor = () => screen.findByRole('textbox', { name: 'Manifests, as YAML or JSON' });

function selectionOf(element: HTMLElement): string {
  if (!(element instanceof HTMLTextAreaElement)) return '';
  return element.value.slice(element.selectionStart, element.selectionEnd);
}

describe('applying manifests', () => {
  it('requires a cluster first', async () => {
    await renderApp('/apply');
    expect(await screen.findByText('Choose a cluster')).toBeTruthy();
  });

  it('previews conversions before anything is saved', async () => {
    const { user, world } = await renderApp('/apply?cluster=checkout-prod-use1');
    await user.click(await editor());
    await user.paste(manifest);
    expect(await screen.findByText('v1beta1 is read as v1.')).toBeTruthy();
    expect(screen.getByText('WhenEmptyOrUnderutilized', { selector: 'code' })).toBeTruthy();
    expect(world.pools.some(({ name }) => name === 'ci')).toBe(false);
    await user.click(
      await screen.findByRole('button', { name: 'Apply 1 change to checkout-prod-use1' }),
    );
    expect(await screen.findByText('No change')).toBeTruthy();
    expect(world.pools.some(({ name }) => name === 'ci')).toBe(true);
  });

  it('shows a syntax error at its line and column, in the editor too', async () => {
    const { user } = await renderApp('/apply?cluster=checkout-prod-use1');
    await user.click(await editor());
    await user.paste('kind: NodePool\nmetadata:\n  name: ci\n\tlabels: {}\n');
    await user.click(await screen.findByRole('button', { name: 'Go to line 4, column 1' }));
    const field = await editor();
    if (!(field instanceof HTMLTextAreaElement)) throw new TypeError('the editor is no textarea');
    expect(document.activeElement).toBe(field);
    expect(field.value.slice(field.selectionStart, field.selectionEnd)).toBe('\tlabels: {}');
  });

  it('requires a variant when a manifest is ambiguous', async () => {
    const { user } = await renderApp('/apply?cluster=checkout-prod-use1');
    await user.click(await editor());
    await user.paste(ambiguous);
    expect(await screen.findByText('Both are set; only one may be.')).toBeTruthy();
    const save = screen.getByRole('button', { name: 'Apply to checkout-prod-use1' });
    expect(save.getAttribute('aria-description')).toContain('is invalid: fix or remove it');
    await user.click(screen.getByRole('radio', { name: 'keep role' }));
    expect(
      await screen.findByRole('button', { name: 'Apply 1 change to checkout-prod-use1' }),
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
    const { user, world } = await renderApp('/apply?cluster=checkout-prod-use1');
    await user.click(await editor());
    await user.paste(manifest);
    await user.click(await screen.findByRole('button', { name: 'Download as v1' }));
    await waitFor(() => expect(files).toHaveLength(1));
    expect(await files[0]?.text()).toMatch(
      /^# NodePool ci\n# - v1beta1 is read as v1\.\n[^]*apiVersion: karpenter\.sh\/v1\n/,
    );
    expect(world.pools.some(({ name }) => name === 'ci')).toBe(false);
    vi.restoreAllMocks();
  });

  it('starts with the stored manifest', async () => {
    const { user } = await renderApp('/apply?cluster=checkout-prod-use1&edit=NodePool%2Fgeneral');
    const text = await editor();
    expect(text.textContent).toContain('name: general');
    await user.type(text, '# a note');
    const preview = await screen.findByRole('region', { name: 'Change of NodePool general' });
    expect(within(preview).getByText('# a note')).toBeTruthy();
  });

  it('does not replace a definition that changed after the preview', async () => {
    const { user, world } = await renderApp('/apply?cluster=checkout-prod-use1');
    const pool = world.pools.find(({ clusterName }) => clusterName === 'checkout-prod-use1');
    if (pool === undefined) throw new TypeError('the world has a pool');
    await user.click(await editor());
    await user.paste(`${pool.manifest}# a note`);
    const save = await screen.findByRole('button', { name: /^Apply 1 change/ });
    pool.version += 1;
    await user.click(save);
    expect(await screen.findByText(/was changed \(its version/)).toBeTruthy();
    expect(pool.manifest).not.toContain('# a note');
  });

  it('selects the field that a link names', async () => {
    const link = '/apply?cluster=checkout-prod-use1&edit=NodePool%2Fgeneral&field=';
    await renderApp(`${link}spec.limits.cpu`);
    expect(await screen.findByText('spec.limits.cpu', { selector: 'code' })).toBeTruthy();
    const text = await editor();
    expect(document.activeElement).toBe(text);
    expect(selectionOf(text)).toMatch(/^cpu: /);
  });

  it('selects the parent of a field that is not in the manifest', async () => {
    const link = '/apply?cluster=checkout-prod-use1&edit=NodePool%2Fgeneral&field=';
    await renderApp(`${link}spec.template.spec.requirements%5B99%5D`);
    expect(await screen.findByText('spec.template.spec.requirements')).toBeTruthy();
    expect(selectionOf(await editor())).toMatch(/^requirements:/);
  });

  it('shows how many nodes would drift before manifests are applied', async () => {
    const { user, world } = await renderApp(
      '/apply?cluster=checkout-prod-use1&edit=NodePool%2Fgeneral',
      ({ pools }) => {
        for (const pool of pools) pool.nodes = 14;
      },
    );
    const text = await editor();
    await user.click(text);
    await user.clear(text);
    const stored = world.pools.find(({ name }) => name === 'general')?.manifest ?? '';
    await user.paste(
      stored.replace(
        '  template:\n',
        '  template:\n    metadata:\n      labels:\n        team: shop\n',
      ),
    );
    expect(await screen.findByText(/Applying it makes all 14 nodes drift/)).toBeTruthy();
    expect(screen.getByText('14 nodes would drift.')).toBeTruthy();
    expect(
      screen.getByRole('button', { name: 'Apply 1 change to checkout-prod-use1' }),
    ).toBeTruthy();
    expect(world.pools.some((pool) => pool.manifest.includes('team: shop'))).toBe(false);
  });

  it('shows that the definition to edit does not exist', async () => {
    await renderApp('/apply?cluster=checkout-prod-use1&edit=NodePool%2Fgone');
    expect(await screen.findByText('NodePool gone not found in checkout-prod-use1')).toBeTruthy();
  });

  it('is free of axe violations', async () => {
    const { user } = await renderApp('/apply?cluster=checkout-prod-use1');
    await user.click(await editor());
    await user.paste(ambiguous);
    await screen.findByText('Both are set; only one may be.');
    expect(await axeViolations()).toEqual([]);
  });
});
