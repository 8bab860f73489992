import { createFormHookContexts } from '@tanstack/react-form'
import { createContext, type ReactNode, useContext } from 'react'

/** What a form knows of its last attempt to be sent. */
export interface Attempt {
  /** On its way. */
  readonly isBusy: boolean
  /** What the server said about the value of a field, or about a part of it (`1.value`), as long as the field still has that value. */
  readonly problemOf: (field: string, value: unknown, part?: string) => string | undefined
}

export const AttemptContext = createContext<Attempt>({ isBusy: false, problemOf: () => undefined })
export const { fieldContext, formContext, useFieldContext } = createFormHookContexts()

/** The field around it, with what is wrong with its value; undefined when nothing is. */
export function useField<V>() {
  const field = useFieldContext<V>()
  const { problemOf } = useContext(AttemptContext)
  const { value, meta } = field.state
  const found: unknown = meta.errors.find((error) => typeof error === 'string')
  return { field, value, error: problemOf(field.name, value) ?? (found as string | undefined) }
}

/** What every field of a form is given. */
export interface Labelled {
  label: string
  /** Below the control, while nothing is wrong. */
  help?: ReactNode
}
