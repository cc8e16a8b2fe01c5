import type { TypedDocumentString } from '../../src/gql/graphql.js';
import { operationName } from '../recording/operation-name.js';

/** The GraphQL API of a running Kerf. */
export class KerfClient {
  readonly #url: string;
  readonly #headers: Readonly<Record<string, string>>;

  private constructor(url: string, headers: Readonly<Record<string, string>>) {
    this.#url = url;
    this.#headers = headers;
  }

  static withToken(url: string, token: string): KerfClient {
    return new KerfClient(url, { authorization: `Bearer ${token}` });
  }

  /** Signs in by a one-time link. Throws if the link is used or expired. */
  static async signIn(url: string, link: string): Promise<KerfClient> {
    const response = await fetch(link, { redirect: 'manual' });
    const cookie = response.headers
      .getSetCookie()
      .map((line) => line.split(';', 1)[0])
      .join('; ');
    if (response.status !== 303 || cookie === '') {
      throw new Error('The sign-in link is used or expired. Start the stack again.');
    }
    return new KerfClient(url, { cookie, origin: url, 'x-kerf-csrf': '1' });
  }

  async request<TData, TVariables>(
    document: TypedDocumentString<TData, TVariables>,
    variables: TVariables,
  ): Promise<TData> {
    const response = await fetch(`${this.#url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...this.#headers },
      body: JSON.stringify({ query: document.toString(), variables }),
    });
    const { data, errors }: { data?: TData | null; errors?: unknown } = await response.json();
    if (data === undefined || data === null || errors !== undefined) {
      throw new Error(`${operationName(document.toString())}: ${JSON.stringify(errors)}`);
    }
    return data;
  }
}
