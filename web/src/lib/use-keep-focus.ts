import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Keeps the focus on the button that moved a row: the browser drops it when the row moves in the document, or when the button is
 * disabled at the end.
 * @param moved changes whenever rows may have moved.
 */
export function useKeepFocus(moved: unknown): RefObject<HTMLDivElement | null> {
  const frame = useRef<HTMLDivElement>(null)
  const last = useRef<{ readonly row: string; readonly part: string } | null>(null)
  useLayoutEffect(() => {
    const root = frame.current
    if (!root) return
    const note = ({ target }: FocusEvent) => {
      const button = target instanceof Element ? target.closest('[data-part]') : null
      const row = button?.closest('[data-row]')?.getAttribute('data-row')
      const part = button?.getAttribute('data-part')
      last.current = row && part ? { row, part } : null
    }
    // A press elsewhere ends it.
    const forget = () => {
      last.current = null
    }
    root.addEventListener('focusin', note)
    document.addEventListener('pointerdown', forget, { capture: true })
    return () => {
      root.removeEventListener('focusin', note)
      document.removeEventListener('pointerdown', forget, { capture: true })
    }
  }, [])
  useLayoutEffect(() => {
    const now = document.activeElement
    const isLost = now === document.body || (now instanceof HTMLButtonElement && now.disabled)
    if (!last.current || !isLost) return
    const { row, part } = last.current
    const buttons = [...(frame.current?.querySelectorAll<HTMLButtonElement>(`[data-row="${row}"] [data-part]`) ?? [])]
    const wanted = buttons.find((button) => button.dataset['part'] === part && !button.disabled)
    ;(wanted ?? buttons.find((button) => !button.disabled))?.focus()
  }, [moved])
  return frame
}
