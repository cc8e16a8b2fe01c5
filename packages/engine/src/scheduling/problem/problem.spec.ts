import { labelKeys } from '@kerf/core';
import { aNode, aPod, aSnapshot } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { firstFit } from '../first-fit/first-fit.js';
import { compileProblem } from './problem.js';

const { zone, hostname } = labelKeys;

describe('the checkpoint of a scheduling problem', () => {
  it('restores capacity, ports and volumes of nodes, and counts of constraints', () => {
    const problem = compileProblem(
      aSnapshot()
        .withPods(
          aPod('large').requesting({ milliCpu: 1_000 }),
          aPod('port').requesting({ milliCpu: 100 }).onHostPort(80),
          aPod('volume').requesting({ milliCpu: 100 }).withVolume('v', { driver: 'ebs' }),
          aPod('spread').requesting({ milliCpu: 100 }).labelled({ app: 'spread' }).spreadOver(zone),
          aPod('lone').requesting({ milliCpu: 100 }).withAntiAffinityTo({ app: 'lone' }, hostname),
        )
        .withNodes(aNode('n1').with({ volumeLimits: { ebs: 1 } }))
        .build(),
    );
    const pass = () => {
      const { podsByNode, claims } = firstFit(problem);
      return [
        ...[...podsByNode].map(([{ node }, pods]) => [node.name, ...pods.map(({ name }) => name)]),
        ...claims.map(({ pods }) => ['planned', ...pods.map(({ pod }) => pod.name)]),
      ];
    };
    const restore = problem.checkpoint();
    const all = [['n1', 'large', 'lone', 'port', 'spread', 'volume']];
    expect(pass()).toEqual(all);
    restore();
    expect(pass()).toEqual(all);
    restore();
    expect(pass()).toEqual(all);
    // Without a restore, the capacity stays in use.
    expect(pass()).not.toEqual(all);
  });
});
