import type { NodeOverlayManifest, ObjectReading } from '@kerf/application';
import { Draft } from './conversion/draft.js';
import { FindingList } from './findings/finding-list.js';
import { KnownFields } from './schema/known-fields.js';
import { nodeOverlaySpec } from './schema/node-overlay.js';
import { parseSpec } from './schema/parse-spec.js';
import { copyJson, isObject } from './text/json.js';

const knownFields = new KnownFields(nodeOverlaySpec, 'spec');
const noText = () => null;

/** Reads the `spec` of a NodeOverlay as a cluster's API serves it; nothing that it holds throws. */
export function readNodeOverlay(spec: unknown): ObjectReading<NodeOverlayManifest> {
  const findings = new FindingList(noText);
  const copied = copyJson({ spec });
  if (!copied.ok) findings.add(copied.error);
  if (!copied.ok || !isObject(copied.value)) return { spec: null, findings: findings.toArray() };
  const draft = new Draft(copied.value, findings);
  writeCapacityAsText(draft);
  const read: NodeOverlayManifest | null = parseSpec(nodeOverlaySpec, knownFields, draft, noText);
  return { spec: read, findings: findings.toArray() };
}

/** A whole number is a legal quantity without quotes; from here on all quantities are text. */
function writeCapacityAsText(draft: Draft): void {
  const path = ['spec', 'capacity'];
  for (const [name, amount] of Object.entries(draft.object(path) ?? {})) {
    if (Number.isSafeInteger(amount)) draft.set([...path, name], String(amount));
  }
}
