import type { DurationMs } from '@kerf/core';
import { moveNodeClaim } from '../node-claims/move-node-claim.js';
import type { NodeClaim } from '../node-claims/node-claim.js';
import { requestTermination } from '../node-claims/request-termination.js';
import { saveClaim } from '../node-claims/save-claim.js';
import type { Ports } from '../ports/ports.js';
import { keepStandaloneClaimsAt } from './keep-standalone-claims-at.js';

/** What the cloud is being asked for is known after so long, as a rule. */
const launchMs: DurationMs = 5_000;

/**
 * Ends a claim whose object a person deleted: before its launch at once, afterwards as any node that
 * somebody deletes. While the cloud is being asked nobody knows whether there is an instance; it is
 * looked at again when that is known.
 */
export async function withdrawStandaloneClaim(
  ports: Pick<Ports, 'store' | 'clock'>,
  claim: NodeClaim,
): Promise<void> {
  const now = ports.clock.now();
  switch (claim.state) {
    case 'Requested': {
      const detail = 'its NodeClaim object was deleted before it was launched';
      const ended = moveNodeClaim(claim, 'LaunchFailed', {
        failure: { code: 'LAUNCH_WITHHELD', detail },
        terminatedAt: now,
      });
      await ports.store.transaction((tx) =>
        saveClaim(ports, tx, ended, {
          event: { kind: 'NodeClaimLaunchFailed', data: { detail } },
        }),
      );
      return;
    }
    case 'Launching':
      await ports.store.transaction((tx) =>
        tx.outbox.add([keepStandaloneClaimsAt(claim.clusterId, now + launchMs)]),
      );
      return;
    case 'Launched':
    case 'Registered':
    case 'Initialized':
      await ports.store.transaction((tx) =>
        requestTermination(ports, tx, claim, { reason: 'DeletedByUser' }),
      );
      return;
    default:
      return;
  }
}
