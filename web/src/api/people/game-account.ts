import '../../messages/game-account.ts'
import type { UserId } from '@muster/contract/ids'
import { isGameAccountName, type StatedAccount } from '@muster/contract/users'
import { t } from '../../lib/text/messages.ts'
import { showToast } from '../../ui/overlays/show-toast.ts'
import { eventInput } from '../calls/queries.ts'
import { callWrite, useWrite } from '../calls/writes.ts'
import { useEventKey } from '../scores/event.ts'

/** The problem of a typed game account, for a field that may stay empty. */
export const checkGameAccount = ({ value }: { value: string }): string | undefined =>
  value.trim() === '' || isGameAccountName(value) ? undefined : t('account.malformed')

/** A player of the event who has stated their game account. */
export interface Stater {
  readonly user_id: UserId
  readonly display_name: string
  readonly stated_account: StatedAccount
}

/** Confirms the stated account of a player, or takes the confirmation back; the toast undoes it. */
export function useAccountReview(): { readonly review: (stater: Stater) => void; readonly is_busy: boolean } {
  const input = eventInput(useEventKey())
  const { run, is_busy } = useWrite(
    ({ user_id, stated_account: { name, is_confirmed } }: Stater) =>
      callWrite('reviewGameAccount', { ...input, user_id, body: { name, is_confirmed: !is_confirmed } }),
    {
      onFailed: ({ message }) => showToast(t('account.failed', { reason: message }), { kind: 'bad' }),
      onDone: (stated_account, { user_id, display_name }) => {
        const values = { name: display_name, account: stated_account.name }
        showToast(t(stated_account.is_confirmed ? 'account.confirmedToast' : 'account.unconfirmedToast', values), {
          action: { label: t('account.undo'), run: () => review({ user_id, display_name, stated_account }) },
        })
      },
    },
  )
  const review = (stater: Stater) => {
    run(stater)
  }
  return { review, is_busy }
}
