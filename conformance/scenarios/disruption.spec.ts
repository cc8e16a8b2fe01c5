import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { until } from './fleet.ts';
import { disruptionBudget, nodePool } from './objects.ts';
import { openFleet, Scenario } from './scenario.ts';

const fleet = await openFleet();
/** A pod of `fillsNode` fills a node of this type. */
const oneEach = { instanceTypes: ['c6a.large'] };
const fillsNode = { replicas: 1, cpu: '1500m' };
const consolidateAfter = '2s';

describe.concurrent('a node', () => {
  it('is removed when it is empty', async () => {
    await using scenario = new Scenario(fleet, 'empty');
    await scenario.start({ pool: { ...oneEach, consolidateAfter }, workload: fillsNode });
    await scenario.scale(0);
    await scenario.expectClaims(0);
  });

  it('is consolidated when its pods fit on others', async () => {
    await using scenario = new Scenario(fleet, 'fits');
    const pool = { instanceTypes: ['c6a.xlarge'], consolidateAfter };
    await scenario.start({ pool, workload: { replicas: 6, cpu: '1100m' } });
    await scenario.scale(3);
    await scenario.expectClaims(1);
    await scenario.expectRunning(3);
  });

  it('is replaced when its NodePool changed', async () => {
    await using scenario = new Scenario(fleet, 'drift');
    await scenario.start({ pool: oneEach, workload: fillsNode });
    const [before = ''] = await scenario.nodeNames();
    await fleet.patch(nodePool('drift', { ...oneEach, labels: { generation: 'second' } }));
    await scenario.expectReplaced(before);
    const [node] = await scenario.nodes();
    expect(node?.metadata?.labels?.['generation']).toBe('second');
  });

  it('is drained and terminated after kubectl delete node', async () => {
    await using scenario = new Scenario(fleet, 'delete-node');
    await scenario.start({ pool: oneEach, workload: fillsNode });
    const [name = ''] = await scenario.nodeNames();
    await fleet.core.deleteNode({ name });
    await scenario.expectReplaced(name);
  });

  it('is drained and terminated after kubectl delete nodeclaim', async () => {
    await using scenario = new Scenario(fleet, 'delete-claim');
    await scenario.start({ pool: oneEach, workload: fillsNode });
    const [node = ''] = await scenario.nodeNames();
    const [claim] = await scenario.expectClaims(1);
    const metadata = { name: claim?.name ?? '' };
    await fleet.delete({ apiVersion: 'karpenter.sh/v1', kind: 'NodeClaim', metadata });
    await scenario.expectReplaced(node);
  });

  it('is replaced after an interruption warning in SQS', async () => {
    await using scenario = new Scenario(fleet, 'warned');
    const pool = { instanceTypes: ['c6a.large', 'm6a.large'], capacityType: 'spot' } as const;
    await scenario.start({ pool, workload: fillsNode });
    const [node = ''] = await scenario.nodeNames();
    const [claim] = await scenario.expectClaims(1);
    await fleet.sendInterruption('EC2 Spot Instance Interruption Warning', claim?.instanceId ?? '');
    await scenario.expectReplaced(node);
  });

  it('is being deleted, with its NodeClaim, while Kerf drains it', async () => {
    await using scenario = new Scenario(fleet, 'marked');
    const pool = { ...oneEach, capacityType: 'spot' } as const;
    await scenario.start({ pool, workload: fillsNode });
    const budget = disruptionBudget('marked', 0);
    await scenario.create(budget);
    const [node = ''] = await scenario.nodeNames();
    const [claim] = await scenario.expectClaims(1);
    await fleet.sendInterruption('EC2 Spot Instance Interruption Warning', claim?.instanceId ?? '');
    await until(
      60,
      async () => {
        const claims = (await fleet.nodeClaims()).filter(({ name }) => name === claim?.name);
        const { metadata } = await fleet.core.readNode({ name: node });
        return [...claims.map(({ isBeingDeleted }) => isBeingDeleted), metadata?.deletionTimestamp];
      },
      ([isClaimMarked, nodeMark]) => isClaimMarked === true && nodeMark !== undefined,
    );
    const pods = await fleet.runningPods('marked');
    expect(pods.map(({ spec }) => spec?.nodeName)).toEqual([node]);
    await fleet.delete(budget);
    await scenario.expectReplaced(node);
  });

  it('is drained as slowly as the PodDisruptionBudget requires', async () => {
    await using scenario = new Scenario(fleet, 'budget');
    const pool = { instanceTypes: ['c6a.xlarge'] };
    await scenario.start({ pool, workload: { replicas: 3, cpu: '1100m' } });
    await scenario.create(disruptionBudget('budget', 1));
    const [name = ''] = await scenario.nodeNames();
    await fleet.core.deleteNode({ name });
    let fewest = 3;
    await until(
      120,
      async () => {
        const healthy = (await fleet.runningPods('budget')).length;
        fewest = Math.min(fewest, healthy);
        return { healthy, nodes: await scenario.nodeNames() };
      },
      ({ healthy, nodes }) => healthy === 3 && !nodes.includes(name),
    );
    expect(fewest).toBeGreaterThanOrEqual(2);
  });

  it('is not consolidated while a pod has do-not-disrupt', async () => {
    await using kept = new Scenario(fleet, 'protected');
    await using other = new Scenario(fleet, 'other');
    const annotations = { 'karpenter.sh/do-not-disrupt': 'true' };
    const pool = { ...oneEach, consolidateAfter };
    await kept.start({ pool, workload: { replicas: 1, cpu: '100m', annotations } });
    const before = await kept.expectClaims(1);
    // A node that is removed meanwhile shows that the cluster was evaluated.
    await other.start({ pool, workload: fillsNode });
    await other.scale(0);
    await other.expectClaims(0);
    expect(await kept.expectClaims(1)).toEqual(before);
  });
});

const decisions = z.object({ items: z.array(z.object({ id: z.string() })) });

describe('mode approve', () => {
  it('removes an empty node only after the approval', async () => {
    await using scenario = new Scenario(fleet, 'approved');
    const { clusterName } = fleet.info;
    await fleet.kerf('PATCH', `/clusters/${clusterName}`, { mode: 'APPROVE' });
    await scenario.start({ pool: { ...oneEach, consolidateAfter }, workload: fillsNode });
    await scenario.scale(0);
    const path = `/decisions?cluster=${clusterName}&state=AWAITING_APPROVAL`;
    const [decision] = await until(
      120,
      async () => decisions.parse(await fleet.kerf('GET', path)).items,
      (items) => items.length === 1,
    );
    await scenario.expectClaims(1);
    await fleet.kerf('POST', `/decisions/${decision?.id}/approve`, {});
    await scenario.expectClaims(0);
    await fleet.kerf('PATCH', `/clusters/${clusterName}`, { mode: 'AUTO' });
  });
});
