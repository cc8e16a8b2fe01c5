import { assertNever } from '@kerf/core';
import type { BoundPod, Node, PodSpec } from '@kerf/engine';
import { aNode, aPod } from '@kerf/testing';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ReceivedNodes } from './received-nodes.js';
import { SentNodes } from './sent-nodes.js';

/** Both sides of the transfer; each message is cloned, as between threads. */
class Transfer {
  readonly #sent = new SentNodes();
  readonly #received = new ReceivedNodes();
  /** Number of nodes that were sent. */
  nodes = 0;

  send(cluster: string, nodes: readonly Node[]): readonly Node[] {
    const { parts, order } = this.#sent.pack(cluster, nodes);
    for (const part of parts) {
      this.nodes += part.nodes.length;
      this.#received.add(structuredClone(part));
    }
    return this.#received.take(structuredClone(order));
  }
}

const spec: PodSpec = aPod('pod').spec();
const podOf = (uid: string, podSpec: PodSpec): BoundPod => ({
  ...aPod(uid).running(),
  spec: podSpec,
});
const nodeOf = (nodeName: string, pods: readonly BoundPod[]): Node => ({
  ...aNode(nodeName).build(),
  pods,
});

type Step = { readonly cluster: string } & (
  | { readonly kind: 'Put'; readonly name: string; readonly pods: readonly number[] }
  | { readonly kind: 'Remove'; readonly name: string }
  | { readonly kind: 'Reverse' | 'Restart' }
);

const cluster = fc.constantFrom('a', 'b');
const name = fc.constantFrom('n1', 'n2', 'n3', 'n4');
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constant('Put' as const),
      cluster,
      name,
      pods: fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 4 }),
    }),
    fc.record({ kind: fc.constant('Remove' as const), cluster, name }),
    fc.record({ kind: fc.constantFrom('Reverse' as const, 'Restart' as const), cluster }),
  ),
  { maxLength: 40 },
);

describe('nodes that are sent as changes', () => {
  it('equal the whole list after every step of any history, also in a new thread', () => {
    const specs = [0, 1, 2, 3].map((number) => ({ ...spec, key: `spec-${number}` }));
    fc.assert(
      fc.property(steps, (history) => {
        let transfer = new Transfer();
        const lists = new Map<string, readonly Node[]>();
        for (const step of history) {
          const before = lists.get(step.cluster) ?? [];
          if (step.kind === 'Restart') transfer = new Transfer();
          const after = changed(before, step, specs);
          lists.set(step.cluster, after);
          expect(transfer.send(step.cluster, after)).toEqual(after);
        }
      }),
      { seed: 7, numRuns: 200 },
    );
  });

  it('are sent once while they are the same', () => {
    const transfer = new Transfer();
    const nodes = ['n1', 'n2'].map((nodeName) => nodeOf(nodeName, [podOf('p', spec)]));
    transfer.send('a', nodes);
    transfer.send('a', nodes);
    expect(transfer.nodes).toBe(2);
    transfer.send('a', [...nodes.slice(1), nodeOf('n3', [])]);
    expect(transfer.nodes).toBe(3);
  });

  it('share the specs that their pods share', () => {
    const nodes = new Transfer().send(
      'a',
      ['n1', 'n2'].map((nodeName) => nodeOf(nodeName, [podOf(nodeName, spec)])),
    );
    expect(new Set(nodes.flatMap(({ pods }) => pods.map((pod) => pod.spec))).size).toBe(1);
  });

  it('of many pods are sent in several parts', () => {
    const pods = Array.from({ length: 400 }, (_, index) => podOf(`p${index}`, spec));
    const nodes = Array.from({ length: 10 }, (_, index) => nodeOf(`n${index}`, pods));
    const parts = [...new SentNodes().pack('a', nodes).parts];
    expect(parts.map((part) => part.nodes.length)).toEqual([3, 3, 3, 1]);
  });

  it('have equal specs after the table of specs was full', () => {
    const transfer = new Transfer();
    for (let round = 0; round < 3; round += 1) {
      const pods = Array.from({ length: 15_000 }, (_, index) =>
        podOf(`p${index}`, { ...spec, key: `${round}-${index}` }),
      );
      const nodes = [nodeOf('n1', pods)];
      const keys = transfer
        .send('a', nodes)
        .flatMap((node) => node.pods.map((pod) => pod.spec.key));
      expect(keys).toEqual(pods.map((pod) => pod.spec.key));
    }
  });

  it('of clusters that were not used for long are dropped, and sent again', () => {
    const transfer = new Transfer();
    const nodes = Array.from({ length: 6_000 }, (_, index) => nodeOf(`n${index}`, []));
    transfer.send('a', nodes);
    transfer.send('b', nodes);
    expect(transfer.nodes).toBe(12_000);
    transfer.send('b', nodes);
    expect(transfer.nodes).toBe(12_000);
    expect(transfer.send('a', nodes)).toHaveLength(6_000);
    expect(transfer.nodes).toBe(18_000);
  });
});

function changed(nodes: readonly Node[], step: Step, specs: readonly PodSpec[]): readonly Node[] {
  switch (step.kind) {
    case 'Put': {
      const pods = step.pods.map((number) => podOf(`pod-${number}`, specs[number] ?? spec));
      return [...nodes.filter((node) => node.name !== step.name), nodeOf(step.name, pods)];
    }
    case 'Remove':
      return nodes.filter((node) => node.name !== step.name);
    case 'Reverse':
      return nodes.toReversed();
    case 'Restart':
      return nodes;
    default:
      return assertNever(step);
  }
}
