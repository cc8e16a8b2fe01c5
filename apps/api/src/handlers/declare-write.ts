import { Args, Mutation } from '@nestjs/graphql';
import { Access, type AccessLevel } from '../auth/access.js';
import { type Outcome, toUserErrors, valueOf } from '../contract/outcome.js';
import type { Caller } from '../request/current-request.js';
import { InputOfRoute } from '../rest/from-request.js';
import { Operation, type OperationSpec } from '../rest/operation.js';
import { addMethod, type Call, type HandlerClasses, type Parts } from './handler-class.js';
import type {
  Answer,
  MutationInput,
  MutationName,
  MutationPayload,
  RouteInput,
} from './operation-types.js';

/** Contract of a write: its ID is the operation ID of REST and the name of the mutation. */
export type WriteSpec = OperationSpec & { readonly id: MutationName };

/** Forms of the result of a write. */
export interface Forms<P, Value, View, Payload, Input = unknown> {
  /** Returns the response of REST; not called if the operation has none. */
  answer(parts: P, value: Value, caller: Caller, call: Call): View | Promise<View>;
  /** Returns the payload of GraphQL without its `userErrors`, also of a refused write. */
  payload(
    parts: P,
    outcome: Outcome<Value>,
    call: { readonly caller: Caller; readonly input: Input },
  ): Payload | Promise<Payload>;
  /** Returns the path of a refused field in the body of REST, if it has another one there. */
  pathOf?(field: string, input: object): string;
}

type InputOf<Spec extends WriteSpec> = RouteInput<Spec> | MutationInput<Spec['id']>;

/** Executes a write with the input of either API. */
type Run<Writes, Spec extends WriteSpec> = (
  writes: Writes,
  caller: Caller,
  input: InputOf<Spec>,
) => Promise<Outcome<unknown>>;

/** Name of a method that takes the input of both APIs as it is. */
type MethodFor<Writes, Spec extends WriteSpec> = {
  [Name in keyof Writes]: Writes[Name] extends (
    caller: Caller,
    input: InputOf<Spec>,
  ) => Promise<Outcome<unknown>>
    ? Name
    : never;
}[keyof Writes];

/** Result of a write that is not refused. */
type ValueOf<Writes, Method> = (Method extends keyof Writes ? Writes[Method] : Method) extends (
  ...call: never
) => Promise<Outcome<infer Value>>
  ? Value
  : never;

/** Declares one write; its route is below the path of the noun, e.g. `Post(':id/approve')`. */
export type DeclareWrite<Writes, Reads> = <
  const Spec extends WriteSpec,
  const Method extends MethodFor<Writes, Spec> | Run<Writes, Spec>,
>(
  spec: Spec,
  route: MethodDecorator,
  method: Method,
  forms: Forms<
    Parts<Writes, Reads>,
    NoInfer<ValueOf<Writes, Method>>,
    Answer<Spec>,
    MutationPayload<Spec['id']>,
    MutationInput<Spec['id']>
  >,
) => void;

/** Returns the function that adds a write to the classes of a noun. */
export function declareWrite<Writes, Reads>(
  { controller, resolver }: HandlerClasses<Writes, Reads>,
  access: AccessLevel,
): DeclareWrite<Writes, Reads> {
  return (spec, route, method, given) => {
    // The compiler has compared the method with the input, and the forms with what it returns.
    const forms: Forms<Parts<Writes, Reads>, unknown, unknown, object> = given;
    const run: Run<Writes, typeof spec> = async (writes, caller, input) =>
      typeof method === 'function'
        ? method(writes, caller, input)
        : Reflect.apply(Reflect.get(Object(writes), method), writes, [caller, input]);
    addMethod(controller, {
      name: spec.id,
      decorators: [route, Operation(spec), Access(access)],
      input: InputOfRoute(),
      handle: async (parts, input: RouteInput<typeof spec>, call) => {
        const { caller } = call;
        const pathOf = (field: string) => forms.pathOf?.(field, Object(input)) ?? field;
        const value = valueOf(await run(parts.writes, caller, input), pathOf);
        return spec.answer === undefined ? undefined : forms.answer(parts, value, caller, call);
      },
    });
    addMethod(resolver, {
      name: spec.id,
      decorators: [Mutation(spec.id), Access(access)],
      input: Args('input'),
      handle: async (parts, input: MutationInput<(typeof spec)['id']>, { caller }) => {
        const outcome = await run(parts.writes, caller, input);
        const payload = await forms.payload(parts, outcome, { caller, input });
        return { ...payload, userErrors: toUserErrors(outcome) };
      },
    });
  };
}

/** Forms of a write whose result has the same view in both APIs. */
export const shownAs = <P, Value, View, Payload>(
  view: (parts: P, value: Value, caller: Caller) => View | Promise<View>,
  payloadOf: (view: View | null) => Payload,
): Forms<P, Value, View, Payload> => ({
  answer: view,
  payload: async (parts, outcome, { caller }) =>
    payloadOf(outcome.ok ? await view(parts, outcome.value, caller) : null),
});

/** Forms of a write whose result is a view already. */
export const asIs = <View, Payload>(
  payloadOf: (view: View | null) => Payload,
): Forms<unknown, View, View, Payload> => shownAs((_, view) => view, payloadOf);
