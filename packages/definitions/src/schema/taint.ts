import { z } from 'zod';
import { labelKey, labelValue } from './primitives.js';

export const taint = z.strictObject({
  key: labelKey,
  value: labelValue.default(''),
  effect: z.enum(['NoSchedule', 'PreferNoSchedule', 'NoExecute']),
});
