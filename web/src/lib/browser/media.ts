import { useCallback, useSyncExternalStore } from 'react'

/** Up to this width the phone layout is shown; the same figure as in the style sheets. */
const phone = '(max-width: 800px)'

/** Up to this width there is no space for a third column. */
const narrow = '(max-width: 1240px)'

function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}

export const useIsPhone = (): boolean => useMedia(phone)
export const useIsNarrow = (): boolean => useMedia(narrow)
