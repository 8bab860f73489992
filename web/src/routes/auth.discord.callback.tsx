import { createFileRoute } from '@tanstack/react-router'
import { readCallbackSearch } from '../features/account/callback-search.ts'
import { ProviderCallback } from '../features/account/provider-callback.tsx'
import { PlainPage } from '../features/shell/plain-pages.tsx'
import { t } from '../lib/messages.ts'

export const Route = createFileRoute('/auth/discord/callback')({ validateSearch: readCallbackSearch, component: CallbackPage })

function CallbackPage() {
  return (
    <PlainPage title={t('callback.title')}>
      <ProviderCallback provider="discord" search={Route.useSearch()} />
    </PlainPage>
  )
}
