import type { ChangeAlertThresholdsInput, ChangeBrakeSettingsInput } from '@kerf/application';

type Thresholds = ChangeBrakeSettingsInput['settings'];

/** Thresholds with the names that clients use. */
type Sent = Omit<Thresholds, 'spendRiseMicroUsdPerHour' | 'alertSpendMicroUsdPerHour'> & {
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
