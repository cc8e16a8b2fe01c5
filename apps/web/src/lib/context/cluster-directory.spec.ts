import { describe, expect, it } from 'vitest';
import { type ClusterName, scopeQuery, toClusterScope } from './cluster-directory.js';

const prod: ClusterName = {
  id: 'clu_1',
  name: 'prod',
  region: 'us-east-1',
  mode: 'APPROVE',
  connection: { state: 'CONNECTED' },
};

describe('toClusterScope', () => {
  it.each([
    [undefined, [prod], { kind: 'all' }],
    ['prod', [prod], { kind: 'one', cluster: prod }],
    ['prod', undefined, { kind: 'loading' }],
    ['gone', [prod], { kind: 'unknown', name: 'gone' }],
  ])('returns the scope of the URL parameter %s', (name, clusters, scope) => {
    expect(toClusterScope(name, clusters)).toEqual(scope);
  });
});

describe('scopeQuery', () => {
  it('is disabled while the cluster is unknown', () => {
    expect(scopeQuery({ kind: 'loading' }).enabled).toBe(false);
    expect(scopeQuery({ kind: 'unknown', name: 'gone' }).enabled).toBe(false);
    expect(scopeQuery({ kind: 'one', cluster: prod })).toEqual({
      enabled: true,
      clusterId: 'clu_1',
    });
    expect(scopeQuery({ kind: 'all' })).toEqual({ enabled: true, clusterId: undefined });
  });
});
