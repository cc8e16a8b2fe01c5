import { type JsonObject, toRecord, toRecords, toText } from '@kerf/core';
import type { ResourceList } from '@kerf/engine';
import type { Note, ObjectMeta } from './object-meta.js';
import { readAmounts } from './resource-list.js';

/** Limits of a LimitRange for each container, or for each pod as a whole. */
export interface LimitRangeItem {
  readonly type: 'Container' | 'Pod';
  /** Limits and requests of containers that have none, in the form of a manifest. */
  readonly defaultLimits: JsonObject;
  readonly defaultRequests: JsonObject;
  /** Bounds of requests and limits: milli-CPU, bytes and numbers. */
  readonly min: ResourceList;
  readonly max: ResourceList;
  /** Highest limit, as a multiple of the request. */
  readonly maxRatio: ResourceList;
}

/** The limits of pods of a namespace, which the API server applies when a pod is created. */
export interface ObservedLimitRange {
  readonly namespace: string;
  readonly items: readonly LimitRangeItem[];
}

/** Reads a `v1` LimitRange; `note` is called for each quantity that cannot be parsed. */
export function readLimitRange(
  object: JsonObject,
  { namespace }: Pick<ObjectMeta, 'namespace'>,
  note: Note,
): ObservedLimitRange {
  const items = toRecords(toRecord(object['spec'])['limits']).flatMap((item) =>
    readItem(item, note),
  );
  return { namespace, items };
}

function readItem(item: JsonObject, note: Note): readonly LimitRangeItem[] {
  const type = toText(item['type']);
  if (type !== 'Container' && type !== 'Pod') return [];
  const isContainer = type === 'Container';
  return [
    {
      type,
      defaultLimits: isContainer ? toRecord(item['default']) : {},
      defaultRequests: isContainer ? toRecord(item['defaultRequest']) : {},
      min: Object.fromEntries(readAmounts(item['min'], note)),
      max: Object.fromEntries(readAmounts(item['max'], note)),
      maxRatio: readRatios(toRecord(item['maxLimitRequestRatio']), note),
    },
  ];
}

/** A ratio is a quantity without a unit, e.g. `1500m`; milli-CPU are its thousandths. */
function readRatios(ratios: JsonObject, note: Note): ResourceList {
  return Object.fromEntries(
    Object.entries(ratios).flatMap(([resource, quantity]) => {
      const thousandths = readAmounts({ cpu: quantity }, note).get('cpu');
      return thousandths === undefined ? [] : [[resource, thousandths / 1_000]];
    }),
  );
}
