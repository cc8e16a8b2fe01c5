import type { DefinitionFinding } from '@kerf/application';

type Severity = DefinitionFinding['severity'];

/**
 * All finding codes, with their severity. Codes are stable, because pages, tests and scripts use
 * them. An `Error` refuses its document.
 */
export const findingSeverities = {
  // The whole text.
  TEXT_EMPTY: 'Error',
  TEXT_TOO_LARGE: 'Error',
  TEXT_TOO_DEEP: 'Error',
  TOO_MANY_DOCUMENTS: 'Error',
  TOO_MANY_ALIASES: 'Error',
  YAML_INVALID: 'Error',
  KEY_DUPLICATE: 'Error',

  // The document.
  DOCUMENT_NOT_AN_OBJECT: 'Error',
  KIND_UNSUPPORTED: 'Error',
  API_VERSION_UNSUPPORTED: 'Error',
  NAME_INVALID: 'Error',
  DEFINITION_DUPLICATE: 'Error',

  // Fields.
  FIELD_MISSING: 'Error',
  FIELD_UNKNOWN: 'Error',
  FIELD_RETIRED: 'Error',
  FIELD_CONFLICT: 'Error',
  TYPE_WRONG: 'Error',
  VALUE_INVALID: 'Error',
  OUT_OF_RANGE: 'Error',

  // Rules of a NodePool.
  NODE_CLASS_MISSING: 'Error',
  NODE_CLASS_UNSUPPORTED: 'Error',
  LABEL_RESTRICTED: 'Error',
  REQUIREMENT_VALUES_INVALID: 'Error',
  MIN_VALUES_UNMET: 'Error',
  TAINT_DUPLICATE: 'Error',
  BUDGET_WINDOW_INCOMPLETE: 'Error',
  SCHEDULE_INVALID: 'Error',
  WEIGHT_WITH_REPLICAS: 'Error',
  LIMITS_WITH_REPLICAS: 'Error',
  REPLICAS_SWITCHED: 'Error',

  // Rules of a NodeOverlay.
  PRICE_AND_ADJUSTMENT: 'Error',
  CAPACITY_NOT_EXTENDED: 'Error',

  // Rules of a CapacityBuffer.
  BUFFER_REFERENCE_UNCLEAR: 'Error',
  BUFFER_SIZE_MISSING: 'Error',

  // Rules of an EC2NodeClass.
  ROLE_OR_INSTANCE_PROFILE_MISSING: 'Error',
  ROLE_AND_INSTANCE_PROFILE: 'Error',
  SELECTOR_TERM_EMPTY: 'Error',
  SELECTOR_TERM_EXCLUSIVE: 'Error',
  SELECTOR_UNCLEAR: 'Error',
  TAG_INVALID: 'Error',
  TAG_RESTRICTED: 'Error',
  AMI_TERMS_MISSING: 'Error',
  AMI_FAMILY_MISSING: 'Error',
  AMI_FAMILY_MISMATCH: 'Error',
  AMI_ALIAS_NOT_ALONE: 'Error',
  PLACEMENT_GROUP_UNCLEAR: 'Error',
  KUBELET_KEY_INVALID: 'Error',
  EVICTION_SOFT_UNPAIRED: 'Error',
  IMAGE_GC_THRESHOLDS: 'Error',
  ROOT_VOLUMES_SEVERAL: 'Error',
  EBS_SOURCE_MISSING: 'Error',
  EBS_INITIALIZATION_WITHOUT_SNAPSHOT: 'Error',
  NETWORK_INTERFACE_PRIMARY_MISSING: 'Error',
  NETWORK_INTERFACE_DUPLICATE: 'Error',
  EFA_ONLY_SEVERAL: 'Error',
  PUBLIC_IP_WITH_INTERFACES: 'Error',
  CONNECTION_TRACKING_EMPTY: 'Error',

  // Converted.
  API_VERSION_CONVERTED: 'Warning',
  LIMITS_LIFTED: 'Warning',
  CONSOLIDATION_POLICY_RENAMED: 'Warning',
  EXPIRE_AFTER_MOVED: 'Warning',
  NODE_CLASS_REF_COMPLETED: 'Warning',
  NODE_CLASS_DEFAULTED: 'Warning',
  SELECTOR_CONVERTED: 'Warning',
  AMI_FAMILY_DEFAULTED: 'Warning',
  AMI_TERMS_DEFAULTED: 'Warning',
  HOP_LIMIT_SET: 'Warning',
  LABEL_RENAMED: 'Warning',
  TYPE_CONVERTED: 'Warning',
  EMPTY_FIELD_DROPPED: 'Warning',
  PLACEHOLDER_REPLACED: 'Warning',

  // Probably a mistake.
  PLACEHOLDER_FOUND: 'Warning',
  TEMPLATE_FOUND: 'Warning',
  NODE_CLASS_UNKNOWN: 'Warning',
  ANNOTATION_RETIRED: 'Warning',
  VALUE_UNKNOWN: 'Warning',
  NO_INSTANCE_TYPE: 'Warning',
  VALUES_IGNORED: 'Warning',
  REQUIREMENTS_CONTRADICT: 'Warning',
  LIMIT_UNKNOWN_RESOURCE: 'Warning',
  AMI_FAMILY_UNSUPPORTED: 'Warning',
  EBS_OPTION_UNSUPPORTED: 'Warning',
  REPLICAS_BEYOND_LIMIT: 'Warning',
  FIELD_WITHOUT_EFFECT: 'Warning',

  // Valid, with advice.
  AMI_ALIAS_ASSUMED: 'Advice',
  METADATA_DROPPED: 'Advice',
  FINDINGS_CUT: 'Advice',
  NO_LIMITS: 'Advice',
  GPU_WITHOUT_TAINTS: 'Advice',
  FEW_SPOT_TYPES: 'Advice',
  SINGLE_ZONE: 'Advice',
  CUSTOM_LABEL_EXISTS: 'Advice',
  BUDGET_BLOCKS_ALL: 'Advice',
  IMDSV1_ALLOWED: 'Advice',
} as const satisfies Record<string, Severity>;

export type FindingCode = keyof typeof findingSeverities;
