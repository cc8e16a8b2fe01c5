import * as z from 'zod/mini';
import { joinWords } from '../format/words.js';
import { nameOfLabel, namesOfLabel } from './label-words.js';
import { type Reader, text } from './reason-reader.js';

const strings = z.array(z.string());
const hostname = 'kubernetes.io/hostname';

/** What is optional is absent of what was recorded before it was told. */
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

/** A rule about other pods that a new node of the pool cannot keep. */
export const topologyText: Reader = text(topology, (data, pool) => ({
  subject: kinds[data.kind] ?? data.kind,
  sentence:
    data.selector === undefined
      ? `The ${kinds[data.kind] ?? data.kind} over ${nameOfLabel(data.key)} cannot be kept`
      : `${ruleWords(data, data.selector)} ${effectWords(data, pool)}`,
  change: changeWords(data, pool),
}));

/** `Pod affinity to app=db`. */
function ruleWords({ kind, isOwn = true }: Topology, selector: string | null): string {
  const pods = podsWords(selector);
  if (!isOwn) return `Anti-affinity of other pods to ${pods}`;
  if (kind === 'Spread') return `Topology spread of ${pods}`;
  return `${kind === 'Affinity' ? 'Pod affinity' : 'Pod anti-affinity'} to ${pods}`;
}

function effectWords(data: Topology, pool: string): string {
  const { kind, key, domains = [], reachable = [] } = data;
  const name = nameOfLabel(key);
  if (domains.some((domain) => reachable.includes(domain))) {
    return `over ${name} cannot be kept together with the other topology rules of the pod`;
  }
  if (key === hostname) {
    return kind === 'Affinity'
      ? 'requires a node that runs such a pod; no such node has room'
      : 'allows no new node';
  }
  if (domains.length > 0) {
    const where =
      reachable.length === 0
        ? `${pool} cannot launch a node for the pod there`
        : `${pool} can launch a node for the pod in ${joinWords(reachable)} only`;
    return `allows ${name} ${joinWords(domains, 'or')}; ${where}`;
  }
  return kind === 'Affinity'
    ? `requires a ${name} that runs such a pod; none does`
    : `excludes every ${name} in which ${pool} can launch a node for the pod${reachable.length === 0 ? '' : ` (${joinWords(reachable)})`}`;
}

function changeWords({ kind, key, isOwn = true, domains = [] }: Topology, pool: string): string {
  const rule = isOwn ? `the ${kinds[kind] ?? kind} of the pod` : 'the anti-affinity of the others';
  if (kind === 'Affinity' && domains.length === 0)
    return `Start such a pod first, or relax ${rule}`;
  return key === hostname
    ? `Relax ${rule}`
    : `Allow more ${namesOfLabel(key)} in ${pool}, or relax ${rule}`;
}

/** An empty selector selects every pod of its namespaces, and none at all no pod. */
function podsWords(selector: string | null): string {
  if (selector === null) return 'no pods (it has no label selector)';
  return selector === '' ? 'all pods' : selector;
}
