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
