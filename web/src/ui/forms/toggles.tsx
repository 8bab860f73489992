import './controls.css'
import './segments.css'
import type { ReactNode } from 'react'
import { Icon, type IconName } from '../marks/icon.tsx'

/** Shows or hides something; pressed means shown. `hasTick` repeats the state as a mark if the chip has none of its own. */
export function Chip(props: {
  isOn: boolean
  onChange: (isOn: boolean) => void
  hasTick?: boolean
  label?: string
  children: ReactNode
}) {
  const { isOn, onChange, hasTick = false, label, children } = props
  return (
    <button type="button" className="chip" aria-pressed={isOn} aria-label={label} onClick={() => onChange(!isOn)}>
      {hasTick && (
        <span className={isOn ? 'chip-tick' : undefined}>
          <Icon name={isOn ? 'check' : 'plus'} size={12} />
        </span>
      )}
      {children}
    </button>
  )
}

interface SegmentsProps<V extends string> {
  label: string
  value: V
  choices: readonly { readonly value: V; readonly label: string; readonly icon?: IconName }[]
  onChange: (value: V) => void
  /** Shows only the icons; the words become names. */
  isCompact?: boolean
}

/** A choice among a few options. */
export function Segments<V extends string>({ label, value, choices, onChange, isCompact = false }: SegmentsProps<V>) {
  return (
    <fieldset className="segments" aria-label={label} style={{ margin: 0, padding: 0, minInlineSize: 0 }}>
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          aria-pressed={choice.value === value}
          aria-label={isCompact ? choice.label : undefined}
          title={isCompact ? choice.label : undefined}
          onClick={() => onChange(choice.value)}
        >
          {choice.icon && <Icon name={choice.icon} size={14} />}
          {!isCompact && choice.label}
        </button>
      ))}
    </fieldset>
  )
}
