/** Severities of notification events, the least severe first. */
export const notificationSeverities = ['Info', 'Warning', 'Critical'] as const;
/** One of {@link notificationSeverities}. */
export type NotificationSeverity = (typeof notificationSeverities)[number];

/** Returns true if a severity is at least as severe as another one. */
export const isAtLeast = (severity: NotificationSeverity, least: NotificationSeverity): boolean =>
  notificationSeverities.indexOf(severity) >= notificationSeverities.indexOf(least);

/** The severity of a kind of event, unless its cause has its own, and what has happened. */
interface KindFacts {
  readonly severity: NotificationSeverity;
  readonly meaning: string;
}

const kinds = {
  'decision.approval-requested': { severity: 'Warning', meaning: 'A decision awaits approval.' },
  'decision.approval-reminded': {
    severity: 'Warning',
    meaning: 'A decision still awaits approval, or its approval was escalated.',
  },
  'decision.reviewed': { severity: 'Info', meaning: 'A person reviewed a decision.' },
  'decision.approved': { severity: 'Info', meaning: 'A decision was approved.' },
  'decision.rejected': { severity: 'Info', meaning: 'A decision was rejected.' },
  'decision.expired': { severity: 'Warning', meaning: 'An approval expired.' },
  'decision.superseded': {
    severity: 'Info',
    meaning: 'A decision is no longer valid, because the cluster has changed.',
  },
  'decision.delayed': { severity: 'Warning', meaning: 'The execution of a decision is delayed.' },
  'decision.executed': { severity: 'Info', meaning: 'A decision was executed.' },
  'decision.failed': { severity: 'Warning', meaning: 'The execution of a decision failed.' },
  'decision.break-glass': {
    severity: 'Critical',
    meaning: 'An administrator executed a decision without the required approvals.',
  },
  'decision.updated': {
    severity: 'Info',
    meaning: 'Something else happened to a decision; its text says what.',
  },
  'node-claim.launch-failed': { severity: 'Warning', meaning: 'A node could not be launched.' },
  'interruption.received': {
    severity: 'Warning',
    meaning: 'AWS interrupts, stops or has scheduled maintenance for an instance.',
  },
  'finding.opened': {
    severity: 'Warning',
    meaning: 'A cluster has a new finding. The severity depends on its code.',
  },
  'finding.cleared': { severity: 'Info', meaning: 'A finding is resolved.' },
  'incident.opened': {
    severity: 'Warning',
    meaning: 'An incident of a cluster was opened. The severity depends on its kind.',
  },
  'incident.closed': { severity: 'Info', meaning: 'An incident of a cluster was closed.' },
  'brake.changed': {
    severity: 'Warning',
    meaning: 'A pause, a freeze, a spend limit or an alert was set, triggered or released.',
  },
  'cluster.changed': {
    severity: 'Info',
    meaning: 'A cluster was registered or its settings changed.',
  },
  'cluster.removed': { severity: 'Warning', meaning: 'A cluster was removed from Kerf.' },
  'definition.changed': {
    severity: 'Info',
    meaning: 'A NodePool or EC2NodeClass was created, changed or deleted.',
  },
  'policy.changed': { severity: 'Warning', meaning: 'An approval policy changed.' },
  'access.changed': { severity: 'Info', meaning: 'A user, team, role or API token changed.' },
  'access.refused': {
    severity: 'Warning',
    meaning: 'A sign-in or the use of an API token was refused.',
  },
  'notification.changed': {
    severity: 'Info',
    meaning: 'A notification channel or rule was created, changed or deleted.',
  },
  'notification.channel-disabled': {
    severity: 'Critical',
    meaning: 'Kerf disabled a notification channel because its deliveries kept failing.',
  },
  'notification.test': { severity: 'Info', meaning: 'A person tests a channel.' },
  'audit.recorded': {
    severity: 'Info',
    meaning: 'Something else was recorded in the audit log; its text says what.',
  },
} as const satisfies Record<string, KindFacts>;

/** The kind of a notification event, `noun.event`. */
export type NotificationEventKind = keyof typeof kinds;

/** The severity and the meaning of each kind of notification event. */
export const notificationKinds: Readonly<Record<NotificationEventKind, KindFacts>> = kinds;

/** Returns true if a kind of notification event has this name. */
export const isNotificationEventKind = (name: string): name is NotificationEventKind =>
  Object.hasOwn(notificationKinds, name);

/** All kinds of notification events, in the order of the documentation. */
export const notificationEventKinds: readonly NotificationEventKind[] =
  Object.keys(notificationKinds).filter(isNotificationEventKind);
