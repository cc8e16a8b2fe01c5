import { Link, Outlet, useLocation, useNavigate } from '@tanstack/react-router';
import { type SettingsPage, settingsPages } from '../../app/navigation.js';
import { useViewer } from '../../lib/context/viewer.js';
import { Button, Menu } from '../../ui/controls/controls.js';
import { Icon } from '../../ui/controls/icon.js';
import classes from './settings-section.module.css';

/** The pages of the settings with their navigation: beside the page, or a menu above it on narrow screens. */
export function SettingsSection() {
  const { refusalOf } = useViewer();
  const shown = settingsPages.filter(
    (page) => !('permission' in page) || refusalOf(page.permission) === undefined,
  );
  return (
    <div className={classes['section']}>
      <nav className={classes['nav']} aria-label="Settings">
        <ul>
          {shown.map(({ to, label }) => (
            <li key={to}>
              <Link to={to} activeOptions={{ includeSearch: false }} className={classes['link']}>
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <SettingsMenu shown={shown} />
      <Outlet />
    </div>
  );
}

function SettingsMenu({ shown }: { readonly shown: readonly SettingsPage[] }) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const current = shown.find(({ to }) => to === pathname);
  return (
    <div className={classes['menu']}>
      <Menu position="bottom-start">
        <Menu.Target>
          <Button variant="default" rightSection={<Icon name="chevron" />}>
            Settings{current === undefined ? '' : `: ${current.label}`}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {shown.map(({ to, label }) => (
            <Menu.Item key={to} onClick={() => void navigate({ to })}>
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}
