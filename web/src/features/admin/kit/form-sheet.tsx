import '../../../messages/admin.ts'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { t } from '../../../lib/text/messages.ts'
import { Confirm, Sheet } from '../../../ui/overlays/dialog.tsx'

const UnsavedContext = createContext<(isUnsaved: boolean) => void>(() => {})

/** Tells the sheet around a form whether something was typed that is saved nowhere. */
export function useUnsaved(isUnsaved: boolean): void {
  const report = useContext(UnsavedContext)
  useEffect(() => report(isUnsaved), [report, isUnsaved])
}

interface FormSheetProps {
  title: string
  onClose: () => void
  children: ReactNode
}

/** A sheet with a form. A press beside it, or Escape, does not throw away what was typed: it asks first. */
export function FormSheet({ title, onClose, children }: FormSheetProps) {
  const [isUnsaved, setUnsaved] = useState(false)
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Sheet
        title={title}
        closeLabel={t('close')}
        isOpen
        onOpenChange={(isOpen) => !isOpen && (isUnsaved ? setAsking(true) : onClose())}
      >
        <UnsavedContext value={setUnsaved}>{children}</UnsavedContext>
      </Sheet>
      <Confirm
        title={t('unsaved.title')}
        closeLabel={t('close')}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        keepLabel={t('unsaved.keep')}
        actLabel={t('unsaved.discard')}
        isBusy={false}
        onAct={onClose}
      >
        <p>{t('unsaved.text')}</p>
      </Confirm>
    </>
  )
}
