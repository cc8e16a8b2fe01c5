import { z } from 'zod';
import { components, instant, list, money, whole, word } from '../../rest/wire.js';

const text = z.string();

const fleetEventResource = z
  .object({
    at: instant,
    clusterId: text,
    clusterName: text,
    nodePools: list(text),
    decisionId: text.nullable(),
    decisionKind: word('DecisionKind').nullable(),
    decisionEvent: text.nullable(),
    actor: text.nullable(),
    interruptionId: text.nullable(),
    interruptionKind: word('InterruptionKind').nullable(),
    nodeName: text.nullable(),
    nodeCount: whole,
    podCount: whole,
    costChange: money.nullable(),
  })
  .register(components, {
    id: 'FleetEvent',
    description: 'A step of a decision, or an interruption notice',
  });

export const fleetEventList = z
  .object({ items: list(fleetEventResource) })
  .register(components, { id: 'FleetEventList' });
