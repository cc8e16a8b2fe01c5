import { type Interruption, interruptionActions, interruptionKinds } from '@kerf/application';
import { capacityTypes } from '@kerf/engine';
import { instant, text, texts, word } from './columns.js';
import { identifiedBy, none, table } from './table.js';

export const interruptionIdentity = identifiedBy('Interruption', 'id');

export const interruptions = table({
  name: 'interruptions',
  identity: interruptionIdentity,
  fixed: {
    id: text,
    clusterId: text,
    kind: word(interruptionKinds),
    eventId: text,
    instanceId: text,
    nodeClaimId: text.nullable(),
    nodeName: text.nullable(),
    nodePool: text.nullable(),
    instanceType: text.nullable(),
    zone: text.nullable(),
    capacityType: word(capacityTypes).nullable(),
    action: word(interruptionActions),
    decisionId: text.nullable(),
    warnedAt: instant,
    receivedAt: instant,
    deadline: instant.nullable(),
    podUids: texts,
    replacementRequestedAt: instant.nullable(),
    replacementClaimIds: texts,
    drainedAt: instant.nullable(),
    lostPods: texts,
    endedAt: instant.nullable(),
  },
  changing: {},
  unread: none,
  toRow: (interruption: Interruption) => interruption,
  fromRow: (row): Interruption => row,
});
