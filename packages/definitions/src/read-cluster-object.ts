import type {
  CapacityBufferManifest,
  NodeOverlayManifest,
  ObjectReading,
  StandaloneClaimManifest,
} from '@kerf/application';
import type { z } from 'zod';
import { Draft } from './conversion/draft.js';
import { FindingList } from './findings/finding-list.js';
import { capacityBufferSpec } from './schema/capacity-buffer.js';
import { KnownFields } from './schema/known-fields.js';
import { standaloneClaimSpec } from './schema/node-claim.js';
import { nodeOverlaySpec } from './schema/node-overlay.js';
import { parseSpec } from './schema/parse-spec.js';
import { copyJson, isObject } from './text/json.js';

const overlayFields = new KnownFields(nodeOverlaySpec, 'spec');
const standaloneFields = new KnownFields(standaloneClaimSpec, 'spec');
const bufferFields = new KnownFields(capacityBufferSpec, 'spec');

/** Reads the `spec` of a NodeOverlay as a cluster's API returns it; never throws. */
export function readNodeOverlay(spec: unknown): ObjectReading<NodeOverlayManifest> {
  return readSpec(spec, { schema: nodeOverlaySpec, fields: overlayFields, amounts: ['capacity'] });
}

/** Reads the `spec` of a CapacityBuffer, as {@link readNodeOverlay}. */
export function readCapacityBuffer(spec: unknown): ObjectReading<CapacityBufferManifest> {
  return readSpec(spec, { schema: capacityBufferSpec, fields: bufferFields, amounts: ['limits'] });
}

/** Reads the `spec` of a NodeClaim that a user created, as {@link readNodeOverlay}. */
export function readStandaloneClaim(spec: unknown): ObjectReading<StandaloneClaimManifest> {
  return readSpec(spec, {
    schema: standaloneClaimSpec,
    fields: standaloneFields,
    amounts: ['resources', 'requests'],
  });
}

interface Reader<S extends z.ZodType> {
  readonly schema: S;
  readonly fields: KnownFields;
  /** Paths of quantities in the spec. */
  readonly amounts: readonly string[];
}

const noText = () => null;

function readSpec<S extends z.ZodType>(
  spec: unknown,
  { schema, fields, amounts }: Reader<S>,
): ObjectReading<z.output<S>> {
  const findings = new FindingList(noText);
  const copied = copyJson({ spec });
  if (!copied.ok) findings.add(copied.error);
  if (!copied.ok || !isObject(copied.value)) return { spec: null, findings: findings.toArray() };
  const draft = new Draft(copied.value, findings);
  writeAmountsAsText(draft, ['spec', ...amounts]);
  return { spec: parseSpec(schema, fields, draft, noText), findings: findings.toArray() };
}

/** Unquoted whole numbers are valid quantities; they are converted to text. */
function writeAmountsAsText(draft: Draft, path: readonly string[]): void {
  for (const [name, amount] of Object.entries(draft.object(path) ?? {})) {
    if (Number.isSafeInteger(amount)) draft.set([...path, name], String(amount));
  }
}
