import { type RefObject, useEffect, useRef } from 'react'

/** Whether the component is on the page. The answer to a closed form must not close or open anything. */
export function useIsShown(): Readonly<RefObject<boolean>> {
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return isShown
}
