import type { Reason } from '../src/lib/reasons/reason-sentence.js';

/** Returns a reason as the API does; its words are its code unless they are given. */
export const aReason = (fields: Pick<Reason, 'code'> & Partial<Reason>): Reason => ({
  data: {},
  message: fields.code,
  subject: fields.code,
  remedy: null,
  ...fields,
});
