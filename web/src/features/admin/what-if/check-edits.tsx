import '../../../messages/admin-what-if.ts'
import type { DefinitionEditInput, WhatIf } from '@muster/contract/definition'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useDraft } from '../../../api/drafts/use-draft.ts'
import { useDraftInput } from '../../../api/drafts/use-draft-input.tsx'
import type { Failure } from '../../../api/calls/failure.ts'
import { eventInput } from '../../../api/calls/queries.ts'
import { callWrite, noWrite } from '../../../api/calls/writes.ts'
import { t } from '../../../lib/text/messages.ts'
import { Field, Input } from '../../../ui/forms/fields.tsx'
import { ConfirmChange } from '../kit/confirm-change.tsx'
import { useExampleQuestion } from '../kit/example-question.tsx'
import { describeConfirm } from './effect.ts'
import { WhatIfPanel } from './what-if-panel.tsx'

/** The confirmation after the preview. */
interface Agreed {
  /** For the list of changes; may be empty. */
  readonly reason: string
  /** Saved items that would no longer give the expected result were listed beside the preview. */
  readonly breaks_examples?: boolean
}

interface Question {
  /** "Move Tulfall to Belts?" */
  readonly title: string
  readonly edits: readonly DefinitionEditInput[]
  /** Consequences besides those in the preview. */
  readonly text?: string
}

/** The server would also refuse to save; a failed preview does not mean that. */
const isRefusal = ({ status, code }: Failure) =>
  status >= 400 && status < 500 && code !== 'preview_busy' && code !== 'rate_limited'

/**
 * For edits of a running event: previews the effect on the standings, and asks for confirmation.
 * @returns `ask`, which resolves to null if the edits are not confirmed, and throws the Failure of edits that the server refuses;
 *   `send`, which saves them, and resolves to null if they break saved items and that is not confirmed; and the dialogs, to be
 *   rendered.
 */
export function useCheck(event_id: number) {
  const [asked, setAsked] = useState<(Question & { settle: (answer: Agreed | Failure | null) => void }) | null>(null)
  const open = useRef<((answer: null) => void) | null>(null)
  // Leaving the page is not a confirmation.
  useEffect(() => () => open.current?.(null), [])
  const ask = useCallback(async (question: Question): Promise<Agreed | null> => {
    const answer = await new Promise<Agreed | Failure | null>((settle) => {
      open.current = settle
      setAsked({ ...question, settle })
    })
    setAsked(null)
    open.current = null
    if (answer instanceof Error) throw answer
    return answer
  }, [])
  const examples = useExampleQuestion()
  const send = (body: Agreed & { readonly edits: readonly DefinitionEditInput[] }) =>
    examples.ask(
      (breaks_examples) =>
        callWrite('editDefinition', { ...eventInput(event_id), body: { ...body, edits: [...body.edits], breaks_examples } }),
      body.breaks_examples,
    )
  const dialog: ReactNode = (
    <>
      {asked && <CheckDialog {...asked} event_id={event_id} onSettle={asked.settle} />}
      {examples.dialog}
    </>
  )
  return { ask, send, dialog }
}

interface CheckDialogProps extends Question {
  event_id: number
  onSettle: (answer: Agreed | Failure | null) => void
}

const noReason = { reason: '' }

function CheckDialog({ event_id, title, edits, text, onSettle }: CheckDialogProps) {
  const [{ result, failure }, setFound] = useState<{ result: WhatIf | null; failure: Failure | null }>({
    result: null,
    failure: null,
  })
  const input = useDraftInput(useDraft('change_reason', event_id, noReason))
  const { reason } = input.values
  const keep = useCallback((next: WhatIf | null, why: Failure | null) => setFound({ result: next, failure: why }), [])
  useEffect(() => {
    // The caller shows the errors beside its fields.
    if (failure !== null && isRefusal(failure)) onSettle(failure)
  }, [failure, onSettle])
  return (
    <ConfirmChange
      title={title}
      actLabel={failure === null ? describeConfirm(result) : t('whatIf.confirmBlind')}
      write={noWrite}
      isHarmless={result === null || result.removed.objectives === 0}
      onAct={() => {
        input.clear({ reason }, noReason)
        onSettle({ reason: reason.trim(), breaks_examples: (result?.broken_examples.length ?? 0) > 0 })
      }}
      onClose={() => onSettle(null)}
    >
      {text !== undefined && <p>{text}</p>}
      <WhatIfPanel eventId={event_id} edits={edits} onResult={keep} />
      {input.notice}
      <Field label={t('whatIf.reason')} hint={t('whatIf.reasonHelp')}>
        <Input
          value={reason}
          maxLength={500}
          autoComplete="off"
          onChange={(event) => input.change({ reason: event.target.value })}
        />
      </Field>
    </ConfirmChange>
  )
}
