import { isDeepStrictEqual } from 'node:util';
import {
  type Clock,
  type Definition,
  type DefinitionKind,
  type DefinitionStatus,
  hashAnnotations,
  minSavingAnnotations,
  type StatusKind,
} from '@kerf/application';
import {
  AppError,
  isRecord,
  type JsonObject,
  labelKeys,
  managedByKerf,
  nodeClassFinalizer,
  toRecord,
  toTexts,
} from '@kerf/core';
import type { ClusterConnection } from '../connect/cluster-connection.js';
import { apiVersionOf, objectPath, type Resource, resources } from '../watch/resources.js';
import {
  changeObject,
  findObject,
  ignoreNotFound,
  withFinalizer,
  withoutFinalizer,
} from '../write/change-object.js';
import { mergeConditions } from './conditions.js';
import { isManagedByKerf } from './definition-record.js';
import { toWireTaints } from './wire-spec.js';

const resourceByKind: Readonly<Record<DefinitionKind, Resource>> = {
  NodePool: resources.nodePools,
  EC2NodeClass: resources.ec2NodeClasses,
};

/**
 * Writes a definition as an object with server-side apply: fields of an earlier version that are no
 * longer set are removed, and manual changes are overwritten.
 * @throws CLUSTER.CONFLICT if Kerf did not create the object, CLUSTER.NOT_FOUND if the CRD is
 * missing
 */
export async function writeDefinition(
  connection: ClusterConnection,
  definition: Definition,
): Promise<void> {
  const { kind, name } = definition;
  const path = objectPath(resourceByKind[kind], name);
  const current = await findObject(connection, path);
  if (isRecord(current) && !isManagedByKerf(current)) {
    throw new AppError({
      code: 'CLUSTER.CONFLICT',
      message: `${kind} ${name} exists in the cluster and was not created by Kerf.`,
    });
  }
  await connection.text({
    method: 'PATCH',
    path,
    query: { fieldManager: managedByKerf, force: 'true' },
    contentType: 'application/apply-patch+yaml',
    body: toDefinitionObject(definition),
  });
}

/** Deletes the object of a definition; an object that Kerf did not write is not deleted. */
export async function removeDefinition(
  connection: ClusterConnection,
  kind: DefinitionKind,
  name: string,
): Promise<void> {
  const path = objectPath(resourceByKind[kind], name);
  const current = await findObject(connection, path);
  if (!isRecord(current) || !isManagedByKerf(current)) return;
  const { uid } = toRecord(current['metadata']);
  await ignoreNotFound(() =>
    connection.text({ method: 'DELETE', path, body: { preconditions: { uid } } }),
  );
}

/** Puts the finalizer on an EC2NodeClass, unless it is being deleted already. */
export async function holdNodeClass(connection: ClusterConnection, name: string): Promise<void> {
  await changeObject(connection, {
    path: objectPath(resources.ec2NodeClasses, name),
    change: (current) => {
      const metadata = toRecord(current['metadata']);
      const finalizers = withFinalizer(metadata, nodeClassFinalizer);
      return isDeepStrictEqual(finalizers, toTexts(metadata['finalizers']))
        ? null
        : { metadata: { finalizers } };
    },
  });
}

/** Removes the finalizer from an EC2NodeClass that is being deleted. */
export async function releaseNodeClass(connection: ClusterConnection, name: string): Promise<void> {
  await changeObject(connection, {
    path: objectPath(resources.ec2NodeClasses, name),
    change: (current) =>
      toRecord(current['metadata'])['deletionTimestamp'] === undefined
        ? null
        : withoutFinalizer(current, nodeClassFinalizer),
  });
}

const resourceByStatusKind: Readonly<Record<StatusKind, Resource>> = {
  ...resourceByKind,
  NodeOverlay: resources.nodeOverlays,
};

export interface NamedStatus {
  readonly kind: StatusKind;
  readonly name: string;
  readonly status: DefinitionStatus;
}

export async function writeDefinitionStatus(
  connection: ClusterConnection,
  clock: Clock,
  { kind, name, status }: NamedStatus,
): Promise<void> {
  const resource = resourceByStatusKind[kind];
  const path = objectPath(resource, name);
  await writeStatus(connection, clock, { path, status });
}

/** Updates the status of the object at a path. */
export async function writeStatus(
  connection: ClusterConnection,
  clock: Clock,
  { path, status }: { readonly path: string; readonly status: DefinitionStatus },
): Promise<void> {
  await changeObject(connection, {
    path,
    patchPath: `${path}/status`,
    change: (current) => {
      const before = toRecord(current['status']);
      const context = { now: clock.now(), generation: status.generation };
      const conditions = mergeConditions(before['conditions'], status.conditions, context);
      const after = { ...before, ...status.fields, conditions };
      return isDeepStrictEqual(before, after) ? null : { status: after };
    },
  });
}

function toDefinitionObject(definition: Definition): JsonObject {
  const { kind, name } = definition;
  const { labels, annotations } = definition.spec.objectMetadata ?? {};
  return {
    apiVersion: apiVersionOf(resourceByKind[kind]),
    kind,
    metadata: {
      name,
      labels: { ...labels, [labelKeys.managedBy]: managedByKerf },
      annotations: {
        ...annotations,
        ...hashAnnotations(kind, definition.driftHash),
        ...(definition.kind === 'NodePool' && minSavingAnnotations(definition.spec)),
      },
    },
    spec: toWireSpec(definition),
  };
}

function toWireSpec(definition: Definition): unknown {
  if (definition.kind === 'EC2NodeClass') {
    const { objectMetadata: _, ...spec } = definition.spec;
    return spec;
  }
  const { minSaving: _, objectMetadata: __, ...spec } = definition.spec;
  const { template } = spec;
  const { taints, startupTaints } = template.spec;
  return {
    ...spec,
    template: {
      ...template,
      spec: {
        ...template.spec,
        taints: toWireTaints(taints),
        startupTaints: toWireTaints(startupTaints),
      },
    },
  };
}
