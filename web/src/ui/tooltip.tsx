import './overlays.css'
import { Popover } from '@base-ui/react/popover'
import type { ReactNode } from 'react'

/**
 * A word that explains itself: on hover, on keyboard focus and press, and by tap. It is a button, because half of all
 * viewers have no pointer that hovers.
 */
export function Hint({ text, children }: { text: ReactNode; children: ReactNode }) {
  return (
    <Popover.Root>
      <Popover.Trigger className="hint-trigger" openOnHover delay={200}>
        {children}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner className="positioner" sideOffset={6} collisionPadding={8}>
          <Popover.Popup className="tooltip" initialFocus={false}>
            {text}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
