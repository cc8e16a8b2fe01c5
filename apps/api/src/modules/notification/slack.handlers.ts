import {
  type ChatPerson,
  linkChatPerson,
  principalOfUser,
  type SlackReply,
  userOfChatPerson,
} from '@kerf/application';
import { isAppError } from '@kerf/core';
import { Controller, HttpCode, Inject, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import { z } from 'zod';
import { Access, requireAccess } from '../../auth/access.js';
import { badInput, unauthenticated } from '../../contract/public-error.js';
import { type ApiEnv, publicUrlOf } from '../../env.js';
import { type ApiPorts, ENV, PORTS } from '../../parts.js';
import { type Caller, currentRequest } from '../../request/current-request.js';
import { DecisionWrites } from '../decision/decision.writes.js';
import { isSignedBySlack } from './slack-signature.js';

/** A click on a button. Source: docs.slack.dev/reference/interaction-payloads/block_actions-payload. */
const click = z.object({
  type: z.literal('block_actions'),
  user: z.object({ id: z.string().min(1).max(100) }),
  team: z.object({ id: z.string().min(1).max(100) }),
  /** Its text is the title of the notification, escaped. */
  message: z.object({ text: z.string().max(10_000) }).optional(),
  response_url: z.url({ protocol: /^https?$/ }).max(2_000),
  actions: z.array(z.object({ action_id: z.string(), value: z.string().optional() })).min(1),
});
type Click = z.infer<typeof click>;

const command = z.object({
  team_id: z.string().min(1).max(100),
  user_id: z.string().min(1).max(100),
  text: z.string().max(500),
});

const decisionValue = /^(dec_[0-9a-z]{1,64}) (\d{1,9})$/;

interface Review extends Pick<Click, 'message'> {
  readonly id: string;
  readonly version: number;
  readonly isApproval: boolean;
}

/** A form, and which app has signed it. */
interface SignedForm {
  readonly form: URLSearchParams;
  /** Digest of its signing secret. */
  readonly app: string;
}

/** A message that Slack shows to the person only. */
interface Ephemeral {
  readonly response_type: 'ephemeral';
  readonly text: string;
}

/**
 * Receives clicks and commands of Slack. They are authenticated by the app's signature; the person is
 * the Kerf user who linked them in this app, and has the rights of that user.
 */
@Controller('slack')
@Access('public')
export class SlackController {
  constructor(
    @Inject(ENV) private readonly env: ApiEnv,
    @Inject(PORTS)
    private readonly ports: Pick<ApiPorts, 'store' | 'clock' | 'ids' | 'secretBox' | 'secrets'>,
    @Inject(DecisionWrites) private readonly decisions: DecisionWrites,
  ) {}

  /** Slack waits three seconds for the status; the answer follows by the response URL. */
  @Post('interactions')
  @HttpCode(200)
  async interact(@Req() request: Request): Promise<void> {
    const { form, app } = await this.#readForm(request);
    const parsed = click.safeParse(parseJson(form.get('payload') ?? ''));
    if (!parsed.success) throw badInput('The payload is not a click on a button.');
    const [action] = parsed.data.actions;
    if (action === undefined || !['approve', 'reject'].includes(action.action_id)) return;
    const reply = await this.#decide({ ...parsed.data, app }, action);
    await this.ports.store.outbox.add([
      {
        message: {
          type: 'notification.reply-to-slack',
          sealedUrl: this.ports.secretBox.seal(parsed.data.response_url),
          ...reply,
        },
        deliverAt: this.ports.clock.now(),
      },
    ]);
  }

  /** `/kerf link CODE` */
  @Post('commands')
  @HttpCode(200)
  async command(@Req() request: Request): Promise<Ephemeral> {
    const { form, app } = await this.#readForm(request);
    const parsed = command.safeParse(Object.fromEntries(form));
    if (!parsed.success) throw badInput('The form is not a command of Slack.');
    const { team_id: workspaceId, user_id: personId, text } = parsed.data;
    const [, code] = /^\s*link\s+(\S+)\s*$/.exec(text) ?? [];
    if (code === undefined) return ephemeral(`Usage: \`/kerf link CODE\`. ${this.#howToLink()}`);
    const person: ChatPerson = { provider: 'Slack', workspaceId, personId, app };
    const requestId = currentRequest()?.id ?? null;
    const name = await linkChatPerson(this.ports, person, { code, requestId });
    return ephemeral(
      name === null
        ? `The code is wrong or has expired. ${this.#howToLink()}`
        : `You are linked to the Kerf user ${escapeSlack(name)}.`,
    );
  }

  /** Returns the answer in Slack. Without a link nothing is decided. */
  async #decide(
    { user, team, message, app }: Click & Pick<SignedForm, 'app'>,
    action: Click['actions'][number],
  ): Promise<SlackReply> {
    const [, id, version] = decisionValue.exec(action.value ?? '') ?? [];
    if (id === undefined) return toPerson('The button belongs to no decision.');
    const person: ChatPerson = {
      provider: 'Slack',
      workspaceId: team.id,
      personId: user.id,
      app,
    };
    const linked = await userOfChatPerson(this.ports, person);
    const principal = linked === null ? null : await principalOfUser(this.ports.store, linked);
    if (principal === null) {
      return toPerson(`Nothing was decided: Kerf does not know you yet. ${this.#howToLink()}`);
    }
    const caller = { principal, requestId: currentRequest()?.id ?? '' };
    try {
      requireAccess('decision.approve', caller);
      const isApproval = action.action_id === 'approve';
      return await this.#review(caller, { id, version: Number(version), isApproval, message });
    } catch (error) {
      if (!isAppError(error)) throw error;
      return toPerson(error.message);
    }
  }

  async #review(caller: Caller, { id, version, isApproval, message }: Review): Promise<SlackReply> {
    const input = { id, expectedVersion: version, comment: 'In Slack' };
    const outcome = isApproval
      ? await this.decisions.approve(caller, input)
      : await this.decisions.reject(caller, input);
    // A decision that needs more approvals keeps its buttons for the next person.
    const isWaiting = (await this.ports.store.decisions.find(id))?.state === 'AwaitingApproval';
    if (!outcome.ok) {
      const reason = outcome.error.map((one) => one.message).join(' ');
      // A person who may not see the decision must not change the message either.
      const isHidden = outcome.error.some(({ code }) => code === 'NOT_FOUND');
      return isWaiting || isHidden ? toPerson(reason) : inPlace(escapeSlack(reason), message);
    }
    const link = `<${publicUrlOf(this.env)}/decisions/${id}|decision>`;
    const what = isApproval ? 'approved' : 'rejected';
    const text = `${escapeSlack(caller.principal.name)} ${what} the ${link}.`;
    return isWaiting ? { text, isForAll: true } : inPlace(text, message);
  }

  /** @throws AUTH.UNAUTHENTICATED unless an app of a Slack channel has signed the request */
  async #readForm(request: Request): Promise<SignedForm> {
    const body: unknown = request.body;
    if (!Buffer.isBuffer(body)) throw badInput('The body must be a form.');
    const signed = {
      body,
      timestamp: request.get('x-slack-request-timestamp') ?? '',
      signature: request.get('x-slack-signature') ?? '',
    };
    const now = this.ports.clock.now();
    const secrets = await this.#signingSecrets();
    const secret = secrets.find((one) => isSignedBySlack(signed, one, now));
    if (secret === undefined) throw unauthenticated('The signature of Slack is wrong or too old.');
    const app = this.ports.secrets.digest(secret);
    return { form: new URLSearchParams(body.toString('utf8')), app };
  }

  /** Returns the secrets of all Slack channels: an app has one URL, whatever its channels are. */
  async #signingSecrets(): Promise<readonly string[]> {
    const channels = await this.ports.store.notificationChannels.list();
    const sealed = channels.flatMap(({ kind, state, sealedSecrets: { slackSigningSecret } }) =>
      kind === 'Slack' && state === 'Active' && slackSigningSecret !== undefined
        ? [slackSigningSecret]
        : [],
    );
    return sealed.map((secret) => this.ports.secretBox.open(secret));
  }

  #howToLink(): string {
    return `Sign in at ${publicUrlOf(this.env)}/settings/notifications, create a code there, and send \`/kerf link CODE\` here.`;
  }
}

const toPerson = (text: string): SlackReply => ({ text: escapeSlack(text), isForAll: false });

/** Replaces the message, so that its buttons are gone. */
const inPlace = (text: string, message: Click['message']): SlackReply => ({
  text,
  isForAll: true,
  replaces: unescapeSlack((message?.text ?? 'Decision').slice(0, maxTitle)),
});

const maxTitle = 300;

const ephemeral = (text: string): Ephemeral => ({ response_type: 'ephemeral', text });

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const escapeSlack = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const unescapeSlack = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
