import type { Request } from 'express';
import { badInput } from '../contract/public-error.js';
import { dropParameters } from './drop-parameters.js';
import { formsOf, type OperationSpec, tableForm } from './operation.js';

/** Values of the parameter `format`, for links, which cannot set the header `Accept`. */
export const formByName = { csv: tableForm, json: 'application/json' } as const;

/**
 * Takes the parameter `format` of a list out of the URL, and returns the media type that it names; `null` without it.
 * @throws INPUT.INVALID
 */
export function takeForm(request: Request, spec: OperationSpec): string | null {
  const { format } = request.query;
  if (format === undefined || !formsOf(spec).includes(tableForm)) return null;
  const [, form] = Object.entries(formByName).find(([name]) => name === format) ?? [];
  if (form === undefined) {
    const message = `must be ${Object.keys(formByName).join(' or ')}`;
    throw badInput(`The query is invalid: format ${message}.`, [{ path: 'format', message }]);
  }
  dropParameters(request, ['format']);
  return form;
}
