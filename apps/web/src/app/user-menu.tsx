import { useNavigate } from '@tanstack/react-router';
import { useViewer } from '../lib/context/viewer.js';
import { ActionIcon, Menu } from '../ui/controls/controls.js';
import { Icon } from '../ui/controls/icon.js';
import { useColorScheme } from '../ui/theme/color-scheme.js';
import { useSignOut } from './use-sign-out.js';

const schemes = [
  { value: 'auto', label: 'Theme: system' },
  { value: 'light', label: 'Theme: light' },
  { value: 'dark', label: 'Theme: dark' },
] as const;

export interface UserMenuProps {
  readonly onHelp: () => void;
}

/** The menu of the signed-in user. */
export function UserMenu({ onHelp }: UserMenuProps) {
  const { name, hasPassword, canSetPassword } = useViewer();
  const { colorScheme, setColorScheme } = useColorScheme();
  const navigate = useNavigate();
  const signOut = useSignOut();
  return (
    <Menu width={220}>
      <Menu.Target>
        <ActionIcon aria-label={`${name}: settings, theme, sign out`} title={name}>
          <Icon name="person" size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Signed in as {name}</Menu.Label>
        <Menu.Item onClick={() => void navigate({ to: '/settings/account' })}>
          {hasPassword || !canSetPassword ? 'Settings' : 'Settings: set a password'}
        </Menu.Item>
        <Menu.Item onClick={onHelp}>Keyboard shortcuts</Menu.Item>
        <Menu.Divider />
        {schemes.map(({ value, label }) => (
          <Menu.RadioItem
            key={value}
            value={value}
            checked={colorScheme === value}
            checkIcon={<Icon name="check" />}
            onChange={() => setColorScheme(value)}
          >
            {label}
          </Menu.RadioItem>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={signOut}>Sign out</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
