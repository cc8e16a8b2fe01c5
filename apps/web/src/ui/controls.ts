/**
 * The controls that pages may use, with the sizes that theme.ts gives them. Everything of Mantine
 * goes through this door or another file of ui, so that it can be changed in one place.
 */
export {
  ActionIcon,
  Button,
  Checkbox,
  Kbd,
  Menu,
  Modal,
  NumberInput,
  PasswordInput,
  Radio,
  SegmentedControl,
  Select,
  Tabs,
  Textarea,
  TextInput,
  Tooltip,
  VisuallyHidden,
} from '@mantine/core';
