import { z } from 'zod';
import { type AwsAnswer, type AwsRequest, json } from './http.ts';
import { pricedTypes, spotPrice } from './prices.ts';
import { type EksCluster, images } from './settings.ts';

const productsRequest = z.object({
  Filters: z.array(z.object({ Field: z.string(), Value: z.string() })).default([]),
  NextToken: z.string().nullish(),
  MaxResults: z.number().max(100).default(100),
});

/** Answers Pricing GetProducts from the catalog of the sandbox. */
export function getProducts(request: AwsRequest): AwsAnswer {
  const { Filters, NextToken, MaxResults } = productsRequest.parse(JSON.parse(request.body));
  const wanted = new Map(Filters.map(({ Field, Value }) => [Field, Value]));
  const region = wanted.get('regionCode') ?? request.region;
  const types = pricedTypes(region).filter(
    ({ isBareMetal }) => isBareMetal === (wanted.get('tenancy') === 'Dedicated'),
  );
  const start = Number(NextToken ?? 0);
  const end = start + MaxResults;
  const PriceList = types.slice(start, end).map(({ name, isBareMetal, usdPerHour }) =>
    JSON.stringify({
      serviceCode: 'AmazonEC2',
      product: {
        productFamily: isBareMetal ? 'Compute Instance (bare metal)' : 'Compute Instance',
        attributes: { instanceType: name, regionCode: region },
      },
      terms: {
        OnDemand: {
          term: {
            priceDimensions: {
              'term.hour': { unit: 'Hrs', pricePerUnit: { USD: usdPerHour.toFixed(10) } },
            },
          },
        },
      },
    }),
  );
  const next = end < types.length ? { NextToken: String(end) } : {};
  return json({ FormatVersion: 'aws_v1', PriceList, ...next });
}

/**
 * Replaces moto's spot prices, which are equal for all types and of 2006, by those of the catalog.
 */
export function withSpotPrices(answer: AwsAnswer, region: string): AwsAnswer {
  const hour = `${new Date().toISOString().slice(0, 13)}:00:00.000Z`;
  const body = answer.body
    .replaceAll(/<item>(?:(?!<\/item>).)*?<\/item>/gs, (item) => {
      const [, type = ''] = /<instanceType>(.*?)<\/instanceType>/.exec(item) ?? [];
      const usd = spotPrice(region, type);
      return usd === null ? item : item.replace(/<spotPrice>.*?</, `<spotPrice>${usd.toFixed(6)}<`);
    })
    .replaceAll(/<timestamp>.*?<\/timestamp>/g, `<timestamp>${hour}</timestamp>`);
  return { ...answer, body };
}

const imageParameter =
  /^\/aws\/service\/eks\/optimized-ami\/[\d.]+\/amazon-linux-2023\/(x86_64|arm64)\/standard\/.*image_id$/;

/** Answers SSM GetParameter for EKS images; `null` for other parameters. */
export function getImageParameter({ body }: AwsRequest): AwsAnswer | null {
  const { Name } = z.object({ Name: z.string() }).parse(JSON.parse(body));
  const [, architecture = ''] = imageParameter.exec(Name) ?? [];
  if (architecture !== 'x86_64' && architecture !== 'arm64') return null;
  const image = images[architecture];
  return json({
    Parameter: { Name, Type: 'String', Value: image, Version: 1, DataType: 'text' },
  });
}

const described = z.object({ cluster: z.looseObject({ name: z.string() }) });

/** Completes EKS DescribeCluster with the address and the certificate of the API server. */
export function withEndpoint(answer: AwsAnswer, eks: EksCluster): AwsAnswer {
  const { cluster } = described.parse(JSON.parse(answer.body));
  if (cluster.name !== eks.name) return answer;
  const { endpoint, certificateAuthority, version } = eks;
  return json(
    {
      cluster: {
        ...cluster,
        endpoint,
        version,
        certificateAuthority: { data: certificateAuthority },
      },
    },
    'application/json',
  );
}
