import './team-room.css'
import '../../messages/game-account.ts'
import type { RoomMember } from '@muster/contract/team-room'
import type { StatedAccount } from '@muster/contract/users'
import { useAccountReview } from '../../api/people/game-account.ts'
import { useStatus } from '../../api/scores/event.ts'
import { useSession } from '../../lib/browser/session.ts'
import { t } from '../../lib/text/messages.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Icon } from '../../ui/marks/icon.tsx'

type Stating = RoomMember & { readonly stated_account: StatedAccount }

const isToConfirm = (member: RoomMember): member is Stating => member.stated_account?.is_confirmed === false

/** For leads: unconfirmed game accounts of other members. */
export function GameAccounts({ members }: { members: readonly RoomMember[] }) {
  const { is_team_lead } = useStatus()
  const self_id = useSession()?.user_id
  const { review, is_busy } = useAccountReview()
  const waiting = members.filter(isToConfirm).filter(({ user_id }) => user_id !== self_id)
  if (!is_team_lead || waiting.length === 0) return null
  return (
    <section aria-labelledby="accounts-to-confirm">
      <h3 id="accounts-to-confirm" className="strong small">
        {t('account.toConfirm')}
      </h3>
      <p className="quiet small">{t('account.toConfirmText')}</p>
      <ul className="room-missing">
        {waiting.map((member) => (
          <li key={member.user_id}>
            <Icon name="person" size={14} />
            <div>
              <bdi className="strong">{member.display_name}</bdi> <bdi className="quiet">{member.stated_account.name}</bdi>
            </div>
            <Button
              size="small"
              disabled={is_busy}
              aria-label={t('account.confirmOf', { name: member.display_name })}
              onClick={() => review(member)}
            >
              {t('account.confirm')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
