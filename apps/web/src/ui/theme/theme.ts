import {
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  Tooltip,
} from '@mantine/core';

const kerf: MantineColorsTuple = [
  '#eff3fc',
  '#dde6f8',
  '#bccdf1',
  '#9bb3e8',
  '#7f9bea',
  '#6583cf',
  '#5271bf',
  '#4361ae',
  '#385296',
  '#2c4279',
];

/** Mantine's grays of the dark scheme, on a blue-black background. */
const dark: MantineColorsTuple = [
  '#e6eaf0',
  '#c3cad4',
  '#98a3b3',
  '#66717f',
  '#2a323e',
  '#222a35',
  '#1d2430',
  '#171c24',
  '#11151b',
  '#0b0e13',
];

/** The list of choices itself scrolls: a scrolling box within it could not be focused. */
const scrollingOptions = {
  withScrollArea: false,
  styles: { options: { maxHeight: 220, overflowY: 'auto' } },
} as const;

/** Sizes and colors, checked in both themes; other tokens are in tokens.css. */
export const theme = createTheme({
  colors: { kerf, dark },
  primaryColor: 'kerf',
  // Mantine's default, shade 5, has too little contrast in the dark scheme.
  primaryShade: 7,
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontFamilyMonospace: "ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace",
  fontSizes: {
    xs: '0.78125rem',
    sm: '0.78125rem',
    md: '0.84375rem',
    lg: '0.9375rem',
    xl: '1.125rem',
  },
  spacing: { xs: '6px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  defaultRadius: 3,
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { size: 'xs' } },
    ActionIcon: { defaultProps: { size: 'md', variant: 'subtle', color: 'gray' } },
    TextInput: { defaultProps: { size: 'xs' } },
    PasswordInput: { defaultProps: { size: 'xs' } },
    NumberInput: { defaultProps: { size: 'xs' } },
    Textarea: { defaultProps: { size: 'xs' } },
    Select: { defaultProps: { size: 'xs', checkIconPosition: 'right', ...scrollingOptions } },
    MultiSelect: { defaultProps: { size: 'xs', ...scrollingOptions } },
    SegmentedControl: { defaultProps: { size: 'xs' } },
    Checkbox: { defaultProps: { size: 'xs' } },
    Radio: { defaultProps: { size: 'xs' } },
    Tabs: { defaultProps: { keepMounted: false } },
    // A dialog's header is not a second banner of the page, and its close button has a name.
    Modal: {
      defaultProps: {
        attributes: { header: { role: 'presentation' } },
        closeButtonProps: { 'aria-label': 'Close' },
      },
    },
    // ARIA does not allow the placeholder as a child of a menu.
    Menu: {
      defaultProps: { shadow: 'md', position: 'bottom-end', withInitialFocusPlaceholder: false },
    },
    Tooltip: Tooltip.extend({ defaultProps: { openDelay: 250, multiline: true, maw: 420 } }),
  },
});

/** Mantine's backgrounds and borders use the tokens, which depend on the scheme. */
const tokens = {
  '--mantine-color-body': 'var(--panel)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-dimmed': 'var(--dimmed)',
  '--mantine-color-placeholder': 'var(--dimmed)',
  '--mantine-color-default': 'var(--panel)',
  '--mantine-color-default-hover': 'var(--hover)',
  '--mantine-color-default-border': 'var(--line)',
  '--mantine-color-default-color': 'var(--text)',
  '--mantine-color-anchor': 'var(--link)',
  '--mantine-color-error': 'var(--broken)',
  '--mantine-color-disabled': 'var(--neutral-bg)',
  '--mantine-color-disabled-color': 'var(--dimmed)',
  '--mantine-color-disabled-border': 'var(--line)',
};

// Set for both schemes: Mantine's own per-scheme values would win over common ones.
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: tokens,
  dark: tokens,
});
