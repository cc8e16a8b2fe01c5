import { type JsonObject, toInteger, toRecord, toRecords, toText, toTexts } from '@kerf/core';
import type { PodAffinityTerm, PodAffinityTerms, TopologySpreadConstraint } from '@kerf/engine';
import { readLabelSelector } from './selectors.js';

/** Reads `topologySpreadConstraints` with the defaults of the API server. */
export function readTopologySpread(value: unknown): readonly TopologySpreadConstraint[] {
  return toRecords(value).map((constraint) => ({
    maxSkew: toInteger(constraint['maxSkew']) ?? 1,
    topologyKey: toText(constraint['topologyKey']),
    whenUnsatisfiable:
      constraint['whenUnsatisfiable'] === 'ScheduleAnyway' ? 'ScheduleAnyway' : 'DoNotSchedule',
    labelSelector: readLabelSelector(constraint['labelSelector']),
    minDomains: toInteger(constraint['minDomains']),
    matchLabelKeys: toTexts(constraint['matchLabelKeys']),
    nodeAffinityPolicy: constraint['nodeAffinityPolicy'] === 'Ignore' ? 'Ignore' : 'Honor',
    nodeTaintsPolicy: constraint['nodeTaintsPolicy'] === 'Honor' ? 'Honor' : 'Ignore',
  }));
}

/** Reads `podAffinity` or `podAntiAffinity` of a pod. */
export function readPodAffinityTerms(value: unknown): PodAffinityTerms {
  const rules = toRecord(value);
  return {
    required: toRecords(rules['requiredDuringSchedulingIgnoredDuringExecution']).map(
      readPodAffinityTerm,
    ),
    preferred: toRecords(rules['preferredDuringSchedulingIgnoredDuringExecution']).map(
      (preference) => ({
        weight: toInteger(preference['weight']) ?? 1,
        term: readPodAffinityTerm(toRecord(preference['podAffinityTerm'])),
      }),
    ),
  };
}

function readPodAffinityTerm(term: JsonObject): PodAffinityTerm {
  return {
    topologyKey: toText(term['topologyKey']),
    labelSelector: readLabelSelector(term['labelSelector']),
    namespaces: toTexts(term['namespaces']),
    namespaceSelector: readLabelSelector(term['namespaceSelector']),
    matchLabelKeys: toTexts(term['matchLabelKeys']),
    mismatchLabelKeys: toTexts(term['mismatchLabelKeys']),
  };
}
