import { type Provider, providers } from '@muster/contract/auth'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { readCallbackSearch } from '../features/account/callback-search.ts'
import { ProviderCallback } from '../features/account/provider-callback.tsx'
import { PlainPage } from '../features/shell/plain-pages.tsx'
import { t } from '../lib/text/messages.ts'
import { readChoice } from '../lib/text/search.ts'

export const Route = createFileRoute('/auth/$provider/callback')({
  params: {
    parse: (params): { provider: Provider } => {
      const provider = readChoice(params.provider, providers)
      if (provider === undefined) throw notFound()
      return { provider }
    },
  },
  validateSearch: readCallbackSearch,
  component: CallbackPage,
})

function CallbackPage() {
  const { provider } = Route.useParams()
  return (
    <PlainPage title={t('callback.title')}>
      <ProviderCallback provider={provider} search={Route.useSearch()} />
    </PlainPage>
  )
}
