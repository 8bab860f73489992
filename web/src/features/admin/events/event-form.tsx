import '../../../messages/admin-events.ts'
import './events.css'
import type { DefinitionEditInput } from '@muster/contract/definition'
import { type Event, eventColumns, eventFields, type fieldGroups } from '@muster/contract/events'
import { findDateDoubts } from '@muster/domain/events/dates'
import { useStore } from '@tanstack/react-form'
import { type ReactNode, useState } from 'react'
import { isSame } from '../../../lib/same.ts'
import { callWrite } from '../../../api/calls/writes.ts'
import { useReadsGame, useServerNow } from '../../../api/live/clock.ts'
import { useWriteForm } from '../../../api/calls/write-form.tsx'
import { useDraft } from '../../../api/drafts/use-draft.ts'
import { t } from '../../../lib/text/messages.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Form, SubmitButton } from '../../../ui/forms/form.tsx'
import { Icon } from '../../../ui/marks/icon.tsx'
import { showToast } from '../../../ui/overlays/show-toast.ts'
import { ConflictNotice } from '../kit/conflict-notice.tsx'
import { DatesLine } from '../kit/dates-line.tsx'
import { formatPlan } from '../kit/format-plan.ts'
import { readDates } from '../kit/read-dates.ts'
import { useConflict } from '../kit/use-conflict.ts'
import { useZone } from '../kit/use-zone.ts'
import { FormSheet } from '../kit/form-sheet.tsx'
import { WhatIfPanel } from '../what-if/what-if-panel.tsx'
import { checkField, EventInput, isDateField } from './event-input.tsx'
import { type ChoiceValue, type EventValues, proposeValues, readValues, toBody, toColumns } from './event-values.ts'
import { describePersonal } from './personal-editor.tsx'
import { findInputProblems, isPersonalInput, readPersonalInput } from './personal-input.ts'
import { useInsideDates } from './inside-dates.tsx'
import { LeagueCheck } from './league-check.tsx'
import { useLeagueQuestion } from './league-question.tsx'
import { useEnterEvent } from './enter-event.ts'
import { loadEvent } from './event-list.ts'

const fieldsOf = (...groups: (typeof fieldGroups)[number][]) =>
  groups.flatMap((group) => eventFields.filter((field) => field.group === group))
const isOnTheLine = ({ name, kind }: (typeof eventFields)[number]) => isDateField(name) || kind === 'zone'

interface EventFormProps {
  /** null for a new event */
  event: Event | null
  onClose: () => void
}

/** Creates or edits an event; the title says which. The form starts fresh each time it is opened. */
export function EventForm({ event, onClose }: EventFormProps) {
  const title = event ? t('adminEvents.editTitle', { name: event.name, id: event.id }) : t('adminEvents.createTitle')
  return (
    <FormSheet title={title} onClose={onClose}>
      <EventFields event={event} onClose={onClose} />
    </FormSheet>
  )
}

export function EventFields({ event: opened, onClose }: EventFormProps) {
  const { zone } = useZone()
  const now = useServerNow(60_000)
  const enter = useEnterEvent()
  const league = useLeagueQuestion()
  const readsGame = useReadsGame() ?? false
  /** A new event becomes the edited one as soon as it is saved: input typed meanwhile belongs to it. */
  const [event, setEvent] = useState(opened)
  const draft = useDraft('event', opened?.id ?? 'new', opened ? readValues(opened) : proposeValues(now), {
    version: opened?.version ?? 0,
    isValid: ({ personal_objectives }) => isPersonalInput(personal_objectives),
  })
  const conflict = useConflict(draft, async () => {
    const found = event && (await loadEvent(event.id))
    return found ? { values: readValues(found), version: found.version } : null
  })
  const { form, formProps } = useWriteForm({
    draft,
    send: (values: EventValues) =>
      event
        ? // The flags keep their current values: this form does not show them.
          conflict.guard(async (version) => {
            const stored = (await loadEvent(event.id)) ?? event
            return league.ask((shares_league) =>
              inside.isMoved
                ? inside.save(stored, { kind: 'save_event', event: toColumns(values), base_version: version, shares_league })
                : callWrite('createEvent', { body: { ...toBody(values, stored, version), shares_league } }),
            )
          })
        : league.ask((shares_league) => callWrite('createEvent', { body: { ...toBody(values, null), shares_league } })),
    readSaved: (saved) => ({ id: String(saved.id), values: readValues(saved), version: saved.version }),
    onSaved: (saved) => {
      setEvent(saved)
      if (!event) enter(saved, t('adminEvents.created', { name: saved.name }))
      else if (!inside.isMoved) showToast(t('adminEvents.saved', { name: saved.name }))
    },
    groups: ['personal_objectives'],
    onDone: onClose,
  })
  const values = useStore(form.store, (state) => state.values)
  const dates = readDates(values)
  const wrongDates = eventFields.filter((field) => isDateField(field.name) && checkField(field, values) !== undefined)
  const inside = useInsideDates({ event, dates: wrongDates.length === 0 ? dates : null, zone })
  const show = (field: (typeof eventFields)[number]) => (
    <form.AppField key={field.name} name={field.name} validators={{ onSubmit: () => checkField(field, form.state.values) }}>
      {() => <EventInput field={field} values={values} />}
    </form.AppField>
  )
  return (
    <>
      {conflict.theirs && (
        <ConflictNotice
          base={conflict.base.values}
          theirs={conflict.theirs.values}
          mine={values}
          nameField={(field) => eventColumns[field].label}
          showValue={(field, value) =>
            typeof value === 'object'
              ? describePersonal(value)
              : isDateField(field)
                ? formatPlan(Date.parse(value), zone)
                : eventColumns[field].kind === 'choice'
                  ? t(`adminEvents.${value as ChoiceValue}`)
                  : value
          }
          onResolve={(merged) => {
            conflict.resolve(merged)
            for (const [field, value] of Object.entries(merged)) form.setFieldValue(field as keyof EventValues, value as never)
          }}
        />
      )}
      <Form
        {...formProps}
        className="admin-events-form"
        buttons={
          <>
            <Button onClick={onClose}>{t('confirm.keep')}</Button>
            <SubmitButton disabled={inside.isLoading}>{t(event ? 'adminEvents.save' : 'adminEvents.create')}</SubmitButton>
          </>
        }
      >
        {fieldsOf('league').slice(0, 1).map(show)}
        {readsGame && (
          <LeagueCheck
            name={values.name}
            game_version={values.game_version}
            start={dates.event_start_time}
            end={dates.event_end_time}
          />
        )}
        <div className="admin-events-pair">{fieldsOf('league').slice(1).map(show)}</div>
        {fieldsOf('signups', 'play').filter(isOnTheLine).map(show)}
        {wrongDates.length > 0 ? (
          <DateProblems fields={wrongDates} values={values} />
        ) : (
          <>
            <DatesLine dates={dates} />
            {findDateDoubts(dates).map((doubt) => (
              <p key={doubt} className="admin-events-doubt">
                <Icon name="warning" size={13} />
                {t(`adminEvents.doubt.${doubt}`)}
              </p>
            ))}
            {inside.panel}
          </>
        )}
        {fieldsOf('play')
          .filter((field) => !isOnTheLine(field))
          .map(show)}
        {fieldsOf('personal').map(show)}
        {event && wrongDates.length === 0 && <Effect event={event} values={values} inside={inside.edits} />}
        <div className="admin-events-pair">{fieldsOf('places').map(show)}</div>
        {readsGame && <ReadingFields show={show} />}
      </Form>
      {league.dialog}
    </>
  )
}

/** How often each source is read; few events need other intervals than the usual ones. */
function ReadingFields({ show }: { show: (field: (typeof eventFields)[number]) => ReactNode }) {
  return (
    <details className="admin-events-reading">
      <summary>{t('adminEvents.reading')}</summary>
      <p className="small quieter">{t('adminEvents.readingNote')}</p>
      {fieldsOf('reading').map(show)}
    </details>
  )
}

interface EffectProps {
  event: Event
  /** With valid dates. */
  values: EventValues
  /** Edits of the dates inside the event. */
  inside: readonly DefinitionEditInput[]
}

/** The effect of changed dates and changed personal objectives on the points. */
function Effect({ event, values, inside }: EffectProps) {
  const { event_start_time, event_end_time } = values
  const dates = readDates(values)
  const stored = readDates(event)
  const movesDates = dates.event_start_time !== stored.event_start_time || dates.event_end_time !== stored.event_end_time
  const personal_objectives = readPersonalInput(values.personal_objectives)
  const isWrong = findInputProblems(values.personal_objectives, values.game_version).length > 0
  const movesPersonal = !isWrong && !isSame(personal_objectives, event.personal_objectives)
  if (!movesDates && !movesPersonal) return null
  if (event.is_locked) return <p className="quieter">{t('adminEvents.effectLocked')}</p>
  const moved = { ...(movesDates && { event_start_time, event_end_time }), ...(movesPersonal && { personal_objectives }) }
  return <WhatIfPanel eventId={event.id} edits={[{ kind: 'save_event', event: moved }, ...inside]} />
}

/** Problems of the dates while an organiser types, before they save. */
function DateProblems({ fields, values }: { fields: typeof eventFields; values: EventValues }) {
  return (
    <div role="status">
      <ul className="admin-events-problems">
        {fields.map((field) => (
          <li key={field.name}>
            <Icon name="warning" size={13} />
            {field.label}: {checkField(field, values)}
          </li>
        ))}
      </ul>
    </div>
  )
}
