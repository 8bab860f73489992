import './controls.css'
import type { ComponentProps } from 'react'
import { Icon } from '../marks/icon.tsx'
import { Input } from './fields.tsx'

export interface Choice<V extends string> {
  readonly value: V
  readonly label: string
  /** It cannot be chosen, and the label says why. */
  readonly isDisabled?: boolean
}

interface SelectProps<V extends string> {
  /** Shown before it. */
  label?: string
  /** The accessible name if there is no label. */
  name?: string
  value: V
  choices: readonly Choice<V>[]
  onChange: (value: V) => void
}

/** The platform's own select: best on phones, and with the familiar keyboard behaviour. */
export function Select<V extends string>({ label, name, value, choices, onChange }: SelectProps<V>) {
  return (
    <label className="select">
      {label && <span>{label}</span>}
      <select
        className="input"
        aria-label={label ? undefined : name}
        value={value}
        onChange={(event) => {
          const chosen = choices.find((choice) => choice.value === event.target.value)
          if (chosen) onChange(chosen.value)
        }}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value} disabled={choice.isDisabled}>
            {choice.label}
          </option>
        ))}
      </select>
      <Icon name="down" size={12} />
    </label>
  )
}

type SelectControlProps<V extends string> = Pick<SelectProps<V>, 'value' | 'choices' | 'onChange'> &
  Pick<ComponentProps<typeof Input>, 'name' | 'disabled' | 'onBlur' | 'aria-invalid'>

/** The same as a control of a `Field`. */
export function SelectControl<V extends string>({ choices, onChange, ...input }: SelectControlProps<V>) {
  return (
    <span className="select">
      <Input
        {...input}
        onChange={(event) => onChange(event.target.value as V)}
        render={
          <select>
            {choices.map((choice) => (
              <option key={choice.value} value={choice.value} disabled={choice.isDisabled}>
                {choice.label}
              </option>
            ))}
          </select>
        }
      />
      <Icon name="down" size={12} />
    </span>
  )
}
