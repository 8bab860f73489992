import { createFileRoute, useLocation } from '@tanstack/react-router'
import { InvitationPage } from '../features/account/invitation-page.tsx'
import { PlainPage } from '../features/shell/plain-pages.tsx'
import { t } from '../lib/text/messages.ts'

export const Route = createFileRoute('/invitation')({ component: Invitation })

function Invitation() {
  const secret = useLocation({ select: ({ hash }) => hash })
  return (
    <PlainPage title={t('invitation.title')}>
      <InvitationPage key={secret} secret={secret} />
    </PlainPage>
  )
}
