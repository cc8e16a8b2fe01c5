import { joinWords } from '@kerf/core';
import * as z from 'zod/mini';
import { nameOfLabel, namesOfLabel } from './label-words.js';
import { fromData, type ReasonFormatter } from './reason-formatter.js';

const strings = z.array(z.string());
const hostname = 'kubernetes.io/hostname';

/** Optional fields are absent in decisions that were recorded by earlier versions. */
const topology = z.object({
  kind: z.string(),
  key: z.string(),
  selector: z.optional(z.nullable(z.string())),
  isOwn: z.optional(z.boolean()),
  domains: z.optional(strings),
  reachable: z.optional(strings),
});
type Topology = z.infer<typeof topology>;

const kinds: Readonly<Record<string, string>> = {
  Spread: 'topology spread',
  Affinity: 'pod affinity',
  AntiAffinity: 'pod anti-affinity',
};

/** Text of a topology constraint that a new node of the NodePool cannot satisfy. */
export const topologyText: ReasonFormatter = fromData(topology, (data, pool) => ({
  subject: kinds[data.kind] ?? data.kind,
  sentence:
    data.selector === undefined
      ? `The ${kinds[data.kind] ?? data.kind} over ${nameOfLabel(data.key)} cannot be satisfied`
      : `${constraintText(data, data.selector)} ${effectText(data, pool)}`,
  change: changeText(data, pool),
}));

/** `Pod affinity to app=db`. */
function constraintText({ kind, isOwn = true }: Topology, selector: string | null): string {
  const pods = podsText(selector);
  if (!isOwn) return `Anti-affinity of other pods to ${pods}`;
  if (kind === 'Spread') return `Topology spread of ${pods}`;
  return `${kind === 'Affinity' ? 'Pod affinity' : 'Pod anti-affinity'} to ${pods}`;
}

function effectText(data: Topology, pool: string): string {
  const { kind, key, domains = [], reachable = [] } = data;
  const name = nameOfLabel(key);
  if (domains.some((domain) => reachable.includes(domain))) {
    return `over ${name} cannot be satisfied together with the other topology constraints of the pod`;
  }
  if (key === hostname) {
    return kind === 'Affinity'
      ? 'requires a node that runs such a pod; no such node has enough free resources'
      : 'allows no new node';
  }
  if (domains.length > 0) {
    const launchText =
      reachable.length === 0
        ? `${pool} cannot launch a node for the pod there`
        : `${pool} can launch a node for the pod in ${joinWords(reachable)} only`;
    return `allows ${name} ${joinWords(domains, 'or')}; ${launchText}`;
  }
  return kind === 'Affinity'
    ? `requires a ${name} that runs such a pod; none does`
    : `excludes every ${name} in which ${pool} can launch a node for the pod${reachable.length === 0 ? '' : ` (${joinWords(reachable)})`}`;
}

function changeText({ kind, key, isOwn = true, domains = [] }: Topology, pool: string): string {
  const constraint = isOwn
    ? `the ${kinds[kind] ?? kind} of the pod`
    : 'the anti-affinity of the other pods';
  if (kind === 'Affinity' && domains.length === 0)
    return `Start such a pod first, or relax ${constraint}`;
  return key === hostname
    ? `Relax ${constraint}`
    : `Allow more ${namesOfLabel(key)} in ${pool}, or relax ${constraint}`;
}

/** An empty selector selects every pod of its namespaces; `null` selects none. */
function podsText(selector: string | null): string {
  if (selector === null) return 'no pods (it has no label selector)';
  return selector === '' ? 'all pods' : selector;
}
