import './overlays.css'
import type { ReactNode } from 'react'
import { Defer } from '../deferred/defer.tsx'

const loadHint = () => import('./hint-popup.tsx').then((module) => ({ default: module.HintPopup }))

/**
 * A word with an explanation: on hover, by key and by tap. It is a button, because half of all viewers have no pointer that
 * hovers.
 */
export function Hint({ label, text }: { label: string; text: ReactNode }) {
  const trigger = (
    <button type="button" className="hint-trigger">
      {label}
    </button>
  )
  return (
    <Defer when="used" load={loadHint} trigger={trigger} kind="dialog" opensOnHover>
      {(HintPopup) => <HintPopup trigger={trigger} label={label} text={text} />}
    </Defer>
  )
}
