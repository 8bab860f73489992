import './overlays.css'
import { Toast } from '@base-ui/react/toast'
import { IconButton } from './button.tsx'

const manager = Toast.createToastManager()

/** Says something short that asks for no answer. `bad` stays until it is closed. */
export function showToast(title: string, { text, kind = 'plain' }: { text?: string; kind?: 'plain' | 'bad' } = {}): void {
  manager.add({
    title,
    description: text,
    type: kind,
    timeout: kind === 'bad' ? 0 : 6000,
    priority: kind === 'bad' ? 'high' : 'low',
  })
}

function ToastList({ closeLabel }: { closeLabel: string }) {
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

/** Where toasts appear; once, at the root. */
export function Toasts({ label, closeLabel }: { label: string; closeLabel: string }) {
  return (
    <Toast.Provider toastManager={manager}>
      <Toast.Portal>
        <Toast.Viewport className="toasts" aria-label={label}>
          <ToastList closeLabel={closeLabel} />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}
