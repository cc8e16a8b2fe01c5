import { labelKeys, reservationLabels } from '@kerf/core';
import type { ClusterSnapshot } from '../../model/cluster-snapshot.js';
import type { InstanceType } from '../../model/instance-type.js';
import type { NodePool } from '../../model/node-pool.js';
import type { PodSpec } from '../../model/pod.js';
import type { RequirementSpec } from '../../model/requirement-spec.js';
import { type LabelSpace, LabelSpaceBuilder } from '../../requirements/label-space.js';
import { selectorSpecs } from '../../resources/daemon-overhead.js';
import { volumeExpressions } from '../../volumes/volume-alternatives.js';
import { nodeLabels } from '../nodes/existing-node.js';
import { factsOf } from '../nodes/instance-types.js';
import { templateSpecs } from '../nodes/node-claim-template.js';

/** Labels that the scheduler itself reads. */
const alwaysCollected: readonly string[] = [
  labelKeys.instanceType,
  labelKeys.zone,
  labelKeys.capacityType,
  labelKeys.hostname,
  reservationLabels.id,
];

/** Where labels and their values are collected from. */
export interface LabelSources {
  readonly snapshot: ClusterSnapshot;
  readonly nodePools: readonly NodePool[];
  readonly instanceTypes: ReadonlySet<InstanceType>;
  /** One spec of each constraint set of pods and daemons. */
  readonly podSpecs: readonly PodSpec[];
}

/**
 * Returns the label space of a snapshot: the labels that anything reads, with all values that they
 * may have.
 */
export function collectLabels(sources: LabelSources): LabelSpace {
  const { snapshot, nodePools, instanceTypes, podSpecs } = sources;
  const builder = new LabelSpaceBuilder();
  for (const label of alwaysCollected) builder.addLabel(label);
  const specs = [...nodePools.flatMap(templateSpecs), ...podSpecs.flatMap(expressionsOf)];
  for (const { key } of specs) builder.addLabel(key);
  for (const label of podSpecs.flatMap(topologyKeys)) builder.addLabel(label);

  for (const { key, values } of specs) builder.addValues(key, values);
  for (const type of instanceTypes) {
    const { labels, offeringLabels } = factsOf(type);
    for (const [label, values] of labels) builder.addValues(label, values);
    for (const [label, values] of offeringLabels) builder.addValues(label, values);
  }
  for (const node of snapshot.nodes) {
    for (const [label, value] of Object.entries(nodeLabels(node)))
      builder.addValues(label, [value]);
  }
  return builder.build();
}

/** Returns every expression on node labels of a pod, over all attempts. */
function expressionsOf(spec: PodSpec): readonly RequirementSpec[] {
  const terms = [
    ...spec.requiredNodeAffinity,
    ...spec.preferredNodeAffinity.map(({ term }) => term),
  ];
  return [
    ...selectorSpecs(spec.nodeSelector),
    ...terms.flatMap((term) => term.matchExpressions),
    ...volumeExpressions(spec.volumes),
  ];
}

function topologyKeys(spec: PodSpec): readonly string[] {
  const { podAffinity, podAntiAffinity, topologySpread } = spec;
  const weighted = [...podAffinity.preferred, ...podAntiAffinity.preferred];
  return [
    ...topologySpread,
    ...podAffinity.required,
    ...podAntiAffinity.required,
    ...weighted.map(({ term }) => term),
  ].map(({ topologyKey }) => topologyKey);
}
