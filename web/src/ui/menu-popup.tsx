import { Menu as BaseMenu } from '@base-ui/react/menu'
import type { ReactElement, ReactNode } from 'react'
import { MenuParts } from './menu.tsx'

/** The menu itself; it begins open, because it is loaded when somebody opens it for the first time. */
export function MenuPopup({ trigger, label, children }: { trigger: ReactElement; label: string; children: ReactNode }) {
  return (
    <MenuParts value={BaseMenu}>
      <BaseMenu.Root defaultOpen>
        <BaseMenu.Trigger render={trigger} />
        <BaseMenu.Portal>
          <BaseMenu.Positioner className="positioner" sideOffset={8} align="end" collisionPadding={8}>
            <BaseMenu.Popup className="popup" aria-label={label}>
              {children}
            </BaseMenu.Popup>
          </BaseMenu.Positioner>
        </BaseMenu.Portal>
      </BaseMenu.Root>
    </MenuParts>
  )
}
