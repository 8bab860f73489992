import { useCallback, useSyncExternalStore } from 'react'

/**
 * Up to this width the phone layout is shown; the same query as in the style sheets. In em, so that a browser with large text
 * gets it too. Paper gets the wide layout.
 */
const phone = 'screen and (max-width: 50em)'

/** Up to this width there is no space for a third column. */
const narrow = '(max-width: 77.5em)'

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
