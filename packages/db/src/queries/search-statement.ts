import { livingClaimStates, seesEverything } from '@kerf/application';
import { Prisma } from '../generated/client.js';
import { foundOfKind, type SearchKind } from './found-object.js';
import { allOf } from './keyset.js';
import { fromPods, podPlace } from './pods.js';
import { type VisibleScope, visibleClusters, visibleRows } from './visible.js';

/** Pods in which owners and parts of names are looked for; a text that more of them have says too little. */
const mostPods = 20_000;

/** Length from which names are also searched for parts; shorter texts would match nearly all. */
const shortestPart = 3;

/**
 * Returns the statement that selects the objects that are like a text: of each kind a few of the best
 * matches in its sources, unordered and with repetitions.
 */
export function searchStatement(query: string, scope: VisibleScope): Prisma.Sql {
  const wanted = toWanted(query);
  const searches = [
    clustersLike(wanted, scope),
    nodesLike(wanted, scope),
    ...nodeClaimsLike(wanted, scope),
    ownersLike(wanted),
    ...podsLike(wanted),
    nodePoolsLike(wanted, scope),
    nodeClassesLike(wanted, scope),
    ...decisionsLike(wanted, scope),
    ...usersLike(wanted, scope),
  ];
  const all = Prisma.join(
    searches.map((search) => Prisma.sql`(${search})`),
    ' UNION ALL ',
  );
  return Prisma.sql`WITH ${podsByPrefix(wanted, scope)}, ${podsLikeText(wanted, scope)} ${all}`;
}

/** The text of a search, as the statement needs it. */
interface Wanted {
  /** Lower case. */
  readonly text: string;
  /** The part before a slash; `null` without one. */
  readonly namespace: string | null;
  /** The part after a slash, else all. */
  readonly podName: string;
}

/** Signs between the words of a name, beside the hyphen. */
const separators = './_:@ ';
const anySeparator = /[./_:@ ]/g;

function toWanted(query: string): Wanted {
  const given = query.trim().toLowerCase();
  // A provider ID ends with the ID of the instance.
  const text = given.startsWith('aws:///') ? given.slice(given.lastIndexOf('/') + 1) : given;
  const slash = text.indexOf('/');
  return {
    text,
    namespace: slash === -1 ? null : text.slice(0, slash),
    podName: text.slice(slash + 1),
  };
}

const toWords = (text: string): string => text.replaceAll(anySeparator, '-');

/** Returns the rank of a name that matches, an index of {@link searchMatches}. */
const matchOf = (name: Prisma.Sql, text: string): Prisma.Sql => Prisma.sql`CASE
  WHEN ${name} = ${text} THEN 0
  WHEN starts_with(${name}, ${text}) THEN 1
  WHEN strpos(translate(${name}, ${separators}, '------'), ${`-${toWords(text)}`}) > 0 THEN 2
  ELSE 3 END`;

const isLike = (name: Prisma.Sql, text: string): Prisma.Sql =>
  text.length < shortestPart
    ? Prisma.sql`starts_with(${name}, ${text})`
    : Prisma.sql`strpos(${name}, ${text}) > 0`;

/** The condition for a prefix that an index with `text_pattern_ops` serves, also in a prepared statement. */
const isPrefixed = (name: Prisma.Sql, text: string): Prisma.Sql =>
  Prisma.sql`(${name} ~>=~ ${text} AND ${name} ~<=~ ${`${text}\u{10FFFF}`})`;

/** The order of that index: an exact match comes first. */
const indexed = (name: Prisma.Sql): Prisma.Sql => Prisma.sql`${name} USING ~<~`;

/** Where objects of a kind are, as expressions. */
interface Source {
  readonly kind: SearchKind;
  readonly id?: Prisma.Sql;
  readonly name: Prisma.Sql;
  readonly clusterId?: Prisma.Sql;
  readonly namespace?: Prisma.Sql;
  readonly detail?: Prisma.Sql;
  /** `FROM …`; has the clusters as `c`, unless the objects are in none. */
  readonly from: Prisma.Sql;
}

/** The condition that selects objects of a kind. */
interface Choice {
  /** Index of {@link searchMatches}. */
  readonly match: Prisma.Sql;
  readonly where: readonly Prisma.Sql[];
  /** By match and name if absent. */
  readonly order?: Prisma.Sql;
  readonly limit?: Prisma.Sql;
}

const byMatchAndName = Prisma.sql`match, name, "clusterId", namespace`;

/** Selects the first matches of a kind. */
function select(
  { kind, id, name, clusterId, namespace, detail, from }: Source,
  { match, where, order = byMatchAndName, limit = Prisma.sql`${foundOfKind}` }: Choice,
): Prisma.Sql {
  const none = Prisma.sql`NULL::text`;
  return Prisma.sql`
    SELECT ${kind}::text AS kind, ${match} AS match, ${id ?? none} AS id, ${name} AS name,
      ${clusterId ?? none} AS "clusterId", ${clusterId === undefined ? none : Prisma.sql`c.name`} AS "clusterName",
      ${namespace ?? none} AS namespace, ${detail ?? none} AS detail
    ${from} WHERE ${allOf(where)} ORDER BY ${order} LIMIT ${limit}`;
}

/** Selects objects with an ID whose names contain the text, or whose ID is the text. */
function selectNamed(
  source: Source & { readonly id: Prisma.Sql },
  { text }: Wanted,
  visible: readonly Prisma.Sql[],
): Prisma.Sql {
  const name = Prisma.sql`lower(${source.name})`;
  return select(source, {
    match: Prisma.sql`CASE WHEN ${source.id} = ${text} THEN 0 ELSE ${matchOf(name, text)} END`,
    where: [Prisma.sql`(${source.id} = ${text} OR ${isLike(name, text)})`, ...visible],
  });
}

function clustersLike(wanted: Wanted, scope: VisibleScope): Prisma.Sql {
  const id = Prisma.sql`c.id`;
  return selectNamed(
    {
      kind: 'Cluster',
      id,
      name: Prisma.sql`c.name`,
      clusterId: id,
      detail: Prisma.sql`c.region`,
      from: Prisma.sql`FROM clusters c`,
    },
    wanted,
    visibleClusters(scope('cluster.read'), id),
  );
}

function nodesLike({ text }: Wanted, scope: VisibleScope): Prisma.Sql {
  const name = Prisma.sql`n.name`;
  const clusterId = Prisma.sql`n.cluster_id`;
  const instance = Prisma.sql`coalesce(split_part(n.provider_id, '/', 5), '')`;
  return select(
    {
      kind: 'Node',
      name,
      clusterId,
      detail: Prisma.sql`nullif(${instance}, '')`,
      from: Prisma.sql`FROM node_rows n JOIN clusters c ON c.id = n.cluster_id`,
    },
    {
      match: Prisma.sql`CASE WHEN starts_with(${instance}, ${text}) THEN ${matchOf(instance, text)}
        ELSE ${matchOf(name, text)} END`,
      where: [
        Prisma.sql`(starts_with(${instance}, ${text}) OR ${isLike(name, text)})`,
        ...visibleRows(scope('node.read'), {
          cluster: clusterId,
          nodePool: Prisma.sql`n.node_pool`,
        }),
      ],
    },
  );
}

/** NodeClaims that have ended are many: they are found by their beginnings, and living ones also by parts. */
function nodeClaimsLike({ text }: Wanted, scope: VisibleScope): readonly Prisma.Sql[] {
  const name = Prisma.sql`k.name`;
  const instance = Prisma.sql`split_part(k.provider_id, '/', 5)`;
  const source = {
    kind: 'NodeClaim',
    id: Prisma.sql`k.id`,
    name,
    clusterId: Prisma.sql`k.cluster_id`,
    detail: Prisma.sql`k.state`,
    from: Prisma.sql`FROM clusters c JOIN node_claims k ON k.cluster_id = c.id`,
  } as const;
  const visible = visibleRows(scope('node.read'), {
    cluster: source.clusterId,
    nodePool: Prisma.sql`k.node_pool`,
  });
  const isLiving = Prisma.sql`k.state = ANY(${[...livingClaimStates]})`;
  const like = (column: Prisma.Sql) =>
    select(source, {
      match: matchOf(column, text),
      where: [isPrefixed(column, text), ...visible],
      order: indexed(column),
    });
  return [
    select(source, { match: Prisma.sql`0`, where: [Prisma.sql`k.id = ${text}`, ...visible] }),
    like(name),
    like(instance),
    select(source, {
      match: matchOf(name, text),
      where: [isLiving, isLike(name, text), ...visible],
    }),
  ];
}

const inNamespace = ({ namespace }: Wanted): readonly Prisma.Sql[] =>
  namespace === null ? [] : [Prisma.sql`p.namespace = ${namespace}`];

const visiblePods = (wanted: Wanted, scope: VisibleScope): readonly Prisma.Sql[] => [
  ...inNamespace(wanted),
  ...visibleRows(scope('pod.read'), podPlace),
];

/** The first pods whose names begin with the text, in the order of the index. */
function podsByPrefix(wanted: Wanted, scope: VisibleScope): Prisma.Sql {
  const name = Prisma.sql`p.name`;
  return Prisma.sql`pods_by_prefix AS MATERIALIZED (
    SELECT p.cluster_id, p.namespace, p.name ${fromPods}
    WHERE ${allOf([isPrefixed(name, wanted.podName), ...visiblePods(wanted, scope)])}
    ORDER BY ${indexed(name)}, p.cluster_id, p.namespace LIMIT ${foundOfKind})`;
}

/**
 * Pods with the text in their name or in that of their owner, from one pass over the pods. The name of a
 * Deployment is part of that of its ReplicaSet, which Postgres reads with less work.
 */
function podsLikeText(wanted: Wanted, scope: VisibleScope): Prisma.Sql {
  const { podName } = wanted;
  return Prisma.sql`pods_like AS MATERIALIZED (
    SELECT p.cluster_id, p.namespace, p.name, p.owner_kind,
      coalesce(p.deployment, p.owner_name) AS owner, p.deployment IS NOT NULL AS has_deployment
    ${fromPods}
    WHERE (${isLike(Prisma.sql`p.name`, podName)} OR ${isLike(Prisma.sql`p.owner_name`, podName)})
      AND ${allOf(visiblePods(wanted, scope))}
    LIMIT ${mostPods})`;
}

const joinCluster = Prisma.sql`JOIN clusters c ON c.id = p.cluster_id`;

function podsLike({ podName }: Wanted): readonly Prisma.Sql[] {
  const name = Prisma.sql`p.name`;
  const source = {
    kind: 'Pod',
    name,
    clusterId: Prisma.sql`p.cluster_id`,
    namespace: Prisma.sql`p.namespace`,
  } as const;
  const match = matchOf(name, podName);
  const prefixed = select(
    { ...source, from: Prisma.sql`FROM pods_by_prefix p ${joinCluster}` },
    { match, where: [] },
  );
  if (podName.length < shortestPart) return [prefixed];
  const others = select(
    { ...source, from: Prisma.sql`FROM pods_like p ${joinCluster}` },
    { match, where: [Prisma.sql`strpos(p.name, ${podName}) > 1`] },
  );
  return [prefixed, others];
}

/** Controllers of pods, Deployments instead of their ReplicaSets; the node of a static pod is none. */
function ownersLike({ podName }: Wanted): Prisma.Sql {
  const name = Prisma.sql`p.owner`;
  const where = allOf([isLike(name, podName), Prisma.sql`p.owner_kind NOT IN ('None', 'Node')`]);
  return select(
    {
      kind: 'Owner',
      name,
      clusterId: Prisma.sql`p.cluster_id`,
      namespace: Prisma.sql`p.namespace`,
      detail: Prisma.sql`p.kind`,
      from: Prisma.sql`FROM (
        SELECT DISTINCT p.cluster_id, p.namespace, p.owner,
          CASE WHEN p.has_deployment THEN 'Deployment' ELSE p.owner_kind END AS kind
        FROM pods_like p WHERE ${where}
      ) p ${joinCluster}`,
    },
    { match: matchOf(name, podName), where: [] },
  );
}

const definitionSource = (kind: SearchKind, table: string) => ({
  kind,
  id: Prisma.sql`d.id`,
  name: Prisma.sql`d.name`,
  clusterId: Prisma.sql`d.cluster_id`,
  from: Prisma.sql`FROM ${Prisma.raw(table)} d JOIN clusters c ON c.id = d.cluster_id`,
});

function nodePoolsLike(wanted: Wanted, scope: VisibleScope): Prisma.Sql {
  const source = definitionSource('NodePool', 'node_pools');
  const place = { cluster: source.clusterId, nodePool: source.name };
  return selectNamed(source, wanted, visibleRows(scope('definition.read'), place));
}

function nodeClassesLike(wanted: Wanted, scope: VisibleScope): Prisma.Sql {
  const source = definitionSource('NodeClass', 'node_classes');
  // As in their list: NodePools of a cluster share them.
  return selectNamed(source, wanted, visibleClusters(scope('definition.read'), source.clusterId));
}

/** Decisions are found by their IDs, which are hexadecimal after the prefix. */
function decisionsLike({ text }: Wanted, scope: VisibleScope): readonly Prisma.Sql[] {
  if (!text.startsWith('dec_')) return [];
  const id = Prisma.sql`d.id`;
  const clusterId = Prisma.sql`d.cluster_id`;
  const source = {
    kind: 'Decision',
    id,
    name: id,
    clusterId,
    detail: Prisma.sql`d.kind`,
    from: Prisma.sql`FROM decisions d JOIN clusters c ON c.id = d.cluster_id`,
  } as const;
  return [
    select(source, {
      match: matchOf(id, text),
      where: [
        // In the order of any collation, so that the index of the key serves it.
        Prisma.sql`d.id >= ${text} AND d.id <= ${`${text}zzzz`} AND starts_with(d.id, ${text})`,
        ...visibleRows(scope('decision.read'), {
          cluster: clusterId,
          nodePools: Prisma.sql`d.node_pools`,
        }),
      ],
      order: Prisma.sql`d.id DESC`,
    }),
  ];
}

/** Users belong to the organization: who may not see all of them sees none. */
function usersLike(wanted: Wanted, scope: VisibleScope): readonly Prisma.Sql[] {
  if (!seesEverything(scope('identity.read'))) return [];
  const source = {
    kind: 'User',
    id: Prisma.sql`u.id`,
    name: Prisma.sql`u.name`,
    from: Prisma.sql`FROM users u`,
  } as const;
  return [selectNamed(source, wanted, [])];
}
