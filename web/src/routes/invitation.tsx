import { createFileRoute, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { InvitationPage } from '../features/account/invitation-page.tsx'
import { PlainPage } from '../features/shell/plain-pages.tsx'
import { t } from '../lib/text/messages.ts'

export const Route = createFileRoute('/invitation')({ component: Invitation })

/** 32 bytes in base64url. Other fragments are truncated links, or positions on the page, such as that of "Skip to content". */
const isSecret = (hash: string) => /^[\w-]{43}$/.test(hash)

function Invitation() {
  const hash = useLocation({ select: (location) => location.hash })
  const [secret, setSecret] = useState('')
  if (isSecret(hash) && hash !== secret) setSecret(hash)
  return (
    <PlainPage title={t('invitation.title')}>
      <InvitationPage key={secret} secret={secret} />
    </PlainPage>
  )
}
