import { createFileRoute } from '@tanstack/react-router'
import { SettingsPage } from '../features/account/settings-page.tsx'
import { PlainPage } from '../features/shell/plain-pages.tsx'
import { t } from '../lib/text/messages.ts'

export const Route = createFileRoute('/settings')({
  component: () => (
    <PlainPage title={t('nav.settings')}>
      <SettingsPage />
    </PlainPage>
  ),
})
