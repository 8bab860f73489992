import { useEffect, useState } from 'react'

interface Settling {
  /** How long the value has to be stable. */
  readonly pause_ms?: number
  /** Changes with the value. An object that is new in each render needs a text here. */
  readonly key?: unknown
}

/** The value once it has been stable for a while, such as input after a pause in typing. */
export function useSettled<V>(value: V, { pause_ms = 700, key = value }: Settling = {}): V {
  const [settled, setSettled] = useState({ key, value })
  useEffect(() => {
    if (key === settled.key) return undefined
    const timer = setTimeout(() => setSettled({ key, value }), pause_ms)
    return () => clearTimeout(timer)
    // The key says whether the value has changed.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [key, settled.key, pause_ms])
  return settled.value
}
