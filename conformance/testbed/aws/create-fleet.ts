import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type AwsAnswer, type AwsRequest, ec2Error, xml } from './http.ts';
import type { Moto } from './moto.ts';
import { onDemandPrice, spotPrice } from './prices.ts';
import type { Ec2Faults } from './settings.ts';

/** An override of a fleet with the index of its launch template configuration. */
interface Override {
  readonly config: string;
  readonly fields: ReadonlyMap<string, string>;
}

interface Answered {
  readonly digest: string;
  readonly answer: Promise<AwsAnswer>;
}

/** Answer of a CreateFleet call, and how the bridge came to it, for the log. */
export interface FleetAnswer {
  readonly answer: AwsAnswer;
  readonly shim: string;
}

/**
 * CreateFleet as EC2 does it. moto takes the first override, never lacks capacity, ignores the
 * client token, and does not give the instance the security groups of its launch template. It also
 * fails when two of its threads give addresses of one subnet: it gets one launch at a time.
 */
export class Fleets {
  readonly #moto: Pick<Moto, 'forward'>;
  readonly #faults: () => Ec2Faults;
  readonly #answeredByToken = new Map<string, Answered>();
  readonly #groupsByTemplate = new Map<string, readonly string[]>();
  /** Ends with the last launch that was passed on to moto. */
  #lastLaunch: Promise<unknown> = Promise.resolve();

  constructor(moto: Pick<Moto, 'forward'>, faults: () => Ec2Faults) {
    this.#moto = moto;
    this.#faults = faults;
  }

  /** Records the security groups of a new launch template. */
  learnTemplate({ form }: AwsRequest): void {
    const groups = [...form].flatMap(([name, value]) =>
      /SecurityGroup(Id)?s?\.\d+$|\.Groups?\.\d+$/.test(name) ? [value] : [],
    );
    this.#groupsByTemplate.set(form.get('LaunchTemplateName') ?? '', groups);
  }

  async create(request: AwsRequest): Promise<FleetAnswer> {
    const token = request.form.get('ClientToken');
    if (token === undefined) return { answer: await this.#launch(request), shim: 'cheapest' };
    const digest = createHash('sha256')
      .update(JSON.stringify([...request.form].map(([name, value]) => `${name}=${value}`).sort()))
      .digest('hex');
    const earlier = this.#answeredByToken.get(token);
    if (earlier === undefined) {
      const answer = this.#launch(request);
      this.#answeredByToken.set(token, { digest, answer });
      // EC2 does not remember a failure of its own.
      if ((await answer).status >= 500) this.#answeredByToken.delete(token);
      return { answer: await answer, shim: 'cheapest' };
    }
    if (earlier.digest === digest) return { answer: await earlier.answer, shim: 'token-repeated' };
    const message = 'The client token was used with other parameters.';
    return { answer: ec2Error('IdempotentParameterMismatch', message), shim: 'token-mismatch' };
  }

  async #launch(request: AwsRequest): Promise<AwsAnswer> {
    const isSpot = request.form.get(capacityTypeField) === 'spot';
    const overrides = overridesOf(request).sort(
      (a, b) => priceOf(a, request.region, isSpot) - priceOf(b, request.region, isSpot),
    );
    const { refusals, createFleetDelayMs } = this.#faults();
    const refused = overrides.flatMap((override) => {
      const code = refusalOf(refusals, override);
      return code === null ? [] : [{ override, code }];
    });
    const chosen = overrides.find((override) => refusalOf(refusals, override) === null);
    await sleep(createFleetDelayMs);
    if (chosen === undefined) return refusal(refused, isSpot);
    const form = onlyOverride(request.form, chosen);
    const body = new URLSearchParams([...form]).toString();
    const answer = await this.#forwardAlone({ ...request, body });
    await this.#giveGroups(request, answer, form.get(templateField) ?? '');
    return answer;
  }

  #forwardAlone(request: AwsRequest): Promise<AwsAnswer> {
    const answer = this.#lastLaunch.then(() => this.#moto.forward(request));
    this.#lastLaunch = answer.catch(() => undefined);
    return answer;
  }

  async #giveGroups(request: AwsRequest, answer: AwsAnswer, template: string): Promise<void> {
    const groups = this.#groupsByTemplate.get(template) ?? [];
    if (groups.length === 0) return;
    for (const InstanceId of new Set(answer.body.match(/i-[0-9a-f]{17}/g))) {
      const ids = Object.fromEntries(groups.map((id, index) => [`GroupId.${index + 1}`, id]));
      const form = { Action: 'ModifyInstanceAttribute', Version: '2016-11-15', InstanceId, ...ids };
      const body = new URLSearchParams(form).toString();
      await this.#moto.forward({ ...request, body });
    }
  }
}

const capacityTypeField = 'TargetCapacitySpecification.DefaultTargetCapacityType';
const templateField = 'LaunchTemplateConfigs.1.LaunchTemplateSpecification.LaunchTemplateName';

function overridesOf({ form }: AwsRequest): Override[] {
  const byKey = new Map<string, { config: string; fields: Map<string, string> }>();
  for (const [name, value] of form) {
    const [, config = '', index = '', field = ''] =
      /^LaunchTemplateConfigs\.(\d+)\.Overrides\.(\d+)\.(.+)$/.exec(name) ?? [];
    if (field === '') continue;
    const key = `${config}.${index}`;
    const override = byKey.get(key) ?? { config, fields: new Map<string, string>() };
    override.fields.set(field, value);
    byKey.set(key, override);
  }
  return [...byKey.values()];
}

function priceOf({ fields }: Override, region: string, isSpot: boolean): number {
  const type = fields.get('InstanceType') ?? '';
  return (isSpot ? spotPrice(region, type) : onDemandPrice(region, type)) ?? Number.MAX_VALUE;
}

function refusalOf(refusals: Ec2Faults['refusals'], { fields }: Override): string | null {
  const type = fields.get('InstanceType');
  const zone = fields.get('AvailabilityZone');
  const keys = [`${type}/${zone}`, `${type}/*`, `*/${zone}`, '*/*'];
  return keys.map((key) => refusals[key]).find((code) => code !== undefined) ?? null;
}

/** Returns the request with the chosen override and its template only. */
function onlyOverride(form: AwsRequest['form'], chosen: Override): Map<string, string> {
  const kept = new Map([...form].filter(([name]) => !name.startsWith('LaunchTemplateConfigs.')));
  const prefix = `LaunchTemplateConfigs.${chosen.config}.LaunchTemplateSpecification.`;
  for (const [name, value] of form) {
    if (!name.startsWith(prefix)) continue;
    kept.set(
      `LaunchTemplateConfigs.1.LaunchTemplateSpecification.${name.slice(prefix.length)}`,
      value,
    );
  }
  for (const [field, value] of chosen.fields) {
    kept.set(`LaunchTemplateConfigs.1.Overrides.1.${field}`, value);
  }
  return kept;
}

function refusal(
  refused: readonly { readonly override: Override; readonly code: string }[],
  isSpot: boolean,
): AwsAnswer {
  const items = refused.map(({ override, code }) => {
    const elements = ['InstanceType', 'SubnetId', 'AvailabilityZone'].map((field) => {
      const name = field.charAt(0).toLowerCase() + field.slice(1);
      return `<${name}>${override.fields.get(field) ?? ''}</${name}>`;
    });
    return `<item><errorCode>${code}</errorCode><errorMessage>No capacity.</errorMessage><lifecycle>${isSpot ? 'spot' : 'on-demand'}</lifecycle><launchTemplateAndOverrides><overrides>${elements.join('')}</overrides></launchTemplateAndOverrides></item>`;
  });
  return xml(
    `<CreateFleetResponse xmlns="http://ec2.amazonaws.com/doc/2016-11-15/"><fleetId>fleet-00000000-0000-0000-0000-000000000000</fleetId><errorSet>${items.join('')}</errorSet></CreateFleetResponse>`,
  );
}
