import { useRef } from 'react'
import { formatCount } from '../../lib/numbers.ts'

/** A number that washes once when it changes after it was first shown. */
export function ChangedNumber({ value, format = formatCount }: { value: number; format?: (value: number) => string }) {
  const first = useRef(value)
  // A new key mounts a new element, and with it the animation starts anew.
  return (
    <span key={value} className={value === first.current ? undefined : 'changed'}>
      {format(value)}
    </span>
  )
}
