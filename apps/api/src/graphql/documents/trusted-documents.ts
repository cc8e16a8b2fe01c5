import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { canSomewhere, type Principal } from '@kerf/application';
import { isRecord } from '@kerf/core';
import { Inject, Injectable } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { type DocumentNode, GraphQLError, Kind, parse } from 'graphql';
import { z } from 'zod';
import { badInput, forbidden } from '../../contract/public-error.js';
import type { ApiEnv } from '../../env.js';
import { ENV } from '../../parts.js';
import { currentRequest } from '../../request/current-request.js';
import { parseWithinLimits } from '../limits.js';
import { documentId } from './document-id.js';

/** Written by the build of the dashboard. */
const fileName = 'graphql-documents.json';
const documentList = z.array(z.string());
const requestBody = z.looseObject({ documentId: z.string().max(100) });

/**
 * The documents that the dashboard was built with. Sessions send these; other documents are for API tokens,
 * and for users who could create a token, because they could send the same with it.
 */
@Injectable()
export class TrustedDocuments {
  /** Texts by ID; `null` if no dashboard is served. */
  readonly #texts: ReadonlyMap<string, string> | null;

  constructor(
    @Inject(ENV)
    private readonly env: Pick<ApiEnv, 'KERF_WEB_DIST' | 'KERF_GRAPHQL_DOCUMENTS'>,
  ) {
    this.#texts = env.KERF_WEB_DIST === undefined ? null : readTexts(env.KERF_WEB_DIST);
  }

  /**
   * Replaces the `documentId` of a request by the document, and refuses documents that the caller may not send.
   * @throws INPUT.INVALID, INPUT.TOO_COMPLEX, AUTH.FORBIDDEN
   */
  readonly check = (request: Request, _response: Response, next: NextFunction): void => {
    const named = requestBody.safeParse(request.body);
    if (named.success) {
      const { documentId: id, ...others } = named.data;
      request.body = { ...others, query: this.#textOf(id) };
    }
    if (lacksQuery(request)) {
      const message = 'A query is required. Send the text of a GraphQL document as "query".';
      throw badInput(message, [{ path: 'query', message: 'is required' }]);
    }
    const principal = currentRequest()?.caller?.principal;
    for (const text of textsOf(request)) {
      const document = parseIfValid(text);
      if (document !== null && principal !== undefined) this.refuseOther(principal, document);
    }
    next();
  };

  /** @throws AUTH.FORBIDDEN if the caller may not send this document */
  refuseOther(principal: Principal, document: DocumentNode): void {
    if (this.#texts === null || principal.kind !== 'User' || isAboutSchema(document)) return;
    if (this.#texts.has(documentId(document))) return;
    if (this.env.KERF_GRAPHQL_DOCUMENTS === 'trusted') {
      throw forbidden(
        'In a session, this server takes the documents of the dashboard only. Send other documents with an API token.',
      );
    }
    const verdict = canSomewhere(principal, 'api-token.write');
    if (verdict.isAllowed) return;
    throw forbidden(
      `Documents other than those of the dashboard need an API token, or the right to create one. ${verdict.reason}`,
    );
  }

  #textOf(id: string): string {
    const text = this.#texts?.get(id);
    if (text !== undefined) return text;
    throw badInput(
      `The document ${id} is not one of this server. If Kerf was updated, load the page again.`,
      [{ path: 'documentId', message: 'is unknown' }],
    );
  }
}

/** Reads no file if a dashboard of before is served. */
function readTexts(folder: string): ReadonlyMap<string, string> | null {
  try {
    const texts = documentList.parse(JSON.parse(readFileSync(join(folder, fileName), 'utf8')));
    return new Map(texts.map((text) => [documentId(parse(text)), text]));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** All places from which Apollo may read a document. */
function textsOf({ body, originalUrl }: Request): readonly string[] {
  const sent: unknown = body;
  const query = typeof sent === 'object' && sent !== null && 'query' in sent ? sent.query : null;
  const { searchParams } = new URL(originalUrl, 'http://here');
  return [...(typeof query === 'string' ? [query] : []), ...searchParams.getAll('query')];
}

/** Apollo would answer that a persisted query may be sent, which this server does not support. */
function lacksQuery(request: Request): boolean {
  const { body, originalUrl }: { readonly body: unknown; readonly originalUrl: string } = request;
  const texts = textsOf(request);
  const isSent = isRecord(body) || new URL(originalUrl, 'http://here').searchParams.has('query');
  const isPersisted = isRecord(body) && isRecord(body['extensions']);
  return isSent && !isPersisted && texts.every((text) => text.trim() === '');
}

/**
 * Refuses documents over the limits before Apollo validates them: validation of a small document with nested
 * fragments can take seconds. Apollo reports syntax errors.
 * @throws INPUT.TOO_COMPLEX
 */
function parseIfValid(text: string): DocumentNode | null {
  try {
    return parseWithinLimits(text);
  } catch (error) {
    if (error instanceof GraphQLError) return null;
    throw error;
  }
}

/** Whoever is signed in may read the schema. */
const isAboutSchema = ({ definitions }: DocumentNode): boolean =>
  definitions.every(
    (definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION ||
      (definition.kind === Kind.OPERATION_DEFINITION &&
        definition.selectionSet.selections.every(
          (field) => field.kind === Kind.FIELD && field.name.value.startsWith('__'),
        )),
  );
