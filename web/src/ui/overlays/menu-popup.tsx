import { Menu as BaseMenu } from '@base-ui/react/menu'
import { type ReactElement, type ReactNode, useState } from 'react'
import { MenuParts } from './menu-parts.ts'

/** The menu; initially open, because it is loaded when it is first opened. */
export function MenuPopup({ trigger, label, children }: { trigger: ReactElement; label: string; children: ReactNode }) {
  const [button, setButton] = useState<HTMLElement | null>(null)
  return (
    <MenuParts value={BaseMenu}>
      <BaseMenu.Root defaultOpen>
        <BaseMenu.Trigger ref={setButton} render={trigger} />
        {/* In the landmark of its button, where screen readers expect it. The page header is not a landmark, and would need a new
            layout. */}
        <BaseMenu.Portal container={button && (button.closest<HTMLElement>('nav, main') ?? button.closest('header'))}>
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
