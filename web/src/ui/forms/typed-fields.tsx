import './controls.css'
import { type ComponentProps, useRef } from 'react'
import { fromWallClock, toWallClock } from '../../lib/time/zoned-time.ts'
import { Button } from './button.tsx'
import { Field, Input } from './fields.tsx'
import { type Labelled, useField } from './form-context.ts'
import type { Choice } from './choices.ts'
import { SelectControl } from './select.tsx'

/** A number, kept as typed: validators refuse an invalid one, and the input is not lost. */
export function NumberField({
  label,
  help,
  ...input
}: Labelled & Pick<ComponentProps<typeof Input>, 'placeholder' | 'disabled'>) {
  const { field, value, error } = useField<string>()
  return (
    <Field label={label} hint={help} error={error}>
      <Input
        {...input}
        name={field.name}
        inputMode="numeric"
        autoComplete="off"
        value={value}
        onBlur={field.handleBlur}
        onChange={(event) => field.handleChange(event.target.value)}
      />
    </Field>
  )
}

interface SelectProps<V extends string> extends Labelled {
  choices: readonly Choice<V>[]
  disabled?: boolean
}

/** A choice among many options, by the platform's own select. */
export function SelectField<V extends string>({ label, help, choices, disabled }: SelectProps<V>) {
  const { field, value, error } = useField<V>()
  return (
    <Field label={label} hint={help} error={error}>
      <SelectControl
        name={field.name}
        disabled={disabled}
        value={value}
        choices={choices}
        onBlur={field.handleBlur}
        onChange={field.handleChange}
      />
    </Field>
  )
}

interface TimeProps extends Labelled {
  /** The time zone of the input; empty for the device's. */
  zone: string
  /** The moment in UTC, beside the input: `describe(at_ms)`. */
  describe: (at_ms: number) => string
  /** Name of the clear button; absent if a time is required. */
  clearLabel?: string
  /** Includes seconds. */
  hasSeconds?: boolean
}

/** A date and time. The value is ISO text in UTC, or empty; it is typed in the viewer's zone, with UTC beside it. */
export function TimeField({ label, help, zone, describe, clearLabel, hasSeconds = false }: TimeProps) {
  const { field, value, error } = useField<string>()
  const at = value === '' ? null : Date.parse(value)
  const frame = useRef<HTMLDivElement>(null)
  const clear = () => {
    field.handleChange('')
    // The button disappears with the value.
    frame.current?.querySelector('input')?.focus()
  }
  const shown = at === null || Number.isNaN(at) ? '' : toWallClock(at, zone).slice(0, hasSeconds ? 19 : 16)
  return (
    <div className="time-field" ref={frame}>
      <Field
        label={label}
        hint={
          <>
            {at !== null && !Number.isNaN(at) && describe(at)}
            {help}
          </>
        }
        error={error}
      >
        <Input
          name={field.name}
          type="datetime-local"
          step={hasSeconds ? 1 : 60}
          value={shown}
          onBlur={field.handleBlur}
          onChange={(event) => {
            const typed = fromWallClock(event.target.value, zone)
            field.handleChange(typed === null ? '' : new Date(typed).toISOString())
          }}
        />
      </Field>
      {clearLabel && value !== '' && <Button onClick={clear}>{clearLabel}</Button>}
    </div>
  )
}
