import { z } from 'zod';
import { noOffence, offendsAt, ruled } from './ruled.js';

const networkInterface = z.strictObject({
  networkCardIndex: z.int().min(0),
  deviceIndex: z.int().min(0),
  interfaceType: z.enum(['interface', 'efa-only']),
});

/** Interfaces that are put on the instance at launch. */
export const networkInterfaces = ruled(z.array(networkInterface).max(150))
  .ruleOverAll({
    code: 'NETWORK_INTERFACE_PRIMARY_MISSING',
    message: 'card 0, device 0 must be there, as an interface',
    cel: "self.size() == 0 || self.exists(i, i.networkCardIndex == 0 && i.deviceIndex == 0 && i.interfaceType == 'interface')",
    offences: (all) =>
      all.length === 0 ||
      all.some(
        ({ networkCardIndex, deviceIndex, interfaceType }) =>
          networkCardIndex === 0 && deviceIndex === 0 && interfaceType === 'interface',
      )
        ? noOffence
        : offendsAt(),
  })
  .ruleOverAll({
    code: 'NETWORK_INTERFACE_DUPLICATE',
    message: 'card and device may be paired once',
    cel: 'self.all(i, self.exists_one(o, o.networkCardIndex == i.networkCardIndex && o.deviceIndex == i.deviceIndex))',
    offences: (all) =>
      repeated(all, ({ networkCardIndex, deviceIndex }) => `${networkCardIndex}/${deviceIndex}`),
  })
  .ruleOverAll({
    code: 'EFA_ONLY_SEVERAL',
    message: 'a card can have one efa-only interface',
    cel: "self.all(i, i.interfaceType != 'efa-only' || self.exists_one(o, o.networkCardIndex == i.networkCardIndex && o.interfaceType == 'efa-only'))",
    offences: (all) =>
      repeated(all, ({ networkCardIndex, interfaceType }) =>
        interfaceType === 'efa-only' ? String(networkCardIndex) : null,
      ),
  }).schema;

/** Positions of the items whose key an earlier item has already. */
function repeated<T>(items: readonly T[], keyOf: (item: T) => string | null) {
  const keys = items.map(keyOf);
  return keys.flatMap((key, index) =>
    key !== null && keys.indexOf(key) < index ? [{ path: [index] }] : [],
  );
}
