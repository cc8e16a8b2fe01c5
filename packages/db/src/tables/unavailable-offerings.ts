import type { MarkedOffering } from '@kerf/application';
import { capacityTypes } from '@kerf/engine';
import { z } from 'zod';
import { instant, text, word } from './columns.js';
import { identifiedBy, recordsOf } from './table.js';

/** Offerings that the cloud had no capacity for; an empty placement group is none. */
export const unavailableOfferings = recordsOf(
  z
    .object({
      instanceType: text,
      zone: text,
      capacityType: word(capacityTypes),
      placementGroupId: text,
      code: text,
      until: instant,
    })
    .transform(
      ({ placementGroupId, ...row }): MarkedOffering => ({
        ...row,
        ...(placementGroupId !== '' && { placementGroupId }),
      }),
    ),
  identifiedBy('Offering', 'instanceType', 'zone'),
);
