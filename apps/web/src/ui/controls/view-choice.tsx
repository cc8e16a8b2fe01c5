import { SegmentedControl } from './controls.js';

export interface ViewChoiceProps<View extends string> {
  /** Label of the view without a name in the URL. */
  readonly usual: string;
  /** Labels of the others, by their names in the URL. */
  readonly others: Readonly<Record<View, string>>;
  readonly value: View | undefined;
  readonly onChange: (view: View | undefined) => void;
}

const usualValue = '';

/** Chooses between the views of a page. */
export function ViewChoice<View extends string>(props: ViewChoiceProps<View>) {
  const { usual, others, value, onChange } = props;
  const isView = (name: string): name is View => Object.hasOwn(others, name);
  return (
    <SegmentedControl
      aria-label="View"
      data={[
        { value: usualValue, label: usual },
        ...Object.entries<string>(others).map(([name, label]) => ({ value: name, label })),
      ]}
      value={value ?? usualValue}
      onChange={(name) => onChange(isView(name) ? name : undefined)}
    />
  );
}
