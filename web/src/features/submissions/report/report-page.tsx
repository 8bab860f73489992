import './report.css'
import '../../../messages/report.ts'
import type { Event } from '@muster/contract/events'
import { type ReactNode, useState } from 'react'
import { usePhase } from '../../../api/scores/phase.ts'
import { useStatus } from '../../../api/scores/event.ts'
import { useSession } from '../../../lib/browser/session.ts'
import { t } from '../../../lib/text/messages.ts'
import { Empty } from '../../../ui/layout/states.tsx'
import { Tabs } from '../../../ui/layout/tabs.tsx'
import { ByHand } from './by-hand.tsx'
import { ItemReportForm } from './item-report-form.tsx'
import { OwnReports } from './own-reports.tsx'

interface PageProps {
  event: Event
  /** The button for visitors. */
  login: ReactNode
}

/** Where players report what they found or reached, with their earlier reports beside it. */
export function ReportPage({ event, login }: PageProps) {
  const user_id = useSession()?.user_id
  const { team_id } = useStatus()
  const phase = usePhase(event)
  if (user_id === undefined)
    return (
      <Empty title={t('report.loginTitle')} text={t('report.loginText')}>
        {login}
      </Empty>
    )
  if (team_id === null) return <Empty title={t('report.noTeamTitle')} text={t('report.noTeamText')} />
  if (phase === 'upcoming') return <Empty title={t('report.earlyTitle')} text={t('report.earlyText')} />
  const author = { user_id, event_id: event.id }
  return (
    <div className="report-columns">
      <div>
        <Ways key={`${event.id} ${user_id}`} event={event} user_id={user_id} isOver={phase === 'ended'} />
      </div>
      <OwnReports author={author} isOver={phase === 'ended'} />
    </div>
  )
}

function Ways({ event, user_id, isOver }: { event: Event; user_id: number; isOver: boolean }) {
  const [tab, setTab] = useState<'paste' | 'hand'>('paste')
  if (isOver) return <Empty title={t('report.overTitle')} text={t('report.overText')} />
  if (event.reports === 'refused') return <ByHand />
  return (
    <Tabs
      label={t('report.ways')}
      value={tab}
      onChange={setTab}
      tabs={[
        { value: 'paste', label: t('report.paste'), panel: <ItemReportForm event={event} user_id={user_id} /> },
        { value: 'hand', label: t('report.byHand'), panel: <ByHand /> },
      ]}
    />
  )
}
