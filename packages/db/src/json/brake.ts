import { type BrakeSettings, brakeRules, type PauseEvidence } from '@kerf/application';
import { z } from 'zod';
import { type FieldsOf, provenTo, recordFormat } from './format.js';
import { nullableNumber, nullableText, number, text } from './values.js';

export const pauseEvidence = recordFormat({
  column: 'pauses.evidence',
  schema: provenTo<PauseEvidence>().read(
    z.looseObject({
      rule: z.enum(brakeRules),
      observed: number,
      threshold: number,
      steps: z.array(z.looseObject({ at: number, decisionId: nullableText, text })),
      costMicroUsd: nullableNumber,
    } satisfies FieldsOf<PauseEvidence>),
  ),
});

const amount = number.exactOptional();

/** Rows have only the thresholds that existed when they were written; newer ones use their default. */
export const brakeSettings = recordFormat({
  column: 'brake_settings.settings',
  schema: provenTo<Partial<BrakeSettings>>().read(
    z.looseObject({
      claimsPerMinute: amount,
      spendRiseMicroUsdPerHour: amount,
      launchFailures: amount,
      registrationFailures: amount,
      registrationOverdueMs: amount,
      flapRepeats: amount,
      flapWindowMs: amount,
      flapFreezeMs: amount,
      alertNodes: amount,
      alertSpendMicroUsdPerHour: amount,
      alertChangesPerMinute: amount,
    }),
  ),
});
