import { createFileRoute } from '@tanstack/react-router'
import { ComingPage } from '../features/shell/plain-pages.tsx'
import { t } from '../lib/messages.ts'

export const Route = createFileRoute('/admin')({
  component: () => <ComingPage title={t('nav.admin')} text={t('coming.admin')} />,
})
