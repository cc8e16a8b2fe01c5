import type { NotificationEvent } from '@kerf/application';
import type { HttpClient } from '../http/http-client.js';
import { resultOfAnswer } from '../send-outcome.js';
import { type ChannelSender, lacks } from './channel-sender.js';
import { factsOf, linkOf, shownEvents, titleOf } from './event-text.js';

/** Creates the sender of Adaptive Cards to a Workflows webhook of Microsoft Teams. */
export function createTeamsSender(http: HttpClient, publicUrl: string | null): ChannelSender {
  return async ({ secrets }, { events }) => {
    if (secrets.webhookUrl === undefined) return lacks('webhook URL');
    const body = JSON.stringify({
      type: 'message',
      attachments: [
        {
          contentType: 'application/vnd.microsoft.card.adaptive',
          contentUrl: null,
          content: cardOf(events, publicUrl),
        },
      ],
    });
    return resultOfAnswer(await http.post({ url: secrets.webhookUrl, body }));
  };
}

function cardOf(events: readonly NotificationEvent[], publicUrl: string | null) {
  const [first] = events;
  const isSingle = events.length === 1 && first !== undefined;
  const hidden = events.length - shownEvents;
  const link = isSingle ? linkOf(first, publicUrl) : publicUrl;
  return {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [
      textBlock(titleOf(events), { weight: 'Bolder', size: 'Medium' }),
      ...events
        .slice(0, shownEvents)
        .flatMap((event) => [
          ...(isSingle ? [] : [textBlock(event.body.title, { weight: 'Bolder' })]),
          ...(event.body.text === null || !isSingle ? [] : [textBlock(event.body.text, {})]),
          textBlock(factsOf(event), { isSubtle: true, size: 'Small' }),
        ]),
      ...(hidden > 0 ? [textBlock(`and ${hidden} more`, {})] : []),
    ],
    actions: link === null ? [] : [{ type: 'Action.OpenUrl', title: 'Open in Kerf', url: link }],
  };
}

const textBlock = (text: string, style: Readonly<Record<string, unknown>>) => ({
  type: 'TextBlock',
  wrap: true,
  ...style,
  text: escapeMarkdown(text),
});

/** Teams interprets Markdown; a name must not become a link or a heading. */
const escapeMarkdown = (text: string): string =>
  text.replace(/[\\`*_{}[\]()#+!|<>~]/g, '\\$&').replaceAll('\n', '\n\n');
