import { type AwsAnswer, type AwsRequest, queryError } from './http.ts';
import type { Moto } from './moto.ts';

/** Credentials that moto issued for a role. */
export interface Session {
  readonly secretAccessKey: string;
  readonly sessionToken: string;
  readonly roleArn: string;
  readonly name: string;
}

const conditionKey = 'sts:ExternalId';

/** STS AssumeRole: moto issues the credentials, and the bridge checks the trust policy. */
export class Sessions {
  readonly #moto: Moto;
  readonly #byKey = new Map<string, Session>();

  constructor(moto: Moto) {
    this.#moto = moto;
  }

  find(accessKeyId: string): Session | null {
    return this.#byKey.get(accessKeyId) ?? null;
  }

  async assumeRole(request: AwsRequest): Promise<AwsAnswer> {
    const roleArn = request.form.get('RoleArn') ?? '';
    if (!(await this.#isTrusted(roleArn, request.form.get('ExternalId')))) {
      const message = `User is not authorized to perform: sts:AssumeRole on resource: ${roleArn}`;
      return queryError(403, 'AccessDenied', message);
    }
    const answer = await this.#moto.forward(request);
    const accessKeyId = elementOf(answer.body, 'AccessKeyId');
    if (answer.status === 200 && accessKeyId !== '') {
      this.#byKey.set(accessKeyId, {
        secretAccessKey: elementOf(answer.body, 'SecretAccessKey'),
        sessionToken: elementOf(answer.body, 'SessionToken'),
        roleArn,
        name: request.form.get('RoleSessionName') ?? '',
      });
    }
    return answer;
  }

  async #isTrusted(roleArn: string, externalId: string | undefined): Promise<boolean> {
    const RoleName = roleArn.split('/').at(-1) ?? '';
    const answer = await this.#moto
      .query('iam', { Action: 'GetRole', Version: '2010-05-08', RoleName })
      .catch(ifMissing);
    const document = elementOf(answer, 'AssumeRolePolicyDocument');
    if (document === '') return false;
    // Only the condition matters here; the principal of the testbed is always the account.
    const text = decodeURIComponent(document);
    const [, required] = new RegExp(`"${conditionKey}"\\s*:\\s*"([^"]*)"`).exec(text) ?? [];
    return required === undefined || required === externalId;
  }
}

function elementOf(body: string, name: string): string {
  const [, text = ''] = new RegExp(`<${name}>([^<]*)</${name}>`).exec(body) ?? [];
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#34;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

/** Like STS, which does not tell a missing role from one that does not trust the caller. */
function ifMissing(error: unknown): string {
  if (error instanceof Error && error.message.includes('NoSuchEntity')) return '';
  throw error;
}
