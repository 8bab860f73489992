import './controls.css'
import { createFormHook, createFormHookContexts } from '@tanstack/react-form'
import { type ComponentProps, createContext, type FormEvent, type ReactNode, useContext, useEffect, useId, useRef } from 'react'
import { Button } from './button.tsx'
import { Check, Field, Input, TextArea } from './fields.tsx'
import { Segments } from './toggles.tsx'

// The parts of every form. The library holds values and runs the validators of fields; these parts show what came of it: a label, help
// or what is wrong, for the eye and for assistive technology alike.

/** What a form knows of its last attempt to be sent. */
export interface Attempt {
  /** On its way. */
  readonly isBusy: boolean
  /** What the server said about the value of a field, as long as the field still has that value. */
  readonly problemOf: (field: string, value: unknown) => string | undefined
}

const AttemptContext = createContext<Attempt>({ isBusy: false, problemOf: () => undefined })
const { fieldContext, formContext, useFieldContext } = createFormHookContexts()

/** The field around it, with what is wrong with its value; undefined when nothing is. */
function useField<V>() {
  const field = useFieldContext<V>()
  const { problemOf } = useContext(AttemptContext)
  const { value, meta } = field.state
  const found: unknown = meta.errors.find((error) => typeof error === 'string')
  return { field, value, error: problemOf(field.name, value) ?? (found as string | undefined) }
}

interface Labelled {
  label: string
  /** Below the control, while nothing is wrong. */
  help?: ReactNode
}

type Control<P> = Labelled & Omit<P, 'value' | 'onChange' | 'onBlur' | 'className' | 'name'>

function TextField({ label, help, ...input }: Control<ComponentProps<typeof Input>>) {
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

function TextAreaField({ label, help, ...input }: Control<ComponentProps<typeof TextArea>>) {
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

/** A box to tick; its label may be more than words. */
function CheckField({ label, isRequired = false }: { label: ReactNode; isRequired?: boolean }) {
  const { field, value, error } = useField<boolean>()
  return <Check label={label} isOn={value} onChange={field.handleChange} isRequired={isRequired} error={error} />
}

interface ChoiceProps<V extends string> {
  label: string
  choices: readonly { readonly value: V; readonly label: string }[]
}

/** One of a few, below each other. */
function ChoiceField<V extends string>({ label, choices }: ChoiceProps<V>) {
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

/** One of a few, beside each other. */
function SegmentsField<V extends string>({ label, choices }: ChoiceProps<V>) {
  const { field, value } = useField<V>()
  return <Segments label={label} value={value} choices={choices} onChange={(next) => field.handleChange(next)} />
}

/** A number between two, by a slider. `describe` says it in words. */
function RangeField(props: Labelled & { min: number; max: number; describe: (value: number) => string }) {
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

const { useAppForm } = createFormHook({
  fieldContext,
  formContext,
  fieldComponents: { TextField, TextAreaField, CheckField, ChoiceField, SegmentsField, RangeField },
  formComponents: {},
})
export { useAppForm }

interface FormProps {
  /** Checks the values and sends them. */
  onSubmit: () => Promise<void>
  attempt: Attempt
  /** Why the last attempt failed, above the buttons. */
  problem: ReactNode
  buttons?: ReactNode
  className?: string
  children: ReactNode
}

/** Fields, what went wrong, and buttons. After a failure the focus is on the first field with something wrong. */
export function Form({ onSubmit, attempt, problem, buttons, className = '', children }: FormProps) {
  const form = useRef<HTMLFormElement>(null)
  const focusFirst = () => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  const { isBusy } = attempt
  const wasBusy = useRef(false)
  useEffect(() => {
    if (wasBusy.current && !isBusy) focusFirst()
    wasBusy.current = isBusy
  }, [isBusy])
  async function submit(event: FormEvent) {
    event.preventDefault()
    // Enter sends a form, too; once is enough.
    if (isBusy) return
    await onSubmit()
    focusFirst()
  }
  return (
    <AttemptContext value={attempt}>
      <form className={`form ${className}`} noValidate ref={form} onSubmit={(event) => void submit(event)}>
        {children}
        {problem}
        {buttons && <div className="form-buttons">{buttons}</div>}
      </form>
    </AttemptContext>
  )
}

/** Sends the form; says while it is on its way. */
export function SubmitButton({ kind = 'primary', ...rest }: Omit<ComponentProps<typeof Button>, 'type' | 'isBusy' | 'onClick'>) {
  return <Button {...rest} kind={kind} type="submit" isBusy={useContext(AttemptContext).isBusy} />
}
