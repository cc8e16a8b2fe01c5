import { isDaemon, type PodRecord } from './pod-record.js';

/**
 * Returns the nodes to which the pod was bound, or on which it ended or began to terminate.
 * Source: karpenter pkg/controllers/nodeclaim/podevents.
 */
export function nodesOfMove(before: PodRecord | null, after: PodRecord | null): readonly string[] {
  const pod = after ?? before;
  if (pod === null || isDaemon(pod)) return [];
  const left = before?.nodeName ?? null;
  const reached = after?.nodeName ?? null;
  if (left !== reached) return [left, reached].filter((nodeName) => nodeName !== null);
  const beganToEnd = after?.isTerminating === true && before?.isTerminating === false;
  return beganToEnd && reached !== null ? [reached] : [];
}
