import { Suspense, useState } from 'react'
import { useSession } from '../../lib/browser/session.ts'
import { t } from '../../lib/text/messages.ts'
import { IconButton } from '../../ui/forms/button.tsx'
import { lazyPart } from '../../ui/deferred/lazy-part.ts'

const Bell = lazyPart(() => import('./bell.tsx').then((module) => ({ default: module.Bell })))

/** The notices of a logged-in user. */
export function BellButton() {
  const session = useSession()
  return session && <OwnBell key={session.user_id} user_id={session.user_id} />
}

/** The bell of a user; its code loads after the page, and opens the list if the bell was pressed before. */
export function OwnBell({ user_id }: { user_id: number }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Suspense fallback={<IconButton label={t('bell.title')} icon="bell" onClick={() => setOpen(true)} />}>
      <Bell user_id={user_id} isOpen={isOpen} onOpen={setOpen} />
    </Suspense>
  )
}
