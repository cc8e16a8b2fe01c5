import { createHash } from 'node:crypto';
import { safeEncode } from '../../api/random-suffix.js';
import { canonicalText, type JsonObject } from '../../json/json.js';

import type { KubeObject, OwnerReference, StringMap } from '../../resources/kube-object.js';
import type { PodSpec, PodTemplate } from '../../resources/types/pod.js';

export function controllerReference({ apiVersion, kind, metadata }: KubeObject): OwnerReference {
  const { name, uid } = metadata;
  return { apiVersion, kind, name, uid, controller: true, blockOwnerDeletion: true };
}

export interface PodFromTemplate {
  readonly owner: KubeObject;
  readonly template: PodTemplate;
  readonly labels?: StringMap;
  readonly finalizers?: readonly string[];
  /** A fixed name, for pods with an ordinal. */
  readonly name?: string;
  readonly changeSpec?: (spec: PodSpec) => PodSpec;
}

/** Returns the manifest of a pod that a controller creates from its template. */
export function podFromTemplate(options: PodFromTemplate): JsonObject {
  const { owner, template, labels, finalizers, name, changeSpec } = options;
  const { annotations } = template.metadata ?? {};
  return {
    metadata: {
      ...(name === undefined ? { generateName: `${owner.metadata.name}-` } : { name }),
      labels: { ...template.metadata?.labels, ...labels },
      ...(annotations === undefined ? {} : { annotations }),
      ...(finalizers === undefined ? {} : { finalizers }),
      ownerReferences: [controllerReference(owner)],
    },
    spec: changeSpec === undefined ? template.spec : changeSpec(template.spec),
  };
}

const hashes = new WeakMap<PodTemplate, string>();

/**
 * Returns a short hash of a template's content, which distinguishes pods of different templates.
 */
export function templateHash(template: PodTemplate): string {
  const known = hashes.get(template);
  if (known !== undefined) return known;
  const digest = createHash('sha256').update(canonicalText(template)).digest();
  const hash = safeEncode(digest.readUInt32BE(0));
  hashes.set(template, hash);
  return hash;
}
