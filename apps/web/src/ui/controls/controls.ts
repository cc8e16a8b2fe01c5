/**
 * The controls for pages, with the sizes of theme.ts. Pages use Mantine only through this file or
 * another file of `ui`, so that it can be replaced in one place.
 */
export {
  ActionIcon,
  Button,
  Checkbox,
  Kbd,
  Menu,
  Modal,
  MultiSelect,
  NumberInput,
  PasswordInput,
  Popover,
  Radio,
  SegmentedControl,
  Select,
  Tabs,
  Textarea,
  TextInput,
  Tooltip,
  VisuallyHidden,
} from '@mantine/core';

/** Makes a scrolling element focusable, so that the arrow keys scroll it on a narrow screen. */
export const focusable = { tabIndex: 0 } as const;
