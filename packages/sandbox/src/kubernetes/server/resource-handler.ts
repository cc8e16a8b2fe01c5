import { applyObject } from '../api/apply-object.js';
import { bindPod } from '../api/bind-pod.js';
import { createObject } from '../api/create-object.js';
import { deleteObject } from '../api/delete-object.js';
import { evictPod } from '../api/evict-pod.js';
import { listObjects } from '../api/list-objects.js';
import { type PatchType, patchObject, patchTypes } from '../api/patch-object.js';
import { getScale, patchScale, updateScale } from '../api/scale-object.js';
import { selectionOf } from '../api/selection.js';
import {
  created,
  failure,
  methodNotAllowed,
  success,
  unknownResource,
  unsupportedMediaType,
} from '../api/status.js';
import { type ApiParts, collectionOf, type NamedTarget, type Target } from '../api/target.js';
import { findObject, updateObject } from '../api/update-object.js';
import type { KubeObject } from '../resources/kube-object.js';
import {
  deleteOptionsOf,
  listQueryOf,
  numberOf,
  selectorsOf,
  watchQueryOf,
  writeOptionsOf,
} from './request/query-options.js';
import { parseJson, parseObjectBody, parseYaml } from './request/read-body.js';
import type { RequestInfo, ResourceRequest } from './request/request-info.js';
import { negotiate } from './response/media-type.js';
import {
  contentTypeOf,
  listForms,
  objectForms,
  renderList,
  renderObject,
  type View,
} from './response/render.js';
import { jsonReply, notFoundPage, type Reply, textReply } from './response/reply.js';
import { includeObjectOf } from './response/table.js';
import { watchReply } from './response/watch-reply.js';

/** A resource request that is read and not interpreted yet. */
export interface ResourceCall {
  readonly info: RequestInfo;
  readonly request: ResourceRequest;
  readonly body: Buffer;
  readonly mediaType: string;
  readonly accept: string | undefined;
  readonly userAgent: string | undefined;
  readonly warn: (message: string) => void;
}

/** Handles all requests for objects under `/api/v1` and `/apis`. */
export function handleResource(parts: ApiParts, call: ResourceCall): Reply {
  const { request, info } = call;
  const served = parts.resources.find(request.apiVersion, request.plural);
  if (served === undefined) {
    const isGroup = parts.resources.servesVersion(request.apiVersion);
    if (!isGroup) return notFoundPage();
    throw unknownResource();
  }
  const { resource } = served;
  const namespace = resource.isNamespaced ? request.namespace : undefined;
  const target = { ...served, namespace };
  const isWrite = !['get', 'list', 'watch', 'deletecollection'].includes(info.verb);
  if (resource.isNamespaced && namespace === undefined && isWrite) throw methodNotAllowed();
  if (request.name === undefined) return handleCollection(parts, call, target);
  const named = { ...target, name: request.name };
  return request.subresource === undefined
    ? handleObject(parts, call, named)
    : handleSubresource(parts, call, named, request.subresource);
}

function handleCollection(parts: ApiParts, call: ResourceCall, target: Target): Reply {
  const { info } = call;
  const view = viewOf(parts, call, target, listForms);
  switch (info.verb) {
    case 'list': {
      const list = listObjects(parts, target, listQueryOf(info.query));
      return textReply(200, renderList(list, view), contentTypeOf(view));
    }
    case 'watch':
      return watchReply(
        parts,
        view,
        watchQueryOf(info.query),
        numberOf(info.query, 'timeoutSeconds'),
      );
    case 'create': {
      const body = parseObjectBody(call.body, call.mediaType);
      const object = createObject(parts, target, body, optionsOf(call));
      return objectReply(201, object, viewOf(parts, call, target, objectForms));
    }
    case 'deletecollection':
      return deleteCollection(parts, call, target);
    default:
      throw methodNotAllowed();
  }
}

function handleObject(parts: ApiParts, call: ResourceCall, target: NamedTarget): Reply {
  const view = viewOf(parts, call, target, objectForms);
  switch (call.info.verb) {
    case 'get':
      return objectReply(200, findObject(parts, target), view);
    case 'update': {
      const body = parseObjectBody(call.body, call.mediaType);
      return objectReply(200, updateObject(parts, target, body, optionsOf(call)), view);
    }
    case 'patch':
      return handlePatch(parts, call, target, undefined);
    case 'delete':
      return handleDelete(parts, call, target, view);
    default:
      throw methodNotAllowed();
  }
}

function handleDelete(parts: ApiParts, call: ResourceCall, target: NamedTarget, view: View): Reply {
  const { object, isGone } = deleteObject(parts, target, deleteOptionsFor(call));
  const { resource } = target;
  if (!isGone || resource.rules.returnsDeleted) return objectReply(200, object, view);
  const { name, uid } = object.metadata;
  const group = resource.group === '' ? {} : { group: resource.group };
  return jsonReply(200, success({ name, ...group, kind: resource.plural, uid }));
}

function deleteCollection(parts: ApiParts, call: ResourceCall, target: Target): Reply {
  const options = deleteOptionsFor(call);
  const selection = selectionOf(target, selectorsOf(call.info.query));
  const items = collectionOf(parts, target)
    .list()
    .filter((object) => selection.matches(object));
  for (const { metadata } of items) {
    const named = { ...target, namespace: metadata.namespace, name: metadata.name };
    deleteObject(parts, named, options);
  }
  const list = { items, revision: parts.store.revision };
  const view = viewOf(parts, call, target, listForms);
  return textReply(200, renderList(list, view), contentTypeOf(view));
}

function deleteOptionsFor(call: ResourceCall) {
  const body = call.body.length === 0 ? {} : parseObjectBody(call.body, call.mediaType);
  return deleteOptionsOf(call.info.query, body);
}

function handlePatch(
  parts: ApiParts,
  call: ResourceCall,
  target: NamedTarget,
  subresource: string | undefined,
): Reply {
  const view = viewOf(parts, call, target, objectForms);
  const options = { ...optionsOf(call), subresource };
  if (call.mediaType === patchTypes.apply) {
    const force = call.info.query.get('force') === 'true';
    const manager = call.info.query.get('fieldManager') ?? '';
    const config = parseYaml(call.body.toString('utf8'));
    const applied = applyObject(parts, target, config, { ...options, manager, force });
    return objectReply(applied.isNew ? 201 : 200, applied.object, view);
  }
  const patch = { type: patchTypeOf(call.mediaType), body: parseJson(call.body.toString('utf8')) };
  return objectReply(200, patchObject(parts, target, patch, options), view);
}

function patchTypeOf(mediaType: string): PatchType {
  if (mediaType === patchTypes.json) return 'json';
  if (mediaType === patchTypes.merge) return 'merge';
  if (mediaType === patchTypes.strategic) return 'strategic';
  throw mediaType === 'application/json'
    ? failure({
        code: 415,
        reason: 'UnsupportedMediaType',
        message: '415: Unsupported Media Type',
        details: {},
      })
    : unsupportedMediaType(Object.values(patchTypes));
}

function handleSubresource(
  parts: ApiParts,
  call: ResourceCall,
  target: NamedTarget,
  subresource: string,
): Reply {
  const { resource, version } = target;
  if (subresource === 'status' && version.hasStatus) return handleStatus(parts, call, target);
  if (subresource === 'scale' && version.scale !== undefined)
    return handleScale(parts, call, target);
  if (resource.collection === 'pods') return handlePodSubresource(parts, call, target, subresource);
  throw unknownResource();
}

function handleStatus(parts: ApiParts, call: ResourceCall, target: NamedTarget): Reply {
  const view = viewOf(parts, call, target, objectForms);
  switch (call.info.verb) {
    case 'get':
      return objectReply(200, findObject(parts, target), view);
    case 'update': {
      const body = parseObjectBody(call.body, call.mediaType);
      const options = { ...optionsOf(call), subresource: 'status' };
      return objectReply(200, updateObject(parts, target, body, options), view);
    }
    case 'patch':
      return handlePatch(parts, call, target, 'status');
    default:
      throw methodNotAllowed();
  }
}

function handleScale(parts: ApiParts, call: ResourceCall, target: NamedTarget): Reply {
  const options = { ...optionsOf(call), subresource: 'scale' };
  switch (call.info.verb) {
    case 'get':
      return jsonReply(200, getScale(parts, target));
    case 'update': {
      const body = parseObjectBody(call.body, call.mediaType);
      return jsonReply(200, updateScale(parts, target, body, options));
    }
    case 'patch': {
      const patch = {
        type: patchTypeOf(call.mediaType),
        body: parseJson(call.body.toString('utf8')),
      };
      return jsonReply(200, patchScale(parts, target, patch, options));
    }
    default:
      throw methodNotAllowed();
  }
}

function handlePodSubresource(
  parts: ApiParts,
  call: ResourceCall,
  target: NamedTarget,
  subresource: string,
): Reply {
  const { verb } = call.info;
  if (subresource === 'log') {
    findObject(parts, target);
    // Simulated containers have no output, so logs end at once.
    return textReply(200, '', 'text/plain');
  }
  if (subresource !== 'binding' && subresource !== 'eviction') throw unknownResource();
  if (verb !== 'create') throw methodNotAllowed();
  const body = parseObjectBody(call.body, call.mediaType);
  const isDryRun = optionsOf(call).isDryRun === true;
  if (subresource === 'binding') bindPod(parts, target, body);
  else evictPod(parts, target, body, isDryRun);
  return jsonReply(201, created());
}

function optionsOf(call: ResourceCall) {
  return writeOptionsOf(call.info.query, call.userAgent, call.warn);
}

function viewOf(
  parts: ApiParts,
  call: ResourceCall,
  target: Target,
  forms: readonly string[],
): View {
  return {
    target,
    representation: negotiate(call.accept, forms),
    include: includeObjectOf(call.info.query.get('includeObject')),
    now: parts.now(),
  };
}

function objectReply(code: number, object: KubeObject, view: View): Reply {
  return textReply(code, renderObject(object, view), contentTypeOf(view));
}
