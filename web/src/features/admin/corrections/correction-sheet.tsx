import '../../../messages/admin-corrections.ts'
import '../../../messages/receipt.ts'
import { textLength } from '@muster/contract/body'
import type { DefinitionEditInput } from '@muster/contract/definition'
import type { ReceiptFact } from '@muster/contract/receipts'
import { useStore } from '@tanstack/react-form'
import { call } from '../../../api/calls/client.ts'
import { eventInput } from '../../../api/calls/queries.ts'
import { useWriteForm } from '../../../api/calls/write-form.tsx'
import { useEventKey, useParticipants, useScoreTree, useTeams } from '../../../api/scores/event.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatCount } from '../../../lib/text/numbers.ts'
import { formatExact } from '../../../lib/time/time.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Form, SubmitButton } from '../../../ui/forms/form.tsx'
import { Sheet } from '../../../ui/overlays/dialog.tsx'
import { showToast } from '../../../ui/overlays/show-toast.ts'
import { useZone } from '../kit/use-zone.ts'
import { WhatIfPanel } from '../what-if/what-if-panel.tsx'
import { type CorrectionKind, type CorrectionValues, fieldsOf, isComplete, isWhole, neededOf, toTrial } from './trial.ts'
import { makeCorrection, useNaming } from './use-corrections.ts'

interface SheetProps {
  event_id: number
  /** The fact of the receipt that linked here. */
  fact: ReceiptFact | null
  objective_id: number | undefined
  team_id: number | undefined
  onClose: () => void
}

/** Corrections that apply to a fact: submissions are decided at the judge desk, and corrections are withdrawn. */
function listKinds(fact: ReceiptFact | null): readonly CorrectionKind[] {
  if (fact === null || fact.source === 'submission' || fact.source === 'correction') return ['addition', 'player', 'interval']
  return ['fact', ...(fact.source === 'stash' ? (['tab'] as const) : []), 'player', 'interval', 'addition']
}

/** Adds a fact or excludes facts, and previews the effect on the standings. */
export function CorrectionSheet({ event_id, fact, objective_id, team_id, onClose }: SheetProps) {
  const event = useEventKey()
  const teams = useTeams()
  const people = useParticipants()
  const { tree } = useScoreTree()
  const zone = useZone()
  const { isOwn, teamOfPlayer } = useNaming()
  const kinds = listKinds(fact)
  const values: CorrectionValues = {
    kind: kinds[0] ?? 'addition',
    objective_id: objective_id === undefined ? '' : String(objective_id),
    team_id: team_id === undefined ? '' : String(team_id),
    user_id: fact?.user ? String(fact.user.id) : '',
    number: '',
    timestamp: '',
    from: '',
    to: '',
    reason: '',
    public_note: '',
  }
  const { form, formProps } = useWriteForm({
    values,
    send: (sent) => makeCorrection(event, toTrial(sent, fact?.sequence ?? null)),
    onDone: ({ kind }) => {
      showToast(t(kind === 'addition' ? 'correct.doneAdded' : 'correct.doneExcluded'))
      onClose()
    },
  })
  const typed = useStore(form.store, (state) => state.values)
  const { kind } = typed
  const shows = (field: keyof CorrectionValues) => fieldsOf[kind].includes(field)
  const needs = (field: keyof CorrectionValues) => ({
    onSubmit: ({ value }: { value: string }) =>
      neededOf[form.state.values.kind].includes(field) && value.trim() === '' ? t('correct.missing') : undefined,
  })
  const concerned = concernedBy(typed, team_id)
  const player_team = kind === 'player' && typed.user_id !== '' ? teamOfPlayer(Number(typed.user_id)) : concerned
  const isOwnTeam = isOwn({
    team_id: player_team,
    user_id: shows('user_id') && typed.user_id !== '' ? Number(typed.user_id) : null,
  })
  // A preview needs no reason yet.
  const trial = toTrial({ ...typed, reason: '…', public_note: '' }, fact?.sequence ?? null)
  const choices = tree.nodes.filter(({ item }) => item.aggregation !== 'NONE' && item.aggregation !== '')
  const named = (id: number, label: string) => ({ value: String(id), label })
  return (
    <Sheet
      title={t('correct.title')}
      closeLabel={t('close')}
      isOpen
      onOpenChange={(isOpen) => !isOpen && !formProps.attempt.isBusy && onClose()}
    >
      <Form
        {...formProps}
        buttons={
          <>
            <SubmitButton disabled={isOwnTeam} kind={kind === 'addition' ? 'primary' : 'bad'}>
              {t(`correct.act.${kind}`)}
            </SubmitButton>
            <Button onClick={onClose}>{t('correct.cancel')}</Button>
          </>
        }
      >
        {fact && <FactWords fact={fact} />}
        <form.AppField name="kind">
          {(field) => (
            <field.ChoiceField
              label={t('correct.kind')}
              choices={kinds.map((each) => ({ value: each, label: t(`correct.kind.${each}`) }))}
            />
          )}
        </form.AppField>
        <p className="quiet">{t(`correct.means.${kind}`)}</p>
        {shows('team_id') && (
          <form.AppField name="team_id" validators={needs('team_id')}>
            {(field) => (
              <field.SelectField
                label={t('correct.team')}
                choices={[
                  { value: '', label: t(kind === 'addition' ? 'correct.choose' : 'correct.everyTeam') },
                  ...teams.map(({ id, name }) => named(id, name)),
                ]}
              />
            )}
          </form.AppField>
        )}
        {shows('user_id') && (
          <form.AppField name="user_id" validators={needs('user_id')}>
            {(field) => (
              <field.SelectField
                label={t('correct.player')}
                choices={[
                  { value: '', label: t(kind === 'addition' ? 'correct.nobody' : 'correct.choose') },
                  ...[...people.values()]
                    .filter((person) => kind !== 'addition' || String(person.team_id) === typed.team_id)
                    .sort((a, b) => a.display_name.localeCompare(b.display_name))
                    .map(({ id, display_name }) => named(id, display_name)),
                ]}
              />
            )}
          </form.AppField>
        )}
        {shows('objective_id') && (
          <form.AppField name="objective_id" validators={needs('objective_id')}>
            {(field) => (
              <field.SelectField
                label={t('correct.objective')}
                choices={[
                  { value: '', label: t(kind === 'addition' ? 'correct.choose' : 'correct.everyObjective') },
                  ...choices.map(({ item, parent }) => named(item.id, parent ? `${parent.item.title}: ${item.name}` : item.name)),
                ]}
              />
            )}
          </form.AppField>
        )}
        {shows('number') && (
          <form.AppField
            name="number"
            validators={{ onSubmit: ({ value }) => (isWhole(value) ? undefined : t('correct.numberMissing')) }}
          >
            {(field) => <field.NumberField label={t('correct.number')} help={t('correct.numberHelp')} />}
          </form.AppField>
        )}
        {shows('timestamp') && (
          <form.AppField name="timestamp">
            {(field) => <field.TimeField label={t('correct.time')} help={t('correct.timeHelp')} hasSeconds {...zone} />}
          </form.AppField>
        )}
        {shows('from') && (
          <>
            <form.AppField name="from" validators={needs('from')}>
              {(field) => <field.TimeField label={t('correct.from')} hasSeconds {...zone} />}
            </form.AppField>
            <form.AppField name="to" validators={needs('to')}>
              {(field) => (
                <field.TimeField
                  label={t('correct.to')}
                  help={neededOf[kind].includes('to') ? undefined : t('correct.spanHelp')}
                  hasSeconds
                  {...zone}
                />
              )}
            </form.AppField>
          </>
        )}
        <form.AppField
          name="reason"
          validators={{ onSubmit: ({ value }) => (value.trim() === '' ? t('correct.missing') : undefined) }}
        >
          {(field) => (
            <field.TextAreaField label={t('correct.reason')} help={t('correct.reasonHelp')} rows={2} maxLength={textLength} />
          )}
        </form.AppField>
        <form.AppField name="public_note">
          {(field) => (
            <field.TextAreaField label={t('correct.note')} help={t('correct.noteHelp')} rows={2} maxLength={textLength} />
          )}
        </form.AppField>
        {isOwnTeam && (
          <p className="form-problem" role="alert">
            {t('correct.ownTeam')}
          </p>
        )}
        {!isOwnTeam && (
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

/** The team whose count changes; null for all teams. */
function concernedBy({ kind, team_id }: CorrectionValues, of_fact: number | undefined): number | null {
  if (kind === 'fact' || kind === 'tab') return of_fact ?? null
  return kind === 'player' || team_id === '' ? null : Number(team_id)
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
