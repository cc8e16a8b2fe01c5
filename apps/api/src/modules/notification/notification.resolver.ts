import {
  type Clock,
  createChatCode,
  notificationEventKinds,
  notificationKinds,
  unlinkChat,
} from '@kerf/application';
import { NotificationDeliveryQueries } from '@kerf/db';
import { Inject } from '@nestjs/common';
import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import { Access, CalledBy } from '../../auth/access.js';
import { type Outcome, toUserErrors } from '../../contract/outcome.js';
import type {
  ChatIdentity,
  CreateChatCodePayload,
  CreateNotificationChannelPayload,
  MutationCreateNotificationChannelArgs,
  MutationCreateNotificationRuleArgs,
  MutationRedeliverNotificationArgs,
  MutationRemoveNotificationChannelArgs,
  MutationRemoveNotificationRuleArgs,
  MutationTestNotificationChannelArgs,
  MutationUpdateNotificationChannelArgs,
  MutationUpdateNotificationRuleArgs,
  NotificationChannel,
  NotificationChannelPayload,
  NotificationDelivery,
  NotificationDeliveryPayload,
  NotificationEventKind,
  NotificationRule,
  NotificationRulePayload,
  QueryNotificationChannelsArgs,
  QueryNotificationDeliveriesArgs,
  QueryNotificationRulesArgs,
  UnlinkChatIdentitiesPayload,
} from '../../generated/schema-types.js';
import { readConnectionArgs, toConnection } from '../../graphql/connection.js';
import { FindsObject } from '../../graphql/object-finders.js';
import { type ApiPorts, CLOCK, PORTS } from '../../parts.js';
import type { Caller } from '../../request/current-request.js';
import { named } from '../../rest/whole-list.js';
import {
  type NotificationDeliveryConnectionView,
  toChannelView,
  toDeliveryView,
  toRuleView,
} from './notification.mapper.js';
import { type ChannelWithSecret, NotificationWrites } from './notification.writes.js';

@Resolver()
@Access('notification.read')
export class NotificationResolver {
  constructor(
    @Inject(PORTS) private readonly ports: Pick<ApiPorts, 'store' | 'clock' | 'ids' | 'secrets'>,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(NotificationDeliveryQueries) private readonly deliveries: NotificationDeliveryQueries,
    @Inject(NotificationWrites) private readonly writes: NotificationWrites,
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
  @Access('notification.write')
  async createNotificationChannel(
    @Args() { input }: MutationCreateNotificationChannelArgs,
    @CalledBy() caller: Caller,
  ): Promise<CreateNotificationChannelPayload> {
    return toSecretPayload(await this.writes.create(caller, input));
  }

  @Mutation()
  @Access('notification.write')
  async updateNotificationChannel(
    @Args() { input }: MutationUpdateNotificationChannelArgs,
    @CalledBy() caller: Caller,
  ): Promise<NotificationChannelPayload> {
    return toChannelPayload(await this.writes.update(caller, input));
  }

  @Mutation()
  @Access('notification.write')
  async rotateNotificationSecret(
    @Args() { input }: MutationRemoveNotificationChannelArgs,
    @CalledBy() caller: Caller,
  ): Promise<CreateNotificationChannelPayload> {
    return toSecretPayload(await this.writes.rotate(caller, input, false));
  }

  @Mutation()
  @Access('notification.write')
  async endNotificationSecretRotation(
    @Args() { input }: MutationRemoveNotificationChannelArgs,
    @CalledBy() caller: Caller,
  ): Promise<NotificationChannelPayload> {
    return toSecretPayload(await this.writes.rotate(caller, input, true));
  }

  @Mutation()
  @Access('notification.write')
  async removeNotificationChannel(
    @Args() { input }: MutationRemoveNotificationChannelArgs,
    @CalledBy() caller: Caller,
  ): Promise<NotificationChannelPayload> {
    return toChannelPayload(await this.writes.remove(caller, input));
  }

  @Mutation()
  @Access('notification.write')
  async testNotificationChannel(
    @Args() { input }: MutationTestNotificationChannelArgs,
    @CalledBy() caller: Caller,
  ): Promise<NotificationDeliveryPayload> {
    return toDeliveryPayload(await this.writes.test(caller, input.id));
  }

  @Mutation()
  @Access('notification.write')
  async redeliverNotification(
    @Args() { input }: MutationRedeliverNotificationArgs,
    @CalledBy() caller: Caller,
  ): Promise<NotificationDeliveryPayload> {
    return toDeliveryPayload(await this.writes.redeliver(caller, input.id));
  }

  @Mutation()
  @Access('notification.write')
  async createNotificationRule(
    @Args() { input }: MutationCreateNotificationRuleArgs,
    @CalledBy() caller: Caller,
  ): Promise<NotificationRulePayload> {
    return toRulePayload(await this.writes.createRule(caller, input));
  }

  @Mutation()
  @Access('notification.write')
  async updateNotificationRule(
    @Args() { input }: MutationUpdateNotificationRuleArgs,
    @CalledBy() caller: Caller,
  ): Promise<NotificationRulePayload> {
    return toRulePayload(await this.writes.updateRule(caller, input));
  }

  @Mutation()
  @Access('notification.write')
  async removeNotificationRule(
    @Args() { input }: MutationRemoveNotificationRuleArgs,
    @CalledBy() caller: Caller,
  ): Promise<NotificationRulePayload> {
    return toRulePayload(await this.writes.removeRule(caller, input));
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

const toChannelPayload = (outcome: Outcome<NotificationChannel>): NotificationChannelPayload => ({
  channel: outcome.ok ? outcome.value : null,
  userErrors: toUserErrors(outcome),
});

const toSecretPayload = (
  outcome: Outcome<ChannelWithSecret>,
): CreateNotificationChannelPayload => ({
  ...(outcome.ok ? outcome.value : { channel: null, signingSecret: null }),
  userErrors: toUserErrors(outcome),
});

const toRulePayload = (outcome: Outcome<NotificationRule>): NotificationRulePayload => ({
  rule: outcome.ok ? outcome.value : null,
  userErrors: toUserErrors(outcome),
});

const toDeliveryPayload = (
  outcome: Outcome<NotificationDelivery>,
): NotificationDeliveryPayload => ({
  delivery: outcome.ok ? outcome.value : null,
  userErrors: toUserErrors(outcome),
});
