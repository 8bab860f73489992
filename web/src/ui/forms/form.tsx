import './controls.css'
import { createFormHook } from '@tanstack/react-form'
import { type ComponentProps, type FormEvent, type ReactNode, useContext, useEffect, useRef } from 'react'
import { countActs } from '../../lib/browser/acts.ts'
import { Button, ButtonRow } from './button.tsx'
import { type Attempt, AttemptContext, fieldContext, formContext, HoldContext, useHold } from './form-context.ts'
import { CheckField, ChoiceField, RangeField, SegmentsField, TextAreaField, TextField } from './form-fields.tsx'
import { NumberField, SelectField, TimeField } from './typed-fields.tsx'

// The parts of every form. The library holds values and runs the validators of fields; these parts show the result: a label, help
// or an error, visible and for assistive technology alike.

const { useAppForm } = createFormHook({
  fieldContext,
  formContext,
  fieldComponents: {
    TextField,
    TextAreaField,
    CheckField,
    ChoiceField,
    SegmentsField,
    RangeField,
    NumberField,
    SelectField,
    TimeField,
  },
  formComponents: {},
})
export { useAppForm }

interface FormProps {
  /** Validates the values and sends them. */
  onSubmit: () => Promise<void>
  attempt: Attempt
  /** Why the last attempt failed, above the buttons. */
  problem: ReactNode
  /** About the input, above the fields. */
  notice?: ReactNode
  /** The last one confirms. */
  buttons?: ReactNode
  className?: string
  children: ReactNode
}

/** Fields, errors and buttons. After a failure the focus is on the first field with an error, unless the person went on. */
export function Form({ onSubmit, attempt, problem, notice, buttons, className = '', children }: FormProps) {
  const form = useRef<HTMLFormElement>(null)
  const actsAtSubmit = useRef(0)
  const focusFirst = () => {
    const first = form.current?.querySelector<HTMLElement>('[aria-invalid=true]')
    // A folded part would hide the error, and a hidden field takes no focus.
    for (let fold = first?.closest('details'); fold; fold = fold.parentElement?.closest('details')) fold.open = true
    if (countActs() === actsAtSubmit.current) first?.focus()
  }
  const { isBusy } = attempt
  const hold = useHold()
  const wasBusy = useRef(false)
  useEffect(() => {
    if (wasBusy.current && !isBusy) focusFirst()
    wasBusy.current = isBusy
  }, [isBusy])
  async function submit(event: FormEvent) {
    event.preventDefault()
    // Enter submits too; once is enough.
    if (isBusy || hold.why !== null) return
    actsAtSubmit.current = countActs()
    await onSubmit()
    focusFirst()
  }
  return (
    <AttemptContext value={attempt}>
      <HoldContext value={hold}>
        <form className={`form ${className}`} noValidate ref={form} onSubmit={(event) => void submit(event)}>
          {notice}
          {children}
          {problem}
          {buttons && <ButtonRow>{buttons}</ButtonRow>}
        </form>
      </HoldContext>
    </AttemptContext>
  )
}

/** Submits the form; says while it is being sent, and why it waits. */
export function SubmitButton({
  kind = 'primary',
  children,
  ...rest
}: Omit<ComponentProps<typeof Button>, 'type' | 'isBusy' | 'onClick'>) {
  const { isBusy } = useContext(AttemptContext)
  const { why } = useContext(HoldContext)
  return (
    <Button {...rest} kind={kind} type="submit" isBusy={isBusy || why !== null}>
      {why ?? children}
    </Button>
  )
}
