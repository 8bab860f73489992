import type { ComponentProps } from 'react'

export interface Choice<V extends string> {
  readonly value: V
  readonly label: string
  /** It cannot be chosen, and the label says why. */
  readonly isDisabled?: boolean
  /** The heading that it is listed under; choices of a group follow each other. Only long lists have headings. */
  readonly group?: string
}

/** A choice from a list, as a control of a `Field`. */
export type ChoiceControlProps<V extends string> = Pick<
  ComponentProps<'input'>,
  'id' | 'name' | 'disabled' | 'onBlur' | 'aria-invalid' | 'aria-label'
> & {
  value: V
  choices: readonly Choice<V>[]
  onChange: (value: V) => void
}
