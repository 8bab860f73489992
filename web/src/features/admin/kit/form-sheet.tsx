import '../../../messages/admin.ts'
import { type ReactNode, useCallback, useContext, useEffect, useState } from 'react'
import { t } from '../../../lib/text/messages.ts'
import { UnsavedContext } from '../../../ui/forms/form-context.ts'
import { Confirm, Dialog, Sheet } from '../../../ui/overlays/dialog.tsx'

/** Marks the sheet as having input that is not a draft: uploaded pages may name logins, so the browser stores none. */
export function useUnsaved(isUnsaved: boolean): void {
  const report = useContext(UnsavedContext)
  useEffect(() => report(isUnsaved ? () => {} : null), [report, isUnsaved])
}

interface FormOverlayProps {
  title: string
  onClose: () => void
  children: ReactNode
}

/** A sheet with a form. A press outside, or Escape, asks before it discards input. */
export const FormSheet = (props: FormOverlayProps) => <FormOverlay {...props} kind={Sheet} />

/** The same in a dialog, for forms of a few fields. */
export const FormDialog = (props: FormOverlayProps) => <FormOverlay {...props} kind={Dialog} />

function FormOverlay({ title, onClose, children, kind: Overlay }: FormOverlayProps & { kind: typeof Sheet }) {
  const [discard, setDiscard] = useState<(() => void) | null>(null)
  const report = useCallback((next: (() => void) | null) => setDiscard(() => next), [])
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Overlay title={title} onClose={() => (discard ? setAsking(true) : onClose())}>
        <UnsavedContext value={report}>{children}</UnsavedContext>
      </Overlay>
      <Confirm
        title={t('unsaved.title')}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        keepLabel={t('unsaved.keep')}
        actLabel={t('unsaved.discard')}
        isBusy={false}
        onAct={() => {
          discard?.()
          onClose()
        }}
      >
        <p>{t('unsaved.text')}</p>
      </Confirm>
    </>
  )
}
