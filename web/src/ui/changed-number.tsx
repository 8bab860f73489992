import { type ReactNode, useState } from 'react'
import { formatCount } from '../lib/numbers.ts'

/** The class of what washes once when `value` changes after it was first shown; its element takes `value` as its key. */
export function useChanged(value: string | number): string {
  const [first] = useState(value)
  return value === first ? '' : 'changed'
}

/** Content that washes once when `value` changes after it was first shown. */
export function Changed({ value, children }: { value: string | number; children: ReactNode }) {
  const changed = useChanged(value)
  // A new key mounts a new element, and with it the animation starts anew.
  return (
    <span key={value} className={changed || undefined}>
      {children}
    </span>
  )
}

/** A number that washes once when it changes. */
export function ChangedNumber({ value }: { value: number }) {
  const changed = useChanged(value)
  return (
    <span key={value} className={`num-whole ${changed}`}>
      {formatCount(value)}
    </span>
  )
}
