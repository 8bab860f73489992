import './checklist.css'
import '../../../messages/admin-home.ts'
import type { Event } from '@muster/contract/events'
import { markedSteps, type ReadinessLine, type StepAction } from '@muster/contract/readiness'
import { mayTake } from '@muster/domain/events/checklist'
import { callWrite, useWrite } from '../../../api/calls/writes.ts'
import { WriteProblem } from '../../../api/calls/write-problem.tsx'
import { eventInput } from '../../../api/calls/queries.ts'
import { useSession } from '../../../lib/browser/session.ts'
import { t } from '../../../lib/text/messages.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Icon } from '../../../ui/marks/icon.tsx'
import { useCaller } from '../kit/use-caller.ts'
import { describeLine } from './ready-words.ts'
import { useReadiness } from './use-readiness.ts'

interface StepActionsProps {
  line: ReadinessLine
  event: Event
  isOver: boolean
}

/** The owner of a step, with the buttons to take it and to give it back; and the mark on a step that leaves no trace. */
export function StepActions({ line, event, isOver }: StepActionsProps) {
  const { code, weight, finding } = line
  const owner = useReadiness(event).owners.find((one) => one.code === code)?.user
  const caller = useCaller()
  const session = useSession()
  const write = useWrite((action: StepAction) =>
    callWrite('changeEventStep', { ...eventInput(event.id), body: { code, action } }),
  )
  const isMine = owner !== undefined && owner.id === session?.user_id
  const mayAct = mayTake(code, caller?.roles ?? [])
  const isDone = weight === 'done'
  const take: StepAction | null = isDone || !mayAct ? null : isMine ? 'give_back' : 'take'
  const isMarked = markedSteps.some((step) => step === code)
  const mark: StepAction | null = !isMarked || !isOver || !mayAct ? null : finding === 'marked' ? 'unmark' : 'mark'
  if ((isDone || owner === undefined) && take === null && mark === null) return null
  const show = (action: StepAction, label: string) => (
    <Button
      size="small"
      kind="quiet"
      isBusy={write.is_busy}
      aria-label={`${label}: ${describeLine(line)}`}
      onClick={() => write.run(action)}
    >
      {label}
    </Button>
  )
  return (
    <div className="check-owner">
      {!isDone && owner && (
        <span>
          <Icon name="person" size={14} /> <bdi>{isMine ? t('home.ownerYou') : owner.display_name}</bdi>
        </span>
      )}
      {take !== null && show(take, t(take === 'take' && owner ? 'home.takeOver' : `home.${take}`))}
      {mark !== null && show(mark, t(`home.${mark}`))}
      <WriteProblem write={write} />
    </div>
  )
}
