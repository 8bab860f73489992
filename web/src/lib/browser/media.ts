import { useCallback, useSyncExternalStore } from 'react'

/** From here down the pages of phones are shown; the same figure as in the style sheets. */
const phone = '(max-width: 800px)'

export function useIsPhone(): boolean {
  const subscribe = useCallback((listener: () => void) => {
    const list = matchMedia(phone)
    list.addEventListener('change', listener)
    return () => list.removeEventListener('change', listener)
  }, [])
  return useSyncExternalStore(subscribe, () => matchMedia(phone).matches)
}
