import {
  type CapacityType,
  capacityTypes,
  type Labels,
  type LabelTerm,
  type PriceOverlay,
  type RequirementSpec,
  type ResourceList,
  requirementOperators,
  type Taint,
} from '@kerf/engine';
import { z } from 'zod';
import { type FieldsOf, provenTo } from './format.js';

// Objects are loose: fields of a newer version are kept when their record is written again.

export const text = z.string();
export const texts = z.array(text);
export const number = z.number();
export const nullableText = text.nullable();
export const nullableNumber = number.nullable();
export const flag = z.boolean();

const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

// Not `z.record`, which is several times slower: a list of 5,000 NodeClaims has 300,000 entries.
export const labels = z.custom<Labels>(
  (value) => isMap(value) && Object.values(value).every((each) => typeof each === 'string'),
  { error: 'expected a map of text' },
);
export const resourceList = z.custom<ResourceList>(
  (value) => isMap(value) && Object.values(value).every((each) => typeof each === 'number'),
  { error: 'expected a map of numbers' },
);
export const capacityType = provenTo<CapacityType>().read(z.enum(capacityTypes));

export const taint = provenTo<Taint>().read(
  z.looseObject({
    key: text,
    value: text,
    effect: z.enum(['NoSchedule', 'PreferNoSchedule', 'NoExecute']),
  } satisfies FieldsOf<Taint>),
);

export const requirement = provenTo<RequirementSpec>().read(
  z.looseObject({
    key: text,
    operator: z.enum(requirementOperators),
    values: texts,
    minValues: nullableNumber,
  } satisfies FieldsOf<RequirementSpec>),
);

export const labelTerm = provenTo<LabelTerm>().read(
  z.looseObject({
    operator: z.enum(requirementOperators),
    values: texts,
    omitted: number,
  } satisfies FieldsOf<LabelTerm>),
);

export const priceOverlay = provenTo<PriceOverlay>().read(
  z.looseObject({
    name: text,
    listedMicroUsdPerHour: nullableNumber,
  } satisfies FieldsOf<PriceOverlay>),
);
