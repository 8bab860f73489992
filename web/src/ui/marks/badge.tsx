import './marks.css'
import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'

export type BadgeKind = 'plain' | 'running' | 'good' | 'bad' | 'note' | 'new'

/** A state in a word, with a mark. */
export function Badge({ kind = 'plain', icon, children }: { kind?: BadgeKind; icon?: IconName; children: ReactNode }) {
  return (
    <span className={`badge badge-${kind}`}>
      {icon && <Icon name={icon} size={11} />}
      {children}
    </span>
  )
}

/** A ring for the first three, a plain figure for the others. `label` is read out: "2nd place". */
export function Medal({ place, label }: { place: number; label: string }) {
  return (
    <span className={`medal medal-${place}`}>
      <span aria-hidden="true">{place}</span>
      <span className="vh">{label}</span>
    </span>
  )
}

/** Places won or lost; empty for none. `label` is read out: "up 2 places". */
export function Shift({ places, label }: { places: number; label: string }) {
  if (places === 0) return null
  return (
    <span className={places > 0 ? 'shift shift-up' : 'shift shift-down'}>
      <svg width="9" height="9" viewBox="0 0 9 9" aria-hidden="true">
        <path d={places > 0 ? 'M4.500 1.500 8.500 7.500h-8z' : 'M4.500 7.500 .5 1.500h8z'} />
      </svg>
      <span aria-hidden="true">{Math.abs(places)}</span>
      <span className="vh">{label}</span>
    </span>
  )
}
