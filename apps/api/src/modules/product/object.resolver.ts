import type { IdPrefix } from '@kerf/core';
import type { ReadQueries } from '@kerf/db';
import { Inject } from '@nestjs/common';
import { Args, Query, Resolver } from '@nestjs/graphql';
import { Access } from '../../auth/access.js';
import type { ObjectResolvers, ResolversParentTypes } from '../../generated/schema-types.js';
import { type ApiPorts, PORTS, QUERIES } from '../../parts.js';
import { toAuditEntryView } from '../audit/audit.mapper.js';
import { toClusterView } from '../cluster/cluster.mapper.js';
import { toDecisionView } from '../decision/decision.mapper.js';
import { toNodeClassView, toNodePoolView } from '../definition/definition.mapper.js';
import { toTokenView } from '../identity/identity.mapper.js';
import { toInterruptionView } from '../interruption/interruption.mapper.js';
import { toNodeClaimView } from '../node-claim/node-claim.mapper.js';

type AnyObject = ResolversParentTypes['Object'];
type TypeName = Extract<Awaited<ReturnType<ObjectResolvers['__resolveType']>>, string>;

/** Kinds of objects by the prefix of their IDs. */
const typeByPrefix = {
  clu: 'Cluster',
  npl: 'NodePool',
  ncs: 'NodeClass',
  ncl: 'NodeClaim',
  dec: 'Decision',
  aud: 'AuditEntry',
  tok: 'ApiToken',
  int: 'Interruption',
} as const satisfies Partial<Record<IdPrefix, TypeName>>;

function typeOf(id: string): TypeName | null {
  const prefix = id.slice(0, 3);
  return id[3] === '_' && isObjectPrefix(prefix) ? typeByPrefix[prefix] : null;
}

function isObjectPrefix(prefix: string): prefix is keyof typeof typeByPrefix {
  return prefix in typeByPrefix;
}

export const resolveObjectType: ObjectResolvers['__resolveType'] = ({ id }) => typeOf(id);

@Resolver()
@Access('read')
export class ObjectResolver {
  constructor(
    @Inject(QUERIES) private readonly queries: ReadQueries,
    @Inject(PORTS) private readonly ports: ApiPorts,
  ) {}

  @Query()
  async object(@Args('id') id: string): Promise<AnyObject | null> {
    const type = typeOf(id);
    return type === null ? null : this.#find[type](id);
  }

  readonly #find: Readonly<Record<TypeName, (id: string) => Promise<AnyObject | null>>> = {
    Cluster: async (id) => {
      const cluster = await this.queries.clusters.find(id);
      return cluster?.id === id ? toClusterView(cluster) : null;
    },
    NodePool: async (id) => map(await this.queries.definitions.findNodePool(id), toNodePoolView),
    NodeClass: async (id) => map(await this.queries.definitions.findNodeClass(id), toNodeClassView),
    NodeClaim: async (id) => {
      const [claim] = await this.queries.nodeClaims.byIds([id]);
      return map(claim ?? null, toNodeClaimView);
    },
    Decision: async (id) => map(await this.queries.decisions.find(id), toDecisionView),
    AuditEntry: async (id) => map(await this.queries.audit.find(id), toAuditEntryView),
    Interruption: async (id) => {
      const [interruption] = await this.queries.interruptions.byIds([id]);
      return map(interruption ?? null, toInterruptionView);
    },
    ApiToken: async (id) => {
      const tokens = await this.ports.store.identity.listTokens();
      return map(tokens.find((token) => token.id === id) ?? null, toTokenView);
    },
  };
}

const map = <A, B>(value: A | null, to: (value: A) => B): B | null =>
  value === null ? null : to(value);
