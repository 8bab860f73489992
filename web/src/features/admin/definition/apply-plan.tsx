import '../../../messages/admin.ts'
import '../../../messages/admin-definition.ts'
import type { WhatIf } from '@muster/contract/definition'
import type { Event } from '@muster/contract/events'
import { useCallback, useState } from 'react'
import type { Failure } from '../../../api/calls/failure.ts'
import { useWrite } from '../../../api/calls/writes.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatCount } from '../../../lib/text/numbers.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { showToast } from '../../../ui/overlays/show-toast.ts'
import { useLeagueQuestion } from '../events/league-question.tsx'
import { ConfirmChange } from '../kit/confirm-change.tsx'
import { useExampleQuestion } from '../kit/example-question.tsx'
import { describeConfirm } from '../what-if/effect.ts'
import { WhatIfPanel } from '../what-if/what-if-panel.tsx'
import { type Application, applyEdits, restoreText } from './use-definition.ts'

/** Restores the event as it was before changes were applied, and reports success or failure. */
async function undoPlan(event: Event, before: string, applied: number, onUndone: () => void): Promise<void> {
  try {
    if (await restoreText(event, before, t('definition.undone'), applied)) {
      showToast(t('undo.done'))
      onUndone()
    } else showToast(t('definition.notUndone'), { text: t('definition.editedSince'), kind: 'bad' })
  } catch (problem) {
    const text = problem instanceof Error ? problem.message : undefined
    showToast(t('definition.notUndone'), { ...(text !== undefined && { text }), kind: 'bad' })
  }
}

interface PlanProps {
  event: Event
  /** The current definition, for undo. */
  before: string
  /** Line of the file, or row of the grid, for each edit, by position. */
  lines: readonly (number | null)[]
  unit: 'line' | 'row'
  application: Application
  onDone: () => void
  onUndone?: () => void
}

/** Shows the effect of edits on the standings, and applies them after a question, with one undo for all. */
export function ApplyPlan({ event, before, lines, unit, application, onDone, onUndone = () => undefined }: PlanProps) {
  const [{ effect, isBlind }, setFound] = useState<{ effect: WhatIf | null; isBlind: boolean }>({ effect: null, isBlind: false })
  const keep = useCallback(
    (result: WhatIf | null, failure: Failure | null) => setFound({ effect: result, isBlind: failure !== null }),
    [],
  )
  const [isAsking, setIsAsking] = useState(false)
  const league = useLeagueQuestion()
  const examples = useExampleQuestion()
  const isListed = (effect?.broken_examples.length ?? 0) > 0
  const send = (shares_league: boolean) =>
    examples.ask((breaks_examples) => applyEdits(event, { ...application, breaks_examples }, shares_league), isListed)
  const apply = useWrite(() => league.ask(send), {
    onDone: (applied) => {
      if (applied === null) return
      setIsAsking(false)
      onDone()
      showToast(t('definition.applied'), {
        action: { label: t('undo.act'), run: () => void undoPlan(event, before, applied, onUndone) },
      })
    },
  })
  const count = application.edits.length
  return (
    <>
      <WhatIfPanel eventId={event.id} edits={application.edits} onResult={keep} />
      <Button
        kind="primary"
        onClick={() => {
          apply.reset()
          setIsAsking(true)
        }}
      >
        {t('definition.applyButton', { count, number: formatCount(count) })}
      </Button>
      {isAsking && (
        <ConfirmChange
          title={t('definition.confirm')}
          actLabel={isBlind ? t('whatIf.confirmBlind') : describeConfirm(effect)}
          waiting={count > 0 && effect === null && !isBlind ? t('whatIf.computing') : undefined}
          write={apply}
          isHarmless={effect === null || effect.removed.objectives === 0}
          onAct={() => apply.run(undefined)}
          onClose={() => setIsAsking(false)}
        >
          <p>{t('definition.confirmText', { count, number: formatCount(count) })}</p>
          <p>{t('confirm.undo')}</p>
          <RefusedLines problems={apply.failure?.problems ?? []} lines={lines} unit={unit} />
        </ConfirmChange>
      )}
      {league.dialog}
      {examples.dialog}
    </>
  )
}

interface RefusedProps extends Pick<PlanProps, 'lines' | 'unit'> {
  problems: readonly { field: string }[]
}

/** Lines of the file, or rows, that the server refused. */
function RefusedLines({ problems, lines, unit }: RefusedProps) {
  const found = problems.flatMap(({ field }) => {
    const line = lines[Number(/^edits\.(\d+)/.exec(field)?.[1] ?? -1)]
    return line === null || line === undefined ? [] : [line]
  })
  if (found.length === 0) return null
  return <p>{t(`definition.refused.${unit}`, { line: found.join(', ') })}</p>
}
