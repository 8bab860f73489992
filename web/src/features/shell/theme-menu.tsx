import { t } from '../../lib/text/messages.ts'
import { changePreferences, type ThemeChoice, usePreferences } from '../../lib/browser/preferences.ts'
import { IconButton } from '../../ui/forms/button.tsx'
import { Icon, type IconName } from '../../ui/marks/icon.tsx'
import { Menu, MenuChoice } from '../../ui/overlays/menu.tsx'

const icons: Record<ThemeChoice, IconName> = { system: 'screen', light: 'sun', dark: 'moon' }

/** System, light or dark; the icon shows the choice. */
export function ThemeMenu() {
  const { theme } = usePreferences()
  const names = { system: t('theme.system'), light: t('theme.light'), dark: t('theme.dark') }
  return (
    <Menu trigger={<IconButton label={t('theme.now', { theme: names[theme] })} icon={icons[theme]} />} label={t('theme')}>
      <MenuChoice
        label={t('theme')}
        value={theme}
        choices={(['system', 'light', 'dark'] as const).map((value) => ({
          value,
          label: names[value],
          icon: <Icon name={icons[value]} />,
        }))}
        onChange={(choice) => changePreferences({ theme: choice })}
      />
    </Menu>
  )
}
