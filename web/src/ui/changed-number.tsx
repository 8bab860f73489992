import { type ReactNode, useState } from 'react'
import { formatCount } from '../lib/numbers.ts'

/** Content that washes once when `value` changes after it was first shown. */
export function Changed({ value, children }: { value: string | number; children: ReactNode }) {
  const [first] = useState(value)
  // A new key mounts a new element, and with it the animation starts anew.
  return (
    <span key={value} className={value === first ? undefined : 'changed'}>
      {children}
    </span>
  )
}

/** A number that washes once when it changes. */
export function ChangedNumber({ value }: { value: number }) {
  return (
    <span className="num-whole">
      <Changed value={value}>{formatCount(value)}</Changed>
    </span>
  )
}
