import type { Detection, IncidentFacts, IncidentFinding } from './incident-facts.js';

type Facts = Pick<IncidentFacts, 'findings'>;

/** Rule: the termination of a node has made no progress for ten minutes (`TERMINATION_STALLED`). */
export const blockedDrain = ({ findings }: Facts): readonly Detection[] =>
  findings.filter(({ code }) => code === 'TERMINATION_STALLED').map(toDetection);

/** Rule: the flap detector has frozen the consolidation of a NodePool (`NODE_POOL_FLAPPING`). */
export const frozenConsolidation = ({ findings }: Facts): readonly Detection[] =>
  findings.filter(({ code }) => code === 'NODE_POOL_FLAPPING').map(toDetection);

const toDetection = ({
  object,
  nodePool,
  message,
  remedy,
  firstSeenAt,
}: IncidentFinding): Detection => ({
  object,
  objects: [object],
  nodePools: nodePool === null ? [] : [nodePool],
  opens: true,
  cause: message,
  remedy: remedy ?? 'Fix what the message names.',
  startedAt: firstSeenAt,
});
