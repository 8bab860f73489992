import './report.css'
import '../../../messages/report.ts'
import type { Event } from '@muster/contract/events'
import { type ReactNode, useState } from 'react'
import { useReportRules } from '../../../api/items/report-rules.ts'
import { usePhase } from '../../../api/scores/phase.ts'
import { useStatus } from '../../../api/scores/event.ts'
import { useSession } from '../../../lib/browser/session.ts'
import { t } from '../../../lib/text/messages.ts'
import { Empty } from '../../../ui/layout/states.tsx'
import { Tabs } from '../../../ui/layout/tabs.tsx'
import { LogPanel } from '../log/log-panel.tsx'
import { useLogFollower } from '../log/use-log-follower.ts'
import { ByHand } from './by-hand.tsx'
import { ItemReportForm } from './item-report-form.tsx'
import { OwnReports } from './own-reports.tsx'
import type { WaitingReport } from './waiting-reports.ts'

interface PageProps {
  event: Event
  /** The button for visitors. */
  login: ReactNode
}

/** The page on which players report their finds and figures, with their earlier reports beside the form. */
export function ReportPage({ event, login }: PageProps) {
  const user_id = useSession()?.user_id
  const { team_id } = useStatus()
  const phase = usePhase(event)
  const isRefused = useReportRules(event).shared === 'refused'
  const [tab, setTab] = useState<Tab>('paste')
  const [edited, setEdited] = useState<WaitingReport | null>(null)
  if (user_id === undefined)
    return (
      <Empty title={t('report.loginTitle')} text={t('report.loginText')}>
        {login}
      </Empty>
    )
  if (team_id === null) return <Empty title={t('report.noTeamTitle')} text={t('report.noTeamText')} />
  if (phase === 'upcoming') return <Empty title={t('report.earlyTitle')} text={t('report.earlyText')} />
  const author = { user_id, event_id: event.id }
  const isOver = phase === 'ended'
  const edit = (report: WaitingReport) => {
    setTab('paste')
    setEdited(report)
  }
  const form = (
    <ItemReportForm
      key={`${event.id} ${user_id}`}
      event={event}
      user_id={user_id}
      edited={edited}
      onTaken={() => setEdited(null)}
    />
  )
  return (
    <div className="report-columns">
      <div>
        <Ways event={event} isRefused={isRefused} isOver={isOver} tab={tab} onTab={setTab} form={form} />
      </div>
      <OwnReports author={author} isOver={isOver} onEdit={isOver || isRefused ? null : edit} />
    </div>
  )
}

type Tab = 'paste' | 'log' | 'hand'

interface WaysProps {
  event: Event
  isRefused: boolean
  isOver: boolean
  tab: Tab
  onTab: (tab: Tab) => void
  form: ReactNode
}

function Ways({ event, isRefused, isOver, tab, onTab, form }: WaysProps) {
  if (isOver) return <Empty title={t('report.overTitle')} text={t('report.overText')} />
  if (isRefused) return <ByHand />
  return <WayTabs event={event} tab={tab} onTab={onTab} form={form} />
}

/** The log is followed whichever tab is open. */
function WayTabs({ event, tab, onTab, form }: Omit<WaysProps, 'isOver' | 'isRefused'>) {
  const log = useLogFollower(event)
  const logTab = { value: 'log', label: t('report.log'), panel: <LogPanel {...log} /> } as const
  return (
    <Tabs
      label={t('report.ways')}
      value={tab}
      onChange={onTab}
      tabs={[
        { value: 'paste', label: t('report.paste'), panel: form },
        ...(event.game_log === 'followed' ? [logTab] : []),
        { value: 'hand', label: t('report.byHand'), panel: <ByHand /> },
      ]}
    />
  )
}
