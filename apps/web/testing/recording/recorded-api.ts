import type { TypedDocumentString } from '../../src/gql/graphql.js';
import type { SignInOptions } from '../../src/lib/api/session.js';
import { checkAnswer } from './check-answer.js';
import { operationName } from './operation-name.js';
import { findAnswer, recordedAnswer } from './recorded-answers.js';
import { signInRefusal } from './recording.js';
import type { RecordedAnswer } from './recording-files.js';

/** The body of a request, as the client of the dashboard sends it. */
interface GraphqlRequest {
  readonly query: string;
  readonly variables: RecordedAnswer['variables'];
}

/** @param body of the request, as JSON */
type Handler = (body: string) => Promise<Response>;

/** Requests that could not be answered. */
const unanswered: Error[] = [];

/** Throws if a request since the last call could not be answered: the dashboard shows that as an outage only. */
export function expectAllAnswered(): void {
  const [first] = unanswered.splice(0);
  if (first !== undefined) throw first;
}

/** The API as the dashboard sees it: it answers from the recording, unless a spec says otherwise. */
export class RecordedApi {
  /** How users can sign in. */
  signInOptions: SignInOptions = { providerName: null, password: 'shown' };
  readonly #handlers = new Map<string, Handler>();
  /** Bodies of the requests, as JSON, by the name of the operation. */
  readonly #sent = new Map<string, string[]>();
  /** Bodies of resources of REST, by their paths. */
  readonly #resources = new Map<string, unknown>();
  #isSignedOut = false;

  /**
   * Changes the answers to an operation from now on.
   * @param reply returns the answer from the recorded one; it must match the schema of the API
   */
  answer<TData, TVariables>(
    document: TypedDocumentString<TData, TVariables>,
    reply: (recorded: TData, variables: TVariables) => TData,
  ): void {
    const query = document.toString();
    this.#handlers.set(operationName(query), async (body) => {
      const { variables }: { readonly variables: TVariables } = JSON.parse(body);
      const data = reply(recordedAnswer(document, variables), variables);
      await checkAnswer({ document: query, variables: readRequest(body).variables, data });
      return json({ data });
    });
  }

  /** Answers a request of REST with a body from now on; nothing of REST is recorded. */
  answerRest(path: string, body: unknown): void {
    this.#resources.set(path, body);
  }

  /** Answers an operation with an error from now on. */
  fail(document: TypedDocumentString<unknown, never>, message: string): void {
    this.#handlers.set(operationName(document.toString()), async () =>
      json({ errors: [{ message }] }),
    );
  }

  /** Answers everything as to a user who is not signed in. */
  endSession(): void {
    this.#isSignedOut = true;
  }

  /** Returns the variables of the requests of an operation, oldest first. */
  sent<TVariables>(document: TypedDocumentString<unknown, TVariables>): readonly TVariables[] {
    const bodies = this.#sent.get(operationName(document.toString())) ?? [];
    return bodies.map((body) => {
      const { variables }: { readonly variables: TVariables } = JSON.parse(body);
      return variables;
    });
  }

  /** Answers a request of the dashboard. */
  async fetch(url: string, body: string): Promise<Response> {
    try {
      return await this.#answerTo(url, body);
    } catch (error) {
      unanswered.push(error instanceof Error ? error : new Error(String(error)));
      throw error;
    }
  }

  async #answerTo(url: string, body: string): Promise<Response> {
    if (url === '/auth/options') return json(this.signInOptions);
    if (url === '/auth/sign-in') return signIn(body);
    if (this.#isSignedOut) return json({ title: 'Signed out' }, 401);
    if (url !== '/graphql') return this.#resourceAt(url);
    const { query, variables } = readRequest(body);
    const operation = operationName(query);
    this.#sent.set(operation, [...(this.#sent.get(operation) ?? []), body]);
    const handler = this.#handlers.get(operation);
    if (handler !== undefined) return handler(body);
    return json({ data: JSON.parse(findAnswer(query, variables)) });
  }

  #resourceAt(url: string): Response {
    if (this.#resources.has(url)) return json(this.#resources.get(url));
    throw new Error(`no answer to ${url}: add one with answerRest`);
  }
}

const readRequest = (body: string): GraphqlRequest => JSON.parse(body);

const json = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', 'x-request-id': 'req_test' },
  });

function signIn(body: string): Response {
  const { password }: { readonly password: string } = JSON.parse(body);
  if (password === 'correct horse battery') return new Response(null, { status: 204 });
  return json(signInRefusal.body, signInRefusal.status);
}
