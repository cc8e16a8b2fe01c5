import { setImmediate as otherWork } from 'node:timers/promises';
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';

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
  /** The metrics that were added, without those of the Node process. */
  readonly definitions: readonly MetricDefinition[];
  readonly contentType: string;
  text(): Promise<string>;
}

/** A metric without its values. */
export interface MetricDefinition extends MetricSpec<string> {
  readonly type: 'counter' | 'gauge' | 'histogram';
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
  const readings: ReadMetric[] = [];
  const definitions: MetricDefinition[] = [];
  const define = (type: MetricDefinition['type'], spec: MetricSpec<string>): void => {
    const { name, help, labels } = spec;
    definitions.push({ type, name, help, labels });
  };
  const read = (metric: ReadMetric): void => {
    define(metric.type, metric.spec);
    readings.push(metric);
  };
  return {
    counter: (spec) => {
      const { name, help, labels } = spec;
      define('counter', spec);
      const counter = new Counter({ name, help, labelNames: [...labels], registers });
      return { add: (values, amount = 1) => counter.inc(values, amount) };
    },
    histogram: (spec) => {
      const { name, help, labels, buckets } = spec;
      define('histogram', spec);
      const histogram = new Histogram({
        name,
        help,
        labelNames: [...labels],
        buckets: [...buckets],
        registers,
      });
      return { observe: (values, value) => histogram.observe(values, value) };
    },
    gauge: (spec, values) => read({ spec, type: 'gauge', read: values }),
    total: (spec, values) => read({ spec, type: 'counter', read: values }),
    definitions,
    contentType: registry.contentType,
    text: async () => `${await registry.metrics()}${await textOf(readings)}`,
  };
}

/**
 * A metric that is read at each scrape. It is printed here and not by prom-client, which would keep
 * each value, and hash and print all of them in one go: there are tens of thousands in a large
 * cluster.
 */
interface ReadMetric {
  readonly spec: MetricSpec<string>;
  readonly type: 'gauge' | 'counter';
  readonly read: () => Promise<readonly Reading<string>[]>;
}

/** Lines that are printed before other work runs. */
const linesPerTurn = 1_000;

async function textOf(metrics: readonly ReadMetric[]): Promise<string> {
  const lines: string[] = [];
  for (const { spec, type, read } of metrics) {
    lines.push(`\n# HELP ${spec.name} ${escapeHelp(spec.help)}`, `# TYPE ${spec.name} ${type}`);
    for (const reading of await read()) {
      lines.push(lineOf(spec, reading));
      if (lines.length % linesPerTurn === 0) await otherWork();
    }
  }
  return lines.map((line) => `${line}\n`).join('');
}

/** Labels are printed in the order in which the metric gives them. */
function lineOf(
  { name, labels: names }: MetricSpec<string>,
  { labels, value }: Reading<string>,
): string {
  const pairs = names.map((label) => `${label}="${escapeLabel(labels[label] ?? '')}"`);
  return `${pairs.length === 0 ? name : `${name}{${pairs.join(',')}}`} ${textOfValue(value)}`;
}

function textOfValue(value: number): string {
  if (Math.abs(value) !== Infinity) return String(value);
  return value > 0 ? '+Inf' : '-Inf';
}

function escapeHelp(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
}

function escapeLabel(text: string): string {
  return /[\\\n"]/.test(text) ? escapeHelp(text).replaceAll('"', '\\"') : text;
}
