import '../../messages/submissions.ts'
import type { Event } from '@muster/contract/events'
import { readReviewState } from '@muster/domain/submissions/review-state'
import { Link } from '@tanstack/react-router'
import { useReportRules } from '../../api/items/report-rules.ts'
import { askForSubmission } from '../../api/people/submission-request.ts'
import { useSubmissions } from '../../api/people/submissions.ts'
import { useEvent, useTeams } from '../../api/scores/event.ts'
import { t } from '../../lib/text/messages.ts'
import { paths } from '../../lib/paths.ts'
import { nameButton } from '../../ui/forms/button.tsx'
import { Icon } from '../../ui/marks/icon.tsx'
import { Menu, MenuItem } from '../../ui/overlays/menu.tsx'
import { useReportable } from './report-targets.ts'

/** Objectives for which a team member can submit now; empty for others. */
export function SubmitMenu() {
  const open = useReportable()
  if (open.length === 0) return null
  const trigger = (
    <button type="button" className={nameButton({ kind: 'primary' })}>
      <Icon name="plus" size={14} />
      {t('submissions.new')}
    </button>
  )
  return (
    <Menu trigger={trigger} label={t('submissions.newLabel')}>
      {open.map(({ item, parent }) => (
        <MenuItem key={item.id} onSelect={() => askForSubmission({ objective_id: item.id })}>
          <bdi>{item.name}</bdi>
          <small>{parent?.item.title}</small>
        </MenuItem>
      ))}
    </Menu>
  )
}

/** The page on which team members report items and numbers, while the event takes reports. */
export function ReportLink() {
  const event = useEvent()
  const hasTeam = useTeams().some((team) => team.is_own)
  return event && hasTeam ? <LinkToReports event={event} /> : null
}

function LinkToReports({ event }: { event: Event }) {
  if (useReportRules(event).shared === 'refused') return null
  return (
    <Link to={paths.report} className={nameButton({})}>
      {t('submissions.report')}
    </Link>
  )
}

/** Number of submissions waiting for a judge. */
export function WaitingLine() {
  const count = useSubmissions().filter((each) => readReviewState(each) === 'waiting').length
  return <p>{t('submissions.lead', { count })}</p>
}
