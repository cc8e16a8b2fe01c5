import { organizationAdmin, type Principal } from '@kerf/application';
import { aCluster } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { toScope } from './access-inputs.js';

const admin: Principal = { ...organizationAdmin, kind: 'User', id: 'usr_ada', name: 'ada' };
const cluster = aCluster({ id: 'clu_1', name: 'prod' });
const clusters = {
  find: (id: string) => Promise.resolve(id === cluster.id ? cluster : null),
  findByName: (name: string) => Promise.resolve(name === cluster.name ? cluster : null),
};
const scopeOf = (principal: Principal, clusterId: string) =>
  toScope({ clusters }, principal, { kind: 'Cluster', clusterId });

describe('the cluster of a scope', () => {
  it.each(['clu_1', 'prod'])('is found as %s', async (idOrName) => {
    expect(await scopeOf(admin, idOrName)).toMatchObject({ value: { clusterId: 'clu_1' } });
  });

  it('is not found by its name for a caller who does not see it, as if it did not exist', async () => {
    const stranger = { ...admin, grants: [] };
    expect(await scopeOf(stranger, 'prod')).toMatchObject({ value: { clusterId: 'prod' } });
  });
});
