import './overlays.css'
import { Toast } from '@base-ui/react/toast'
import { useEffect } from 'react'
import { IconButton, nameButton } from '../forms/button.tsx'
import { takeToasts } from './show-toast.ts'

function List({ closeLabel }: { closeLabel: string }) {
  const { toasts, add, close } = Toast.useToastManager()
  // Only a mounted list keeps its toasts: an external manager drops earlier ones.
  useEffect(
    () =>
      takeToasts(({ title, text, kind, action }) => {
        const isBad = kind === 'bad'
        const id = add({
          title,
          description: text,
          type: kind,
          timeout: isBad ? 0 : action ? 30_000 : 6000,
          priority: isBad ? 'high' : 'low',
          ...(action && {
            actionProps: {
              children: action.label,
              onClick: () => {
                close(id)
                action.run()
              },
            },
          }),
        })
      }),
    [add, close],
  )
  return toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} className={toast.type === 'bad' ? 'toast toast-bad' : 'toast'}>
      <Toast.Content>
        <Toast.Title className="toast-title" render={<p />} />
        <Toast.Description className="toast-text" />
        <Toast.Action className={nameButton({ size: 'small' })} />
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
