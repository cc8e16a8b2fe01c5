import { stringify } from 'yaml';
import type { ObjectList } from '../../api/list-objects.js';
import { presented, type Target } from '../../api/target.js';
import type { JsonObject } from '../../json/json.js';
import type { KubeObject } from '../../resources/kube-object.js';
import type { Representation } from './media-type.js';
import { itemText, objectText } from './object-text.js';
import { type IncludeObject, partialMetadata, tableOf } from './table.js';

/** The requested format of an object or a list. */
export interface View {
  readonly target: Target;
  readonly representation: Representation;
  readonly include: IncludeObject;
  readonly now: number;
}

/** Supported formats of an object, besides its own. */
export const objectForms = ['Table/v1', 'PartialObjectMetadata/v1'];
export const listForms = ['Table/v1', 'PartialObjectMetadataList/v1'];

export function contentTypeOf({ representation }: View): string {
  return representation.format === 'yaml' ? 'application/yaml' : 'application/json';
}

export function renderObject(object: KubeObject, view: View): string {
  const { target, representation } = view;
  if (representation.as === 'Table') {
    const metadata = { resourceVersion: object.metadata.resourceVersion };
    return inFormat(tableOf([object], metadata, { ...view, version: target.version }), view);
  }
  if (representation.as !== undefined) return inFormat(partialMetadata(object), view);
  const shown = presented(object, target);
  return representation.format === 'yaml'
    ? yamlOf(shown)
    : objectText(shown, target.version.apiVersion);
}

export function renderList(list: ObjectList, view: View): string {
  const { target, representation } = view;
  const metadata = listMetadata(list);
  if (representation.as === 'Table') {
    return inFormat(tableOf(list.items, metadata, { ...view, version: target.version }), view);
  }
  if (representation.as !== undefined) {
    const items = list.items.map(partialMetadata);
    const kind = 'PartialObjectMetadataList';
    return inFormat({ kind, apiVersion: 'meta.k8s.io/v1', metadata, items }, view);
  }
  const { listKind } = target.resource;
  const { apiVersion } = target.version;
  const items = list.items.map((object) => presented(object, target));
  if (representation.format === 'yaml') {
    return yamlOf({ kind: listKind, apiVersion, metadata, items });
  }
  const head = `{"kind":"${listKind}","apiVersion":"${apiVersion}","metadata":${JSON.stringify(metadata)}`;
  return `${head},"items":[${items.map(itemText).join(',')}]}`;
}

function listMetadata({ revision, continueToken, remainingItemCount }: ObjectList): JsonObject {
  return {
    resourceVersion: String(revision),
    ...(continueToken === undefined ? {} : { continue: continueToken }),
    ...(remainingItemCount === undefined ? {} : { remainingItemCount }),
  };
}

function inFormat(value: JsonObject, { representation }: View): string {
  return representation.format === 'yaml' ? yamlOf(value) : JSON.stringify(value);
}

/** Keys are sorted, as a real server's. */
function yamlOf(value: JsonObject): string {
  return stringify(value, { sortMapEntries: true });
}
