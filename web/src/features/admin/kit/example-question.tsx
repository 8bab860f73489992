import '../../../messages/admin.ts'
import { useState } from 'react'
import { Failure } from '../../../api/calls/failure.ts'
import { t } from '../../../lib/text/messages.ts'
import { Confirm } from '../../../ui/overlays/dialog.tsx'

interface Question {
  /** The server's sentences about the saved items. */
  readonly broken: readonly string[]
  readonly answer: (isAgreed: boolean) => void
}

/**
 * Sends edits of a definition; if saved items would no longer give the expected result, asks, and sends them again once that is
 * confirmed. `ask` returns null if it is not.
 */
export function useExampleQuestion() {
  const [question, setQuestion] = useState<Question | null>(null)
  const answer = (isAgreed: boolean) => {
    question?.answer(isAgreed)
    setQuestion(null)
  }
  /** @param isAgreed the broken items were confirmed already, beside the preview */
  async function ask<R>(send: (breaks_examples: boolean) => Promise<R>, isAgreed = false): Promise<R | null> {
    try {
      return await send(isAgreed)
    } catch (failure) {
      if (!(failure instanceof Failure) || failure.code !== 'breaks_examples') throw failure
      const broken = failure.problems.map(({ problem }) => problem)
      const isConfirmed = await new Promise<boolean>((resolve) => setQuestion({ broken, answer: resolve }))
      return isConfirmed ? send(true) : null
    }
  }
  const dialog = (
    <Confirm
      title={t('examples.title', { count: question?.broken.length ?? 0 })}
      isOpen={question !== null}
      keepLabel={t('confirm.keep')}
      actLabel={t('examples.act')}
      isBusy={false}
      onClose={() => answer(false)}
      onAct={() => answer(true)}
    >
      <p>{t('examples.text')}</p>
      <ul className="admin-broken">
        {question?.broken.map((sentence) => (
          <li key={sentence}>
            <bdi>{sentence}.</bdi>
          </li>
        ))}
      </ul>
    </Confirm>
  )
  return { ask, dialog }
}
