import './controls.css'
import { Field as BaseField } from '@base-ui/react/field'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { Icon } from '../marks/icon.tsx'

interface FieldProps {
  label: string
  hint?: ReactNode
  /** The error of the value; empty or absent if there is none. */
  error?: string | undefined
  children: ReactNode
}

/** Label above, message below; assistive technology links the message to the control. */
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

/** A multi-line text control for a `Field`. */
export function TextArea(props: Omit<ComponentProps<'textarea'>, 'className'>) {
  return <BaseField.Control render={<textarea {...props} className="input text-area" dir="auto" />} />
}

interface CheckProps {
  label: ReactNode
  isOn: boolean
  onChange: (isOn: boolean) => void
  /** The error of the choice. */
  error?: string | undefined
  isRequired?: boolean
}

/** A checkbox in a form. */
export function Check({ label, isOn, onChange, error, isRequired = false }: CheckProps) {
  const id = useId()
  return (
    <div className="field">
      <label className="check">
        <input
          type="checkbox"
          checked={isOn}
          required={isRequired}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? id : undefined}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span>{label}</span>
      </label>
      {error && (
        <p className="field-error" id={id}>
          <Icon name="warning" size={12} />
          {error}
        </p>
      )}
    </div>
  )
}
