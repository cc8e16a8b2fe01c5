import { describe, expect, it } from 'vitest';
import { appliesFromGit, managerOf } from './object-manager.js';
import type { ObjectMetadata } from './object-metadata.js';

const withMarks = ({ labels = {}, annotations = {} }: Partial<ObjectMetadata>) => ({
  kind: 'NodePool' as const,
  name: 'general',
  source: 'Cluster' as const,
  spec: { objectMetadata: { labels, annotations } },
});
const trackingId = (id: string) =>
  withMarks({ annotations: { 'argocd.argoproj.io/tracking-id': id } });
const shown = (object: Parameters<typeof managerOf>[0]): string | null => {
  const manager = managerOf(object);
  return manager && `${manager.tool} ${manager.namespace ?? ''}/${manager.name}`;
};
const instance = { 'app.kubernetes.io/instance': 'shop' };

describe('the manager of an object of a cluster', () => {
  it.each([
    ['ArgoCd /shop', trackingId('shop:karpenter.sh/NodePool:/general')],
    ['ArgoCd /shop', trackingId('shop:karpenter.sh/NodePool:argocd/general')],
    ['ArgoCd team-a/shop', trackingId('team-a_shop:karpenter.sh/NodePool:/general')],
    ['ArgoCd /shop', withMarks({ labels: { 'argocd.argoproj.io/instance': 'shop' } })],
    ['ArgoCd /shop', withMarks({ annotations: { 'argocd.argoproj.io/instance': 'shop' } })],
    [
      'ArgoCd /shop',
      withMarks({ labels: instance, annotations: { 'argocd.argoproj.io/sync-wave': '1' } }),
    ],
    [
      'FluxKustomization flux-system/nodes',
      withMarks({
        labels: {
          'kustomize.toolkit.fluxcd.io/name': 'nodes',
          'kustomize.toolkit.fluxcd.io/namespace': 'flux-system',
        },
      }),
    ],
    [
      'FluxHelmRelease flux-system/pools',
      withMarks({
        labels: {
          'helm.toolkit.fluxcd.io/name': 'pools',
          'helm.toolkit.fluxcd.io/namespace': 'flux-system',
        },
        annotations: { 'meta.helm.sh/release-name': 'pools' },
      }),
    ],
    [
      'Helm kube-system/pools',
      withMarks({
        annotations: {
          'meta.helm.sh/release-name': 'pools',
          'meta.helm.sh/release-namespace': 'kube-system',
        },
      }),
    ],
  ])('is %s by its marks', (manager, object) => {
    expect(shown(object)).toBe(manager);
  });

  it.each([
    ['a tracking ID of another object', trackingId('shop:karpenter.sh/NodePool:/other')],
    ['a tracking ID of another kind', trackingId('shop:karpenter.k8s.aws/EC2NodeClass:/general')],
    ['a tracking ID that is none', trackingId('shop')],
    [
      'the label of Helm charts beside a copied tracking ID',
      withMarks({
        labels: instance,
        annotations: { 'argocd.argoproj.io/tracking-id': 'shop:karpenter.sh/NodePool:/other' },
      }),
    ],
    ['the label of Helm charts alone', withMarks({ labels: instance })],
    ['labels of people', withMarks({ labels: { team: 'web' } })],
    ['no metadata', { ...withMarks({}), spec: {} }],
    [
      'a mark on what Kerf writes',
      { ...trackingId('shop:karpenter.sh/NodePool:/general'), source: 'Api' as const },
    ],
  ])('is not known by %s', (_, object) => {
    expect(managerOf(object)).toBeNull();
  });

  it('applies from Git unless it is Helm alone', () => {
    const manager = { name: 'a', namespace: null };
    expect(appliesFromGit({ ...manager, tool: 'ArgoCd' })).toBe(true);
    expect(appliesFromGit({ ...manager, tool: 'Helm' })).toBe(false);
  });
});
