import './controls.css'
import { Field as BaseField } from '@base-ui/react/field'
import { Switch as BaseSwitch } from '@base-ui/react/switch'
import type { ComponentProps, ReactNode } from 'react'
import { Icon } from './icon.tsx'

interface FieldProps {
  label: string
  hint?: string
  /** What is wrong with the value; empty or absent when nothing is. */
  error?: string
  children: ReactNode
}

/** Label above, message below; the message belongs to the control for assistive technology, too. */
export function Field({ label, hint, error, children }: FieldProps) {
  return (
    <BaseField.Root className="field" invalid={Boolean(error)}>
      <BaseField.Label className="field-label">{label}</BaseField.Label>
      {children}
      {error ? (
        <BaseField.Error className="field-error" match>
          <Icon name="warning" size={12} />
          {error}
        </BaseField.Error>
      ) : (
        hint && <BaseField.Description className="field-hint">{hint}</BaseField.Description>
      )}
    </BaseField.Root>
  )
}

/** The text control of a `Field`. */
export function Input(props: Omit<ComponentProps<typeof BaseField.Control>, 'className'>) {
  return <BaseField.Control {...props} className="input" />
}

interface SearchProps extends Omit<ComponentProps<'input'>, 'className' | 'onChange' | 'type'> {
  label: string
  onChange: (text: string) => void
}

export function SearchInput({ label, onChange, ...rest }: SearchProps) {
  return (
    <div className="search">
      <Icon name="search" size={14} />
      <input
        {...rest}
        className="input"
        type="search"
        aria-label={label}
        placeholder={label}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}

interface SelectProps<V extends string> {
  label: string
  value: V
  choices: readonly { readonly value: V; readonly label: string }[]
  onChange: (value: V) => void
}

/** The platform's own select: on phones nothing is better, and the keyboard works as people know it. */
export function Select<V extends string>({ label, value, choices, onChange }: SelectProps<V>) {
  return (
    <label className="select">
      <span>{label}</span>
      <select
        className="input"
        value={value}
        onChange={(event) => {
          const chosen = choices.find((choice) => choice.value === event.target.value)
          if (chosen) onChange(chosen.value)
        }}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
      <Icon name="down" size={12} />
    </label>
  )
}

export function Switch({ label, isOn, onChange }: { label: string; isOn: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <label className="switch">
      <BaseSwitch.Root className="switch-track" checked={isOn} onCheckedChange={onChange}>
        <BaseSwitch.Thumb className="switch-thumb" />
      </BaseSwitch.Root>
      {label}
    </label>
  )
}
