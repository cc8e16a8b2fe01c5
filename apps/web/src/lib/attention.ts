import type { AttentionKind, AttentionSeverity, ConnectionState } from '../gql/graphql.js';
import type { StateLook } from './states.js';
import { connectionLooks } from './states.js';

export interface AttentionFields {
  readonly kind: AttentionKind;
  readonly severity: AttentionSeverity;
  readonly count: number;
  /** RFC 3339. */
  readonly since: string;
  readonly detail: string | null;
}

const words: Readonly<Record<AttentionKind, string>> = {
  CHECK_FAILED: 'Check failed',
  UNREACHABLE: 'Unreachable',
  STALE_DATA: 'Stale data',
  LAUNCH_FAILURES: 'Launch failures',
  PODS_LOST: 'Pods lost',
  INTERRUPTION_STORM: 'Interruptions',
  FAILED_DECISIONS: 'Failed decisions',
  FINDINGS: 'Findings',
  UNKNOWN: 'Needs attention',
};

/** What the window of a kind is, and what to do; the sentence on hover and on the cluster's page. */
const explanations: Readonly<Record<AttentionKind, string>> = {
  CHECK_FAILED: 'The registration check failed: Kerf does nothing in this cluster.',
  UNREACHABLE: 'The API server of the cluster cannot be reached: nothing is decided.',
  STALE_DATA: 'No worker updates the data of this cluster: check that a worker is running.',
  LAUNCH_FAILURES: 'Launches that failed in the last 15 minutes.',
  PODS_LOST: 'Nodes whose pods ended with the interrupted instance in the last 10 minutes.',
  INTERRUPTION_STORM: 'Nodes that AWS interrupts, in the last 10 minutes.',
  FAILED_DECISIONS: 'Removals or replacements of nodes that failed in the last hour.',
  FINDINGS: 'Findings of the last hour.',
  UNKNOWN: 'This version of the dashboard does not know the reason.',
};

/** `Launch failures × 5`. */
export const attentionWord = ({ kind, count }: Pick<AttentionFields, 'kind' | 'count'>): string =>
  count === 0 ? words[kind] : `${words[kind]} × ${count}`;

export const attentionSentence = ({ kind, detail }: AttentionFields): string =>
  detail === null ? explanations[kind] : `${explanations[kind]} ${detail}`;

/** Where the age is the time it lasts; of counted events it is the time since the last of them. */
export const isLasting = ({ count }: Pick<AttentionFields, 'count'>): boolean => count === 0;

export const attentionLook = (attention: AttentionFields): StateLook => ({
  word: attentionWord(attention),
  tone: attention.severity === 'DEGRADED' ? 'attention' : 'broken',
  icon: 'alert',
});

const healthy: StateLook = { word: 'Healthy', tone: 'ok', icon: 'check' };

/** The look of a cluster that needs no attention: a connection that is still being made says so. */
export const calmLook = (state: ConnectionState): StateLook =>
  state === 'CONNECTED' ? healthy : connectionLooks[state];

/** How urgent the first of what it needs attention for is; 0 for none. */
export function attentionRank([first]: readonly AttentionFields[]): number {
  const kinds = Object.keys(words);
  return first === undefined ? 0 : kinds.length - kinds.indexOf(first.kind);
}
