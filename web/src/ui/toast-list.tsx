import './overlays.css'
import { Toast } from '@base-ui/react/toast'
import { useEffect } from 'react'
import { IconButton } from './button.tsx'
import { takeToasts } from './toasts.tsx'

function List({ closeLabel }: { closeLabel: string }) {
  const { toasts, add } = Toast.useToastManager()
  // Only a mounted list keeps what it is given: a manager from outside drops what comes before.
  useEffect(
    () =>
      takeToasts(({ title, text, kind }) => {
        const isBad = kind === 'bad'
        add({ title, description: text, type: kind, timeout: isBad ? 0 : 6000, priority: isBad ? 'high' : 'low' })
      }),
    [add],
  )
  return toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} className={toast.type === 'bad' ? 'toast toast-bad' : 'toast'}>
      <Toast.Content>
        <Toast.Title className="toast-title" render={<p />} />
        <Toast.Description className="toast-text" />
      </Toast.Content>
      <Toast.Close render={<IconButton label={closeLabel} icon="close" />} />
    </Toast.Root>
  ))
}

export function ToastList({ label, closeLabel }: { label: string; closeLabel: string }) {
  return (
    <Toast.Provider>
      <Toast.Portal>
        <Toast.Viewport className="toasts" aria-label={label}>
          <List closeLabel={closeLabel} />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}
