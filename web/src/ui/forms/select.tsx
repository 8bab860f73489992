import './controls.css'
import { Suspense, useId } from 'react'
import { lazyPart } from '../deferred/lazy-part.ts'
import { Icon } from '../marks/icon.tsx'
import type { Choice, ChoiceControlProps } from './choices.ts'
import { Input } from './fields.tsx'

/** Longer lists are searched by typing. */
const maxUnsearched = 15

const Combobox = lazyPart(async () => {
  const { Combobox } = await import('./combobox.tsx')
  return { default: Combobox<string> }
})

/** The searched list of choices; it cannot be used until its code is loaded, so that no key is lost. */
function SearchedControl<V extends string>({ onChange, ...control }: ChoiceControlProps<V>) {
  const { id, 'aria-label': name, choices } = control
  const chosen = choices.find(({ value }) => value === control.value)
  return (
    <Suspense fallback={<Input id={id} aria-label={name} value={chosen?.label ?? ''} disabled />}>
      <Combobox {...control} onChange={(value) => onChange(value as V)} />
    </Suspense>
  )
}

const isLong = (choices: readonly unknown[]) => choices.length > maxUnsearched

const listOptions = <V extends string>(choices: readonly Choice<V>[]) =>
  choices.map((choice) => (
    <option key={choice.value} value={choice.value} disabled={choice.isDisabled}>
      {choice.label}
    </option>
  ))

interface SelectProps<V extends string> {
  /** Shown before it. */
  label?: string
  /** The accessible name if there is no label. */
  name?: string
  value: V
  choices: readonly Choice<V>[]
  onChange: (value: V) => void
}

/** A short list is the platform's own select: best on phones, and with the familiar keyboard behaviour. */
export function Select<V extends string>({ label, name, ...control }: SelectProps<V>) {
  const id = useId()
  const { value, choices, onChange } = control
  return (
    <span className="select">
      {label && <label htmlFor={id}>{label}</label>}
      {isLong(choices) ? (
        <SearchedControl {...control} id={id} aria-label={label ? undefined : name} />
      ) : (
        <select
          id={id}
          className="input"
          aria-label={label ? undefined : name}
          value={value}
          onChange={(event) => {
            const chosen = choices.find((choice) => choice.value === event.target.value)
            if (chosen) onChange(chosen.value)
          }}
        >
          {listOptions(choices)}
        </select>
      )}
      <Icon name="down" size={12} />
    </span>
  )
}

/** The same as a control of a `Field`. */
export function SelectControl<V extends string>({ choices, onChange, ...input }: ChoiceControlProps<V>) {
  return (
    <span className="select">
      {isLong(choices) ? (
        <SearchedControl {...input} choices={choices} onChange={onChange} />
      ) : (
        <Input
          {...input}
          onChange={(event) => onChange(event.target.value as V)}
          render={<select>{listOptions(choices)}</select>}
        />
      )}
      <Icon name="down" size={12} />
    </span>
  )
}
