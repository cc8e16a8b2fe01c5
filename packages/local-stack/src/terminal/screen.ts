import { styleText } from 'node:util';
import { type Log, parseLog } from './log-line.js';

const colors = ['cyan', 'magenta', 'yellow', 'green', 'blue'] as const;
const levelColors = { warn: 'yellow', error: 'red' } as const;
const nameWidth = 8;

/**
 * The supervisor's output: its steps with their duration, and the children's lines with a prefix.
 */
export class Screen {
  readonly #names: string[] = [];
  readonly #startedAt = Date.now();

  /** Runs a step. Shows progress after two seconds. */
  async step<T>(title: string, work: () => Promise<T>): Promise<T> {
    const from = Date.now();
    const timer = setInterval(() => {
      this.note(`${title} … ${Math.round((Date.now() - from) / 1000)} s`);
    }, 2_000);
    try {
      const result = await work();
      this.note(`${title}: ${((Date.now() - from) / 1000).toFixed(1)} s`);
      return result;
    } finally {
      clearInterval(timer);
    }
  }

  note(text: string): void {
    const seconds = ((Date.now() - this.#startedAt) / 1000).toFixed(0).padStart(3);
    process.stdout.write(`${styleText('dim', `${seconds} s`)} ${styleText('bold', text)}\n`);
  }

  plain(text: string): void {
    process.stdout.write(`${text}\n`);
  }

  /** Writes a line of a child; JSON logs are formatted, other lines are unchanged. */
  line(name: string, line: string): void {
    const log = parseLog(line);
    const prefix = styleText(this.#colorOf(name), `${name.padEnd(nameWidth)}|`);
    process.stdout.write(`${prefix} ${log === null ? line : readable(log)}\n`);
  }

  #colorOf(name: string): (typeof colors)[number] {
    if (!this.#names.includes(name)) this.#names.push(name);
    return colors[this.#names.indexOf(name) % colors.length] ?? 'cyan';
  }
}

function readable({ level, message, fields }: Log): string {
  const details = Object.entries(fields).map(([key, value]) => `${key}=${shorten(value)}`);
  const color = level === 'warn' || level === 'error' ? levelColors[level] : null;
  const text = color === null ? message : styleText(color, `${level}: ${message}`);
  return details.length === 0 ? text : `${text} ${styleText('dim', details.join(' '))}`;
}

function shorten(value: unknown): string {
  if (typeof value === 'object' && value !== null && 'message' in value) {
    const code = 'code' in value ? `${String(value.code)} ` : '';
    return `${code}${String(value.message).slice(0, 300)}`;
  }
  return typeof value === 'string' ? value : (JSON.stringify(value)?.slice(0, 300) ?? '');
}
