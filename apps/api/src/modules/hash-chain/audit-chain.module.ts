import { Get, Module } from '@nestjs/common';
import { serveNoun } from '../../handlers/serve-noun.js';
import { auditChainOperations as operations, toVerificationView } from './audit-chain.contract.js';
import { ChainVerifier } from './chain-verifier.js';
import { Checkpoints, checkpointPorts } from './checkpoints.js';

const verification = serveNoun(
  { path: 'api/v1/audit-verification', writes: ChainVerifier, reads: ChainVerifier },
  (callersWith) => {
    callersWith('audit.read').read(
      [operations.verify, Get(), 'auditVerification'],
      async (verifier, _, { caller }) => toVerificationView(await verifier.verifyFor(caller)),
    );
  },
);

@Module({
  controllers: [verification.controller],
  providers: [verification.resolver, ChainVerifier, Checkpoints, checkpointPorts],
})
export class AuditChainModule {}
