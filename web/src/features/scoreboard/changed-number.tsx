import { useState } from 'react'
import { formatCount } from '../../lib/numbers.ts'

/** A number that washes once when it changes after it was first shown. */
export function ChangedNumber({ value }: { value: number }) {
  const [first] = useState(value)
  // A new key mounts a new element, and with it the animation starts anew.
  return (
    <span key={value} className={value === first ? undefined : 'changed'}>
      {formatCount(value)}
    </span>
  )
}
