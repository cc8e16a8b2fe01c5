import type { ReasonCode } from '../../gql/graphql.js';
import { reasonTexts } from './reason-texts.js';

/** A code of this build's schema, or `UNKNOWN`. */
export const toReasonCode = (code: string): ReasonCode => (isReasonCode(code) ? code : 'UNKNOWN');

const isReasonCode = (code: string): code is ReasonCode => Object.hasOwn(reasonTexts, code);
