import {
  createChatCode,
  notificationEventKinds,
  notificationKinds,
  unlinkChat,
} from '@kerf/application';
import { Delete, Get, Inject, Patch, Post } from '@nestjs/common';
import { Mutation, Query, Resolver } from '@nestjs/graphql';
import { Access, CalledBy } from '../../auth/access.js';
import type {
  ChatIdentity,
  CreateChatCodePayload,
  NotificationChannel,
  NotificationDelivery,
  NotificationRule,
  UnlinkChatIdentitiesPayload,
} from '../../generated/schema-types.js';
import { asIs } from '../../handlers/declare-write.js';
import { serveNoun } from '../../handlers/serve-noun.js';
import { type ApiPorts, PORTS } from '../../parts.js';
import type { Caller } from '../../request/current-request.js';
import { named } from '../../rest/whole-list.js';
import { notificationOperations as operations } from './notification.contract.js';
import { toDeliveryView } from './notification.mapper.js';
import { NotificationReads } from './notification.reads.js';
import { type ChannelWithSecret, NotificationWrites } from './notification.writes.js';

@Resolver()
@Access('notification.read')
export class NotificationResolver {
  constructor(
    @Inject(PORTS) private readonly ports: Pick<ApiPorts, 'store' | 'clock' | 'ids' | 'secrets'>,
  ) {}

  @Query()
  @Access('signed-in')
  async chatIdentities(@CalledBy() { principal }: Caller): Promise<readonly ChatIdentity[]> {
    return principal.kind === 'User'
      ? await this.ports.store.chatIdentities.ofUser(principal.id)
      : [];
  }

  @Mutation()
  @Access('signed-in')
  async createChatCode(@CalledBy() { principal }: Caller): Promise<CreateChatCodePayload> {
    const code = await createChatCode(this.ports, principal);
    if (code !== null) return { code, userErrors: [] };
    const message = 'An API token is not a person. Sign in to link a person in a chat.';
    return { code: null, userErrors: [{ code: 'FORBIDDEN', field: null, message }] };
  }

  @Mutation()
  @Access('signed-in')
  async unlinkChatIdentities(
    @CalledBy() { principal, requestId }: Caller,
  ): Promise<UnlinkChatIdentitiesPayload> {
    return { removed: await unlinkChat(this.ports, principal, requestId), userErrors: [] };
  }
}

const asChannel = asIs((channel: NotificationChannel | null) => ({ channel }));
const asRule = asIs((rule: NotificationRule | null) => ({ rule }));
const asDelivery = asIs((delivery: NotificationDelivery | null) => ({ delivery }));
const withSecret = asIs(
  (created: ChannelWithSecret | null) => created ?? { channel: null, signingSecret: null },
);

export const notifications = serveNoun(
  { path: 'api/v1', writes: NotificationWrites, reads: NotificationReads },
  (callersWith) => {
    const { pages, whole, one } = callersWith('notification.read');
    whole(
      [operations.listChannels, Get('notification-channels'), 'notificationChannels'],
      async (reads, { name }) => named(await reads.channels(), name),
    );
    one(
      [operations.getChannel, Get('notification-channels/:id')],
      { kind: 'Channel', finds: ['chn', 'NotificationChannel'] },
      (reads, id) => reads.channel(id),
    );
    whole(
      [operations.listRules, Get('notification-rules'), 'notificationRules'],
      async (reads, { name }) => named(await reads.store.rules(), name),
    );
    one(
      [operations.getRule, Get('notification-rules/:id')],
      { kind: 'Notification rule', finds: ['rul', 'NotificationRule'] },
      (reads, id) => reads.store.findRule(id),
    );
    pages([operations.listDeliveries, Get('notification-deliveries'), 'notificationDeliveries'], {
      page: ({ deliveries }, filter, request) => deliveries.page(filter, request),
      count: ({ deliveries }, filter) => deliveries.count(filter),
      view: toDeliveryView,
    });
    one(
      [operations.getDelivery, Get('notification-deliveries/:id')],
      { kind: 'Delivery', finds: ['dlv', 'NotificationDelivery'] },
      async ({ deliveries }, id) => {
        const delivery = await deliveries.find(id);
        return delivery === null ? null : toDeliveryView(delivery);
      },
    );
    whole(
      [operations.listEventKinds, Get('notification-event-kinds'), 'notificationEventKinds'],
      async () => notificationEventKinds.map((kind) => ({ kind, ...notificationKinds[kind] })),
      ({ kind }) => kind,
    );
  },
  (callersWith) => {
    const { write } = callersWith('notification.write');
    write(operations.createChannel, Post('notification-channels'), 'create', withSecret);
    write(operations.updateChannel, Patch('notification-channels/:id'), 'update', asChannel);
    write(operations.removeChannel, Delete('notification-channels/:id'), 'remove', asChannel);
    write(
      operations.testChannel,
      Post('notification-channels/:id/test'),
      (w, caller, { id }) => w.test(caller, id),
      asDelivery,
    );
    write(
      operations.rotateSecret,
      Post('notification-channels/:id/rotate-secret'),
      (w, ...call) => w.rotate(...call, false),
      withSecret,
    );
    write(
      operations.endRotation,
      Post('notification-channels/:id/end-rotation'),
      (w, ...call) => w.rotate(...call, true),
      withSecret,
    );
    write(operations.createRule, Post('notification-rules'), 'createRule', asRule);
    write(operations.updateRule, Patch('notification-rules/:id'), 'updateRule', asRule);
    write(operations.removeRule, Delete('notification-rules/:id'), 'removeRule', asRule);
    write(
      operations.redeliver,
      Post('notification-deliveries/:id/redeliver'),
      (w, caller, { id }) => w.redeliver(caller, id),
      asDelivery,
    );
  },
);
