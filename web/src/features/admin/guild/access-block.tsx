import './guild.css'
import '../../../messages/admin-guild.ts'
import type { StashMember } from '@muster/contract/team-stash'
import { WriteProblem } from '../../../api/calls/write-problem.tsx'
import { callWrite, useWrite } from '../../../api/calls/writes.ts'
import { useServerNow } from '../../../api/live/clock.ts'
import { useEventKey } from '../../../api/scores/event.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatSpan } from '../../../lib/time/span.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Badge, type BadgeKind } from '../../../ui/marks/badge.tsx'
import { showToast } from '../../../ui/overlays/show-toast.ts'
import { awaitFetch, useTeamStash } from './use-team-stash.ts'

const kindOf = (state: StashMember['state']): BadgeKind => {
  if (state === 'seen') return 'good'
  return ['not_connected', 'connection_ended', 'not_granted', 'failed'].includes(state) ? 'bad' : 'plain'
}

/** How many of the tabs each member sees in the game, and the reason if not all. */
export function AccessBlock({ isLead }: { isLead: boolean }) {
  const { members, tabs } = useTeamStash()
  const now = useServerNow(10_000)
  const count = tabs.filter(({ parent_id }) => parent_id === null).length
  const whole = new Set(tabs.filter(({ parent_id }) => parent_id === null).map(({ id }) => id))
  return (
    <>
      {isLead && <UpdateAccess />}
      <ul className="guild-members">
        {members.map(({ user, is_team_lead, tab_ids, checked_at, state, message, advice }) => (
          <li key={user.id}>
            <div>
              <bdi className="strong">{user.display_name}</bdi>
              {is_team_lead && <span className="quieter"> {t('guild.lead')}</span>}
              <small className="quieter">
                {message} {advice}
                {checked_at !== null && ` ${t('guild.checked', { span: formatSpan(now - Date.parse(checked_at)) })}`}
              </small>
            </div>
            <Badge kind={kindOf(state)}>
              {t('guild.sees', { count: tab_ids.filter((id) => whole.has(id)).length, of: count })}
            </Badge>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Reads the lists of all members again, after ranks have changed or people joined. */
export function UpdateAccess() {
  const event = useEventKey()
  const write = useWrite(() => callWrite('updateAccess', { eventId: event }), {
    onDone: () => {
      awaitFetch()
      showToast(t('guild.accessWanted'))
    },
  })
  return (
    <div className="guild-access-act">
      <Button icon="retry" isBusy={write.is_busy} onClick={() => write.run(undefined)}>
        {t('guild.updateAccess')}
      </Button>
      <WriteProblem write={write} />
    </div>
  )
}
