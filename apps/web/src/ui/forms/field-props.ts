import type { useForm } from '@mantine/form';
import type { ChangeEvent, ReactNode } from 'react';

/** The fields whose values have a type. */
type FieldOf<Values, Type> = {
  [Field in keyof Values]: Values[Field] extends Type ? Field : never;
}[keyof Values] &
  string;

/** The callback of a control for a change by its user, and the error beside it. */
interface Changes<Given> {
  readonly onChange: (given: Given) => void;
  readonly error?: ReactNode;
}

interface NumberChanges extends Changes<number> {
  readonly value?: number;
}

/** How a number is shown that is sent in another unit. */
export interface Scale {
  /** One shown unit in the unit of the API, e.g. 1,000 for milliseconds shown as seconds. */
  readonly unit: number;
  /** Whether the API takes whole numbers only. */
  readonly isWhole: boolean;
}

type TextEvent = ChangeEvent<HTMLInputElement | HTMLTextAreaElement>;

/** Returns functions that bind a field of a form to a control, by what the control calls `onChange` with. */
export function toFieldProps<Values extends object>(form: ReturnType<typeof useForm<Values>>) {
  /** For controls that give the value itself, such as `MultiSelect`, `Radio.Group` or a `Select` that may be empty. */
  const value = <Field extends keyof Values & string>(field: Field) => {
    const changes: Changes<Values[Field]> = form.getInputProps(field);
    return { ...changes, value: form.values[field] };
  };
  return {
    value,
    /** For a `Select` of which one option is always selected. */
    choice: <Field extends keyof Values & string>(field: Field) => {
      const props = value(field);
      const onChange = (given: Values[Field] | null) => {
        if (given !== null) props.onChange(given);
      };
      return { ...props, allowDeselect: false, onChange };
    },
    /** For `TextInput`, `PasswordInput` and `Textarea`. */
    text: <Field extends FieldOf<Values, string>>(field: Field) => {
      const changes: Changes<TextEvent> = form.getInputProps(field);
      return { ...changes, value: form.values[field] };
    },
    /** For `NumberInput`; an empty one is 0. */
    number: (field: FieldOf<Values, number>, scale: Scale = { unit: 1, isWhole: false }) => {
      const { value: stored = 0, ...changes }: NumberChanges = form.getInputProps(field);
      const onChange = (given: number | string) => changes.onChange(toStored(given, scale));
      return { ...changes, value: withoutNoise(stored / scale.unit), onChange };
    },
    /** For `Checkbox`. */
    check: <Field extends FieldOf<Values, boolean>>(field: Field) => {
      const changes: Changes<TextEvent> = form.getInputProps(field, { type: 'checkbox' });
      return { ...changes, checked: form.values[field] };
    },
  };
}

const toStored = (given: number | string, { unit, isWhole }: Scale): number =>
  isWhole ? Math.round(Number(given) * unit) : withoutNoise(Number(given) * unit);

/** Without the noise of floating-point numbers. */
const withoutNoise = (value: number): number => Number(value.toPrecision(12));
