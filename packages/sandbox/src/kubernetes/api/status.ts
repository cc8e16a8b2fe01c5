import type { FieldError } from '../schema/field-error.js';

/** A Status object: the response to a failed request, or to one without an object to return. */
export type Status = {
  readonly kind: 'Status';
  readonly apiVersion: 'v1';
  readonly metadata: { readonly continue?: string };
  readonly status: 'Success' | 'Failure';
  readonly message?: string;
  readonly reason?: string;
  readonly details?: StatusDetails;
  readonly code?: number;
};

export type StatusDetails = {
  readonly name?: string;
  readonly group?: string;
  readonly kind?: string;
  readonly uid?: string;
  readonly causes?: readonly StatusCause[];
  readonly retryAfterSeconds?: number;
};

export type StatusCause = {
  readonly reason: string;
  readonly message: string;
  readonly field?: string;
};

/** An error response for the client. Code that throws it has changed nothing. */
export class StatusError extends Error {
  constructor(readonly status: Status) {
    super(status.message ?? status.reason ?? 'refused');
    this.name = 'StatusError';
  }
}

/** The resource that an error names. */
export interface Subject {
  readonly group: string;
  readonly plural: string;
  readonly kind: string;
}

interface Failure {
  readonly code: number;
  readonly message: string;
  readonly reason?: string;
  readonly details?: StatusDetails;
  readonly continueToken?: string;
}

export function failure(fields: Failure): StatusError {
  return new StatusError({
    kind: 'Status',
    apiVersion: 'v1',
    metadata: fields.continueToken === undefined ? {} : { continue: fields.continueToken },
    status: 'Failure',
    message: fields.message,
    ...(fields.reason === undefined ? {} : { reason: fields.reason }),
    ...(fields.details === undefined ? {} : { details: fields.details }),
    code: fields.code,
  });
}

export function success(details: StatusDetails): Status {
  return { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', details };
}

export function created(): Status {
  return { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 };
}

function inGroup(group: string): { readonly group?: string } {
  return group === '' ? {} : { group };
}

/** Returns `pods` or `nodepools.karpenter.sh`. */
function qualifiedName({ group, plural }: Pick<Subject, 'group' | 'plural'>): string {
  return group === '' ? plural : `${plural}.${group}`;
}

export function notFound(subject: Subject, name: string): StatusError {
  return failure({
    code: 404,
    reason: 'NotFound',
    message: `${qualifiedName(subject)} "${name}" not found`,
    details: { name, ...inGroup(subject.group), kind: subject.plural },
  });
}

export function alreadyExists(subject: Subject, name: string): StatusError {
  return failure({
    code: 409,
    reason: 'AlreadyExists',
    message: `${qualifiedName(subject)} "${name}" already exists`,
    details: { name, ...inGroup(subject.group), kind: subject.plural },
  });
}

export function conflict(subject: Subject, name: string, why: string): StatusError {
  return failure({
    code: 409,
    reason: 'Conflict',
    message: `Operation cannot be fulfilled on ${qualifiedName(subject)} "${name}": ${why}`,
    details: { name, ...inGroup(subject.group), kind: subject.plural },
  });
}

export const staleObject =
  'the object has been modified; please apply your changes to the latest version and try again';

export function badRequest(message: string): StatusError {
  return failure({ code: 400, reason: 'BadRequest', message });
}

export function internalError(message: string): StatusError {
  return failure({ code: 500, message });
}

export function unsupportedMediaType(accepted: readonly string[]): StatusError {
  return failure({
    code: 415,
    reason: 'UnsupportedMediaType',
    message:
      'the body of the request was in an unknown format - accepted media types include: ' +
      accepted.join(', '),
  });
}

export function forbidden(
  subject: Subject,
  name: string,
  why: string,
  causes: readonly StatusCause[] = [],
): StatusError {
  const named = name === '' ? '' : ` "${name}"`;
  return failure({
    code: 403,
    reason: 'Forbidden',
    message: `${qualifiedName(subject)}${named} is forbidden: ${why}`,
    details: {
      ...(name === '' ? {} : { name }),
      ...inGroup(subject.group),
      kind: subject.plural,
      ...(causes.length === 0 ? {} : { causes }),
    },
  });
}

/**
 * Returns a 422 with one cause per field.
 * @param kind e.g. `{ kind: 'Pod', group: '' }`
 */
export function invalidObject(
  kind: { readonly kind: string; readonly group: string },
  name: string,
  errors: readonly FieldError[],
): StatusError {
  const texts = errors.map(({ field, message }) => `${field}: ${message}`);
  const list = texts.length === 1 ? texts.join('') : `[${texts.join(', ')}]`;
  const title = kind.group === '' ? kind.kind : `${kind.kind}.${kind.group}`;
  return failure({
    code: 422,
    reason: 'Invalid',
    message: `${title} "${name}" is invalid: ${list}`,
    details: {
      ...(name === '' ? {} : { name }),
      ...inGroup(kind.group),
      ...(kind.kind === '' ? {} : { kind: kind.kind }),
      causes: errors,
    },
  });
}

export function invalidOptions(kind: string, error: FieldError): StatusError {
  return invalidObject({ kind, group: 'meta.k8s.io' }, '', [error]);
}

export function unknownResource(): StatusError {
  return failure({
    code: 404,
    reason: 'NotFound',
    message: 'the server could not find the requested resource',
    details: {},
  });
}

export function methodNotAllowed(): StatusError {
  return failure({
    code: 405,
    reason: 'MethodNotAllowed',
    message: 'the server does not allow this method on the requested resource',
    details: {},
  });
}
