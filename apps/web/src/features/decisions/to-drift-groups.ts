import type { DecisionDetails } from './to-before-after.js';

type Candidate = DecisionDetails['candidates'][number];
type Drift = NonNullable<Candidate['drift']>;

/** Nodes that drifted for the same reason. */
export interface DriftGroup {
  readonly id: string;
  /** The reason in words. */
  readonly sentence: string;
  readonly definition: Drift['definition'];
  readonly since: Drift['since'];
  readonly fields: Drift['fields'];
  readonly nodeNames: readonly string[];
}

const reasonWords: Readonly<Record<string, string>> = {
  NodePoolDrifted: 'The NodePool no longer matches the node',
  NodeClassDrift: 'The EC2NodeClass no longer matches the node',
};

/** In the order of the nodes; those whose reason was not recorded are left out. */
export function toDriftGroups(candidates: readonly Candidate[]): readonly DriftGroup[] {
  const known = candidates.flatMap(({ nodeName, drift }) =>
    drift === null ? [] : { nodeName, drift },
  );
  return [...Map.groupBy(known, ({ drift }) => JSON.stringify(drift))].flatMap(([id, group]) => {
    const [first] = group;
    if (first === undefined) return [];
    const { reason, definition, since, fields } = first.drift;
    return {
      id,
      sentence: reasonWords[reason] ?? reason,
      definition,
      since,
      fields,
      nodeNames: group.map(({ nodeName }) => nodeName),
    };
  });
}
