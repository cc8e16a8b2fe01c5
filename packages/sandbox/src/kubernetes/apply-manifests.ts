import { applyObject } from './api/apply-object.js';
import { badRequest } from './api/status.js';
import type { ApiParts } from './api/target.js';
import type { JsonObject } from './json/json.js';
import { isDraft } from './resources/kube-object.js';

/**
 * Applies manifests with server-side apply, in order. Namespaced objects without a namespace go to
 * `default`.
 * @throws StatusError as `kubectl apply` would report it
 */
export function applyManifests(parts: ApiParts, objects: readonly JsonObject[]): void {
  for (const object of objects) {
    const manifest = { metadata: {}, ...object };
    if (!isDraft(manifest)) throw badRequest('a manifest needs apiVersion, kind and metadata');
    const { apiVersion, kind, metadata } = manifest;
    const served = parts.resources.findKind(apiVersion, kind);
    if (served === undefined) {
      throw badRequest(`no matches for kind "${kind}" in version "${apiVersion}"`);
    }
    const namespace = served.resource.isNamespaced ? (metadata.namespace ?? 'default') : undefined;
    const target = { ...served, namespace, name: metadata.name ?? '' };
    applyObject(parts, target, manifest, { manager: 'sandbox', force: true });
  }
}
