import { expect, it } from 'vitest';
import { auditChainOperations, toVerificationView } from './audit-chain.contract.js';

it('spells the kinds of problems as other enumerations are', () => {
  const view = toVerificationView({
    isIntact: false,
    entries: 2,
    entriesBeforeChain: 0,
    checkpoints: 1,
    lastCheckpoint: { seq: 1, at: Date.parse('2026-11-21T14:00:00Z') },
    unsignedEntries: 1,
    areSignaturesChecked: true,
    problems: [{ kind: 'EntryChanged', seq: 2, entryId: 'aud_2', message: 'another hash' }],
  });
  expect(auditChainOperations.verify.answer.encode(view)).toMatchObject({
    lastCheckpointAt: '2026-11-21T14:00:00.000Z',
    problems: [{ kind: 'ENTRY_CHANGED', position: 2, entryId: 'aud_2', message: 'another hash' }],
  });
});
