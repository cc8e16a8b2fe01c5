import {
  type AppliedDocument,
  type AppliedManifests,
  applyManifests,
  can,
  canSomewhere,
  type DefinitionKind,
  type DefinitionTarget,
  type DriftForecast,
  definitionObject,
  deleteDefinition,
  type ExpectedVersion,
  forecastDrift,
  isExpectedVersion,
  type ReadDefinition,
} from '@kerf/application';
import { assertNever, hasErrorCode, invariant, ok } from '@kerf/core';
import { DefinitionQueries, type NodeClassRecord, type NodePoolRecord } from '@kerf/db';
import { formatManifest } from '@kerf/definitions';
import { Inject, Injectable } from '@nestjs/common';
import { parse } from 'yaml';
import { z } from 'zod';
import { idAnswer, refusalList } from '../../contract/idempotent-answers.js';
import { IdempotentRequests } from '../../contract/idempotent-requests.js';
import {
  isDone,
  type Outcome,
  type Refusal,
  refuse,
  refuseStale,
  toRefused,
} from '../../contract/outcome.js';
import type { Versioned } from '../../contract/versioned.js';
import type { ApplyManifestsInput, DocumentReading } from '../../generated/schema-types.js';
import { type ApiPorts, PORTS } from '../../parts.js';
import type { Caller } from '../../request/current-request.js';
import { applyPatch, type Patch } from '../../rest/patch.js';
import { toDriftView, toFindingView, toOfferingsView } from './definition.mapper.js';
import { indexProblems, refusalsOf } from './document-refusals.js';

/** Options for reading manifests. */
type ReadingOptions = Pick<ApplyManifestsInput, 'replacePlaceholders' | 'defaultNodeClass'>;

type CreateInput = ReadingOptions &
  Pick<ApplyManifestsInput, 'clusterId' | 'dryRun' | 'idempotencyKey'> & {
    readonly manifest: string;
  };

interface ReplaceInput extends ReadingOptions, Versioned {
  readonly manifest: string;
  readonly dryRun: boolean;
}

interface PatchInput extends Omit<ReplaceInput, 'manifest'> {
  readonly patch: Patch;
}

interface DeleteInput extends Versioned {
  readonly dryRun?: boolean | null | undefined;
}

/** Result of writing one definition: its ID, or in a dry run the result that saving would have. */
export type Written =
  | { readonly kind: 'Saved'; readonly id: string }
  | { readonly kind: 'Read'; readonly reading: Omit<AppliedView, 'refusals'> };

/** Result of applying manifests; the refusals say why nothing was saved. */
export interface AppliedView {
  readonly documents: readonly DocumentReading[];
  readonly applied: boolean;
  readonly refusals: readonly Refusal[];
}

const nullableText = z.string().nullable();
const nullableNumber = z.number().nullable();

/** Format of the stored first response, for repeated requests. */
const appliedAnswer: z.ZodType<AppliedView> = z.object({
  documents: z.array(
    z.object({
      accepted: z.boolean(),
      apiVersion: nullableText,
      currentManifest: nullableText,
      currentVersion: nullableNumber,
      definitionId: nullableText,
      // A dry run is not stored.
      drift: z.null(),
      findings: z.array(
        z.object({
          became: nullableText,
          code: z.string(),
          column: nullableNumber,
          found: nullableText,
          line: nullableNumber,
          message: z.string(),
          path: z.string(),
          severity: z.enum(['Error', 'Warning', 'Advice']),
        }),
      ),
      index: z.number(),
      kind: nullableText,
      manifest: nullableText,
      name: nullableText,
      offerings: z.null().default(null),
      outcome: z.enum(['Created', 'Updated', 'Unchanged', 'Refused']),
      variants: z.array(z.object({ label: z.string(), manifest: z.string() })),
      version: nullableNumber,
    }),
  ),
  applied: z.boolean(),
  refusals: refusalList,
});

interface OneManifest extends Omit<CreateInput, 'idempotencyKey'> {
  readonly target: DefinitionTarget;
  readonly expectedVersion: ExpectedVersion;
}

/** Writes to NodePools and EC2NodeClasses, for REST and GraphQL. */
@Injectable()
export class DefinitionWrites {
  constructor(
    @Inject(PORTS)
    private readonly ports: Pick<
      ApiPorts,
      'store' | 'clock' | 'ids' | 'digest' | 'manifests' | 'instanceTypes' | 'budgetSchedule'
    >,
    @Inject(DefinitionQueries) private readonly definitionQueries: DefinitionQueries,
    @Inject(IdempotentRequests) private readonly idempotent: IdempotentRequests,
  ) {}

  apply(caller: Caller, input: ApplyManifestsInput): Promise<AppliedView> {
    const { idempotencyKey: key, ...fields } = input;
    const write = { caller, operation: 'definition.apply', key, input: fields };
    return this.idempotent.run(write, {
      run: () => this.#apply(caller, input),
      isFinal: ({ applied }) => applied,
      schema: appliedAnswer,
    });
  }

  async create(
    caller: Caller,
    kind: DefinitionKind,
    input: CreateInput,
  ): Promise<Outcome<Written>> {
    const { idempotencyKey: key, ...fields } = input;
    const manifest = { ...fields, target: { kind, name: null }, expectedVersion: 0 };
    // A dry run does not use up the key.
    if (input.dryRun) return this.#writeOne(caller, manifest);
    const { dryRun: _, ...digested } = fields;
    const write = { caller, operation: 'definition.create', key, input: { kind, ...digested } };
    const outcome = await this.idempotent.run(write, {
      run: async () => toIdOutcome(await this.#writeOne(caller, manifest)),
      isFinal: isDone,
      schema: idAnswer,
    });
    return outcome.ok ? ok({ kind: 'Saved', id: outcome.value }) : outcome;
  }

  async replace(
    caller: Caller,
    kind: DefinitionKind,
    { id, ...input }: ReplaceInput,
  ): Promise<Outcome<Written>> {
    const found = await this.#find(id);
    if (found?.kind !== kind) return refuse('NOT_FOUND', `${kind} ${id} not found.`, 'id');
    const { clusterId, name } = found;
    return this.#writeOne(caller, { ...input, clusterId, target: { kind, name } });
  }

  /** @throws INPUT.INVALID for a patch that does not fit */
  async patch(
    caller: Caller,
    kind: DefinitionKind,
    { id, patch, ...input }: PatchInput,
  ): Promise<Outcome<Written>> {
    const found = await this.#find(id);
    if (found?.kind !== kind) return refuse('NOT_FOUND', `${kind} ${id} not found.`, 'id');
    const { clusterId, name, version } = found;
    const target = { kind, name };
    const verdict = can(caller.principal, 'definition.write', definitionObject(clusterId, found));
    if (!verdict.isAllowed) return refuse('FORBIDDEN', verdict.reason);
    if (!isExpectedVersion(version, input.expectedVersion)) return staleDefinition(found);
    const patched: unknown = applyPatch(parse(formatManifest(found)), patch);
    // The patch was applied to this version, whichever others the caller accepts.
    const manifest = JSON.stringify(patched);
    return this.#writeOne(caller, {
      ...input,
      manifest,
      clusterId,
      target,
      expectedVersion: version,
    });
  }

  /** Effects of the documents on nodes, before they are saved. */
  async #forecast(
    { clusterId, dryRun }: Pick<ApplyManifestsInput, 'clusterId' | 'dryRun'>,
    { documents }: AppliedManifests,
  ) {
    if (!dryRun) return null;
    const described = documents.flatMap((document) => describedBy(document) ?? []);
    return forecastDrift(this.ports, clusterId, described);
  }

  async delete(
    caller: Caller,
    { id, expectedVersion, dryRun }: DeleteInput,
  ): Promise<Outcome<string>> {
    const found = await this.#find(id);
    if (found === null) return refuse('NOT_FOUND', `Definition ${id} not found.`, 'id');
    const { clusterId, kind, name } = found;
    const { principal, requestId } = caller;
    const verdict = can(principal, 'definition.write', definitionObject(clusterId, found));
    if (!verdict.isAllowed) return refuse('FORBIDDEN', verdict.reason);
    const outcome = await deleteDefinition(this.ports, principal, {
      clusterId,
      kind,
      name,
      expectedVersion,
      dryRun: dryRun ?? false,
      requestId,
    });
    switch (outcome.kind) {
      case 'Deleted':
        return ok(id);
      case 'NotFound':
        return refuse('NOT_FOUND', `Definition ${id} not found.`, 'id');
      case 'Stale':
        return staleDefinition({ kind, name, version: outcome.version });
      case 'OwnedByCluster':
        return refuse(
          'FORBIDDEN',
          `${kind} ${name} is an object of the cluster. Delete it there, e.g. with kubectl.`,
          'id',
        );
      case 'InUse':
        return refuse(
          'CONFLICT',
          `EC2NodeClass ${name} is used by the NodePools ${outcome.nodePools.join(', ')}. Change or delete them first.`,
          'id',
        );
      default:
        return assertNever(outcome);
    }
  }

  async #find(id: string): Promise<NodePoolRecord | NodeClassRecord | null> {
    return (
      (await this.definitionQueries.findNodePool(id)) ??
      (await this.definitionQueries.findNodeClass(id))
    );
  }

  async #apply(caller: Caller, input: ApplyManifestsInput): Promise<AppliedView> {
    const { expectedVersions } = input;
    if (!canSomewhere(caller.principal, 'cluster.read', input.clusterId).isAllowed) {
      const message = `Cluster ${input.clusterId} not found.`;
      const refused: Refusal = { code: 'NOT_FOUND', field: 'clusterId', message };
      return { documents: [], applied: false, refusals: [refused] };
    }
    const versions = expectedVersions ?? [];
    const problems = indexProblems(versions);
    if (problems.length > 0) return { documents: [], applied: false, refusals: problems };
    try {
      const applied = await applyManifests(this.ports, caller.principal, {
        clusterId: input.clusterId,
        text: input.manifests,
        dryRun: input.dryRun,
        ...optionsOf(input),
        variants: new Map((input.variants ?? []).map(({ index, label }) => [index, label])),
        expectedVersions: new Map(versions.map((each) => [each.index, each.expectedVersion])),
        target: null,
        requestId: caller.requestId,
      });
      const forecasts = await this.#forecast(input, applied);
      const refusals = refusalsOf(applied, input, versions);
      return { ...toAppliedView(applied, forecasts), refusals };
    } catch (error) {
      const refused = refusalOf(error, 'CONFLICT');
      if (refused === null) throw error;
      return { documents: [], applied: false, refusals: [refused] };
    }
  }

  async #writeOne(caller: Caller, input: OneManifest): Promise<Outcome<Written>> {
    const { clusterId, manifest, target, expectedVersion, dryRun } = input;
    try {
      const applied = await applyManifests(this.ports, caller.principal, {
        clusterId,
        text: manifest,
        dryRun,
        ...optionsOf(input),
        variants: new Map(),
        expectedVersions: new Map([[0, expectedVersion]]),
        target,
        requestId: caller.requestId,
      });
      const refusals = refusalsOf(applied, { dryRun: false }, null);
      if (refusals.length > 0) return toRefused(refusals);
      if (dryRun) {
        const forecasts = await this.#forecast({ clusterId, dryRun }, applied);
        return ok({ kind: 'Read', reading: toAppliedView(applied, forecasts) });
      }
      const id = applied.documents[0]?.stored?.id;
      invariant(id !== undefined, 'a definition that is not refused is saved');
      return ok({ kind: 'Saved', id });
    } catch (error) {
      const refused = refusalOf(error, expectedVersion === 0 ? 'CONFLICT' : 'STALE');
      if (refused === null) throw error;
      return toRefused([refused]);
    }
  }
}

/** Only the ID is stored for repeated requests. */
function toIdOutcome(outcome: Outcome<Written>): Outcome<string> {
  if (!outcome.ok) return outcome;
  invariant(outcome.value.kind === 'Saved', 'the request is no dry run');
  return ok(outcome.value.id);
}

const staleDefinition = ({
  kind,
  name,
  version,
}: Pick<NodePoolRecord | NodeClassRecord, 'kind' | 'name' | 'version'>) =>
  refuseStale(`${kind} ${name} was changed`, version);

const optionsOf = ({ replacePlaceholders, defaultNodeClass }: ReadingOptions) => ({
  replacePlaceholders: replacePlaceholders ?? false,
  defaultNodeClass: defaultNodeClass ?? null,
});

/** @returns `null` for a failure that the request did not cause */
function refusalOf(error: unknown, whenOvertaken: 'CONFLICT' | 'STALE'): Refusal | null {
  if (hasErrorCode(error, 'STATE.NOT_FOUND')) {
    return { code: 'NOT_FOUND', field: 'clusterId', message: error.message };
  }
  if (hasErrorCode(error, 'STATE.CONFLICT')) {
    return { code: whenOvertaken, field: null, message: `${error.message} Read it again.` };
  }
  return null;
}

/** Returns what the text describes, also if it cannot be saved here. */
const describedBy = ({ definition, reading }: AppliedDocument): ReadDefinition | null =>
  definition ?? reading.definition;

/** Effects of documents that are not saved. */
type Forecasts = ReadonlyMap<ReadDefinition, DriftForecast>;

function toAppliedView(
  { documents, applied }: AppliedManifests,
  forecasts: Forecasts | null,
): Omit<AppliedView, 'refusals'> {
  return { documents: documents.map((document) => toReadingView(document, forecasts)), applied };
}

function toReadingView(document: AppliedDocument, forecasts: Forecasts | null): DocumentReading {
  const { reading, definition, current, outcome, stored, offerings } = document;
  const described = describedBy(document);
  return {
    index: reading.index,
    kind: reading.kind,
    name: reading.name,
    apiVersion: reading.apiVersion,
    accepted: definition !== null,
    outcome,
    definitionId: stored?.id ?? null,
    version: stored?.version ?? null,
    currentVersion: current?.version ?? null,
    manifest: described === null ? null : formatManifest(described),
    currentManifest: current === null ? null : formatManifest(current),
    drift: toDriftView((described === null ? null : forecasts?.get(described)) ?? null),
    offerings: forecasts === null || offerings === null ? null : toOfferingsView(offerings),
    variants: reading.variants.map((variant) => ({
      label: variant.label,
      manifest: formatManifest(variant.definition),
    })),
    findings: reading.findings.map(toFindingView),
  };
}
