import type {
  ProvedCapacity,
  ProvedNode,
  ProvedOffer,
  ProvedPodGroup,
  ProvedPods,
  ProvedRemovable,
  SavingProof,
} from '@kerf/engine';
import { z } from 'zod';
import { type FieldsOf, provenTo, recordFormat } from './format.js';
import { number, text, texts } from './values.js';

// The column of saving_proofs.

const numbers = z.array(number);
const capacityFields = { capacity: numbers, admission: number } satisfies FieldsOf<ProvedCapacity>;
const offerFields = {
  ...capacityFields,
  priceMicroUsdPerHour: number,
} satisfies FieldsOf<ProvedOffer>;

export const savingProof = recordFormat({
  column: 'saving_proofs.proof',
  schema: provenTo<SavingProof>().read(
    z.looseObject({
      podGroups: z.array(
        z.looseObject({
          dualValue: text,
          maxPerNode: number,
          requests: numbers,
        } satisfies FieldsOf<ProvedPodGroup>),
      ),
      dualPrices: z.array(texts),
      admissions: z.array(numbers),
      offers: z.array(z.looseObject(offerFields)),
      nodes: z.array(
        z.looseObject({
          ...offerFields,
          name: text,
          pods: z.array(
            z.looseObject({ group: number, count: number } satisfies FieldsOf<ProvedPods>),
          ),
        } satisfies FieldsOf<ProvedNode>),
      ),
      others: z.array(z.looseObject(capacityFields)),
      removable: z.array(
        z.looseObject({ nodes: numbers, allowed: number } satisfies FieldsOf<ProvedRemovable>),
      ),
    } satisfies FieldsOf<SavingProof>),
  ),
});
