import { useState } from 'react'
import type { Attempt } from '../../ui/forms/form-context.ts'
import { useAppForm } from '../../ui/forms/form.tsx'
import { WriteProblem } from './write-problem.tsx'
import { useWrite } from './writes.ts'

interface WriteForm<V, R> {
  /** What the fields begin with. Names are those of the wire, so that a refusal finds its field. */
  values: V
  /** Sends what passed the fields' validators. */
  send: (values: V) => Promise<R>
  /** `reset` makes what it is given the new beginning. */
  onDone?: (reply: R, reset: (values: V) => void) => void
  /** Fields with another name on the wire than here. */
  wireNames?: { readonly [F in keyof V]?: string }
  /** Codes of refusals that are about one field of the wire: `{ partner_not_found: 'partner_account_name' }`. */
  refusals?: Readonly<Record<string, string>>
  /** Fields whose parts show what is wrong with them, each beside itself. */
  groups?: readonly (keyof V & string)[]
}

/**
 * A form that sends a change. Nothing that was typed is lost when that fails: the values stay, what the server says about a field
 * stands beside it until the field is changed, and anything else above the buttons.
 */
export function useWriteForm<V extends object, R>({
  values,
  send,
  onDone,
  wireNames = {},
  refusals = {},
  groups = [],
}: WriteForm<V, R>) {
  const [defaultValues, setDefaultValues] = useState(values)
  const [sent, setSent] = useState<V>(values)
  const reset = (next: V) => {
    setDefaultValues(next)
    form.reset(next)
  }
  const write = useWrite(send, { fields: refusals, ...(onDone && { onDone: (reply: R) => onDone(reply, reset) }) })
  const form = useAppForm({
    defaultValues,
    // What was wrong a moment ago may be right now, as time passes: every attempt checks again.
    canSubmitWhenInvalid: true,
    onSubmit: ({ value }) => {
      setSent(value)
      write.run(value)
    },
  })
  const nameOnWire = (field: string) => wireNames[field as keyof V] ?? field
  const isAsSent = (field: string, value: unknown) => sent[field as keyof V] === value
  const attempt: Attempt = {
    isBusy: write.is_busy,
    problemOf: (field, value, part) =>
      isAsSent(field, value)
        ? write.problemOf(part === undefined ? nameOnWire(field) : `${nameOnWire(field)}.${part}`)
        : undefined,
  }
  const fields = Object.entries(form.fieldInfo as Record<string, { instance: unknown }>).flatMap(([field, { instance }]) =>
    instance ? [field] : [],
  )
  const problem = (
    <form.Subscribe
      selector={({ values: now }) => fields.filter((field) => !isAsSent(field, now[field as keyof V])).map(nameOnWire)}
    >
      {(edited) => <WriteProblem write={write} fields={fields.map(nameOnWire)} groups={groups.map(nameOnWire)} edited={edited} />}
    </form.Subscribe>
  )
  return { form, formProps: { attempt, problem, onSubmit: () => form.handleSubmit() } }
}
