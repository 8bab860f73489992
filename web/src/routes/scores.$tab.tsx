import { createFileRoute } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useAllTabs } from '../features/scoreboard/score-tabs.ts'
import { ComingPage, NotFoundPage } from '../features/shell/plain-pages.tsx'
import { t } from '../lib/messages.ts'

export const Route = createFileRoute('/scores/$tab')({
  component: () => (
    <Suspense fallback={<div style={{ minHeight: '100vh' }} />}>
      <ComingTab />
    </Suspense>
  ),
})

/** Score pages without a screen yet, as far as this event has them. */
function ComingTab() {
  const { tab: slug } = Route.useParams()
  const tab = useAllTabs().find((each) => each.slug === slug)
  return tab ? <ComingPage title={tab.title} text={t('coming.tab', { tab: tab.title })} /> : <NotFoundPage />
}
