import { describe, expect, it } from 'vitest';
import { defaultBrakeSettings } from './brake-settings.js';
import { type ConsolidationRecord, findFlaps } from './flap.js';
import type { RecentClaim } from './recent-claim.js';

const minute = 60_000;
const hour = 60 * minute;
const now = 1_000 * hour;

interface Shape {
  readonly instanceType?: string;
  readonly nodePool?: string;
}

/** A history that is written step by step. */
class History {
  readonly claims: RecentClaim[] = [];
  readonly consolidations: ConsolidationRecord[] = [];

  /** Launches a node. @returns its name */
  launch(at: number, { instanceType = 'c6a.2xlarge', nodePool = 'general' }: Shape = {}): string {
    const number = this.claims.length + 1;
    this.claims.push({
      id: `ncl_${number}`,
      name: `${nodePool}-${number}`,
      nodePool,
      decisionId: null,
      state: 'Initialized',
      requestedAt: at,
      launchedAt: at,
      registeredAt: at,
      terminatedAt: null,
      nodeName: `node-${number}`,
      failureCode: null,
      failureDetail: null,
      terminationReason: null,
      instanceType,
      zone: 'us-east-1a',
      capacityType: 'spot',
      priceMicroUsdPerHour: 120_000,
    });
    return `node-${number}`;
  }

  /** Consolidates nodes; pods move to a replacement, or to an existing node. */
  consolidate(
    at: number,
    names: readonly string[],
    to: string,
    pods: readonly string[] = [],
  ): void {
    const target = this.claims.find(({ nodeName }) => nodeName === to);
    const isReplacement = target?.requestedAt === at;
    this.consolidations.push({
      id: `dec_${this.consolidations.length + 1}`,
      at,
      finishedAt: at + 3 * minute,
      candidates: names.map((nodeName) => {
        const claim = this.claims.find((one) => one.nodeName === nodeName);
        return {
          nodeClaimId: claim?.id ?? '',
          nodeName,
          nodePool: claim?.nodePool ?? 'general',
          instanceType: claim?.instanceType ?? null,
          zone: claim?.zone ?? null,
          capacityType: claim?.capacityType ?? null,
          priceMicroUsdPerHour: claim?.priceMicroUsdPerHour ?? null,
        };
      }),
      moves: pods.map((pod) => ({
        pod,
        from: names[0] ?? '',
        to: isReplacement ? 'claim-0001' : to,
      })),
      replacementClaims: isReplacement ? { 'claim-0001': target.id } : {},
    });
  }

  flaps(countsFrom: (nodePool: string) => number = () => 0, thresholds = defaultBrakeSettings) {
    const { claims, consolidations } = this;
    return findFlaps({ now, claims, consolidations, countsFrom }, thresholds);
  }
}

/** Replaces the same node again and again, every `every`; its pod gets another name each time. */
function replacedAgain(
  times: number,
  every = 10 * minute,
  shapes: readonly string[] = [],
): History {
  const history = new History();
  let node = history.launch(now - (times + 1) * every);
  for (let index = 0; index < times; index += 1) {
    const at = now - (times - index) * every;
    const instanceType = shapes[index % Math.max(1, shapes.length)];
    const next = history.launch(at, instanceType === undefined ? {} : { instanceType });
    history.consolidate(at, [node], next, [
      `shop/web-7d9c6b-${'abcdefghij'.slice(index, index + 5)}`,
    ]);
    node = next;
  }
  return history;
}

describe('findFlaps, cycles', () => {
  it('finds the same shape replaced again and again, with its decisions and its cost', () => {
    const [flap, ...others] = replacedAgain(5).flaps();
    expect(others).toEqual([]);
    expect(flap).toMatchObject({
      nodePool: 'general',
      rule: 'SameShapeReplaced',
      reason: 'c6a.2xlarge spot in us-east-1a was replaced 5 times in a row by consolidation',
      evidence: { observed: 5, threshold: 4, costMicroUsd: 5 * 6_000 },
    });
    expect(flap?.evidence.steps[0]?.text).toBe('node-1 removed, 1 pod moved to node-2');
    expect(flap?.evidence.steps.map(({ decisionId }) => decisionId)).toEqual([
      'dec_1',
      'dec_2',
      'dec_3',
      'dec_4',
      'dec_5',
    ]);
  });

  it('finds pods that are moved from one replacement to the next, whatever its shape', () => {
    const shapes = ['m5.large', 'm6i.large', 'm7i.large', 'm6a.large', 'm5a.large', 'm7a.large'];
    expect(replacedAgain(6, 10 * minute, shapes).flaps()).toMatchObject([
      { rule: 'SamePodsMoved', subject: 'shop/web-7d9c6b' },
    ]);
  });

  it('does not find fewer repetitions than the threshold', () => {
    expect(replacedAgain(3).flaps()).toEqual([]);
  });

  it('does not find repetitions that are spread over more than the window', () => {
    expect(replacedAgain(8, hour).flaps()).toEqual([]);
  });

  it('counts again after a release', () => {
    const history = replacedAgain(6);
    expect(history.flaps(() => now - 25 * minute)).toEqual([]);
    expect(history.flaps((nodePool) => (nodePool === 'other' ? now : 0))).toHaveLength(1);
  });

  it('is off with a threshold of 0', () => {
    expect(replacedAgain(9).flaps(undefined, { ...defaultBrakeSettings, flapRepeats: 0 })).toEqual(
      [],
    );
  });
});

describe('findFlaps, changes that are no cycle', () => {
  it('a rolling drift: each node is replaced once, and drift is no consolidation', () => {
    const history = new History();
    const old = Array.from({ length: 20 }, () => history.launch(now - 30 * hour));
    old.forEach((_, index) => history.launch(now - (40 - 2 * index) * minute));
    expect(history.flaps()).toEqual([]);
  });

  it('a load that rises in the morning and falls in the evening, day after day', () => {
    const history = new History();
    for (let day = 5; day > 0; day -= 1) {
      const morning = now - day * 24 * hour;
      const nodes = Array.from({ length: 12 }, (_, index) =>
        history.launch(morning + index * minute),
      );
      const [kept = ''] = nodes;
      nodes.slice(1).forEach((node, index) => {
        history.consolidate(morning + 10 * hour + index * minute, [node], kept, [
          'shop/web-7d9c6b-abcde',
        ]);
      });
    }
    expect(history.flaps()).toEqual([]);
  });

  it('the end of a burst: many young nodes of one shape are removed one after the other', () => {
    const history = new History();
    const kept = history.launch(now - 30 * hour);
    const nodes = Array.from({ length: 15 }, () => history.launch(now - 60 * minute));
    nodes.forEach((node, index) => {
      history.consolidate(now - (30 - index) * minute, [node], kept, ['shop/web-7d9c6b-abcde']);
    });
    expect(history.flaps()).toEqual([]);
  });

  it('a cluster that is compacted: pods move to existing nodes several times', () => {
    const history = new History();
    const nodes = Array.from({ length: 8 }, () => history.launch(now - 30 * hour));
    nodes.slice(0, -1).forEach((node, index) => {
      history.consolidate(now - (60 - index) * minute, [node], nodes[index + 1] ?? '', [
        'shop/db-0',
      ]);
    });
    expect(history.flaps()).toEqual([]);
  });

  it('holds for any order of a history, and for growing thresholds', () => {
    const history = replacedAgain(6);
    history.consolidations.reverse();
    history.claims.reverse();
    expect(history.flaps()).toHaveLength(1);
    for (let flapRepeats = 1; flapRepeats < 10; flapRepeats += 1) {
      const found = history.flaps(undefined, { ...defaultBrakeSettings, flapRepeats });
      expect(found.length).toBe(flapRepeats <= 6 ? 1 : 0);
    }
  });
});
