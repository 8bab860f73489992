import type { Event } from '@muster/contract/events'
import { createFileRoute, Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { DataGuard } from '../api/calls/data-block.tsx'
import { useReportRules } from '../api/items/report-rules.ts'
import { LoginButton } from '../api/people/login-button.tsx'
import { useEvent } from '../api/scores/event.ts'
import { ReportPage } from '../features/submissions/report/report-page.tsx'
import { paths } from '../lib/paths.ts'
import { t } from '../lib/text/messages.ts'
import { nameButton } from '../ui/forms/button.tsx'
import { Empty, SkeletonRows } from '../ui/layout/states.tsx'

export const Route = createFileRoute('/report')({ component: Report })

function Report() {
  return (
    <div className="wrap page">
      <title>{t('title.page', { title: t('report.title') })}</title>
      <DataGuard title={t('report.title')}>
        <Suspense fallback={<SkeletonRows rows={8} height={76} label={t('loading')} />}>
          <Selected />
        </Suspense>
      </DataGuard>
    </div>
  )
}

const Lead = ({ event }: { event: Event }) => <p>{t(`report.lead.${useReportRules(event).shared ?? 'varied'}`)}</p>

function Selected() {
  const event = useEvent()
  return (
    <>
      <header className="page-head">
        <div>
          <h1 className="page-title">{t('report.title')}</h1>
          {event && <Lead event={event} />}
        </div>
      </header>
      {event ? (
        <ReportPage event={event} login={<LoginButton isPrimary label={t('login.toReport')} />} />
      ) : (
        <Empty title={t('event.noneTitle')} text={t('event.noneText')}>
          <Link to={paths.home} className={nameButton({})}>
            {t('goHome')}
          </Link>
        </Empty>
      )}
    </>
  )
}
