import type { SlackReply } from '@kerf/application';
import { isRecord } from '@kerf/core';
import type { HttpAnswer, HttpClient } from '../http/http-client.js';
import { type AttemptResult, resultOfAnswer } from '../send-outcome.js';
import { type ChannelSender, lacks } from './channel-sender.js';
import { titleOf } from './event-text.js';
import { toBlocks } from './slack-blocks.js';

/** Errors of `chat.postMessage` that may end by themselves. Source: api.slack.com/methods/chat.postMessage. */
const transientErrors: ReadonlySet<unknown> = new Set([
  'ratelimited',
  'rate_limited',
  'internal_error',
  'fatal_error',
  'service_unavailable',
  'request_timeout',
  'team_added_to_org',
]);

/** Creates the sender of Block Kit messages, by an incoming webhook or by a bot. */
export function createSlackSender(
  http: HttpClient,
  { publicUrl, apiUrl }: { readonly publicUrl: string | null; readonly apiUrl: string },
): ChannelSender {
  return async ({ address, secrets }, { events }) => {
    const isInteractive = secrets.slackSigningSecret !== undefined;
    const content = {
      // Shown in notifications of devices, where blocks are not.
      text: escapeFallback(titleOf(events)),
      blocks: toBlocks(events, { publicUrl, isInteractive }),
      unfurl_links: false,
    };
    if (secrets.botToken !== undefined) {
      if (address.slackChannel === null) return lacks('Slack channel');
      const answer = await http.post({
        url: `${apiUrl}/chat.postMessage`,
        body: JSON.stringify({ channel: address.slackChannel, ...content }),
        headers: {
          'content-type': 'application/json; charset=utf-8',
          authorization: `Bearer ${secrets.botToken}`,
        },
      });
      return resultOfApi(answer);
    }
    if (secrets.webhookUrl === undefined) return lacks('webhook URL');
    return resultOfWebhook(
      await http.post({ url: secrets.webhookUrl, body: JSON.stringify(content) }),
    );
  };
}

/** Answers a click, beside the message with the button or in its place. */
export async function replyInSlack(
  http: HttpClient,
  responseUrl: string,
  { text, isForAll, replaces }: SlackReply,
): Promise<AttemptResult> {
  const body = JSON.stringify({
    response_type: isForAll ? 'in_channel' : 'ephemeral',
    replace_original: replaces !== undefined,
    text: replaces === undefined ? text : `*${escapeFallback(replaces)}*\n${text}`,
  });
  return resultOfWebhook(await http.post({ url: responseUrl, body }));
}

/** Incoming webhooks answer 403, 404 and 410 when their URL, channel or workspace has ended. */
function resultOfWebhook(answer: HttpAnswer): AttemptResult {
  const result = resultOfAnswer(answer);
  return [403, 404].includes(answer.status) ? { ...result, outcome: 'Refused' } : result;
}

/** The API answers 200 with `ok: false` to what it refuses. */
function resultOfApi(answer: HttpAnswer): AttemptResult {
  const result = resultOfAnswer(answer);
  if (result.outcome !== 'Delivered') return result;
  const { ok, error } = parseObject(answer.body);
  if (ok === true) return { ...result, response: 'ok' };
  const outcome = transientErrors.has(error) || error === undefined ? 'Failed' : 'Refused';
  return { ...result, outcome, response: `Slack answered: ${JSON.stringify(error ?? 'no JSON')}` };
}

/** A long response is cut, so its fields may be readable although it is not valid JSON. */
function parseObject(text: string): { readonly ok?: unknown; readonly error?: unknown } {
  if (/^\s*\{\s*"ok"\s*:\s*true\b/.test(text)) return { ok: true };
  try {
    const parsed: unknown = JSON.parse(text);
    return isRecord(parsed) ? parsed : {};
  } catch {
    return {};
  }
}

const escapeFallback = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
