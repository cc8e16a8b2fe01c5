import { describe, expect, it } from 'vitest';
import { createTableParts } from '../testing/table-parts.js';
import { VolumeResolver } from './volume-resolver.js';

const claim = {
  metadata: {
    name: 'data',
    namespace: 'shop',
    uid: 'c',
    annotations: { 'pv.kubernetes.io/bind-completed': 'yes' },
  },
  spec: { volumeName: 'pv-1' },
};
const volume = (name: string, spec: object) => ({ metadata: { name, uid: name }, spec });
const storageClass = {
  metadata: { name: 'gp3', uid: 'gp3' },
  provisioner: 'ebs.csi.aws.com',
  volumeBindingMode: 'WaitForFirstConsumer',
};

function createResolver() {
  const changes: unknown[] = [];
  const volumes: string[] = [];
  const resolver = new VolumeResolver(createTableParts(), {
    onClaims: (claims) => changes.push(claims),
    onVolume: (name) => volumes.push(name),
  });
  return { resolver, changes, volumes };
}

describe('VolumeResolver', () => {
  it('resolves a claim by the objects that are in the cache now', () => {
    const { resolver } = createResolver();
    resolver.claims.put(claim);
    expect(resolver.resolve({ claim: 'shop/data', renewal: null })).toMatchObject({
      problem: 'PersistentVolume pv-1 does not exist',
    });
    resolver.volumes.put(volume('pv-1', { csi: { driver: 'ebs.csi.aws.com' } }));
    expect(resolver.resolve({ claim: 'shop/data', renewal: null })).toMatchObject({
      driver: 'ebs.csi.aws.com',
      problem: null,
    });
  });

  it('reports the claims that a change affects, all of them for a StorageClass', () => {
    const { resolver, changes } = createResolver();
    resolver.claims.put(claim);
    resolver.volumes.put(volume('pv-1', { claimRef: { namespace: 'shop', name: 'data' } }));
    resolver.volumes.put(volume('free', {}));
    resolver.classes.put(storageClass);
    expect(changes).toEqual([['shop/data'], ['shop/data'], null]);
  });

  it('reports a volume whose claim changes', () => {
    const { resolver, volumes } = createResolver();
    resolver.volumes.put(volume('free', {}));
    resolver.volumes.put(volume('pv-1', { claimRef: { namespace: 'shop', name: 'data' } }));
    resolver.volumes.put(
      volume('pv-1', { claimRef: { namespace: 'shop', name: 'data' }, nfs: { server: 's' } }),
    );
    resolver.volumes.remove(volume('pv-1', {}));
    expect(volumes).toEqual(['free', 'pv-1', 'pv-1']);
  });
});
