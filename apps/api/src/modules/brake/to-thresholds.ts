import type {
  BrakeSettings,
  ChangeAlertThresholdsInput,
  ChangeBrakeSettingsInput,
} from '@kerf/application';

type Thresholds = ChangeBrakeSettingsInput['settings'];

/** Public names of the thresholds whose names inside have a unit that the API does not use. */
export const publicThresholds = {
  spendRiseMicroUsdPerHour: 'spendRise',
  alertSpendMicroUsdPerHour: 'alertSpend',
} as const satisfies Partial<Record<keyof BrakeSettings, string>>;

/** Thresholds with the names that clients use. */
type Sent = Omit<Thresholds, keyof typeof publicThresholds> & {
  readonly spendRise?: number | null | undefined;
  readonly alertSpend?: number | null | undefined;
};

/** Returns the thresholds with the names of the domain. */
export const toThresholds = ({ spendRise, alertSpend, ...others }: Sent): Thresholds => ({
  ...others,
  spendRiseMicroUsdPerHour: spendRise,
  alertSpendMicroUsdPerHour: alertSpend,
});

type Alerts = ChangeAlertThresholdsInput['thresholds'];

/** Returns alert thresholds with the names of the domain. */
export const toAlertThresholds = ({
  spend,
  ...others
}: Omit<Alerts, 'spendMicroUsdPerHour'> & {
  readonly spend?: number | null | undefined;
}): Alerts => ({ ...others, spendMicroUsdPerHour: spend });
