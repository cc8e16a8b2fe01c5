import { assertNever } from '@kerf/core';
import type { DecisionKind } from '../gql/graphql.js';
import { countOf } from './format/quantity.js';

interface Counted {
  readonly kind: DecisionKind;
  readonly nodeCount: number;
  readonly podCount: number;
}

/** A decision as a sentence, without the cluster: "Remove 3 empty nodes". */
export function decisionSentence({ kind, nodeCount, podCount }: Counted): string {
  const nodes = countOf(nodeCount, 'node');
  switch (kind) {
    case 'PROVISION':
      if (nodeCount === 0) return `Place ${countOf(podCount, 'pod')} on nodes that exist`;
      // For a static pool, or to keep room free.
      return `Buy ${nodes} ${podCount === 0 ? 'that no pod waits for' : `for ${countOf(podCount, 'pod')}`}`;
    case 'DEPROVISION':
      return `Remove ${countOf(nodeCount, 'surplus node')}`;
    case 'EMPTY':
      return `Remove ${countOf(nodeCount, 'empty node')}`;
    case 'CONSOLIDATE':
      return `Consolidate ${nodes}, moving ${countOf(podCount, 'pod')}`;
    case 'DRIFT':
      return `Replace ${countOf(nodeCount, 'drifted node')}`;
    case 'EXPIRE':
      return `Replace ${countOf(nodeCount, 'expired node')}`;
    case 'INTERRUPT':
      return `Drain ${nodes} that AWS takes back`;
    case 'DELETE':
      return `Remove ${countOf(nodeCount, 'deleted node')}`;
    case 'UNKNOWN':
      return `A decision about ${nodes} of a kind this dashboard does not know`;
    default:
      return assertNever(kind);
  }
}
