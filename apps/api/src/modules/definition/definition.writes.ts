import {
  type AppliedDocument,
  type AppliedManifests,
  applyManifests,
  type DriftForecast,
  deleteDefinition,
  forecastDrift,
  type ReadDefinition,
} from '@kerf/application';
import { assertNever, type ClusterId, hasErrorCode, ok } from '@kerf/core';
import type { ReadQueries } from '@kerf/db';
import { formatManifest } from '@kerf/definitions';
import { Inject, Injectable } from '@nestjs/common';
import { Once } from '../../contract/once.js';
import { type Outcome, refuse } from '../../contract/outcome.js';
import type { ApplyManifestsPayload, DocumentReading } from '../../generated/schema-types.js';
import type { Asker } from '../../http/current-request.js';
import { type ApiPorts, PORTS, QUERIES } from '../../parts.js';
import { toFindingView } from './definition.mapper.js';

export interface ApplyInput {
  readonly clusterId: ClusterId;
  readonly manifests: string;
  readonly dryRun: boolean;
  readonly replacePlaceholders?: boolean | null | undefined;
  readonly defaultNodeClass?: string | null | undefined;
  readonly variants?:
    | readonly { readonly index: number; readonly label: string }[]
    | null
    | undefined;
  readonly idempotencyKey?: string | null | undefined;
}

export interface DeleteInput {
  readonly id: string;
  readonly expectedVersion: number;
}

export type AppliedView = Pick<ApplyManifestsPayload, 'documents' | 'applied'>;

/** Writes about NodePools and NodeClasses, in the words of both doors. */
@Injectable()
export class DefinitionWrites {
  constructor(
    @Inject(PORTS) private readonly ports: ApiPorts,
    @Inject(QUERIES) private readonly queries: ReadQueries,
    @Inject(Once) private readonly once: Once,
  ) {}

  apply(asker: Asker, input: ApplyInput): Promise<Outcome<AppliedView>> {
    const { idempotencyKey: key, ...fields } = input;
    const write = { asker, operation: 'definition.apply', key, input: fields };
    return this.once.run(write, async () => {
      try {
        const applied = await this.#apply(asker, input);
        return ok(toAppliedView(applied, await this.#forecast(input, applied)));
      } catch (error) {
        if (hasErrorCode(error, 'STATE.NOT_FOUND')) {
          return refuse('NOT_FOUND', error.message, 'clusterId');
        }
        if (hasErrorCode(error, 'STATE.CONFLICT')) return refuse('STALE', error.message);
        throw error;
      }
    });
  }

  #apply(asker: Asker, input: ApplyInput): Promise<AppliedManifests> {
    return applyManifests(this.ports, asker.principal, {
      clusterId: input.clusterId,
      text: input.manifests,
      dryRun: input.dryRun,
      replacePlaceholders: input.replacePlaceholders ?? false,
      defaultNodeClass: input.defaultNodeClass ?? null,
      variants: new Map((input.variants ?? []).map(({ index, label }) => [index, label])),
      requestId: asker.requestId,
    });
  }

  /** What the documents would do to nodes, before they are saved. */
  async #forecast({ clusterId, dryRun }: ApplyInput, { documents }: AppliedManifests) {
    if (!dryRun) return noForecasts;
    const accepted = documents.flatMap(({ definition }) => definition ?? []);
    return forecastDrift(this.ports, clusterId, accepted);
  }

  async delete(asker: Asker, { id, expectedVersion }: DeleteInput): Promise<Outcome<string>> {
    const { definitions } = this.queries;
    const found = (await definitions.findNodePool(id)) ?? (await definitions.findNodeClass(id));
    if (found === null) return refuse('NOT_FOUND', `there is no definition ${id}`, 'id');
    const { clusterId, kind, name } = found;
    const { principal, requestId } = asker;
    const outcome = await deleteDefinition(this.ports, principal, {
      clusterId,
      kind,
      name,
      expectedVersion,
      requestId,
    });
    switch (outcome.kind) {
      case 'Deleted':
        return ok(id);
      case 'NotFound':
        return refuse('NOT_FOUND', `there is no definition ${id}`, 'id');
      case 'Stale':
        return refuse(
          'STALE',
          `the ${kind} ${name} was changed meanwhile (version ${outcome.version}); read it again`,
          'expectedVersion',
        );
      case 'OwnedByCluster':
        return refuse(
          'FORBIDDEN',
          `the ${kind} ${name} is an object of the cluster; delete it there, e.g. with kubectl`,
          'id',
        );
      case 'InUse':
        return refuse(
          'CONFLICT',
          `the EC2NodeClass ${name} is in use by ${outcome.nodePools.join(', ')}`,
          'id',
        );
      default:
        return assertNever(outcome);
    }
  }
}

type Forecasts = ReadonlyMap<ReadDefinition, DriftForecast>;

const noForecasts: Forecasts = new Map();

function toAppliedView(
  { documents, applied }: AppliedManifests,
  forecasts: Forecasts,
): AppliedView {
  return { documents: documents.map((document) => toReadingView(document, forecasts)), applied };
}

function toReadingView(
  { reading, definition, current }: AppliedDocument,
  forecasts: Forecasts,
): DocumentReading {
  return {
    index: reading.index,
    kind: reading.kind,
    name: reading.name,
    apiVersion: reading.apiVersion,
    accepted: definition !== null,
    manifest: definition === null ? null : formatManifest(definition),
    currentManifest: current === null ? null : formatManifest(current),
    drift: (definition === null ? null : forecasts.get(definition)) ?? null,
    variants: reading.variants.map((variant) => ({
      label: variant.label,
      manifest: formatManifest(variant.definition),
    })),
    findings: reading.findings.map(toFindingView),
  };
}
