import type { Type } from '@nestjs/common';
import type { AccessLevel } from '../auth/access.js';
import { type DeclareReads, declareReads } from './declare-reads.js';
import { type DeclareWrite, declareWrite } from './declare-write.js';
import { handlerClasses, type ServedNoun } from './handler-class.js';

/** Functions that declare operations with the same access. */
export type Declare<Writes, Reads> = DeclareReads<Writes, Reads> & {
  readonly write: DeclareWrite<Writes, Reads>;
};

/** Returns the functions for operations that callers with the access may use. */
export type CallersWith<Writes, Reads> = (access: AccessLevel) => Declare<Writes, Reads>;

/** Serves one list of operations as routes of REST, and as queries and mutations of GraphQL. */
export function serveNoun<Writes, Reads>(
  noun: ServedNoun<Writes, Reads>,
  ...parts: ((callersWith: CallersWith<Writes, Reads>) => void)[]
): { readonly controller: Type; readonly resolver: Type } {
  const classes = handlerClasses(noun);
  for (const declareAll of parts) {
    declareAll((access) => ({
      ...declareReads(classes, access),
      write: declareWrite(classes, access),
    }));
  }
  return classes;
}
