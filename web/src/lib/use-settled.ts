import { useEffect, useState } from 'react'

/** The value, once it has been stable for a while. */
export function useSettled(value: string, pause_ms: number): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    if (value === settled) return undefined
    const timer = setTimeout(() => setSettled(value), pause_ms)
    return () => clearTimeout(timer)
  }, [value, settled, pause_ms])
  return settled
}
