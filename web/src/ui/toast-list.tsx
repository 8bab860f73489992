import './overlays.css'
import { Toast } from '@base-ui/react/toast'
import { IconButton } from './button.tsx'
import { takeToasts } from './toasts.tsx'

const manager = Toast.createToastManager()

takeToasts(({ title, text, kind }) => {
  const isBad = kind === 'bad'
  manager.add({ title, description: text, type: kind, timeout: isBad ? 0 : 6000, priority: isBad ? 'high' : 'low' })
})

function List({ closeLabel }: { closeLabel: string }) {
  const { toasts } = Toast.useToastManager()
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
    <Toast.Provider toastManager={manager}>
      <Toast.Portal>
        <Toast.Viewport className="toasts" aria-label={label}>
          <List closeLabel={closeLabel} />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}
