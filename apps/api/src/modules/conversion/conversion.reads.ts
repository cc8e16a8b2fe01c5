import { listableNodeClasses, listableNodePools, type Principal } from '@kerf/application';
import type { ClusterId } from '@kerf/core';
import { ClusterQueries } from '@kerf/db';
import { convertManifests } from '@kerf/definitions';
import { Inject, Injectable } from '@nestjs/common';
import { badInput, notFound } from '../../contract/public-error.js';
import type { ConvertedManifests, ConvertManifestsInput } from '../../generated/schema-types.js';
import { type ApiPorts, PORTS } from '../../parts.js';
import type { Caller } from '../../request/current-request.js';
import { toFindingView } from '../definition/definition.mapper.js';

/** Converts manifests for REST and GraphQL. */
@Injectable()
export class ConversionReads {
  constructor(
    @Inject(PORTS) private readonly ports: Pick<ApiPorts, 'store'>,
    @Inject(ClusterQueries) private readonly clusterQueries: ClusterQueries,
  ) {}

  async convert({ principal }: Caller, input: ConvertManifestsInput): Promise<ConvertedManifests> {
    const clusterId = input.clusterId ?? null;
    const replacePlaceholders = input.replacePlaceholders === true;
    if (replacePlaceholders && clusterId === null) {
      throw badInput('replacePlaceholders requires a cluster, whose name replaces them');
    }
    const { documents, text } = convertManifests(input.manifests, {
      ...(await this.#contextOf(principal, clusterId)),
      replacePlaceholders,
      defaultNodeClass: input.defaultNodeClass ?? null,
      variants: new Map((input.variants ?? []).map(({ index, label }) => [index, label])),
    });
    return {
      text,
      documents: documents.map(({ reading, manifest }) => ({
        index: reading.index,
        kind: reading.kind,
        name: reading.name,
        apiVersion: reading.apiVersion,
        manifest,
        findings: reading.findings.map(toFindingView),
      })),
    };
  }

  async #contextOf(principal: Principal, clusterId: ClusterId | null) {
    if (clusterId === null) {
      return {
        clusterName: null,
        knownNodeClasses: null,
        knownNodePools: [],
        kubernetesVersion: null,
      };
    }
    const cluster = await this.clusterQueries.find(clusterId);
    if (cluster === null) throw notFound(`Cluster ${clusterId} not found.`);
    const { store } = this.ports;
    return {
      clusterName: cluster.name,
      knownNodeClasses: await listableNodeClasses(store, principal, cluster.id),
      knownNodePools: await listableNodePools(store, principal, cluster.id),
      kubernetesVersion: cluster.facts?.kubernetesVersion ?? null,
    };
  }
}
