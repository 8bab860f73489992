import { createFormHookContexts } from '@tanstack/react-form'
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'

/** A form's last attempt to send. */
export interface Attempt {
  /** Being sent. */
  readonly isBusy: boolean
  /** The server's error for a field, or for a part of it (`1.value`), as long as the field still has that value. */
  readonly problemOf: (field: string, value: unknown, part?: string) => string | undefined
}

export const AttemptContext = createContext<Attempt>({ isBusy: false, problemOf: () => undefined })
export const { fieldContext, formContext, useFieldContext } = createFormHookContexts()

/** The surrounding field with the error of its value; undefined if there is none. */
export function useField<V>() {
  const field = useFieldContext<V>()
  const { problemOf } = useContext(AttemptContext)
  const { value, meta } = field.state
  const found: unknown = meta.errors.find((error) => typeof error === 'string')
  return { field, value, error: problemOf(field.name, value) ?? (found as string | undefined) }
}

/** Properties of every form field. */
export interface Labelled {
  label: string
  /** Below the control, unless there is an error. */
  help?: ReactNode
}

/** Lets the confirming button of the surrounding form wait and say why; null if it does not wait. */
export interface Hold {
  readonly why: string | null
  readonly set: (why: string | null) => void
}
export const HoldContext = createContext<Hold>({ why: null, set: () => {} })

/** The hold of a form or dialog, for the `HoldContext` around its parts. */
export function useHold(): Hold {
  const [why, set] = useState<string | null>(null)
  return useMemo(() => ({ why, set }), [why])
}

/** Tells the sheet around a form how to discard its input; null without unsaved input. */
export const UnsavedContext = createContext<(discard: (() => void) | null) => void>(() => {})
