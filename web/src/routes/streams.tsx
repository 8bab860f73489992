import { createFileRoute } from '@tanstack/react-router'
import { ComingPage } from '../features/shell/plain-pages.tsx'
import { t } from '../lib/messages.ts'

export const Route = createFileRoute('/streams')({
  component: () => <ComingPage title={t('nav.streams')} text={t('coming.streams')} />,
})
