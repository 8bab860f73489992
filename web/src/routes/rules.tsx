import { createFileRoute } from '@tanstack/react-router'
import { ComingPage } from '../features/shell/plain-pages.tsx'
import { t } from '../lib/messages.ts'

export const Route = createFileRoute('/rules')({
  component: () => <ComingPage title={t('nav.rules')} text={t('coming.rules')} />,
})
