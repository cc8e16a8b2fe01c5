import { aNodeClaimRecord, aNodeClassDefinition, aNodePoolDefinition } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { NodeClaim } from '../domain/node-claim/node-claim.js';
import type { ReadDefinition } from '../ports/manifest-reader.js';
import { countDrift } from './forecast-drift.js';

const clusterId = 'clu_a';
const pool = aNodePoolDefinition({ clusterId, name: 'web', driftHash: 'kerf1-pool' });
const nodeClass = aNodeClassDefinition({ clusterId, name: 'default', driftHash: 'kerf1-class' });
const other = aNodePoolDefinition({ clusterId, name: 'other', driftHash: 'kerf1-other' });
const stored = { nodePools: [pool, other], nodeClasses: [nodeClass] };

const claim = (id: string, fields: Partial<NodeClaim> = {}) =>
  aNodeClaimRecord({
    clusterId,
    id: `ncl_${id}`,
    nodePool: 'web',
    nodePoolHash: pool.driftHash,
    nodeClassHash: nodeClass.driftHash,
    ...fields,
  });
const ofOther = claim('other', { nodePool: 'other', nodePoolHash: other.driftHash });

const poolWith = (driftHash: string): ReadDefinition => ({ ...pool, driftHash });
const classWith = (driftHash: string): ReadDefinition => ({ ...nodeClass, driftHash });

const forecast = (claims: readonly NodeClaim[], ...saved: readonly ReadDefinition[]) => {
  const forecasts = countDrift(claims, stored, saved);
  return saved.map((definition) => forecasts.get(definition) ?? null);
};

describe('the drift that saving would cause', () => {
  it('is that of the nodes of a changed NodePool', () => {
    const claims = [claim('a'), claim('b'), ofOther];
    expect(forecast(claims, poolWith('kerf1-new'))).toEqual([{ nodes: 2, drifting: 2 }]);
  });

  it('is that of all NodePools that use a changed EC2NodeClass', () => {
    const claims = [claim('a'), ofOther, claim('loose', { nodePool: null })];
    expect(forecast(claims, classWith('kerf1-new'))).toEqual([{ nodes: 2, drifting: 2 }]);
  });

  it('113: is that of nodes that do not satisfy the requirements of a NodePool', () => {
    const { template } = pool.spec;
    const requirements = [{ key: 'team', operator: 'In', values: ['web'] }] as const;
    const spec = {
      ...pool.spec,
      template: { ...template, spec: { ...template.spec, requirements } },
    };
    const labeled = claim('b', { plan: { ...claim('b').plan, labels: { team: 'web' } } });
    expect(forecast([claim('a'), labeled, ofOther], { ...pool, spec })).toEqual([
      { nodes: 2, drifting: 1 },
    ]);
  });

  it('counts a node once when both are changed', () => {
    const claims = [claim('a'), ofOther];
    expect(forecast(claims, classWith('kerf1-new'), poolWith('kerf1-new'))).toEqual([
      { nodes: 2, drifting: 1 },
      { nodes: 1, drifting: 1 },
    ]);
  });

  it('leaves out nodes that drift already, and nodes that drift no more', () => {
    const drifted = claim('old', { nodePoolHash: 'kerf1-older' });
    expect(forecast([claim('a'), drifted], poolWith('kerf1-new'))).toEqual([
      { nodes: 2, drifting: 1 },
    ]);
    expect(forecast([drifted], poolWith('kerf1-older'))).toEqual([null]);
  });

  it('does not count changes that replace no nodes, nor hashes that cannot be compared', () => {
    const claims = [claim('a')];
    expect(forecast(claims, poolWith(pool.driftHash))).toEqual([null]);
    expect(forecast(claims, poolWith('kerf2-new'))).toEqual([null]);
  });

  it('is that of nodes whose NodePool was deleted and comes again', () => {
    const orphan = claim('a', { nodePool: 'gone', nodePoolHash: 'kerf1-gone' });
    const again: ReadDefinition = { ...pool, name: 'gone', driftHash: 'kerf1-new' };
    expect(forecast([orphan], again)).toEqual([{ nodes: 1, drifting: 1 }]);
  });
});
