import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { ChannelAddress, NotificationEvent, NotificationMessage } from '@kerf/application';
import type { DurationMs } from '@kerf/core';
import type { AddressPolicy } from '@kerf/system';
import { createTransport } from 'nodemailer';
import { createTargetGuard } from '../http/target-refusal.js';
import { type AttemptResult, resultOfError } from '../send-outcome.js';
import { type ChannelSender, lacks } from './channel-sender.js';
import { factsOf, linkOf, titleOf } from './event-text.js';
import { openLimited } from './limited-connection.js';

interface EmailOptions {
  readonly policy: AddressPolicy;
  readonly publicUrl: string | null;
  /** Time of each step: connecting, greeting, silence of the server; a whole delivery has four. */
  readonly stepMs: DurationMs;
  /** Certificates to trust in addition, in PEM. */
  readonly ca?: string | undefined;
}

/** A server that is never silent for long, and never done, would take a delivery for ever. */
const mostSteps = 4;

/** Creates the sender of e-mails by SMTP. */
export function createEmailSender(options: EmailOptions): ChannelSender {
  return async ({ address, secrets }, message) => {
    const { smtpHost: host, smtpPort: port, emailFrom: from, emailTo } = address;
    if (host === null || port === null || from === null) return lacks('SMTP server');
    const connectTo = await resolve(options.policy, host);
    const connection = await openLimited(connectTo, port, {
      connectMs: options.stepMs,
      totalMs: mostSteps * options.stepMs,
    });
    const transport = createTransport({
      host: connectTo,
      port,
      getSocket: (_options, callback) => callback(null, { connection: connection.socket }),
      ...encryption(address),
      tls: {
        // The address was checked; the certificate is still that of the name.
        servername: isIP(host) === 0 ? host : '',
        ...(options.ca === undefined ? {} : { ca: options.ca }),
      },
      ...(address.smtpUser === null
        ? {}
        : { auth: { user: address.smtpUser, pass: secrets.smtpPassword ?? '' } }),
      greetingTimeout: options.stepMs,
      socketTimeout: options.stepMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    try {
      const sent = await transport.sendMail({
        from,
        to: [...emailTo],
        messageId: `<${message.deliveryId}@${domainOf(from)}>`,
        subject: titleOf(message.events),
        text: textOf(message, options.publicUrl),
        html: htmlOf(message, options.publicUrl),
        // The second header is for Exchange, which ignores the first one.
        headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
      });
      return delivered(sent.response);
    } catch (error) {
      return resultOfSmtpError(error);
    } finally {
      transport.close();
      connection.close();
    }
  };
}

/** Returns the address to connect to. @throws TargetRefused */
async function resolve(policy: AddressPolicy, host: string): Promise<string> {
  const found = await lookup(host, { all: true });
  const addresses = found.map(({ address }) => address);
  const refusal = createTargetGuard(policy).refusalOf(host, addresses);
  if (refusal !== null) throw refusal;
  return addresses[0] ?? host;
}

function encryption({ smtpSecurity }: ChannelAddress) {
  switch (smtpSecurity) {
    case 'Tls':
      return { secure: true };
    case 'None':
      return { secure: false, ignoreTLS: true };
    default:
      return { secure: false, requireTLS: true };
  }
}

const delivered = (response: string): AttemptResult => ({
  outcome: 'Delivered',
  status: Number(response.slice(0, 3)) || null,
  response,
  retryAfterMs: null,
  isGone: false,
});

/** Errors of SMTP after which a retry cannot help. Greylisting answers 4xx, which is retried. */
function resultOfSmtpError(error: unknown): AttemptResult {
  const result = resultOfError(error);
  if (!(error instanceof Error)) return result;
  const code = 'code' in error ? error.code : null;
  const status =
    'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : null;
  const isFinal =
    (status !== null && status >= 500) || ['ETLS', 'EENVELOPE', 'EAUTH'].includes(String(code));
  const isGreylisted = status !== null && status >= 400 && status < 500;
  return { ...result, status, outcome: isFinal && !isGreylisted ? 'Refused' : 'Failed' };
}

/** Filters of spam distrust a Message-ID whose domain is not that of the sender. */
const domainOf = (mailbox: string): string => mailbox.slice(mailbox.lastIndexOf('@') + 1);

function textOf({ events }: NotificationMessage, publicUrl: string | null): string {
  return events.map((event) => paragraphOf(event, publicUrl)).join('\n\n');
}

function paragraphOf(event: NotificationEvent, publicUrl: string | null): string {
  const { title, text } = event.body;
  const link = linkOf(event, publicUrl);
  return [title, text, factsOf(event), link].filter((line) => line !== null).join('\n');
}

/** The same as the text, for programs that prefer HTML; it loads nothing. */
function htmlOf({ events }: NotificationMessage, publicUrl: string | null): string {
  const parts = events.map((event) => {
    const { title, text } = event.body;
    const link = linkOf(event, publicUrl);
    const heading = `<b>${escapeHtml(title)}</b>`;
    return [
      link === null ? heading : `<a href="${escapeHtml(link)}">${heading}</a>`,
      ...(text === null ? [] : [escapeHtml(text).replaceAll('\n', '<br>')]),
      `<small>${escapeHtml(factsOf(event))}</small>`,
    ].join('<br>');
  });
  return `<!DOCTYPE html><html lang="en"><body>${parts.map((part) => `<p>${part}</p>`).join('\n')}</body></html>`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => entities[character] ?? character);
