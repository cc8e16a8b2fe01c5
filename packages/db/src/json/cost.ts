import type { CostReport } from '@kerf/application';
import {
  type BoundPart,
  boundPartCauses,
  type CostCauseShare,
  type CostCauseSubject,
  costCauses,
} from '@kerf/engine';
import { z } from 'zod';
import { type FieldsOf, provenTo, recordFormat } from './format.js';
import { number, text } from './values.js';

const subject = provenTo<CostCauseSubject>().read(
  z.looseObject({
    name: text,
    microUsdPerHour: number,
    nodes: number,
  } satisfies FieldsOf<CostCauseSubject>),
);

const share = provenTo<CostCauseShare>().read(
  z.looseObject({
    cause: z.enum(costCauses),
    microUsdPerHour: number,
    nodes: number,
    subjects: z.array(subject),
  } satisfies FieldsOf<CostCauseShare>),
);

const boundPart = provenTo<BoundPart>().read(
  z.looseObject({
    cause: z.enum(boundPartCauses),
    microUsdPerHour: number,
    subjects: z.array(z.looseObject({ name: text, microUsdPerHour: number })),
  } satisfies FieldsOf<BoundPart>),
);

export const costReport = recordFormat({
  column: 'cost_reports.report',
  schema: provenTo<CostReport>().read(
    z.looseObject({
      costMicroUsdPerHour: number,
      lowerBoundMicroUsdPerHour: number,
      nodes: number,
      unpricedNodes: number,
      pods: number,
      unboundedPods: number,
      causes: z.array(share),
      unmeasuredCauses: z.array(z.enum(costCauses)).exactOptional(),
      boundParts: z.array(boundPart).exactOptional(),
    } satisfies FieldsOf<CostReport>),
  ),
});
