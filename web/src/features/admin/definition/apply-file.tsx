import '../../../messages/admin.ts'
import '../../../messages/admin-definition.ts'
import type { WhatIf } from '@muster/contract/definition'
import type { Event, GameVersion } from '@muster/contract/events'
import { type ApplyMode, applyModes } from '@muster/domain/definition-file/merge'
import { planImport } from '@muster/domain/definition-file/plan'
import { type DragEvent, useCallback, useDeferredValue, useMemo, useRef, useState } from 'react'
import { countActs } from '../../../lib/browser/acts.ts'
import type { Failure } from '../../../api/calls/failure.ts'
import { useMay } from '../../../api/people/may.ts'
import { useWrite } from '../../../api/calls/writes.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatCount } from '../../../lib/text/numbers.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Check, Field, TextArea } from '../../../ui/forms/fields.tsx'
import { SelectControl } from '../../../ui/forms/select.tsx'
import { showToast } from '../../../ui/overlays/show-toast.ts'
import { useLeagueQuestion } from '../events/league-question.tsx'
import { ConfirmChange } from '../kit/confirm-change.tsx'
import { describeConfirm } from '../what-if/effect.ts'
import { WhatIfPanel } from '../what-if/what-if-panel.tsx'
import { DifferenceList, ProblemList } from './difference-list.tsx'
import { type Application, applyEdits, examples, fetchExample, restoreText, useDefinition } from './use-definition.ts'

/** A chosen or typed file with its name. */
export interface Draft {
  readonly text: string
  readonly source: string
}

/** Larger files are refused before they are read. */
const largestFile_bytes = 16 * 1024 * 1024

interface ApplyProps {
  event: Event
  draft: Draft
  onDraft: (draft: Draft) => void
  onApplied: (used: Draft) => void
}

/** Takes a file, lists its changes and their effect on the standings, and applies it. */
export function ApplyFile({ event, draft, onDraft, onApplied }: ApplyProps) {
  const current = useDefinition(event)
  const mayEditEvent = useMay('createEvent')
  const mayWriteRules = useMay('writeEventRules')
  const [takesEvent, setTakesEvent] = useState(false)
  const [takesRules, setTakesRules] = useState(true)
  const [mode, setMode] = useState<ApplyMode>('replace')
  const parts = {
    event: takesEvent && mayEditEvent,
    rules: takesRules && mayWriteRules,
  }
  const text = useDeferredValue(draft.text)
  const plan = useMemo(
    () => (text.trim() === '' ? null : planImport(current, text, { event: parts.event, rules: parts.rules }, mode)),
    [current, text, parts.event, parts.rules, mode],
  )
  const area = useRef<HTMLTextAreaElement>(null)
  return (
    <div className="definition-apply">
      <div className="definition-input">
        <FileInput game_version={event.game_version} area={area} draft={draft} onDraft={onDraft} />
        <Field label={t('definition.mode')} hint={t(`definition.modeHelp.${mode}`)}>
          <SelectControl
            value={mode}
            choices={applyModes.map((value) => ({ value, label: t(`definition.mode.${value}`) }))}
            onChange={setMode}
          />
        </Field>
        {mayEditEvent && <Check label={t('definition.takeEvent')} isOn={takesEvent} onChange={setTakesEvent} />}
        {mayWriteRules && <Check label={t('definition.takeRules')} isOn={takesRules} onChange={setTakesRules} />}
        {!mayEditEvent && <p className="small quieter">{t('definition.notAdmin')}</p>}
      </div>
      <div className="definition-result" aria-busy={text !== draft.text}>
        {plan === null && <p className="quieter">{t('definition.nothing')}</p>}
        {plan?.ok === false && <ProblemList problems={plan.problems} onGo={(line) => goToLine(area.current, line)} />}
        {plan?.ok && plan.edits.length === 0 && <p className="strong">{t('definition.same')}</p>}
        {plan?.ok && plan.edits.length > 0 && (
          <>
            <DifferenceList lines={plan.lines} />
            <Apply
              event={event}
              before={current.text}
              lines={plan.edit_lines}
              application={{
                edits: plan.edits,
                definition_version: current.definition_version,
                reason: t('definition.reason', { source: draft.source || t('definition.pasted') }),
              }}
              onDone={() => onApplied(draft)}
            />
          </>
        )}
      </div>
    </div>
  )
}

/** Shows a text that was requested, or offers it to a person who went on since. @param acts their number at the request */
export function showLater(draft: Draft, acts: number, show: (draft: Draft) => void): void {
  if (countActs() === acts) show(draft)
  else
    showToast(t('definition.loaded', { source: draft.source }), {
      action: { label: t('definition.show'), run: () => show(draft) },
    })
}

/** Moves the cursor to a line of a text and scrolls it into view. */
function goToLine(area: HTMLTextAreaElement | null, line: number): void {
  if (!area) return
  const lines = area.value.split('\n')
  const from = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0)
  area.focus()
  area.setSelectionRange(from, from + (lines[line - 1]?.length ?? 0))
  area.scrollTop = Math.max(0, (area.scrollHeight / lines.length) * (line - 4))
}

interface InputProps {
  game_version: GameVersion
  area: React.RefObject<HTMLTextAreaElement | null>
  draft: Draft
  onDraft: (draft: Draft) => void
}

function FileInput({ game_version, area, draft, onDraft }: InputProps) {
  const [problem, setProblem] = useState<string>()
  const [isOver, setIsOver] = useState(false)
  const chooser = useRef<HTMLInputElement>(null)
  const take = async (file: File | undefined) => {
    if (!file) return
    if (file.size > largestFile_bytes) return setProblem(t('definition.tooLarge'))
    setProblem(undefined)
    onDraft({ text: await file.text(), source: file.name })
  }
  const example = useWrite(fetchExample, {
    onDone: (text, name) => showLater({ text, source: `${name}.yaml` }, actsAtRequest.current, onDraft),
  })
  const actsAtRequest = useRef(0)
  const request = (name: (typeof examples)[GameVersion][number]) => {
    actsAtRequest.current = countActs()
    example.run(name)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    void take(event.dataTransfer.files[0])
  }
  return (
    <div
      className={isOver ? 'definition-drop definition-over' : 'definition-drop'}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <Field label={t('definition.text')} hint={t('definition.textHint')} error={problem ?? example.failure?.message}>
        <TextArea
          ref={area}
          rows={18}
          value={draft.text}
          spellCheck={false}
          autoComplete="off"
          wrap="off"
          onChange={(event) => {
            setProblem(undefined)
            onDraft({ ...draft, text: event.target.value })
          }}
        />
      </Field>
      <input
        ref={chooser}
        type="file"
        accept=".yaml,.yml,.json,text/yaml,application/json"
        hidden
        aria-label={t('definition.choose')}
        onChange={(event) => {
          void take(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      <div className="definition-acts">
        <Button onClick={() => chooser.current?.click()}>{t('definition.choose')}</Button>
        {examples[game_version].map((name) => (
          <Button key={name} kind="quiet" isBusy={example.is_busy} onClick={() => request(name)}>
            {t(`definition.example.${name}`)}
          </Button>
        ))}
        {draft.text !== '' && (
          <Button kind="quiet" onClick={() => onDraft({ text: '', source: '' })}>
            {t('definition.clear')}
          </Button>
        )}
      </div>
    </div>
  )
}

/** Restores the event as it was before a file was applied, and reports success or failure. */
async function undoFile(event: Event, before: string, applied: number): Promise<void> {
  try {
    if (await restoreText(event, before, t('definition.undone'), applied)) showToast(t('undo.done'))
    else showToast(t('definition.notUndone'), { text: t('definition.editedSince'), kind: 'bad' })
  } catch (problem) {
    const text = problem instanceof Error ? problem.message : undefined
    showToast(t('definition.notUndone'), { ...(text !== undefined && { text }), kind: 'bad' })
  }
}

interface ApplicationProps {
  event: Event
  /** The current definition, for undo. */
  before: string
  /** Line of the file for each edit, by position. */
  lines: readonly (number | null)[]
  application: Application
  onDone: () => void
}

function Apply({ event, before, lines, application, onDone }: ApplicationProps) {
  const [{ effect, isBlind }, setFound] = useState<{ effect: WhatIf | null; isBlind: boolean }>({ effect: null, isBlind: false })
  const keep = useCallback(
    (result: WhatIf | null, failure: Failure | null) => setFound({ effect: result, isBlind: failure !== null }),
    [],
  )
  const [isAsking, setIsAsking] = useState(false)
  const league = useLeagueQuestion()
  const apply = useWrite(() => league.ask((shares_league) => applyEdits(event, application, shares_league)), {
    onDone: (applied) => {
      if (applied === null) return
      setIsAsking(false)
      onDone()
      showToast(t('definition.applied'), {
        action: { label: t('undo.act'), run: () => void undoFile(event, before, applied) },
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
          <RefusedLines problems={apply.failure?.problems ?? []} lines={lines} />
        </ConfirmChange>
      )}
      {league.dialog}
    </>
  )
}

/** Lines of the file that the server refused. */
function RefusedLines({ problems, lines }: { problems: readonly { field: string }[]; lines: readonly (number | null)[] }) {
  const found = problems.flatMap(({ field }) => {
    const line = lines[Number(/^edits\.(\d+)/.exec(field)?.[1] ?? -1)]
    return line === null || line === undefined ? [] : [line]
  })
  if (found.length === 0) return null
  return <p>{t('definition.refusedLine', { line: found.join(', ') })}</p>
}
