import { joinWords, usdText } from '@kerf/core';
import * as z from 'zod/mini';
import { capacityReasonTexts } from './capacity-reason-texts.js';
import { labelReasonTexts } from './label-reason-texts.js';
import { allowedWords, labelTerm, namesOfLabel, requiredWords } from './label-words.js';
import { fixed, fromData, type ReasonFormatter, withDetail } from './reason-formatter.js';

const terms = z.array(labelTerm);

/** Problems of the pod itself, and how to fix them; the detail is appended to the sentence. */
const podProblems: Readonly<Record<string, readonly [sentence: string, change: string]>> = {
  REQUIRES_NO_NODE_POOL: [
    'Pod requires a node without a NodePool',
    'Remove karpenter.sh/nodepool from the pod’s node affinity',
  ],
  MATCH_FIELDS: [
    'Pod requires a specific node by matchFields, so no new node can match',
    'Use matchExpressions in the pod’s node affinity',
  ],
  RESTRICTED_LABEL: [
    'Pod selects nodes by a label that a NodePool cannot set',
    'Remove the label from the pod’s node selector or affinity',
  ],
  INVALID_REQUIREMENT: [
    'Node selector or node affinity of the pod is invalid',
    'Correct the pod’s node selector or affinity',
  ],
  RESOURCE_CLAIM: [
    'A resource claim of the pod cannot be satisfied',
    'Fix the ResourceClaim, its template or its DeviceClass',
  ],
  VOLUME: [
    'A volume of the pod cannot be used',
    'Fix the PersistentVolumeClaim or its StorageClass',
  ],
};

/** Why a pod, a pool or an instance type is not used: the codes of the engine's SchedulingReason. */
export const schedulingReasonTexts = {
  POD_INVALID: fromData(z.object({ problem: z.string(), detail: z.string() }), (data) => {
    const [sentence, change] = podProblems[data.problem] ?? [data.problem, 'Change the pod'];
    return { subject: 'pod', sentence: withDetail(sentence, data.detail), change };
  }),
  CONSTRAINT_UNSUPPORTED: fromData(z.object({ constraint: z.string() }), ({ constraint }) => ({
    subject: constraint,
    sentence: `Pod uses ${constraint}, which Kerf does not support yet`,
    change: `Remove ${constraint} from the pod, or run it on nodes that Kerf does not manage`,
  })),
  NO_NODE_POOL: fixed({
    subject: 'no NodePool',
    sentence: 'The cluster has no NodePool that takes pending pods',
    change: 'Create a NodePool without replicas',
  }),
  VOLUMES_INCOMPATIBLE: fromData(
    z.object({
      key: z.string(),
      volumes: z.array(z.object({ claim: z.string(), required: terms })),
    }),
    ({ key, volumes }) => ({
      subject: 'volumes',
      sentence: `No node can attach all volumes of the pod: ${joinWords(
        volumes.map(({ claim, required }) => `${claim} requires ${requiredWords(key, required)}`),
      )}`,
      change: 'Move the data into one zone, and bind volumes with WaitForFirstConsumer',
    }),
  ),
  LAUNCHES_PAUSED: fromData(
    z.object({ owner: z.string(), reason: z.string() }),
    ({ owner, reason }, pool) => ({
      subject: 'paused',
      sentence: `Launches in ${pool} are paused by ${owner}: ${reason}`,
      change: 'Release the pause on the page Brakes',
    }),
  ),
  MONTHLY_SPEND_LIMIT_REACHED: fromData(
    z.object({ limitMicroUsd: z.number(), spentMicroUsd: z.number() }),
    ({ limitMicroUsd, spentMicroUsd }, pool) => ({
      subject: 'monthly spend limit',
      sentence: `Nothing is launched in ${pool}: ${usdText(spentMicroUsd, 0)} of the monthly spend limit of ${usdText(limitMicroUsd, 0)} are spent`,
      change: 'Raise the spend limit on the page Brakes',
    }),
  ),
  NODE_POOL_BEING_DELETED: (_data, pool) => ({
    subject: 'being deleted',
    sentence: `${pool} is being deleted`,
    change: 'Create another NodePool for the pod',
  }),
  NODE_POOL_REFUSED: fromData(
    z.object({ field: z.string(), detail: z.string() }),
    ({ field, detail }, pool) => ({
      subject: 'refused',
      sentence: withDetail(`${pool} is refused and launches nothing`, detail),
      change: `Correct ${field === '' ? 'the object' : field} of ${pool} in the cluster`,
    }),
  ),
  NODE_POOL_NOT_READY: fromData(
    z.object({ nodeClass: z.optional(z.string()), detail: z.string() }),
    ({ nodeClass, detail }, pool) => ({
      subject: 'not ready',
      sentence: withDetail(`${pool} is not ready`, detail),
      change: `Create or fix ${nodeClass === undefined ? 'its EC2NodeClass' : `EC2NodeClass ${nodeClass}`}`,
    }),
  ),
  NO_MATCHING_INSTANCE_TYPE: fromData(
    z.object({ allowed: z.nullable(z.object({ key: z.string(), terms })) }),
    ({ allowed }, pool) =>
      allowed === null
        ? {
            subject: 'no instance types',
            sentence: `The EC2NodeClass of ${pool} resolves to no instance type`,
            change: 'Check its subnets and AMIs',
          }
        : {
            subject: 'no instance types',
            sentence: `${pool} allows ${allowedWords(allowed.key, allowed.terms)}, which leaves no instance type`,
            change: `Allow other ${namesOfLabel(allowed.key)} in ${pool}`,
          },
  ),
  TAINT_NOT_TOLERATED: fromData(
    z.object({ key: z.string(), value: z.string(), effect: z.string() }),
    ({ key, value, effect }, pool) => ({
      subject: 'taint',
      sentence: `Pod does not tolerate taint ${key}${value === '' ? '' : `=${value}`}:${effect} of ${pool}`,
      change: `Add a toleration of ${key} to the pod, if it belongs on ${pool}; else remove the taint`,
    }),
  ),
  ...labelReasonTexts,
  ...capacityReasonTexts,
} as const satisfies Readonly<Record<string, ReasonFormatter>>;
