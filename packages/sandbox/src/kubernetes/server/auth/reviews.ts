import { badRequest, methodNotAllowed, unknownResource } from '../../api/status.js';
import {
  isObject,
  isString,
  type Json,
  type JsonObject,
  objectAt,
  stringAt,
} from '../../json/json.js';
import type { ResourceRequest } from '../request/request-info.js';
import { jsonReply, type Reply } from '../response/reply.js';
import type { User } from './authenticator.js';
import type { Authorizer } from './authorizer.js';

export interface ReviewCall {
  readonly user: User;
  readonly verb: string;
  readonly request: ResourceRequest;
  readonly body: () => Json;
}

/** Handles reviews, which are answered and not stored. Returns `null` for other resources. */
export function handleReview(authorizer: Authorizer, call: ReviewCall): Reply | null {
  const { request, verb } = call;
  const answer = answers[`${request.apiVersion} ${request.plural}`];
  if (answer === undefined) return null;
  if (verb !== 'create') throw methodNotAllowed();
  const body = call.body();
  if (!isObject(body)) throw badRequest('the body is not a review');
  const { apiVersion, kind } = { apiVersion: request.apiVersion, kind: answer.kind };
  const status = answer.status(authorizer, call.user, body);
  return jsonReply(201, { kind, apiVersion, metadata: {}, spec: body['spec'] ?? {}, status });
}

interface Answer {
  readonly kind: string;
  readonly status: (authorizer: Authorizer, user: User, body: JsonObject) => JsonObject;
}

const answers: Readonly<Record<string, Answer>> = {
  'authorization.k8s.io/v1 selfsubjectaccessreviews': {
    kind: 'SelfSubjectAccessReview',
    status: (authorizer, user, body) => ({ allowed: isAllowed(authorizer, user, body) }),
  },
  'authorization.k8s.io/v1 selfsubjectrulesreviews': {
    kind: 'SelfSubjectRulesReview',
    status: rulesOf,
  },
  'authentication.k8s.io/v1 selfsubjectreviews': {
    kind: 'SelfSubjectReview',
    status: (_authorizer, { name, groups }) => ({ userInfo: { username: name, groups } }),
  },
};

function isAllowed(authorizer: Authorizer, user: User, body: JsonObject): boolean {
  const attributes = objectAt(body, 'spec', 'resourceAttributes');
  const path = objectAt(body, 'spec', 'nonResourceAttributes');
  if (isString(path['path'])) {
    return authorizer.allowsPath(user, stringAt(path, 'verb') ?? 'get', path['path']);
  }
  const plural = stringAt(attributes, 'resource');
  if (plural === undefined) throw unknownResource();
  const orNothing = (key: string): string | undefined => {
    const text = stringAt(attributes, key);
    return text === '' ? undefined : text;
  };
  return authorizer.allows(user, {
    verb: stringAt(attributes, 'verb') ?? '',
    group: stringAt(attributes, 'group') ?? '',
    plural,
    subresource: orNothing('subresource'),
    namespace: orNothing('namespace'),
    name: orNothing('name'),
  });
}

function rulesOf(authorizer: Authorizer, user: User, body: JsonObject): JsonObject {
  const namespace = stringAt(body, 'spec', 'namespace');
  const rules = authorizer.rulesFor(user, namespace);
  return {
    resourceRules: rules.filter(({ resources }) => resources !== undefined),
    nonResourceRules: rules.filter(({ nonResourceURLs }) => nonResourceURLs !== undefined),
    incomplete: false,
  };
}
