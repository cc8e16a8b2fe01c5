import type { SimulationResult } from '@kerf/application';
import {
  disruptionReasons,
  type SimulatedBlocker,
  type SimulatedConsolidation,
  type SimulatedNode,
  type UnplacedPod,
} from '@kerf/engine';
import { z } from 'zod';
import { type FieldsOf, provenTo, recordFormat } from './format.js';
import { candidateFields, move, plannedNodeClaim, poolRefusal } from './plan.js';
import { disruptionBlock, reason } from './reason.js';
import { nullableNumber, nullableText, number, text, texts } from './values.js';

const blocker = provenTo<SimulatedBlocker>().read(
  z.looseObject({
    disruptionReasons: z.array(z.enum(disruptionReasons)),
    block: disruptionBlock,
    until: nullableNumber,
  } satisfies FieldsOf<SimulatedBlocker>),
);

const node = z.looseObject({
  ...candidateFields,
  nodePool: nullableText,
  blockers: z.array(blocker),
  podsWithoutController: texts,
} satisfies FieldsOf<SimulatedNode>);

const unplacedPod = z.looseObject({
  podUid: text,
  pod: text,
  from: nullableText,
  reasons: z.array(reason),
  byNodePool: z.array(poolRefusal),
} satisfies FieldsOf<UnplacedPod>);

const consolidation = provenTo<SimulatedConsolidation>().read(
  z.discriminatedUnion('kind', [
    z.looseObject({ kind: z.literal('Possible'), savingMicroUsdPerHour: nullableNumber }),
    z.looseObject({ kind: z.literal('Blocked'), block: disruptionBlock }),
  ]),
);

export const simulationResult = recordFormat({
  column: 'disruption_simulations.result',
  schema: provenTo<SimulationResult>().read(
    z.looseObject({
      engineVersion: text,
      evaluatedAt: number,
      nodes: z.array(node),
      moves: z.array(move),
      unplaced: z.array(unplacedPod),
      replacements: z.array(plannedNodeClaim),
      costChangeMicroUsdPerHour: nullableNumber,
      consolidation: consolidation.nullable(),
      optionCounts: z.record(text, number),
    } satisfies FieldsOf<SimulationResult>),
  ),
});
