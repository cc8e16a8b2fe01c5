import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Definition of a metric: name, help text and labels. */
export interface MetricSpec<Label extends string> {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly Label[];
}

export type LabelValues<Label extends string> = Readonly<Record<Label, string>>;

export interface CounterMetric<Label extends string> {
  add(labels: LabelValues<Label>, amount?: number): void;
}

export interface HistogramMetric<Label extends string> {
  observe(labels: LabelValues<Label>, value: number): void;
}

/** A value of a metric that is read at each scrape. */
export interface Reading<Label extends string> {
  readonly labels: LabelValues<Label>;
  readonly value: number;
}

/** The metrics of one process, in Prometheus' text form. */
export interface Metrics {
  counter<Label extends string>(spec: MetricSpec<Label>): CounterMetric<Label>;
  histogram<Label extends string>(
    spec: MetricSpec<Label> & { readonly buckets: readonly number[] },
  ): HistogramMetric<Label>;
  /** Adds a gauge whose values are read at each scrape. */
  gauge<Label extends string>(
    spec: MetricSpec<Label>,
    read: () => Promise<readonly Reading<Label>[]>,
  ): void;
  /** Adds a counter that is stored elsewhere, e.g. in the database, and read at each scrape. */
  total<Label extends string>(
    spec: MetricSpec<Label>,
    read: () => Promise<readonly Reading<Label>[]>,
  ): void;
  readonly contentType: string;
  text(): Promise<string>;
}

/** Buckets in seconds, up to a minute. */
export const durationBuckets = [
  0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60,
] as const;

/** Creates metrics, including those of the Node process: memory, CPU, event-loop lag, handles. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  return {
    counter: ({ name, help, labels }) => {
      const counter = new Counter({ name, help, labelNames: [...labels], registers });
      return { add: (values, amount = 1) => counter.inc(values, amount) };
    },
    histogram: ({ name, help, labels, buckets }) => {
      const histogram = new Histogram({
        name,
        help,
        labelNames: [...labels],
        buckets: [...buckets],
        registers,
      });
      return { observe: (values, value) => histogram.observe(values, value) };
    },
    gauge: ({ name, help, labels }, read) => {
      const gauge: Gauge = new Gauge({
        name,
        help,
        labelNames: [...labels],
        registers,
        collect: async () => {
          const readings = await read();
          gauge.reset();
          for (const reading of readings) gauge.set(inOrder(labels, reading), reading.value);
        },
      });
    },
    total: ({ name, help, labels }, read) => {
      const counter: Counter = new Counter({
        name,
        help,
        labelNames: [...labels],
        registers,
        collect: async () => {
          const readings = await read();
          counter.reset();
          for (const reading of readings) counter.inc(inOrder(labels, reading), reading.value);
        },
      });
    },
    contentType: registry.contentType,
    text: () => registry.metrics(),
  };
}

/** Labels are printed in the order in which they are given. */
function inOrder<Label extends string>(
  names: readonly Label[],
  { labels }: Reading<Label>,
): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, labels[name]]));
}
