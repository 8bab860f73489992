import '../../../messages/admin.ts'
import '../../../messages/admin-events.ts'
import { useState } from 'react'
import { Failure } from '../../../api/calls/failure.ts'
import { t } from '../../../lib/text/messages.ts'
import { Confirm } from '../../../ui/overlays/dialog.tsx'

interface Question {
  /** The server's sentence: it names the other event and its dates. */
  readonly other: string
  readonly answer: (isShared: boolean) => void
}

/**
 * Sends an event whose league no other event should read at the same time; if one does, asks, and sends it again once that is
 * confirmed. `ask` returns null if it is not.
 */
export function useLeagueQuestion() {
  const [question, setQuestion] = useState<Question | null>(null)
  const answer = (isShared: boolean) => {
    question?.answer(isShared)
    setQuestion(null)
  }
  async function ask<R>(send: (shares_league: boolean) => Promise<R>): Promise<R | null> {
    try {
      return await send(false)
    } catch (failure) {
      if (!(failure instanceof Failure) || failure.code !== 'league_taken') throw failure
      const isShared = await new Promise<boolean>((resolve) => setQuestion({ other: failure.message, answer: resolve }))
      return isShared ? send(true) : null
    }
  }
  const dialog = (
    <Confirm
      title={t('adminEvents.sharedTitle')}
      isOpen={question !== null}
      keepLabel={t('confirm.keep')}
      actLabel={t('adminEvents.sharedAct')}
      isBusy={false}
      onClose={() => answer(false)}
      onAct={() => answer(true)}
    >
      <p>
        <bdi>{question?.other}.</bdi>
      </p>
      <p>{t('adminEvents.sharedMeans')}</p>
    </Confirm>
  )
  return { ask, dialog }
}
