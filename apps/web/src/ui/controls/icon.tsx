/** Outlines on a 16 × 16 grid. */
const paths = {
  alert: 'M8 2 1.5 13.5h13zM8 6.5v3.2M8 11.6v.2',
  approve: 'm2.5 8.5 3.5 3.5 7.5-8',
  arrow: 'M2.5 8h11M9.5 4l4 4-4 4',
  bolt: 'M9 1.5 3.5 9H8l-1 5.5L12.5 7H8z',
  calendar: 'M2.5 3.5h11v10h-11zM2.5 6.5h11M5.5 2v3M10.5 2v3',
  check: 'm3.5 8.5 3 3 6-7',
  chevron: 'm6 4 4 4-4 4',
  chip: 'M4.5 4.5h7v7h-7zM6.5 2v2.5M9.5 2v2.5M6.5 11.5V14M9.5 11.5V14M2 6.5h2.5M2 9.5h2.5M11.5 6.5H14M11.5 9.5H14',
  circle: 'M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11',
  clock: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2M8 5v3l2 1.5',
  close: 'm4 4 8 8M12 4l-8 8',
  columns: 'M2.5 3h11v10h-11zM6.2 3v10M9.8 3v10',
  copy: 'M5.5 5.5h7v8h-7zM3.5 10.5v-8h7',
  cost: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2M10 6c-.4-.7-1.1-1-2-1-1.2 0-2 .6-2 1.5 0 2 4 1 4 3 0 .9-.8 1.5-2 1.5-.9 0-1.6-.3-2-1M8 4v8',
  cross: 'm4.5 4.5 7 7M11.5 4.5l-7 7',
  dash: 'M4 8h8',
  decisions:
    'M4 2.5a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3M4 10.5a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3M12 4.5a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3M4 5.5v5M12 7.5c0 2-3 2-6.5 3.5',
  down: 'M8 3v9M4.5 8.5 8 12l3.5-3.5',
  download: 'M8 2.5v7.5M4.8 7.2 8 10.4l3.2-3.2M2.5 13.5h11',
  eye: 'M1.5 8S4 3.8 8 3.8 14.5 8 14.5 8 12 12.2 8 12.2 1.5 8 1.5 8M8 6.2a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6',
  fleet: 'M2.5 2.5h4.5v4.5H2.5zM9 2.5h4.5v4.5H9zM2.5 9h4.5v4.5H2.5zM9 9h4.5v4.5H9z',
  hourglass: 'M4 2h8M4 14h8M5 2c0 4 6 8 6 12M11 2c0 4-6 8-6 12',
  info: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2M8 7.2v4M8 4.9v.2',
  list: 'M5.5 4h8M5.5 8h8M5.5 12h8M2.5 4h.1M2.5 8h.1M2.5 12h.1',
  live: 'M8 6.4a1.6 1.6 0 1 0 0 3.2 1.6 1.6 0 0 0 0-3.2M4.4 11.6a5 5 0 0 1 0-7.2M11.6 4.4a5 5 0 0 1 0 7.2',
  lock: 'M4 7.5h8v6H4zM5.5 7.5V5a2.5 2.5 0 0 1 5 0v2.5',
  menu: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11',
  minus: 'M3.5 8h9',
  person:
    'M8 2.5a2.7 2.7 0 1 0 0 5.4 2.7 2.7 0 0 0 0-5.4M2.8 13.5c.5-2.6 2.5-4 5.2-4s4.7 1.4 5.2 4',
  plus: 'M8 3.5v9M3.5 8h9',
  refresh: 'M13 8a5 5 0 1 1-1.5-3.6M13 2v3h-3',
  run: 'M5 3.5v9l7-4.5z',
  search: 'M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9m3.3 7.8 3.2 3.2',
  skip: 'M3.5 4v8l5-4zM9 4v8l4-4z',
  sliders: 'M2.5 4.5h6M11.5 4.5h2M10 3v3M2.5 11.5h2M7.5 11.5h6M6 10v3',
  stack: 'm8 2 6 3-6 3-6-3zM2 8l6 3 6-3M2 11l6 3 6-3',
  star: 'm8 2 1.8 3.9 4.2.5-3.1 2.9.8 4.2L8 11.4l-3.7 2.1.8-4.2L2 6.4l4.2-.5z',
  stop: 'M5.5 2h5L14 5.5v5L10.5 14h-5L2 10.5v-5zM5.5 8h5',
  sun: 'M8 5.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6M8 1.5V3M8 13v1.5M1.5 8H3M13 8h1.5M3.4 3.4l1 1M11.6 11.6l1 1M3.4 12.6l1-1M11.6 4.4l1-1',
  whole: 'M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10',
  up: 'M8 13V4M4.5 7.5 8 4l3.5 3.5',
} as const satisfies Readonly<Record<string, string>>;

export type IconName = keyof typeof paths;

export interface IconProps {
  readonly name: IconName;
  readonly size?: number;
}

/** An icon beside a word; never the only sign. */
export function Icon({ name, size = 14 }: IconProps) {
  return (
    <svg
      aria-hidden="true"
      focusable="false"
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={paths[name]} />
    </svg>
  );
}
