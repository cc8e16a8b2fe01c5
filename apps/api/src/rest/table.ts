import { AsyncLocalStorage } from 'node:async_hooks';
import { Readable } from 'node:stream';
import { invariant } from '@kerf/core';
import { StreamableFile } from '@nestjs/common';
import { stringify } from 'csv-stringify/sync';
import type { Request, Response } from 'express';
import { firstValueFrom, type Observable } from 'rxjs';
import { z } from 'zod';
import { badInput } from '../contract/public-error.js';
import type { OperationSpec } from './operation.js';
import { hasPages, tableForm } from './operation.js';
import { largestPage } from './paging.js';

/** A list operation that is answered as a table. */
export interface TableRequest {
  readonly spec: OperationSpec;
  readonly request: Request;
  readonly response: Response;
  /** Executes the handler for the request's current URL. */
  readonly read: () => Observable<unknown>;
}

/**
 * Streams the whole list as CSV (RFC 4180): the handler is executed once per page. Pages are read while the
 * table is sent, so each one is of its own moment.
 * @throws INPUT.INVALID if a part of the list is requested
 */
export async function sendTable(table: TableRequest): Promise<StreamableFile> {
  const { spec, request, response } = table;
  const columns = columnsOf(spec);
  refusePages(request);
  if (hasPages(spec)) request.url = withParameter(request.url, 'limit', String(largestPage));
  // Its failures still have a status of their own.
  const first = await readTablePage(table);
  const inRequest = AsyncLocalStorage.snapshot();
  response.setHeader('Vary', 'Accept');
  const rows = inRequest(() => rowsOf(table, columns, first));
  return new StreamableFile(Readable.from(rows), {
    type: `${tableForm}; charset=utf-8; header=present`,
    disposition: `attachment; filename="${nameOf(request)}.csv"`,
  });
}

/** The noun of the list, e.g. `node-claims`. */
const nameOf = ({ path }: Request): string => path.replace(/\/$/, '').split('/').at(-1) ?? 'list';

function refusePages({ url }: Request): void {
  const { searchParams } = new URL(url, 'http://here');
  const given = ['limit', 'cursor'].filter((name) => searchParams.has(name));
  if (given.length === 0) return;
  const message = `must be absent: ${tableForm} has the whole list`;
  throw badInput(
    `The query is invalid: ${given.join(' and ')} ${message}.`,
    given.map((path) => ({ path, message })),
  );
}

/** Returns the URL with another cursor. */
export function withCursor(url: string, cursor: string): URL {
  const next = new URL(url, 'http://here');
  next.searchParams.set('cursor', cursor);
  return next;
}

function withParameter(url: string, name: string, value: string): string {
  const next = new URL(url, 'http://here');
  next.searchParams.set(name, value);
  return `${next.pathname}${next.search}`;
}

type Column = readonly string[];
type TablePage = { readonly items: readonly unknown[]; readonly nextCursor: string | null };

const tablePage = z.object({
  items: z.array(z.unknown()),
  /** Absent in lists without pages. */
  nextCursor: z.string().nullable().default(null),
});

async function readTablePage({ spec, read }: TableRequest): Promise<TablePage> {
  const { answer } = spec;
  invariant(answer !== undefined, `${spec.id} has no response`);
  return tablePage.parse(z.encode(answer, await firstValueFrom(read())));
}

async function* rowsOf(
  table: TableRequest,
  columns: readonly Column[],
  first: TablePage,
): AsyncGenerator<string> {
  yield stringify([columns.map((path) => path.join('.'))]);
  for (let page = first; ; page = await readTablePage(table)) {
    if (page.items.length > 0) yield stringify(page.items.map((item) => toRow(item, columns)));
    if (page.nextCursor === null) return;
    table.request.url = withParameter(table.request.url, 'cursor', page.nextCursor);
  }
}

/** Members of an item's schema; members of objects in it have columns of their own, e.g. `price.amount`. */
function columnsOf({ id, answer }: OperationSpec): readonly Column[] {
  invariant(answer instanceof z.ZodObject, `${id} returns no page`);
  const { items } = answer.shape;
  const element = withoutWrappers(items);
  invariant(element instanceof z.ZodArray, `${id} returns no list`);
  return membersOf(element.element, []);
}

function membersOf(schema: unknown, path: Column): readonly Column[] {
  const inner = withoutWrappers(schema);
  return inner instanceof z.ZodObject
    ? Object.entries(inner.shape).flatMap(([name, member]) => membersOf(member, [...path, name]))
    : [path];
}

function withoutWrappers(schema: unknown): unknown {
  const isWrapper =
    schema instanceof z.ZodReadonly ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodOptional;
  if (isWrapper) return withoutWrappers(schema.unwrap());
  return schema instanceof z.ZodCodec ? schema.in : schema;
}

const toRow = (item: unknown, columns: readonly Column[]): readonly string[] =>
  columns.map((path) => {
    const value = path.reduce<unknown>(
      (inner, name) =>
        typeof inner === 'object' && inner !== null ? Reflect.get(inner, name) : undefined,
      item,
    );
    return toCell(value);
  });

/** Lists of texts are joined; other lists and maps are JSON. */
export function toCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return withoutFormula(value);
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) {
    return withoutFormula(value.join('; '));
  }
  return withoutFormula(JSON.stringify(value));
}

/** Spreadsheets execute cells that begin so; an apostrophe makes them text. Numbers stay numbers. */
function withoutFormula(text: string): string {
  return /^[=+\-@\t\r\uff0b\uff0d\uff1d\uff20]/.test(text) && !/^-?\d+(?:\.\d+)?$/.test(text)
    ? `'${text}`
    : text;
}
