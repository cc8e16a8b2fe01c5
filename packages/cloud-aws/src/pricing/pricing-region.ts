/**
 * Returns the region of the Pricing API endpoint to call: the API has prices for every region, but
 * endpoints in a few only.
 * Source:
 * https://docs.aws.amazon.com/awsaccountbilling/latest/aboutv2/using-price-list-query-api.html
 */
export function pricingRegion(region: string): string {
  if (region.startsWith('cn-')) return 'cn-northwest-1';
  if (region.startsWith('ap-')) return 'ap-south-1';
  if (region.startsWith('eu-')) return 'eu-central-1';
  return 'us-east-1';
}
