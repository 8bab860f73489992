import { useState } from 'react'
import { formatCount } from '../../lib/text/numbers.ts'

/** The class for a highlight when `value` changes after it was first shown; the element uses `value` as its key. */
export function useChanged(value: string | number): string {
  const [first] = useState(value)
  return value === first ? '' : 'changed'
}

/** A number that is highlighted once when it changes. */
export function ChangedNumber({ value }: { value: number }) {
  const changed = useChanged(value)
  return (
    <span key={value} className={`num-whole ${changed}`}>
      {formatCount(value)}
    </span>
  )
}
