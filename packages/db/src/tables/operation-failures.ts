import { type OperationFailure, operationObjectKinds } from '@kerf/application';
import { errorCodes } from '@kerf/core';
import { instant, integer, text, word } from './columns.js';
import { identifiedBy, none, table } from './table.js';

export const operationFailures = table({
  name: 'operation_failures',
  identity: identifiedBy('OperationFailure', 'operation', 'objectName'),
  fixed: {
    clusterId: text,
    operation: text,
    objectKind: word(operationObjectKinds),
    objectId: text,
    objectName: text,
    errorCode: word([...errorCodes, 'BUG']),
    message: text,
    remedy: text.nullable(),
    attempts: integer,
    firstFailedAt: instant,
    lastFailedAt: instant,
  },
  changing: {},
  unread: none,
  toRow: ({ object, ...failure }: OperationFailure) => ({
    ...failure,
    objectKind: object.kind,
    objectId: object.id,
    objectName: object.name,
  }),
  fromRow: ({ objectKind, objectId, objectName, ...failure }): OperationFailure => ({
    ...failure,
    object: { kind: objectKind, id: objectId, name: objectName },
  }),
});
