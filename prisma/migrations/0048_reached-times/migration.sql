-- AlterTable
ALTER TABLE "spend_limits" ADD COLUMN     "forecast_at" TIMESTAMPTZ(3),
ADD COLUMN     "reached_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "alert_thresholds" ADD COLUMN     "active_since" TIMESTAMPTZ(3);
