import '../../../messages/admin-events.ts'
import type { Event } from '@muster/contract/events'
import { useNavigate } from '@tanstack/react-router'
import { useIsShown } from '../../../lib/use-is-shown.ts'
import { t } from '../../../lib/text/messages.ts'
import { showToast } from '../../../ui/overlays/show-toast.ts'

/** Moves the admin pages to an event that was just made, and says so. A person who has left the form stays where they are. */
export function useEnterEvent() {
  const navigate = useNavigate()
  const isShown = useIsShown()
  return ({ id, name }: Event, title: string) => {
    if (isShown.current) void navigate({ to: '.', search: (before: object) => ({ ...before, event: id }), replace: true })
    showToast(title, { text: t(isShown.current ? 'adminEvents.entered' : 'adminEvents.createdText', { name }) })
  }
}
