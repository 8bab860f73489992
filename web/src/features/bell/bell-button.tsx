import { Suspense } from 'react'
import { useSession } from '../../lib/browser/session.ts'
import { t } from '../../lib/text/messages.ts'
import { IconButton } from '../../ui/forms/button.tsx'
import { lazyPart } from '../../ui/deferred/lazy-part.ts'

const Bell = lazyPart(() => import('./bell.tsx').then((module) => ({ default: module.Bell })))

/** The notices of a logged-in user; their code comes after the page. */
export function BellButton() {
  const session = useSession()
  if (session === null) return null
  return (
    <Suspense fallback={<IconButton label={t('bell.title')} icon="bell" />}>
      <Bell key={session.user_id} user_id={session.user_id} />
    </Suspense>
  )
}
