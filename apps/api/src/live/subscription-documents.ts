import { Inject, Injectable } from '@nestjs/common';
import { GraphQLSchemaHost } from '@nestjs/graphql';
import type { DocumentNode, GraphQLSchema } from 'graphql';
import { TrustedDocuments } from '../graphql/documents/trusted-documents.js';
import { parseWithinLimits } from '../graphql/limits.js';
import type { Caller } from '../request/current-request.js';

/** Reads the documents of subscriptions as those of queries are read. */
@Injectable()
export class SubscriptionDocuments {
  constructor(
    @Inject(GraphQLSchemaHost) private readonly schemaHost: GraphQLSchemaHost,
    @Inject(TrustedDocuments) private readonly trusted: TrustedDocuments,
  ) {}

  /** @throws INPUT.TOO_COMPLEX, GraphQLError for wrong syntax, AUTH.FORBIDDEN */
  read(
    text: string,
    caller: Caller | undefined,
  ): { readonly schema: GraphQLSchema; readonly document: DocumentNode } {
    const document = parseWithinLimits(text);
    if (caller !== undefined) this.trusted.refuseOther(caller.principal, document);
    return { schema: this.schemaHost.schema, document };
  }
}
