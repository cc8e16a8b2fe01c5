import { isObject, type Json, type JsonObject, withValueAt } from '../json/json.js';
import { compileJsonPath, textAt } from '../resources/json-path.js';
import { type Draft, isDraft, type KubeObject } from '../resources/kube-object.js';
import type { ScalePaths } from '../resources/types/cluster.js';
import type { LabelSelector } from '../resources/types/common.js';
import { builtinSchema } from '../schema/builtin-schemas.js';
import { invalid } from '../schema/field-error.js';
import { formatSelector } from '../selectors/label-selector.js';
import { applyPatch, type Patch } from './patch-object.js';
import { badRequest, conflict, invalidObject, staleObject, unknownResource } from './status.js';
import { type ApiParts, type NamedTarget, presented, type WriteOptions } from './target.js';
import { commitUpdate, findObject } from './update-object.js';

export function getScale(parts: ApiParts, target: NamedTarget): JsonObject {
  return scaleOf(findObject(parts, target), pathsOf(target));
}

export function updateScale(
  parts: ApiParts,
  target: NamedTarget,
  body: Json,
  options: WriteOptions,
): JsonObject {
  const current = findObject(parts, target);
  if (!isDraft(body) || body.kind !== 'Scale') throw badRequest('the body is not a Scale');
  const { resourceVersion = '' } = body.metadata;
  if (resourceVersion !== '' && resourceVersion !== current.metadata.resourceVersion) {
    throw conflict(target.resource, target.name, staleObject);
  }
  const spec = isObject(body['spec']) ? body['spec'] : {};
  const draft = withReplicas(current, spec['replicas'] ?? 0, target);
  const updated = commitUpdate(parts, target, { current, draft }, options);
  return scaleOf(updated, pathsOf(target));
}

export function patchScale(
  parts: ApiParts,
  target: NamedTarget,
  patch: Patch,
  options: WriteOptions,
): JsonObject {
  const scale = getScale(parts, target);
  const version = { ...target.version, schema: builtinSchema('autoscaling.v1.Scale') };
  return updateScale(parts, target, applyPatch(scale, patch, { version }), options);
}

function pathsOf({ version }: NamedTarget): ScalePaths {
  if (version.scale === undefined) throw unknownResource();
  return version.scale;
}

function scaleOf(object: KubeObject, paths: ScalePaths): JsonObject {
  const { name, namespace, uid, resourceVersion, creationTimestamp } = object.metadata;
  const selector = selectorText(object, paths);
  return {
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata: {
      name,
      ...(namespace === undefined ? {} : { namespace }),
      uid,
      resourceVersion,
      creationTimestamp,
    },
    spec: { replicas: numberAtPath(object, paths.specReplicasPath) },
    status: {
      replicas: numberAtPath(object, paths.statusReplicasPath),
      ...(selector === undefined ? {} : { selector }),
    },
  };
}

/** Built-in kinds have a selector in their spec, custom ones its text in their status. */
function selectorText(object: KubeObject, paths: ScalePaths): string | undefined {
  if (paths.labelSelectorPath !== undefined) {
    const read = compileJsonPath(paths.labelSelectorPath);
    return read === null ? undefined : textAt(read, object);
  }
  const { spec } = object;
  const selector = isObject(spec) ? spec['selector'] : undefined;
  return isSelector(selector) ? formatSelector(selector) : undefined;
}

function isSelector(value: Json | undefined): value is LabelSelector {
  return isObject(value) && ('matchLabels' in value || 'matchExpressions' in value);
}

function numberAtPath(object: KubeObject, path: string): number {
  const [value] = compileJsonPath(path)?.(object) ?? [];
  return typeof value === 'number' ? value : 0;
}

function withReplicas(current: KubeObject, replicas: Json, target: NamedTarget): Draft {
  if (typeof replicas !== 'number' || !Number.isInteger(replicas) || replicas < 0) {
    const error = invalid('spec.replicas', replicas, 'must be greater than or equal to 0');
    throw invalidObject({ kind: 'Scale', group: 'autoscaling' }, target.name, [error]);
  }
  const path = pathsOf(target).specReplicasPath.replace(/^\./, '').split('.');
  const draft = withValueAt(presented(current, target), path, replicas);
  if (!isDraft(draft)) throw badRequest('the replicas path is invalid');
  return { ...draft, apiVersion: current.apiVersion };
}
