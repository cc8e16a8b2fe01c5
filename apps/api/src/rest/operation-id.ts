const prefix = 'op_';

/** Returns the path of the operation that an object is about. */
export const pathOfOperation = (objectId: string): string =>
  `/api/v1/operations/${prefix}${objectId}`;

/** Returns the ID of the object that an operation is about; `null` for no ID of an operation. */
export const objectOfOperation = (id: string): string | null =>
  id.startsWith(prefix) ? id.slice(prefix.length) : null;
