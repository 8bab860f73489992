import { useState } from 'react'
import type { Attempt } from '../../ui/forms/form-context.ts'
import { useAppForm } from '../../ui/forms/form.tsx'
import { WriteProblem } from './write-problem.tsx'
import { useWrite } from './writes.ts'

interface WriteForm<V, R> {
  /** Initial values of the fields, with the API's names, so that an error finds its field. */
  values: V
  /** Sends the validated values. */
  send: (values: V) => Promise<R>
  /** `reset` replaces the initial values. */
  onDone?: (reply: R, reset: (values: V) => void) => void
  /** Fields with another name in the API. */
  wireNames?: { readonly [F in keyof V]?: string }
  /** Error codes about one field of the API: `{ partner_not_found: 'partner_account_name' }`. */
  refusals?: Readonly<Record<string, string>>
  /** Fields with several parts, each of which shows its own error. */
  groups?: readonly (keyof V & string)[]
}

/**
 * A form that sends a change. A failure loses no input: the values stay, the server's error for a field is beside it until the
 * field is changed, and any other error is above the buttons.
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
    // Errors may resolve over time, so every attempt validates again.
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
