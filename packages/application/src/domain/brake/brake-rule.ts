/** The rules of the runaway brake. */
export const runawayRules = [
  'LaunchFailures',
  'RegistrationFailures',
  'ClaimsPerMinute',
  'Growth',
  'SpendRise',
] as const;
/** One of {@link runawayRules}. */
export type RunawayRule = (typeof runawayRules)[number];

/** The rules of the flap detector. */
export const flapRules = ['SameShapeReplaced', 'SamePodsMoved'] as const;
/** One of {@link flapRules}. */
export type FlapRule = (typeof flapRules)[number];

/** The rules by which a brake of Kerf pauses something. */
export const brakeRules = [...runawayRules, ...flapRules] as const;
/** One of {@link brakeRules}. */
export type BrakeRule = (typeof brakeRules)[number];
