import {
  type Clock,
  createChatCode,
  notificationEventKinds,
  notificationKinds,
  unlinkChat,
} from '@kerf/application';
import { NotificationDeliveryQueries } from '@kerf/db';
import { Controller, Delete, Get, Inject, Patch, Post } from '@nestjs/common';
import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import { Access, CalledBy } from '../../auth/access.js';
import { notFound } from '../../contract/public-error.js';
import { requireObject } from '../../contract/require-object.js';
import type {
  ChatIdentity,
  CreateChatCodePayload,
  NotificationChannel,
  NotificationDelivery,
  NotificationEventKind,
  NotificationRule,
  QueryNotificationChannelsArgs,
  QueryNotificationDeliveriesArgs,
  QueryNotificationRulesArgs,
  UnlinkChatIdentitiesPayload,
} from '../../generated/schema-types.js';
import { readConnectionArgs, toConnection } from '../../graphql/connection.js';
import { FindsObject } from '../../graphql/object-finders.js';
import { asIs, serveWrites } from '../../handlers/serve-writes.js';
import { type ApiPorts, CLOCK, PORTS } from '../../parts.js';
import type { Caller } from '../../request/current-request.js';
import { FromRequest } from '../../rest/from-request.js';
import { type AnswerOf, Operation, type RequestOf } from '../../rest/operation.js';
import { rowsOf, toPage, toPageRequest } from '../../rest/paging.js';
import { named, pageByKey, pageOfWhole } from '../../rest/whole-list.js';
import { notificationOperations as operations } from './notification.contract.js';
import {
  type NotificationDeliveryConnectionView,
  toChannelView,
  toDeliveryView,
  toRuleView,
} from './notification.mapper.js';
import { type ChannelWithSecret, NotificationWrites } from './notification.writes.js';

type Operations = typeof operations;

@Controller('api/v1')
@Access('notification.read')
export class NotificationController {
  constructor(
    @Inject(PORTS) private readonly ports: Pick<ApiPorts, 'store'>,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(NotificationDeliveryQueries) private readonly deliveries: NotificationDeliveryQueries,
  ) {}

  @Get('notification-channels')
  @Operation(operations.listChannels)
  async listChannels(
    @FromRequest() { query }: RequestOf<Operations['listChannels']>,
  ): AnswerOf<Operations['listChannels']> {
    const channels = await this.ports.store.notificationChannels.list();
    return pageOfWhole(named(channels.map(toChannelView), query.name), query);
  }

  @Get('notification-channels/:id')
  @Operation(operations.getChannel)
  async getChannel(
    @FromRequest() { path }: RequestOf<Operations['getChannel']>,
  ): AnswerOf<Operations['getChannel']> {
    const channel = await this.ports.store.notificationChannels.find(path.id);
    if (channel === null) throw notFound(`Channel ${path.id} not found.`);
    return toChannelView(channel);
  }

  @Get('notification-rules')
  @Operation(operations.listRules)
  async listRules(
    @FromRequest() { query }: RequestOf<Operations['listRules']>,
  ): AnswerOf<Operations['listRules']> {
    const rules = await this.ports.store.notificationChannels.rules();
    return pageOfWhole(named(rules.map(toRuleView), query.name), query);
  }

  @Get('notification-rules/:id')
  @Operation(operations.getRule)
  async getRule(
    @FromRequest() { path }: RequestOf<Operations['getRule']>,
  ): AnswerOf<Operations['getRule']> {
    const rules = await this.ports.store.notificationChannels.rules();
    return toRuleView(requireObject(rules, path.id, 'Notification rule'));
  }

  @Get('notification-deliveries')
  @Operation(operations.listDeliveries)
  async listDeliveries(
    @FromRequest() { query }: RequestOf<Operations['listDeliveries']>,
  ): AnswerOf<Operations['listDeliveries']> {
    const { channelId, state: states, eventKind: eventKinds } = query;
    const page = await this.deliveries.page(
      { channelId, states, eventKinds },
      toPageRequest(query),
    );
    return { ...toPage(page, this.clock.now()), items: rowsOf(page, toDeliveryView) };
  }

  @Get('notification-deliveries/:id')
  @Operation(operations.getDelivery)
  async getDelivery(
    @FromRequest() { path }: RequestOf<Operations['getDelivery']>,
  ): AnswerOf<Operations['getDelivery']> {
    const delivery = await this.deliveries.find(path.id);
    if (delivery === null) throw notFound(`Delivery ${path.id} not found.`);
    return toDeliveryView(delivery);
  }

  @Get('notification-event-kinds')
  @Operation(operations.listEventKinds)
  async listEventKinds(
    @FromRequest() { query }: RequestOf<Operations['listEventKinds']>,
  ): AnswerOf<Operations['listEventKinds']> {
    const kinds = notificationEventKinds.map((kind) => ({ kind, ...notificationKinds[kind] }));
    return pageByKey(kinds, query, ({ kind }) => kind);
  }
}

@Resolver()
@Access('notification.read')
export class NotificationResolver {
  constructor(
    @Inject(PORTS) private readonly ports: Pick<ApiPorts, 'store' | 'clock' | 'ids' | 'secrets'>,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(NotificationDeliveryQueries) private readonly deliveries: NotificationDeliveryQueries,
  ) {}

  @Query()
  async notificationChannels(
    @Args() { name }: QueryNotificationChannelsArgs,
  ): Promise<readonly NotificationChannel[]> {
    const channels = await this.ports.store.notificationChannels.list();
    return named(channels.map(toChannelView), name);
  }

  @Query()
  async notificationRules(
    @Args() { name }: QueryNotificationRulesArgs,
  ): Promise<readonly NotificationRule[]> {
    const rules = await this.ports.store.notificationChannels.rules();
    return named(rules.map(toRuleView), name);
  }

  @Query()
  notificationEventKinds(): readonly NotificationEventKind[] {
    return notificationEventKinds.map((kind) => ({ kind, ...notificationKinds[kind] }));
  }

  @Query()
  async notificationDeliveries(
    @Args() args: QueryNotificationDeliveriesArgs,
  ): Promise<NotificationDeliveryConnectionView> {
    const filter = args.filter ?? {};
    return toConnection(
      await this.deliveries.page(filter, readConnectionArgs(args)),
      toDeliveryView,
      { asOf: this.clock.now(), countAll: () => this.deliveries.count(filter) },
    );
  }

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

  @FindsObject('chn', 'NotificationChannel')
  async findChannel(id: string): Promise<NotificationChannel | null> {
    const channel = await this.ports.store.notificationChannels.find(id);
    return channel === null ? null : toChannelView(channel);
  }

  @FindsObject('rul', 'NotificationRule')
  findRule(id: string): Promise<NotificationRule | null> {
    return this.ports.store.notificationChannels.findRule(id);
  }

  @FindsObject('dlv', 'NotificationDelivery')
  async findDelivery(id: string): Promise<NotificationDelivery | null> {
    const delivery = await this.deliveries.find(id);
    return delivery === null ? null : toDeliveryView(delivery);
  }
}

const asChannel = asIs((channel: NotificationChannel | null) => ({ channel }));
const asRule = asIs((rule: NotificationRule | null) => ({ rule }));
const asDelivery = asIs((delivery: NotificationDelivery | null) => ({ delivery }));
const withSecret = asIs(
  (created: ChannelWithSecret | null) => created ?? { channel: null, signingSecret: null },
);

export const notificationWrites = serveWrites(
  { path: 'api/v1', writes: NotificationWrites, reads: NotificationWrites },
  (callersWith) => {
    const write = callersWith('notification.write');
    write(
      operations.createChannel,
      Post('notification-channels'),
      (w, ...call) => w.create(...call),
      withSecret,
    );
    write(
      operations.updateChannel,
      Patch('notification-channels/:id'),
      (w, ...call) => w.update(...call),
      asChannel,
    );
    write(
      operations.removeChannel,
      Delete('notification-channels/:id'),
      (w, ...call) => w.remove(...call),
      asChannel,
    );
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
    write(
      operations.createRule,
      Post('notification-rules'),
      (w, ...call) => w.createRule(...call),
      asRule,
    );
    write(
      operations.updateRule,
      Patch('notification-rules/:id'),
      (w, ...call) => w.updateRule(...call),
      asRule,
    );
    write(
      operations.removeRule,
      Delete('notification-rules/:id'),
      (w, ...call) => w.removeRule(...call),
      asRule,
    );
    write(
      operations.redeliver,
      Post('notification-deliveries/:id/redeliver'),
      (w, caller, { id }) => w.redeliver(caller, id),
      asDelivery,
    );
  },
);
