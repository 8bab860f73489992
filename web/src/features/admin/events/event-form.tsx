import '../../../messages/admin-events.ts'
import './events.css'
import { largestInt, nameLength } from '@muster/contract/body'
import type { Event } from '@muster/contract/events'
import { findDateDoubts, findDateProblems } from '@muster/domain/events/dates'
import { gameOffers } from '@muster/domain/events/game-offers'
import { useStore } from '@tanstack/react-form'
import { useNavigate } from '@tanstack/react-router'
import { callWrite } from '../../../api/calls/writes.ts'
import { useServerNow } from '../../../api/live/clock.ts'
import { useWriteForm } from '../../../api/calls/write-form.tsx'
import { useEvent } from '../../../api/scores/event.ts'
import { type MessageKey, t } from '../../../lib/text/messages.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Form, SubmitButton } from '../../../ui/forms/form.tsx'
import { Icon } from '../../../ui/marks/icon.tsx'
import { showToast } from '../../../ui/overlays/show-toast.ts'
import { ConflictNotice } from '../kit/conflict-notice.tsx'
import { DatesLine } from '../kit/dates-line.tsx'
import { formatPlan } from '../kit/format-plan.ts'
import { useConflict } from '../kit/use-conflict.ts'
import { useZone } from '../kit/use-zone.ts'
import { FormSheet, useUnsaved } from '../kit/form-sheet.tsx'
import { WhatIfPanel } from '../what-if/what-if-panel.tsx'
import { type DateField, dateFields, type EventValues, proposeValues, readDates, readValues, toBody } from './event-values.ts'
import { LeagueCheck } from './league-check.tsx'
import { loadEvent } from './event-list.ts'

/** A whole number from `least` on, or what is wrong with it. */
function checkCount(text: string, least: number): string | undefined {
  const number = Number(text)
  const isGood = /^\d+$/.test(text.trim()) && number >= least && number <= largestInt
  return isGood ? undefined : t('adminEvents.countWrong', { least })
}

/** What is wrong with a date, seen together with the others. */
function checkDate(field: DateField, values: EventValues): string | undefined {
  const dates = readDates(values)
  if (Number.isNaN(dates[field])) return t('adminEvents.dateMissing')
  return findDateProblems(dates).some((problem) => problem.field === field)
    ? t(field === 'event_end_time' ? 'adminEvents.endsEarly' : 'adminEvents.closesEarly')
    : undefined
}

interface EventFormProps {
  /** Null: a new one. */
  event: Event | null
  onClose: () => void
}

/** Creates an event, or edits one; which of the two is said by its title, and each begins anew whenever it is opened. */
export function EventForm({ event, onClose }: EventFormProps) {
  const title = event ? t('adminEvents.editTitle', { name: event.name, id: event.id }) : t('adminEvents.createTitle')
  return (
    <FormSheet title={title} onClose={onClose}>
      <EventFields event={event} onClose={onClose} />
    </FormSheet>
  )
}

function EventFields({ event, onClose }: EventFormProps) {
  const { zone, describe } = useZone()
  const now = useServerNow(60_000)
  const navigate = useNavigate()
  const isNoneChosen = useEvent() === null
  const conflict = useConflict(
    { values: event ? readValues(event) : proposeValues(now), version: event?.version ?? 0 },
    async () => {
      const found = event && (await loadEvent(event.id))
      return found ? { values: readValues(found), version: found.version } : null
    },
  )
  const { form, formProps } = useWriteForm({
    values: conflict.base.values,
    send: (values: EventValues) =>
      event
        ? // The flags are those of now: this form does not show them, so it does not change them.
          conflict.guard(async (version) => {
            const stored = (await loadEvent(event.id)) ?? event
            return callWrite('createEvent', { body: toBody(values, stored, version) })
          })
        : callWrite('createEvent', { body: toBody(values, null) }),
    onDone: (saved) => {
      // The pages of an event are about the chosen one: of the first there is no other to choose.
      if (isNoneChosen) void navigate({ to: '.', search: (before: object) => ({ ...before, event: saved.id }), replace: true })
      showToast(t(event ? 'adminEvents.saved' : 'adminEvents.created', { name: saved.name }), {
        text: event ? undefined : t('adminEvents.createdText'),
      })
      onClose()
    },
  })
  const values = useStore(form.store, (state) => state.values)
  useUnsaved(useStore(form.store, (state) => !state.isDefaultValue))
  const dates = readDates(values)
  const areDatesWrong = dateFields.some((field) => checkDate(field, values) !== undefined)
  const { theirs } = conflict
  const { event_start_time, event_end_time } = values
  const movesScores =
    event !== null &&
    !areDatesWrong &&
    (dates.event_start_time !== Date.parse(event.event_start_time) || dates.event_end_time !== Date.parse(event.event_end_time))
  return (
    <>
      {theirs && (
        <ConflictNotice
          base={conflict.base.values}
          theirs={theirs.values}
          mine={values}
          nameField={(field) => t(`adminEvents.${field}` as MessageKey)}
          showValue={(field, value) =>
            (dateFields as readonly string[]).includes(field) ? formatPlan(Date.parse(value), zone) : value
          }
          onResolve={(merged) => {
            conflict.resolve()
            for (const [field, value] of Object.entries(merged)) form.setFieldValue(field as keyof EventValues, value as never)
          }}
        />
      )}
      <Form
        {...formProps}
        className="admin-events-form"
        buttons={
          <>
            <SubmitButton>{t(event ? 'adminEvents.save' : 'adminEvents.create')}</SubmitButton>
            <Button onClick={onClose}>{t('confirm.keep')}</Button>
          </>
        }
      >
        <form.AppField
          name="name"
          validators={{ onSubmit: ({ value }) => (value.trim() === '' ? t('adminEvents.nameMissing') : undefined) }}
        >
          {(field) => (
            <field.TextField label={t('adminEvents.name')} help={t('adminEvents.nameHelp')} maxLength={nameLength} dir="auto" />
          )}
        </form.AppField>
        <LeagueCheck
          name={values.name}
          game_version={values.game_version}
          start={dates.event_start_time}
          end={dates.event_end_time}
        />
        <div className="admin-events-pair">
          <form.AppField name="game_version">
            {(field) => (
              <field.SelectField
                label={t('adminEvents.game_version')}
                help={gameOffers(values.game_version).stash_stream ? undefined : t('adminEvents.noTabsHelp')}
                choices={[
                  { value: 'poe1', label: t('adminEvents.poe1') },
                  { value: 'poe2', label: t('adminEvents.poe2') },
                ]}
              />
            )}
          </form.AppField>
          <form.AppField name="patch">
            {(field) => (
              <field.TextField
                label={t('adminEvents.patch')}
                placeholder={t(`adminEvents.patchOf.${values.game_version}`)}
                maxLength={nameLength}
              />
            )}
          </form.AppField>
        </div>
        {dateFields.map((name) => (
          <form.AppField key={name} name={name} validators={{ onSubmit: () => checkDate(name, form.state.values) }}>
            {(field) => <field.TimeField label={t(`adminEvents.${name}` as MessageKey)} zone={zone} describe={describe} />}
          </form.AppField>
        ))}
        {areDatesWrong ? (
          <DateProblems values={values} />
        ) : (
          <>
            <DatesLine dates={dates} />
            {findDateDoubts(dates).map((doubt) => (
              <p key={doubt} className="admin-events-doubt">
                <Icon name="warning" size={13} />
                {t(`adminEvents.doubt.${doubt}`)}
              </p>
            ))}
          </>
        )}
        {movesScores && event.is_locked && <p className="quieter">{t('adminEvents.effectLocked')}</p>}
        {movesScores && !event.is_locked && (
          <WhatIfPanel eventId={event.id} edits={[{ kind: 'save_event', event: { event_start_time, event_end_time } }]} />
        )}
        <div className="admin-events-pair">
          <form.AppField name="max_size" validators={{ onSubmit: ({ value }) => checkCount(value, 1) }}>
            {(field) => <field.NumberField label={t('adminEvents.max_size')} help={t('adminEvents.sizeHelp')} />}
          </form.AppField>
          <form.AppField name="waitlist_size" validators={{ onSubmit: ({ value }) => checkCount(value, 0) }}>
            {(field) => <field.NumberField label={t('adminEvents.waitlist_size')} help={t('adminEvents.waitlistHelp')} />}
          </form.AppField>
        </div>
      </Form>
    </>
  )
}

/** Says while somebody types what is out of order, before they try to save it. */
function DateProblems({ values }: { values: EventValues }) {
  const wrong = dateFields.flatMap((field) => {
    const problem = checkDate(field, values)
    return problem ? [{ field, problem }] : []
  })
  return (
    <div role="status">
      <ul className="admin-events-problems">
        {wrong.map(({ field, problem }) => (
          <li key={field}>
            <Icon name="warning" size={13} />
            {t(`adminEvents.${field}` as MessageKey)}: {problem}
          </li>
        ))}
      </ul>
    </div>
  )
}
