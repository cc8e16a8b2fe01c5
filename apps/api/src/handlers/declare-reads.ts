import { type IdPrefix, invariant } from '@kerf/core';
import type { Page, PageRequest } from '@kerf/db';
import { Args, Query } from '@nestjs/graphql';
import { Access, type AccessLevel } from '../auth/access.js';
import { notFound } from '../contract/public-error.js';
import type { ResolversParentTypes } from '../generated/resolver-types.js';
import { type ConnectionArgs, readConnectionArgs, toConnection } from '../graphql/connection.js';
import { FindsObject, type ObjectType } from '../graphql/object-finders.js';
import { IdOfRoute, InputOfRoute } from '../rest/from-request.js';
import { Operation, type OperationSpec } from '../rest/operation.js';
import { type PageQuery, rowsOf, toPage, toPageRequest } from '../rest/paging.js';
import { pageByKey, type WholeListQuery } from '../rest/whole-list.js';
import {
  addMethod,
  type Call,
  type HandlerClasses,
  type Method,
  type Parts,
} from './handler-class.js';
import type {
  Answer,
  ListedBy,
  ListedIn,
  QueryInput,
  QueryName,
  QueryResult,
  RouteInput,
} from './operation-types.js';
import { type FieldsOf, withFields } from './with-fields.js';

/** Input of a read: parameters of the route, or arguments of the query with the fields of its filter. */
export type ReadInput<Spec extends OperationSpec, Name extends QueryName> =
  | RouteInput<Spec>
  | QueryInput<Name>;

type PageInput<Spec extends OperationSpec, Name extends QueryName> =
  | Ordered<Omit<RouteInput<Spec>, keyof PageQuery>>
  | Omit<QueryInput<Name>, keyof ConnectionArgs>;

/** The order in one member, as arguments of GraphQL have it. */
type Ordered<Input> = Input extends { readonly orderBy: infer Field; readonly direction: infer To }
  ? Omit<Input, 'orderBy' | 'direction'> & {
      readonly orderBy: { readonly field: Field; readonly direction: To };
    }
  : Input;

type PagesOf<Reads, Input, Row, View, Resource> = {
  readonly page: (
    reads: Reads,
    filter: Input,
    request: PageRequest,
    call: Call,
  ) => Promise<Page<Row>>;
  readonly count: (reads: Reads, filter: Input, call: Call) => Promise<number>;
  readonly view: (row: Row) => View;
} & ([View] extends [Resource]
  ? { readonly fields?: undefined }
  : { readonly fields: FieldsOf<View, Resource> });
/** Contract, route and query of a read. */
type Place<Spec, Name> = readonly [spec: Spec, route: MethodDecorator, query: Name];

/** Route and query of one object, both of which may be absent. */
type PlaceOfOne<Spec, Name> = readonly [spec?: Spec, route?: MethodDecorator, query?: Name];

interface One<Type> {
  /** Prefix of the IDs, and the GraphQL type; the look-up of any ID finds the object. */
  readonly finds?: readonly [IdPrefix, Type];
  /** The noun as people read it, e.g. `Team`. */
  readonly kind: string;
  /** Begins with a space; follows the sentence that it is not found. */
  readonly hint?: string;
}

/** An object as the query and the look-up return it; as the route does if both are absent. */
type Shown<Spec extends OperationSpec, Name extends QueryName, Type extends ObjectType> = [
  Name,
  Type,
] extends [never, never]
  ? Answer<Spec>
  : ([Name] extends [never] ? unknown : NonNullable<QueryResult<Name>>) &
      ([Type] extends [never] ? unknown : ResolversParentTypes[Type]);

type Find<Reads, View> = (reads: Reads, id: string, call: Call) => Promise<View | null>;

/** Declares the reads of a noun; a route is below its path. */
export interface DeclareReads<Writes, Reads> {
  /** A long list: pages of REST, and a connection of GraphQL. */
  readonly pages: <const Spec extends OperationSpec, Name extends QueryName, Row>(
    place: Place<Spec, Name>,
    list: PagesOf<Reads, PageInput<Spec, Name>, Row, ListedIn<Name>, ListedBy<Spec>>,
  ) => void;
  /** A short list, of which REST cuts pages; `keyOf` is for objects without an ID. */
  readonly whole: <const Spec extends OperationSpec, Name extends QueryName>(
    place: Place<Spec, Name>,
    list: (
      reads: Reads,
      input: ReadInput<Spec, Name>,
      call: Call,
    ) => Promise<readonly (ListedIn<Name> & ListedBy<Spec>)[]>,
    keyOf?: (item: ListedBy<Spec>) => string,
  ) => void;
  /** One object by its ID; `fields` are those that only REST has in any case. */
  readonly one: <
    const Spec extends OperationSpec,
    Name extends QueryName = never,
    Type extends ObjectType = never,
  >(
    place: PlaceOfOne<Spec, Name>,
    one: One<Type>,
    find: Find<Reads, Shown<Spec, Name, Type>>,
    ...fields: [Shown<Spec, Name, Type>] extends [Answer<Spec>]
      ? []
      : [FieldsOf<Shown<Spec, Name, Type>, Answer<Spec>>]
  ) => void;
  /** Any other read; `answer` returns the response of REST if it differs from the result of GraphQL. */
  readonly read: <
    const Spec extends OperationSpec,
    Name extends QueryName,
    Value extends QueryResult<Name>,
  >(
    place: Place<Spec, Name>,
    get: (reads: Reads, input: ReadInput<Spec, Name>, call: Call) => Promise<Value> | Value,
    ...answer: [Value] extends [Answer<Spec>]
      ? [((value: Value) => Answer<Spec>)?]
      : [(value: NoInfer<Value>) => Answer<Spec>]
  ) => void;
  /** The part of REST alone. */
  readonly route: <const Spec extends OperationSpec>(
    spec: Spec,
    route: MethodDecorator,
    handle: (
      parts: Parts<Writes, Reads>,
      input: RouteInput<Spec>,
      call: Call,
    ) => Promise<Answer<Spec>>,
  ) => void;
  /** The part of GraphQL alone. */
  readonly query: <Name extends QueryName>(
    name: Name,
    get: (reads: Reads, input: QueryInput<Name>, call: Call) => Promise<QueryResult<Name>>,
  ) => void;
}

/** Returns the functions that add reads to the classes of a noun. */
export function declareReads<Writes, Reads>(
  { controller, resolver }: HandlerClasses<Writes, Reads>,
  access: AccessLevel,
): DeclareReads<Writes, Reads> {
  const add: Add<Writes, Reads> = {
    route: (spec, route, read) =>
      addMethod(controller, {
        input: InputOfRoute(),
        ...read,
        name: spec.id,
        decorators: [route, Operation(spec), Access(access)],
      }),
    query: (name, read) =>
      addMethod(resolver, {
        input: Args(),
        parse: withFilter,
        ...read,
        name,
        decorators: [Query(name), Access(access)],
      }),
    finder: (prefix, type, read) =>
      addMethod(resolver, {
        ...read,
        input: Args('id'),
        name: `find${type}`,
        decorators: [FindsObject(prefix, type), Access(access)],
      }),
  };
  return {
    pages: addPages(add),
    whole: addWhole(add),
    one: addOne(add),
    read: addRead(add),
    route: (spec, route, handle) => add.route(spec, route, { handle }),
    query: (name, get) =>
      add.query(name, {
        handle: async ({ reads }, input: QueryInput<typeof name>, call) => get(reads, input, call),
      }),
  };
}

type ReadMethod<P, Input> = Pick<Method<P, Input>, 'handle' | 'parse'> &
  Partial<Pick<Method<P, Input>, 'input'>>;

/** Adds methods with the access of the declaration. */
interface Add<Writes, Reads> {
  readonly route: <Input>(
    spec: OperationSpec,
    route: MethodDecorator,
    read: ReadMethod<Parts<Writes, Reads>, Input>,
  ) => void;
  readonly query: <Input>(name: QueryName, read: ReadMethod<Parts<Writes, Reads>, Input>) => void;
  readonly finder: (
    prefix: IdPrefix,
    type: ObjectType,
    read: Pick<Method<Parts<Writes, Reads>, string>, 'handle'>,
  ) => void;
}

const addPages =
  <Writes, Reads>(add: Add<Writes, Reads>): DeclareReads<Writes, Reads>['pages'] =>
  ([spec, route, query], list) => {
    type Given = PageOf<PageInput<typeof spec, typeof query>>;
    add.route(spec, route, {
      parse: toRoutePage,
      handle: async ({ reads }, { filter, request }: Given, call) => {
        const page = await list.page(reads, filter, request, call);
        const context = call.fieldContext();
        const items = rowsOf(page, list.view).map(async (view) =>
          list.fields === undefined ? view : withFields(view, list.fields, context),
        );
        return { ...toPage(page, call.now), items: await Promise.all(items) };
      },
    });
    add.query(query, {
      parse: toConnectionPage,
      handle: async ({ reads }, { filter, request }: Given, call) =>
        toConnection(await list.page(reads, filter, request, call), list.view, {
          asOf: call.now,
          countAll: () => list.count(reads, filter, call),
        }),
    });
  };

const addWhole =
  <Writes, Reads>(add: Add<Writes, Reads>): DeclareReads<Writes, Reads>['whole'] =>
  ([spec, route, query], list, keyOf = idOf) => {
    type Input = ReadInput<typeof spec, typeof query>;
    add.route(spec, route, {
      handle: async ({ reads }, input: Input & WholeListQuery, call) =>
        pageByKey(await list(reads, input, call), input, keyOf),
    });
    add.query(query, {
      handle: async ({ reads }, input: Input, call) => list(reads, input, call),
    });
  };

const addOne =
  <Writes, Reads>(add: Add<Writes, Reads>): DeclareReads<Writes, Reads>['one'] =>
  ([spec, route, query], { finds, kind, hint = '' }, find, ...[fields]) => {
    if (spec !== undefined && route !== undefined) {
      add.route(spec, route, {
        input: IdOfRoute(),
        handle: async ({ reads }, id: string, call) => {
          const found = await find(reads, id, call);
          if (found === null) throw notFound(`${kind} ${id} not found.${hint}`);
          return fields === undefined ? found : withFields(found, fields, call.fieldContext());
        },
      });
    }
    const handle = async ({ reads }: Parts<Writes, Reads>, id: string, call: Call) =>
      find(reads, id, call);
    if (query !== undefined) add.query(query, { input: Args('id'), parse: asGiven, handle });
    if (finds !== undefined) add.finder(...finds, { handle });
  };

const addRead =
  <Writes, Reads>(add: Add<Writes, Reads>): DeclareReads<Writes, Reads>['read'] =>
  ([spec, route, query], get, ...[answer]) => {
    type Input = ReadInput<typeof spec, typeof query>;
    add.route(spec, route, {
      handle: async ({ reads }, input: Input, call) => {
        const value = await get(reads, input, call);
        return answer === undefined ? value : answer(value);
      },
    });
    add.query(query, {
      handle: async ({ reads }, input: Input, call) => get(reads, input, call),
    });
  };

interface PageOf<Filter> {
  readonly filter: Filter;
  readonly request: PageRequest;
}

interface RouteOrder {
  readonly orderBy?: string;
  readonly direction?: string;
}

const toRoutePage = ({
  limit,
  cursor,
  orderBy: field,
  direction,
  ...filter
}: PageQuery & RouteOrder): PageOf<object> => ({
  filter: field === undefined ? filter : { ...filter, orderBy: { field, direction } },
  request: toPageRequest({ limit, cursor }),
});

interface Filtered {
  readonly filter?: object | null | undefined;
}

const withFilter = ({ filter, ...args }: Filtered): object => ({ ...args, ...filter });

function toConnectionPage({
  first,
  after,
  last,
  before,
  ...args
}: ConnectionArgs & Filtered): PageOf<object> {
  const request = readConnectionArgs({ first, after, last, before });
  return { filter: withFilter(args), request };
}

const asGiven = (id: string): string => id;

function idOf(item: unknown): string {
  const id: unknown = Reflect.get(Object(item), 'id');
  invariant(typeof id === 'string', 'objects of a list without a key have IDs');
  return id;
}
