import { createFileRoute, notFound } from '@tanstack/react-router'
import { ComingPage } from '../features/shell/plain-pages.tsx'
import { t } from '../lib/messages.ts'
import { readId } from '../lib/search.ts'

export const Route = createFileRoute('/profile/$userId')({
  params: {
    parse: ({ userId }) => {
      const id = readId(userId)
      if (id === undefined) throw notFound()
      return { userId: id }
    },
    stringify: ({ userId }) => ({ userId: String(userId) }),
  },
  component: () => <ComingPage title={t('nav.profile')} text={t('coming.profile')} />,
})
