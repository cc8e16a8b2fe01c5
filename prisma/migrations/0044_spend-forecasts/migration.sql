-- AlterTable
ALTER TABLE "spend_limits" ADD COLUMN     "forecast_micro_usd" BIGINT,
ADD COLUMN     "forecast_month" TEXT;
