import { createFileRoute } from '@tanstack/react-router'
import { type CallbackSearch, PoeCallback } from '../features/account/poe-callback.tsx'
import { PlainPage } from '../features/shell/plain-pages.tsx'
import { t } from '../lib/messages.ts'
import { readText } from '../lib/search.ts'

export const Route = createFileRoute('/auth/poe/callback')({
  validateSearch: (search: Record<string, unknown>): CallbackSearch => ({
    state: readText(search['state']),
    code: readText(search['code']),
    error: readText(search['error']),
    error_description: readText(search['error_description']),
  }),
  component: CallbackPage,
})

function CallbackPage() {
  return (
    <PlainPage title={t('callback.title')}>
      <PoeCallback search={Route.useSearch()} />
    </PlainPage>
  )
}
