import { type Clock, notificationEventKinds, notificationKinds } from '@kerf/application';
import { NotificationDeliveryQueries } from '@kerf/db';
import { Controller, Delete, Get, Inject, Patch, Post } from '@nestjs/common';
import { Access, CalledBy } from '../../auth/access.js';
import { valueOf } from '../../contract/outcome.js';
import { notFound } from '../../contract/public-error.js';
import { requireObject } from '../../contract/require-object.js';
import { type ApiPorts, CLOCK, PORTS } from '../../parts.js';
import type { Caller } from '../../request/current-request.js';
import { FromRequest } from '../../rest/from-request.js';
import { type AnswerOf, Operation, type RequestOf } from '../../rest/operation.js';
import { rowsOf, toPage, toPageRequest } from '../../rest/paging.js';
import { named, pageByKey, pageOfWhole } from '../../rest/whole-list.js';
import { toChannelView, toDeliveryView, toRuleView } from './notification.mapper.js';
import { notificationOperations as operations } from './notification.operations.js';
import { NotificationWrites } from './notification.writes.js';

type Operations = typeof operations;

@Controller('api/v1')
@Access('notification.read')
export class NotificationController {
  constructor(
    @Inject(PORTS) private readonly ports: Pick<ApiPorts, 'store'>,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(NotificationDeliveryQueries) private readonly deliveries: NotificationDeliveryQueries,
    @Inject(NotificationWrites) private readonly writes: NotificationWrites,
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

  @Post('notification-channels')
  @Access('notification.write')
  @Operation(operations.createChannel)
  async createChannel(
    @FromRequest() { body }: RequestOf<Operations['createChannel']>,
    @CalledBy() caller: Caller,
  ): AnswerOf<Operations['createChannel']> {
    return valueOf(await this.writes.create(caller, body));
  }

  @Patch('notification-channels/:id')
  @Access('notification.write')
  @Operation(operations.updateChannel)
  async updateChannel(
    @FromRequest() { path, body, seenVersion }: RequestOf<Operations['updateChannel']>,
    @CalledBy() caller: Caller,
  ): AnswerOf<Operations['updateChannel']> {
    const input = { id: path.id, expectedVersion: seenVersion, ...body };
    return valueOf(await this.writes.update(caller, input));
  }

  @Delete('notification-channels/:id')
  @Access('notification.write')
  @Operation(operations.removeChannel)
  async removeChannel(
    @FromRequest() { path, seenVersion }: RequestOf<Operations['removeChannel']>,
    @CalledBy() caller: Caller,
  ): AnswerOf<Operations['removeChannel']> {
    valueOf(await this.writes.remove(caller, { id: path.id, expectedVersion: seenVersion }));
  }

  @Post('notification-channels/:id/test')
  @Access('notification.write')
  @Operation(operations.testChannel)
  async testChannel(
    @FromRequest() { path }: RequestOf<Operations['testChannel']>,
    @CalledBy() caller: Caller,
  ): AnswerOf<Operations['testChannel']> {
    return valueOf(await this.writes.test(caller, path.id));
  }

  @Post('notification-channels/:id/rotate-secret')
  @Access('notification.write')
  @Operation(operations.rotateSecret)
  async rotateSecret(
    @FromRequest() { path, seenVersion }: RequestOf<Operations['rotateSecret']>,
    @CalledBy() caller: Caller,
  ): AnswerOf<Operations['rotateSecret']> {
    const input = { id: path.id, expectedVersion: seenVersion };
    return valueOf(await this.writes.rotate(caller, input, false));
  }

  @Post('notification-channels/:id/end-rotation')
  @Access('notification.write')
  @Operation(operations.endRotation)
  async endRotation(
    @FromRequest() { path, seenVersion }: RequestOf<Operations['endRotation']>,
    @CalledBy() caller: Caller,
  ): AnswerOf<Operations['endRotation']> {
    const input = { id: path.id, expectedVersion: seenVersion };
    return valueOf(await this.writes.rotate(caller, input, true));
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

  @Post('notification-rules')
  @Access('notification.write')
  @Operation(operations.createRule)
  async createRule(
    @FromRequest() { body }: RequestOf<Operations['createRule']>,
    @CalledBy() caller: Caller,
  ): AnswerOf<Operations['createRule']> {
    return valueOf(await this.writes.createRule(caller, body));
  }

  @Patch('notification-rules/:id')
  @Access('notification.write')
  @Operation(operations.updateRule)
  async updateRule(
    @FromRequest() { path, body, seenVersion }: RequestOf<Operations['updateRule']>,
    @CalledBy() caller: Caller,
  ): AnswerOf<Operations['updateRule']> {
    const input = { id: path.id, expectedVersion: seenVersion, ...body };
    return valueOf(await this.writes.updateRule(caller, input));
  }

  @Delete('notification-rules/:id')
  @Access('notification.write')
  @Operation(operations.removeRule)
  async removeRule(
    @FromRequest() { path, seenVersion }: RequestOf<Operations['removeRule']>,
    @CalledBy() caller: Caller,
  ): AnswerOf<Operations['removeRule']> {
    valueOf(await this.writes.removeRule(caller, { id: path.id, expectedVersion: seenVersion }));
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

  @Post('notification-deliveries/:id/redeliver')
  @Access('notification.write')
  @Operation(operations.redeliver)
  async redeliver(
    @FromRequest() { path }: RequestOf<Operations['redeliver']>,
    @CalledBy() caller: Caller,
  ): AnswerOf<Operations['redeliver']> {
    return valueOf(await this.writes.redeliver(caller, path.id));
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
