import { Controller, Get, Inject, Module } from '@nestjs/common';
import { Query, Resolver } from '@nestjs/graphql';
import { Access, CalledBy } from '../../auth/access.js';
import type { AuditVerification } from '../../generated/schema-types.js';
import type { Caller } from '../../request/current-request.js';
import { type AnswerOf, Operation } from '../../rest/operation.js';
import { auditChainOperations as operations, toVerificationView } from './audit-chain.contract.js';
import { ChainVerifier } from './chain-verifier.js';
import { Checkpoints, checkpointPorts } from './checkpoints.js';

type Operations = typeof operations;

@Controller('api/v1/audit-verification')
@Access('audit.read')
class AuditChainController {
  constructor(@Inject(ChainVerifier) private readonly verifier: ChainVerifier) {}

  @Get()
  @Operation(operations.verify)
  async verify(@CalledBy() caller: Caller): AnswerOf<Operations['verify']> {
    return toVerificationView(await this.verifier.verifyFor(caller));
  }
}

@Resolver()
@Access('audit.read')
class AuditChainResolver {
  constructor(@Inject(ChainVerifier) private readonly verifier: ChainVerifier) {}

  @Query()
  async auditVerification(@CalledBy() caller: Caller): Promise<AuditVerification> {
    return toVerificationView(await this.verifier.verifyFor(caller));
  }
}

@Module({
  controllers: [AuditChainController],
  providers: [AuditChainResolver, ChainVerifier, Checkpoints, checkpointPorts],
})
export class AuditChainModule {}
