import type { BatchOutcome, FleetMessage, OutboxMessage } from '@kerf/application';
import { z } from 'zod';
import { type FieldsOf, provenTo, recordFormat } from './format.js';
import { flag, nullableText, number, text, texts } from './values.js';

// Columns of outbox and scheduling_batches.

const ofCluster = <const Type extends OutboxMessage['type']>(type: Type) =>
  z.looseObject({ type: z.literal(type), clusterId: text });
const ofClaim = <const Type extends OutboxMessage['type']>(type: Type) =>
  z.looseObject({ type: z.literal(type), clusterId: text, nodeClaimId: text });
const ofClaims = <const Type extends OutboxMessage['type']>(type: Type) =>
  z.looseObject({ type: z.literal(type), clusterId: text, nodeClaimIds: texts });
const ofDecision = <const Type extends OutboxMessage['type']>(type: Type) =>
  z.looseObject({ type: z.literal(type), clusterId: text, decisionId: text });

export const outboxMessage = recordFormat({
  column: 'outbox.message',
  schema: provenTo<OutboxMessage | FleetMessage>().read(
    z.discriminatedUnion('type', [
      z.looseObject({
        type: z.literal('cluster.check-registration'),
        clusterId: text,
        rejectedAt: number.optional(),
      }),
      z.looseObject({
        type: z.literal('provisioning.solve-batch'),
        clusterId: text,
        batchId: text,
      }),
      ofCluster('provisioning.reconcile-static-pools'),
      ofCluster('provisioning.reconcile-standalone-claims'),
      ofCluster('disruption.plan'),
      ofDecision('disruption.validate'),
      ofDecision('disruption.execute'),
      ofDecision('disruption.replan'),
      z.looseObject({
        type: z.literal('disruption.simulate'),
        clusterId: text,
        simulationId: text,
      }),
      ofClaims('node-claim.launch'),
      ofClaim('node-claim.register'),
      ofClaim('node-claim.initialize'),
      ofClaim('node-claim.terminate'),
      ofClaim('node-claim.sync'),
      ofClaims('node-claim.create-objects'),
      z.looseObject({
        type: z.literal('definition.sync'),
        clusterId: text,
        kind: z.enum(['NodePool', 'EC2NodeClass']),
        name: text,
      }),
      z.looseObject({
        type: z.literal('catalog.resolve-node-class'),
        clusterId: text,
        name: text,
      }),
      z.looseObject({ type: z.literal('notification.route'), eventId: text }),
      z.looseObject({ type: z.literal('notification.deliver'), deliveryId: text }),
      z.looseObject({
        type: z.literal('notification.reply-to-slack'),
        sealedUrl: text,
        text,
        isForAll: flag,
        replaces: text.optional(),
      }),
    ]),
  ),
});

export const batchOutcome = recordFormat({
  column: 'scheduling_batches.outcome',
  schema: provenTo<BatchOutcome>().read(
    z.looseObject({
      pods: number,
      newNodeClaims: number,
      onExistingNodes: number,
      unschedulable: number,
      solveMs: number,
      decisionId: nullableText,
    } satisfies FieldsOf<BatchOutcome>),
  ),
});
