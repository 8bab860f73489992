import '../../messages/submissions.ts'
import { takesSubmissions } from '@muster/domain/objectives/kinds'
import { useServerNow } from '../../api/live/clock.ts'
import { useEvent, useScoreTree, useTeams } from '../../api/scores/event.ts'
import { askForSubmission } from '../../api/people/submission-request.ts'
import { useSubmissions } from '../../api/people/submissions.ts'
import { t } from '../../lib/text/messages.ts'
import { nameButton } from '../../ui/forms/button.tsx'
import { Icon } from '../../ui/marks/icon.tsx'
import { Menu, MenuItem } from '../../ui/overlays/menu.tsx'

/** Objectives for which a team member can submit now; empty for others. */
export function SubmitMenu() {
  const { leaves } = useScoreTree()
  const hasTeam = useTeams().some((team) => team.is_own)
  const now = useServerNow(10_000)
  const event = useEvent()
  const open = leaves.filter(({ item }) => takesSubmissions(item) && (item.valid_from ?? 0) <= now)
  const isRunning = event !== null && now >= Date.parse(event.event_start_time) && now <= Date.parse(event.event_end_time)
  if (!hasTeam || !isRunning || open.length === 0) return null
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

/** Number of submissions waiting for a judge. */
export function WaitingLine() {
  const count = useSubmissions().filter((each) => each.approval_status === 'PENDING').length
  return <p>{t('submissions.lead', { count })}</p>
}
