import type { NotificationEvent } from '@kerf/application';
import { factsOf, linkOf, shownEvents, titleOf } from './event-text.js';

interface BlockOptions {
  readonly publicUrl: string | null;
  /** Whether Slack can send clicks to Kerf. */
  readonly isInteractive: boolean;
}

/** Limits of Block Kit, in characters. Source: docs.slack.dev/reference/block-kit/blocks. */
const maxHeader = 150;
const maxSection = 3_000;
/** Escaping makes a character five at most. */
const maxEscaped = maxSection / 5;

/** Returns the blocks of a message. Buttons are only for a single event, whose decision is clear. */
export function toBlocks(
  events: readonly NotificationEvent[],
  options: BlockOptions,
): readonly object[] {
  const [first] = events;
  const header = {
    type: 'header',
    text: { type: 'plain_text', text: titleOf(events).slice(0, maxHeader), emoji: false },
  };
  if (events.length === 1 && first !== undefined) {
    return [header, ...detailsOf(first), ...actionsOf(first, options)];
  }
  const hidden = events.length - shownEvents;
  return [
    header,
    ...events.slice(0, shownEvents).map((event) => section(lineOf(event, options))),
    ...(hidden > 0 ? [section(`and ${hidden} more`)] : []),
  ];
}

function detailsOf(event: NotificationEvent): readonly object[] {
  const { text } = event.body;
  const facts = {
    type: 'context',
    elements: [{ type: 'mrkdwn', text: escapeSlack(factsOf(event)) }],
  };
  if (text === null) return [facts];
  // Cut before it is escaped, so that no entity is cut; a short text is never cut.
  const escaped = escapeSlack(text);
  return [
    section(escaped.length <= maxSection ? escaped : escapeSlack(text.slice(0, maxEscaped))),
    facts,
  ];
}

function lineOf(event: NotificationEvent, { publicUrl }: BlockOptions): string {
  const link = linkOf(event, publicUrl);
  const title = escapeSlack(event.body.title);
  return `${link === null ? `*${title}*` : `<${link}|${title}>`}\n${escapeSlack(factsOf(event))}`;
}

const section = (text: string) => ({
  type: 'section',
  text: { type: 'mrkdwn', text: text.slice(0, maxSection) },
});

function actionsOf(
  event: NotificationEvent,
  { publicUrl, isInteractive }: BlockOptions,
): readonly object[] {
  const link = linkOf(event, publicUrl);
  const { approval } = event.body;
  const decide = approval !== null && isInteractive ? approval : null;
  const buttons = [
    ...(decide === null
      ? []
      : [
          decisionButton('approve', `${decide.decisionId} ${decide.version}`),
          decisionButton('reject', `${decide.decisionId} ${decide.version}`),
        ]),
    ...(link === null
      ? []
      : [{ type: 'button', action_id: 'open', url: link, text: plain('Open in Kerf') }]),
  ];
  return buttons.length === 0 ? [] : [{ type: 'actions', elements: buttons }];
}

/** @param value the decision and the version that the message shows */
function decisionButton(action: 'approve' | 'reject', value: string) {
  const label = action === 'approve' ? 'Approve' : 'Reject';
  return {
    type: 'button',
    action_id: action,
    value,
    style: action === 'approve' ? 'primary' : 'danger',
    text: plain(label),
    confirm: {
      title: plain(`${label} this decision?`),
      text: plain('Kerf records your name.'),
      confirm: plain(label),
      deny: plain('Cancel'),
    },
  };
}

const plain = (text: string) => ({ type: 'plain_text', text, emoji: false });

/** Escapes what Slack interprets, so that a name cannot mention a group or show a false link. */
const escapeSlack = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
