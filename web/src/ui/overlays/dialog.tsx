import './overlays.css'
import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { type ReactNode, useEffect } from 'react'
import { t } from '../../lib/text/messages.ts'
import { Button, ButtonRow, IconButton } from '../forms/button.tsx'

interface OverlayProps {
  title: string
  /** Name of the close button. */
  closeLabel?: string
  isOpen?: boolean
  /** It stays open while its change is being sent. */
  isBusy?: boolean
  onClose: () => void
  /** Buttons; the last one confirms. */
  footer?: ReactNode
  children: ReactNode
}

/**
 * The element that opened a dialog may be removed or disabled after it closes, as soon as the updated list has loaded. The focus
 * then goes to the page until the user's next action, so that Tab does not start at its top.
 */
function keepFocus(): void {
  const ending = new AbortController()
  let isChecking = false
  const check = () => {
    if (isChecking) return
    isChecking = true
    // The browser drops the focus of a removed or disabled element when it draws the next frame.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        isChecking = false
        if (!ending.signal.aborted && document.activeElement === document.body)
          document.querySelector('main')?.focus({ preventScroll: true })
      }),
    )
  }
  const observer = new MutationObserver(check)
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] })
  ending.signal.addEventListener('abort', () => observer.disconnect())
  for (const kind of ['keydown', 'pointerdown'] as const)
    document.addEventListener(kind, () => ending.abort(), { capture: true, signal: ending.signal })
  check()
}

const useKeptFocus = () => useEffect(() => keepFocus, [])

function Overlay(props: OverlayProps & { name: string }) {
  const { name, title, closeLabel = t('close'), isOpen = true, isBusy = false, onClose, footer, children } = props
  useKeptFocus()
  return (
    <BaseDialog.Root open={isOpen} onOpenChange={(isNowOpen) => !isNowOpen && !isBusy && onClose()}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className="scrim" />
        <BaseDialog.Popup className={name}>
          <div className="overlay-head">
            <BaseDialog.Title className="overlay-title">{title}</BaseDialog.Title>
            <BaseDialog.Close render={<IconButton label={closeLabel} icon="close" />} />
          </div>
          <div className="overlay-body">{children}</div>
          {footer && (
            <div className="overlay-foot">
              <ButtonRow>{footer}</ButtonRow>
            </div>
          )}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}

/** Asks for a decision. The text has the consequence in numbers, and the confirming button repeats it. */
export function Dialog(props: OverlayProps) {
  return <Overlay {...props} name="dialog" />
}

/** Slides in from the right, on phones from below. Focus is kept inside and returned afterwards. */
export function Sheet(props: OverlayProps) {
  return <Overlay {...props} name="sheet" />
}

interface ConfirmProps {
  title: string
  isOpen?: boolean
  onClose: () => void
  keepLabel: string
  /** Repeats the consequence: "Delete the submission". */
  actLabel: string
  isBusy: boolean
  onAct: () => void
  children: ReactNode
}

/** The question before an action that is hard to undo. The safe answer is first. */
export function Confirm({ title, isOpen = true, onClose, keepLabel, actLabel, isBusy, onAct, children }: ConfirmProps) {
  return (
    <Dialog
      title={title}
      isOpen={isOpen}
      isBusy={isBusy}
      onClose={onClose}
      footer={
        <>
          <Button disabled={isBusy} onClick={onClose}>
            {keepLabel}
          </Button>
          <Button kind="bad" isBusy={isBusy} onClick={onAct}>
            {actLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
