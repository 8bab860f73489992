import '../../../messages/admin.ts'
import '../../../messages/admin-definition.ts'
import type { Event, GameVersion } from '@muster/contract/events'
import { type ApplyMode, applyModes } from '@muster/domain/definition-file/merge'
import { listEntryWarnings } from '@muster/domain/definition-file/name-warnings'
import { planImport } from '@muster/domain/definition-file/plan'
import { type DragEvent, useDeferredValue, useMemo, useRef, useState } from 'react'
import { countActs } from '../../../lib/browser/acts.ts'
import { useMay } from '../../../api/people/may.ts'
import { useItemLibrary } from '../../../api/items/item-library.ts'
import { t } from '../../../lib/text/messages.ts'
import { Button, ButtonRow } from '../../../ui/forms/button.tsx'
import { Check, Field, TextArea } from '../../../ui/forms/fields.tsx'
import { SelectControl } from '../../../ui/forms/select.tsx'
import { showToast } from '../../../ui/overlays/show-toast.ts'
import { useExamples } from '../kit/use-examples.ts'
import { ApplyPlan } from './apply-plan.tsx'
import { DifferenceList, ProblemList, WarningList } from './difference-list.tsx'
import { largestFile_bytes } from './files.ts'
import { useDefinition } from './use-definition.ts'

/** A chosen or typed file with its name. */
export interface Draft {
  readonly text: string
  readonly source: string
}

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
  const library = useItemLibrary(event.game_version)
  const warnings = useMemo(
    () => (plan?.ok && library !== null ? listEntryWarnings(plan.file.document, plan.file.lines.objectives, library) : []),
    [plan, library],
  )
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
        <WarningList warnings={warnings} onGo={(line) => goToLine(area.current, line)} />
        {plan?.ok && plan.edits.length === 0 && <p className="strong">{t('definition.same')}</p>}
        {plan?.ok && plan.edits.length > 0 && (
          <>
            <DifferenceList lines={plan.lines} />
            <ApplyPlan
              event={event}
              before={current.text}
              lines={plan.edit_lines}
              unit="line"
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

/** Shows a requested text, or offers it if the person has gone on meanwhile. @param acts number of their acts at the request */
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
  const examples = useExamples().data?.filter((example) => example.game_version === game_version) ?? []
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
      <Field label={t('definition.text')} hint={t('definition.textHint')} error={problem}>
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
      <ButtonRow>
        <Button onClick={() => chooser.current?.click()}>{t('definition.choose')}</Button>
        {examples.map(({ name, text }) => (
          <Button key={name} kind="quiet" onClick={() => onDraft({ text, source: `${name}.yaml` })}>
            {t(`definition.example.${name}`)}
          </Button>
        ))}
        {draft.text !== '' && (
          <Button kind="quiet" onClick={() => onDraft({ text: '', source: '' })}>
            {t('definition.clear')}
          </Button>
        )}
      </ButtonRow>
    </div>
  )
}
