import type { NodeOverlayManifest, NodeOverlayState, NodeRow, PodVerdict } from '@kerf/application';
import { requirementOperators } from '@kerf/engine';
import { z } from 'zod';
import { type FieldsOf, provenTo, recordFormat } from './format.js';
import { poolRefusal } from './plan.js';
import { reason } from './reason.js';
import { labels, nullableText, number, resourceList, taint, text, texts } from './values.js';

// Columns of node_rows, pod_rows, pod_verdicts and node_overlay_rows.

export const nodeLabels = recordFormat({
  column: 'node_rows.labels',
  schema: labels,
  layout: 'value',
});

export const nodeTaints = recordFormat({
  column: 'node_rows.taints',
  schema: provenTo<NodeRow['taints']>().read(z.array(taint)),
  layout: 'value',
});

/** The format of `capacity`, `allocatable` and `requested`. */
export const nodeAmounts = recordFormat({
  column: 'node_rows.capacity, allocatable, requested',
  schema: resourceList,
  layout: 'value',
});

export const nodeBlockers = recordFormat({
  column: 'node_rows.blockers',
  schema: provenTo<NodeRow['blockers']>().read(z.array(reason)),
  layout: 'value',
});

export const podRequests = recordFormat({
  column: 'pod_rows.requests',
  schema: resourceList,
  layout: 'value',
});

export const podVerdict = recordFormat({
  column: 'pod_verdicts.verdict',
  schema: provenTo<PodVerdict>().read(
    z.discriminatedUnion('kind', [
      z.looseObject({ kind: z.literal('ExistingNode'), nodeName: text }),
      z.looseObject({
        kind: z.literal('NewNode'),
        nodeClaimId: nullableText,
        nodePool: text,
        decisionId: nullableText,
      }),
      z.looseObject({
        kind: z.literal('Unschedulable'),
        reasons: z.array(reason),
        byNodePool: z.array(poolRefusal),
        queuePosition: number,
      }),
    ]),
  ),
});

export const overlaySpec = recordFormat({
  column: 'node_overlay_rows.spec',
  schema: provenTo<NodeOverlayManifest>().read(
    z.looseObject({
      requirements: z.array(
        z.looseObject({
          key: text,
          operator: z.enum(requirementOperators),
          values: texts.exactOptional(),
        }),
      ),
      price: text.exactOptional(),
      priceAdjustment: text.exactOptional(),
      capacity: labels,
      weight: number.exactOptional(),
    } satisfies FieldsOf<NodeOverlayManifest>),
  ),
});

export const overlayState = recordFormat({
  column: 'node_overlay_rows.state',
  schema: provenTo<NodeOverlayState>().read(
    z.discriminatedUnion('kind', [
      z.looseObject({ kind: z.literal('Applied'), nodePools: texts, instanceTypes: number }),
      z.looseObject({
        kind: z.literal('Conflict'),
        with: text,
        nodePool: text,
        instanceType: text,
        about: text,
      }),
      z.looseObject({ kind: z.literal('Refused'), problems: texts }),
    ]),
  ),
});
