import '../../../messages/admin-corrections.ts'
import '../../../messages/receipt.ts'
import { textLength } from '@muster/contract/body'
import { type Correction, linkLength } from '@muster/contract/corrections'
import type { DefinitionEditInput } from '@muster/contract/definition'
import type { ReceiptFact } from '@muster/contract/receipts'
import { isRuling } from '@muster/domain/scoring/fact-sources'
import { useStore } from '@tanstack/react-form'
import { call } from '../../../api/calls/client.ts'
import { eventInput } from '../../../api/calls/queries.ts'
import { useWriteForm } from '../../../api/calls/write-form.tsx'
import { useDraft } from '../../../api/drafts/use-draft.ts'
import { useEvent, useEventKey, useParticipants, useScoreTree, useTeams } from '../../../api/scores/event.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatCount } from '../../../lib/text/numbers.ts'
import { formatExact } from '../../../lib/time/time.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Form, SubmitButton } from '../../../ui/forms/form.tsx'
import { required } from '../../../ui/forms/required.ts'
import { Sheet } from '../../../ui/overlays/dialog.tsx'
import { showToast } from '../../../ui/overlays/show-toast.ts'
import { useZone } from '../kit/use-zone.ts'
import { WhatIfPanel } from '../what-if/what-if-panel.tsx'
import { type CorrectionKind, type CorrectionValues, fieldsOf, isComplete, isNumberFor, neededOf, toTrial } from './trial.ts'
import { makeCorrection, useNaming } from './use-corrections.ts'

interface SheetProps {
  event_id: number
  /** The fact of the receipt that linked here. */
  fact: ReceiptFact | null
  objective_id: number | undefined
  team_id: number | undefined
  /** Points are given or taken; otherwise facts are added or excluded. */
  givesPoints: boolean
  onClose: () => void
}

/** Corrections that apply to a fact: submissions are decided at the judge desk, and corrections are withdrawn. */
function listKinds(fact: ReceiptFact | null, givesPoints: boolean): readonly CorrectionKind[] {
  if (givesPoints) return ['points']
  if (fact === null || isRuling[fact.source]) return ['addition', 'player', 'interval']
  return ['fact', ...(fact.source === 'stash' ? (['tab'] as const) : []), 'player', 'interval', 'addition']
}

const empty = { number: '', proof: '', timestamp: '', from: '', to: '', reason: '', public_note: '' }
const textsOfNumber = {
  points: { label: 'correct.points', help: 'correct.pointsHelp', missing: 'correct.pointsMissing' },
  fact: { label: 'correct.number', help: 'correct.numberHelp', missing: 'correct.numberMissing' },
} as const

function nameDone({ kind, approval }: Correction): string {
  if (kind === 'points') return t(approval === null ? 'correct.donePoints' : 'correct.doneWaiting')
  return t(kind === 'addition' ? 'correct.doneAdded' : 'correct.doneExcluded')
}

const selectFields = ['team_id', 'user_id', 'objective_id'] as const

/** The form of a new correction, with its draft. */
function useCorrectionForm({ event_id, fact, objective_id, team_id, givesPoints, onClose }: SheetProps) {
  const event = useEventKey()
  const kinds = listKinds(fact, givesPoints)
  const start: CorrectionValues = {
    ...empty,
    kind: kinds[0] ?? 'addition',
    objective_id: String(objective_id ?? ''),
    team_id: String(team_id ?? ''),
    user_id: String(fact?.user?.id ?? ''),
  }
  const about = givesPoints ? 'points' : (fact?.sequence ?? 'new')
  const draft_id = [event_id, about, objective_id ?? '', team_id ?? ''].join('.')
  const { form, formProps } = useWriteForm({
    draft: useDraft('correction', draft_id, start, { isValid: (values) => kinds.includes(values.kind) }),
    send: (sent) => makeCorrection(event, toTrial(sent, fact?.sequence ?? null)),
    onSaved: (made) => showToast(nameDone(made)),
    onDone: onClose,
  })
  return { kinds, form, formProps }
}

/** Gives points, adds a fact or excludes facts, and previews the effect on the standings. */
export function CorrectionSheet(props: SheetProps) {
  const { event_id, fact, team_id, givesPoints, onClose } = props
  const event = useEventKey()
  const zone = useZone()
  const { kinds, form, formProps } = useCorrectionForm(props)
  const typed: CorrectionValues = useStore(form.store, (state) => state.values)
  const { kind } = typed
  const shows = (field: keyof CorrectionValues) => fieldsOf[kind].includes(field)
  const needs = (field: keyof CorrectionValues) => ({
    onSubmit: ({ value }: { value: string }) =>
      neededOf[form.state.values.kind].includes(field) && value.trim() === '' ? t('correct.missing') : undefined,
  })
  const selects = useSelects(typed)
  const numberTexts = textsOfNumber[kind === 'points' ? 'points' : 'fact']
  const limit = useEvent()?.points_need_approval_above ?? null
  const isOwnTeam = useIsOwnTeam(typed, team_id)
  // A preview needs no reason yet.
  const trial = toTrial({ ...typed, reason: '…', public_note: '' }, fact?.sequence ?? null)
  return (
    <Sheet title={t(givesPoints ? 'correct.titlePoints' : 'correct.title')} isBusy={formProps.attempt.isBusy} onClose={onClose}>
      <Form
        {...formProps}
        buttons={
          <>
            <Button onClick={onClose}>{t('correct.cancel')}</Button>
            <SubmitButton disabled={isOwnTeam} kind={kind === 'addition' || kind === 'points' ? 'primary' : 'bad'}>
              {t(`correct.act.${kind}`)}
            </SubmitButton>
          </>
        }
      >
        {fact && <FactWords fact={fact} />}
        {kinds.length > 1 && (
          <form.AppField name="kind">
            {(field) => (
              <field.ChoiceField
                label={t('correct.kind')}
                choices={kinds.map((each) => ({ value: each, label: t(`correct.kind.${each}`) }))}
              />
            )}
          </form.AppField>
        )}
        <p className="quiet">{t(`correct.means.${kind}`)}</p>
        {kind === 'points' && limit !== null && <p>{t('correct.limit', { count: formatCount(limit) })}</p>}
        {selectFields.filter(shows).map((name) => {
          const { label, none, choices } = selects[name]
          return (
            <form.AppField key={name} name={name} validators={needs(name)}>
              {(field) => <field.SelectField label={label} choices={[{ value: '', label: none }, ...choices]} />}
            </form.AppField>
          )
        })}
        {shows('number') && (
          <form.AppField
            name="number"
            validators={{ onSubmit: ({ value }) => (isNumberFor(kind, value) ? undefined : t(numberTexts.missing)) }}
          >
            {(field) => <field.NumberField label={t(numberTexts.label)} help={t(numberTexts.help)} />}
          </form.AppField>
        )}
        {shows('proof') && (
          <form.AppField name="proof">
            {(field) => (
              <field.TextField label={t('correct.proof')} help={t('correct.proofHelp')} type="url" maxLength={linkLength} />
            )}
          </form.AppField>
        )}
        {shows('timestamp') && (
          <form.AppField name="timestamp">
            {(field) => <field.TimeField label={t('correct.time')} help={t('correct.timeHelp')} hasSeconds {...zone} />}
          </form.AppField>
        )}
        {(['from', 'to'] as const).filter(shows).map((name) => (
          <form.AppField key={name} name={name} validators={needs(name)}>
            {(field) => (
              <field.TimeField
                label={t(`correct.${name}`)}
                help={name === 'to' && !neededOf[kind].includes('to') ? t('correct.spanHelp') : undefined}
                hasSeconds
                {...zone}
              />
            )}
          </form.AppField>
        ))}
        <form.AppField name="reason" validators={required(t('correct.missing'))}>
          {(field) => (
            <field.TextAreaField label={t('correct.reason')} help={t('correct.reasonHelp')} rows={2} maxLength={textLength} />
          )}
        </form.AppField>
        <form.AppField name="public_note">
          {(field) => (
            <field.TextAreaField label={t('correct.note')} help={t('correct.noteHelp')} rows={2} maxLength={textLength} />
          )}
        </form.AppField>
        {isOwnTeam ? (
          <p className="form-problem" role="alert">
            {t('correct.ownTeam')}
          </p>
        ) : (
          <div className="correct-effect">
            <WhatIfPanel
              eventId={event_id}
              edits={(isComplete(typed) ? [trial] : []) as unknown as readonly DefinitionEditInput[]}
              ask={(signal) => call('previewCorrection', { ...eventInput(event), body: trial }, signal)}
            />
          </div>
        )}
      </Form>
    </Sheet>
  )
}

/** The select fields: label, text for no choice, and choices. */
function useSelects({ kind, team_id }: CorrectionValues) {
  const teams = useTeams()
  const people = useParticipants()
  const { tree } = useScoreTree()
  const isAddition = kind === 'addition' || kind === 'points'
  const named = (id: number, label: string) => ({ value: String(id), label })
  return {
    team_id: {
      label: t('correct.team'),
      none: t(isAddition ? 'correct.choose' : 'correct.everyTeam'),
      choices: teams.map(({ id, name }) => named(id, name)),
    },
    user_id: {
      label: t('correct.player'),
      none: t(isAddition ? 'correct.nobody' : 'correct.choose'),
      choices: [...people.values()]
        .filter((person) => !isAddition || String(person.team_id) === team_id)
        .sort((a, b) => a.display_name.localeCompare(b.display_name))
        .map(({ id, display_name }) => named(id, display_name)),
    },
    objective_id: {
      label: t('correct.objective'),
      none: t(isAddition ? 'correct.choose' : 'correct.everyObjective'),
      choices: tree.nodes
        .filter(({ item }) => item.aggregation !== 'NONE' && item.aggregation !== '')
        .map(({ item, parent }) => named(item.id, parent ? `${parent.item.title}: ${item.name}` : item.name)),
    },
  }
}

/** Judges may not correct their own team. */
function useIsOwnTeam(values: CorrectionValues, of_fact: number | undefined): boolean {
  const { isOwn, teamOfPlayer } = useNaming()
  const { kind } = values
  const user_id = values.user_id !== '' && fieldsOf[kind].includes('user_id') ? Number(values.user_id) : null
  const team_id = kind === 'player' && user_id !== null ? teamOfPlayer(user_id) : concernedBy(values, of_fact)
  return isOwn({ team_id, user_id })
}

/** The team whose count changes; null for all teams. */
function concernedBy({ kind, team_id }: CorrectionValues, of_fact: number | undefined): number | null {
  switch (kind) {
    case 'fact':
    case 'tab':
      return of_fact ?? null
    case 'player':
      return null
    case 'addition':
    case 'points':
    case 'interval':
      return team_id === '' ? null : Number(team_id)
  }
}

function FactWords({ fact }: { fact: ReceiptFact }) {
  return (
    <p className="correct-fact">
      <span className="quieter small">{t('correct.fact')}</span>
      <span>
        {t(`receipt.source.${fact.source}`)}
        {fact.tab !== null && <bdi className="game"> {fact.tab}</bdi>}
        {fact.character && <bdi className="game"> {fact.character.name}</bdi>}
        {fact.user && <bdi> {t(fact.character ? 'receipt.playedBy' : 'receipt.by', { name: fact.user.display_name })}</bdi>}
      </span>
      <span className="num">
        {formatCount(fact.number)}, {formatExact(fact.timestamp * 1000)}
      </span>
    </p>
  )
}
