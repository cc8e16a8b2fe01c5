import { isDaemon, type PodRecord } from './pod-record.js';

/**
 * The nodes that a pod was bound to, ended on, or began to terminate on.
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
