import { createFileRoute } from '@tanstack/react-router'
import { ComingPage } from '../features/shell/plain-pages.tsx'
import { t } from '../lib/messages.ts'

export const Route = createFileRoute('/settings')({
  component: () => <ComingPage title={t('nav.settings')} text={t('coming.settings')} />,
})
