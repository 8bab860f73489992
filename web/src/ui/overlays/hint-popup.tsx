import { Popover } from '@base-ui/react/popover'
import type { ReactElement, ReactNode } from 'react'

/** The explanation; initially open, because it is loaded on demand. */
export function HintPopup({ trigger, label, text }: { trigger: ReactElement; label: string; text: ReactNode }) {
  return (
    <Popover.Root defaultOpen>
      <Popover.Trigger render={trigger} openOnHover delay={200} />
      <Popover.Portal>
        <Popover.Positioner className="positioner" sideOffset={6} collisionPadding={8}>
          <Popover.Popup className="tooltip" aria-label={label} initialFocus={false}>
            {text}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
