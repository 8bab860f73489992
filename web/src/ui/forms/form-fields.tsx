import './controls.css'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { Check, Field, Input, TextArea } from './fields.tsx'
import { type Labelled, useField } from './form-context.ts'
import { Segments } from './toggles.tsx'

type Control<P> = Labelled & Omit<P, 'value' | 'onChange' | 'onBlur' | 'className' | 'name'>

export function TextField({ label, help, ...input }: Control<ComponentProps<typeof Input>>) {
  const { field, value, error } = useField<string>()
  return (
    <Field label={label} hint={help} error={error}>
      <Input
        {...input}
        name={field.name}
        value={value}
        onBlur={field.handleBlur}
        onChange={(event) => field.handleChange(event.target.value)}
      />
    </Field>
  )
}

export function TextAreaField({ label, help, ...input }: Control<ComponentProps<typeof TextArea>>) {
  const { field, value, error } = useField<string>()
  return (
    <Field label={label} hint={help} error={error}>
      <TextArea
        {...input}
        name={field.name}
        value={value}
        onBlur={field.handleBlur}
        onChange={(event) => field.handleChange(event.target.value)}
      />
    </Field>
  )
}

/** A checkbox; its label may contain elements. */
export function CheckField({ label, isRequired = false }: { label: ReactNode; isRequired?: boolean }) {
  const { field, value, error } = useField<boolean>()
  return <Check label={label} isOn={value} onChange={field.handleChange} isRequired={isRequired} error={error} />
}

interface ChoiceProps<V extends string> {
  label: string
  choices: readonly { readonly value: V; readonly label: string }[]
}

/** A choice among a few options, stacked. */
export function ChoiceField<V extends string>({ label, choices }: ChoiceProps<V>) {
  const { field, value, error } = useField<V>()
  const id = useId()
  return (
    <fieldset className="form-choice" aria-describedby={error ? id : undefined}>
      <legend className="field-label">{label}</legend>
      {choices.map((choice) => (
        <label key={choice.value} className="check">
          <input
            type="radio"
            name={`${id}-${field.name}`}
            checked={value === choice.value}
            onChange={() => field.handleChange(choice.value)}
          />
          <span>{choice.label}</span>
        </label>
      ))}
      {error && (
        <p className="field-error" id={id}>
          {error}
        </p>
      )}
    </fieldset>
  )
}

/** A choice among a few options, side by side. */
export function SegmentsField<V extends string>({ label, choices }: ChoiceProps<V>) {
  const { field, value } = useField<V>()
  return <Segments label={label} value={value} choices={choices} onChange={(next) => field.handleChange(next)} />
}

/** A number in a range, by a slider. `describe` puts it into words. */
export function RangeField(props: Labelled & { min: number; max: number; describe: (value: number) => string }) {
  const { label, help, min, max, describe } = props
  const { field, value, error } = useField<number>()
  const id = useId()
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <div className="form-range">
        <input
          id={id}
          type="range"
          min={min}
          max={max}
          value={value}
          aria-valuetext={describe(value)}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-help`}
          onBlur={field.handleBlur}
          onChange={(event) => field.handleChange(Number(event.target.value))}
        />
        <output className="num strong" htmlFor={id}>
          {describe(value)}
        </output>
      </div>
      <p className={error ? 'field-error' : 'field-hint'} id={`${id}-help`}>
        {error ?? help}
      </p>
    </div>
  )
}
