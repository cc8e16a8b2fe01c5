import type {
  ClusterId,
  DecisionId,
  DisruptionSimulationId,
  Instant,
  NodeClaimId,
  NotificationDeliveryId,
  NotificationEventId,
  SchedulingBatchId,
} from '@kerf/core';

/**
 * Work that a committed change requires. It is written in the same transaction as the change and
 * delivered by the relay at least once, so every handler must be idempotent.
 */
export type OutboxMessage =
  | {
      readonly type: 'cluster.check-registration';
      readonly clusterId: ClusterId;
      /**
       * Time of the rejection after which a repeated check was requested: it runs only if the
       * cluster has been rejected since then.
       */
      readonly rejectedAt?: Instant | undefined;
    }
  | {
      readonly type: 'provisioning.solve-batch';
      readonly clusterId: ClusterId;
      readonly batchId: SchedulingBatchId;
    }
  | { readonly type: 'provisioning.reconcile-static-pools'; readonly clusterId: ClusterId }
  | { readonly type: 'provisioning.reconcile-standalone-claims'; readonly clusterId: ClusterId }
  | { readonly type: 'disruption.plan'; readonly clusterId: ClusterId }
  | {
      readonly type: 'disruption.validate';
      readonly clusterId: ClusterId;
      readonly decisionId: DecisionId;
    }
  | {
      readonly type: 'disruption.execute';
      readonly clusterId: ClusterId;
      readonly decisionId: DecisionId;
    }
  | {
      readonly type: 'disruption.replan';
      readonly clusterId: ClusterId;
      readonly decisionId: DecisionId;
    }
  | {
      readonly type: 'disruption.simulate';
      readonly clusterId: ClusterId;
      readonly simulationId: DisruptionSimulationId;
    }
  | {
      readonly type: 'node-claim.launch';
      readonly clusterId: ClusterId;
      readonly nodeClaimIds: readonly NodeClaimId[];
    }
  | {
      readonly type: 'node-claim.register';
      readonly clusterId: ClusterId;
      readonly nodeClaimId: NodeClaimId;
    }
  | {
      readonly type: 'node-claim.initialize';
      readonly clusterId: ClusterId;
      readonly nodeClaimId: NodeClaimId;
    }
  | {
      readonly type: 'node-claim.reboot';
      readonly clusterId: ClusterId;
      readonly nodeClaimId: NodeClaimId;
    }
  | {
      readonly type: 'node-claim.terminate';
      readonly clusterId: ClusterId;
      readonly nodeClaimId: NodeClaimId;
    }
  | {
      readonly type: 'node-claim.sync';
      readonly clusterId: ClusterId;
      readonly nodeClaimId: NodeClaimId;
    }
  | {
      readonly type: 'node-claim.create-objects';
      readonly clusterId: ClusterId;
      readonly nodeClaimIds: readonly NodeClaimId[];
    }
  | {
      readonly type: 'definition.sync';
      readonly clusterId: ClusterId;
      readonly kind: 'NodePool' | 'EC2NodeClass';
      readonly name: string;
    }
  | {
      readonly type: 'catalog.resolve-node-class';
      readonly clusterId: ClusterId;
      readonly name: string;
    };

/** The type of a job that works on one NodeClaim. */
export type NodeClaimJob = Extract<OutboxMessage, { readonly nodeClaimId: NodeClaimId }>['type'];

/** Like {@link OutboxMessage}, for work that belongs to no cluster; any worker does it. */
export type FleetMessage =
  | { readonly type: 'notification.route'; readonly eventId: NotificationEventId }
  | { readonly type: 'notification.deliver'; readonly deliveryId: NotificationDeliveryId }
  | {
      readonly type: 'notification.reply-to-slack';
      /** Encrypted, because whoever knows it can change the message. */
      readonly sealedUrl: string;
      readonly text: string;
      /** Whether the whole channel sees it; otherwise only the person who clicked. */
      readonly isForAll: boolean;
      /** Title of the message that the answer replaces; absent if it stays. */
      readonly replaces?: string | undefined;
    };

/** A message with the time from which it may be delivered. */
export interface OutboxEntry<Message = OutboxMessage | FleetMessage> {
  readonly message: Message;
  /** Not delivered before this time. */
  readonly deliverAt: Instant;
}
