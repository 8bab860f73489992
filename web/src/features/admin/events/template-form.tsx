import '../../../messages/admin-events.ts'
import '../../../messages/admin-templates.ts'
import './events.css'
import { nameLength } from '@muster/contract/body'
import { type Event, eventColumns } from '@muster/contract/events'
import type { ObjectiveId } from '@muster/contract/ids'
import type { WindowOutline } from '@muster/domain/definition-file/outline'
import { shiftByWallClock, shiftEventDates } from '@muster/domain/events/shift'
import { useStore } from '@tanstack/react-form'
import { useState } from 'react'
import { callWrite } from '../../../api/calls/writes.ts'
import { FailureNote } from '../../../api/calls/data-block.tsx'
import { useServerNow } from '../../../api/live/clock.ts'
import { eventInput } from '../../../api/calls/queries.ts'
import { useWriteForm } from '../../../api/calls/write-form.tsx'
import { useDraft } from '../../../api/drafts/use-draft.ts'
import { t } from '../../../lib/text/messages.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Form, SubmitButton } from '../../../ui/forms/form.tsx'
import { required } from '../../../ui/forms/required.ts'
import { SkeletonRows } from '../../../ui/layout/states.tsx'
import { Icon } from '../../../ui/marks/icon.tsx'
import { formatPlan } from '../kit/format-plan.ts'
import { readDates } from '../kit/read-dates.ts'
import { useZone } from '../kit/use-zone.ts'
import { FormSheet } from '../kit/form-sheet.tsx'
import { clockOf, dateFields, type EventValues, toBody } from './event-values.ts'
import { useEnterEvent } from './enter-event.ts'
import { LeagueCheck } from './league-check.tsx'
import { useLeagueQuestion } from './league-question.tsx'
import { OutlinePicture } from './outline-picture.tsx'
import { type Template, type TemplateSource, useTemplate } from './templates.ts'

/** Windows listed at first; there may be hundreds. */
const shownAtFirst = 6

/** Copies an event: the form of a new event that starts from this one. */
export function DuplicateEvent({ event, onClose }: { event: Event; onClose: () => void }) {
  const title = t('adminEvents.duplicateTitle', { name: event.name, id: event.id })
  return (
    <FormSheet title={title} onClose={onClose}>
      <TemplateForm source={{ event }} act={t('adminEvents.duplicateAct')} onClose={onClose} />
    </FormSheet>
  )
}

interface TemplateFormProps {
  source: TemplateSource
  /** Label of the button that creates the event. */
  act: string
  onClose: () => void
}

/** Creates an event from a template, of which it shows a drawing. */
export function TemplateForm({ source, ...props }: TemplateFormProps) {
  const { template, failure, retry } = useTemplate(source)
  if (failure) return <FailureNote problem={failure} title={t('templates.failed')} onRetry={retry} />
  if (template === null) return <SkeletonRows rows={6} height={40} label={t('loading')} />
  return (
    <>
      <OutlinePicture outline={template.outline} />
      <TemplateFields source={source} template={template} {...props} />
    </>
  )
}

const choices = ['copy_objectives', 'copy_rules', 'copy_teams', 'copy_logos'] as const

/** One new start moves every date, and all dates are shown before the event is created. */
function TemplateFields({ source, template, act, onClose }: TemplateFormProps & { template: Template }) {
  const { outline, values: settings, objective_ids } = template
  const original = 'event' in source ? source.event : null
  const { zone, describe } = useZone(settings.time_zone)
  const windows = outline.categories.flatMap((category) => category.windows)
  const enter = useEnterEvent()
  const league = useLeagueQuestion()
  const before = readDates(settings)
  // An example counts its times from the start, in hours; the times of an earlier event keep their time of day.
  const clock = original ? clockOf(zone) : { toLocal: (at: number) => at, fromLocal: (at: number) => at }
  const move = (offset_ms: number | null, start: number) =>
    offset_ms === null ? null : shiftByWallClock(before.event_start_time + offset_ms, before.event_start_time, start, clock)
  const moveDates = (start: number) => {
    const dates = shiftEventDates(before, start, clock)
    return Object.fromEntries(dateFields.map((field) => [field, new Date(dates[field]).toISOString()])) as Pick<
      EventValues,
      DateName
    >
  }
  const { form, formProps } = useWriteForm({
    draft: useDraft('event_copy', 'event' in source ? source.event.id : source.example, {
      name: original ? t('adminEvents.copyName', { name: original.name }).slice(0, nameLength) : '',
      event_start_time: '',
      copy_objectives: true,
      copy_rules: true,
      copy_teams: false,
      copy_logos: true,
    }),
    send: ({ name, event_start_time, ...wanted }) => {
      const start = Date.parse(event_start_time)
      const settled = { ...settings, ...moveDates(start), name, objectives_shown: 'at_start' } as const
      const { id: _, base_version: __, ...body } = toBody(settled, null)
      const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString())
      const moved = windows.map(({ key, valid_from, valid_to }) => ({
        objective_id: objective_ids[key] as ObjectiveId,
        valid_from: iso(move(valid_from, start)),
        valid_to: iso(move(valid_to, start)),
      }))
      return league.ask((shares_league) =>
        'event' in source
          ? callWrite('duplicateEvent', {
              ...eventInput(source.event.id),
              body: { ...body, ...wanted, windows: wanted.copy_objectives ? moved : [], shares_league },
            })
          : callWrite('createEvent', { body: { ...body, id: null, example: source.example, shares_league } }),
      )
    },
    onSaved: (made) => enter(made, t(original ? 'adminEvents.duplicated' : 'adminEvents.created', { name: made.name })),
    onDone: onClose,
  })
  const values = useStore(form.store, (state) => state.values)
  const start = Date.parse(values.event_start_time)
  const hasStart = !Number.isNaN(start)
  return (
    <>
      <Form
        {...formProps}
        buttons={
          <>
            <Button onClick={onClose}>{t('confirm.keep')}</Button>
            <SubmitButton>{act}</SubmitButton>
          </>
        }
      >
        <form.AppField name="name" validators={required(t('adminEvents.nameMissing'))}>
          {(field) => (
            <field.TextField label={eventColumns.name.label} help={eventColumns.name.help} maxLength={nameLength} dir="auto" />
          )}
        </form.AppField>
        {hasStart && (
          <LeagueCheck
            name={values.name}
            game_version={settings.game_version}
            start={start}
            end={Date.parse(moveDates(start).event_end_time)}
          />
        )}
        <form.AppField
          name="event_start_time"
          validators={{ onSubmit: ({ value }) => (value === '' ? t('adminEvents.dateMissing') : undefined) }}
        >
          {(field) => (
            <field.TimeField
              label={t('adminEvents.newStart')}
              help={t('adminEvents.newStartHelp')}
              zone={zone}
              describe={describe}
            />
          )}
        </form.AppField>
        {original && (
          <fieldset className="form-choice">
            <legend className="field-label">{t('adminEvents.whatToCopy')}</legend>
            {choices
              .filter((name) => name !== 'copy_logos' || values.copy_teams)
              .map((name) => (
                <form.AppField key={name} name={name}>
                  {(field) => <field.CheckField label={t(`adminEvents.${name}`)} />}
                </form.AppField>
              ))}
            <p className="field-hint">{t('adminEvents.neverCopied')}</p>
          </fieldset>
        )}
        {hasStart && (
          <MovedDates
            dates={moveDates(start)}
            before={original}
            windows={values.copy_objectives ? windows : []}
            start={start}
            move={(offset) => move(offset, start)}
          />
        )}
      </Form>
      {league.dialog}
    </>
  )
}

type DateName = (typeof dateFields)[number]

interface MovedDatesProps {
  dates: Readonly<Record<DateName, string>>
  /** The event that is copied; null: an example, which has no dates of its own. */
  before: Event | null
  windows: readonly WindowOutline[]
  start: number
  move: (offset_ms: number | null) => number | null
}

/** Every date of the new event, and of the copied one; marks intervals whose length differs from the original. */
function MovedDates({ dates, before, windows, start, move }: MovedDatesProps) {
  const { zone } = useZone()
  const now = useServerNow(60_000)
  const [showsAll, setShowsAll] = useState(false)
  const began = before && Date.parse(before.event_start_time)
  const row = (key: string, label: string, offset: number | null) => {
    const to = move(offset)
    return offset === null || to === null ? [] : [{ key, label, from: began === null ? null : began + offset, to }]
  }
  const rows = [
    ...dateFields.map((field) => ({
      key: field,
      label: eventColumns[field].label,
      from: before && Date.parse(before[field]),
      to: Date.parse(dates[field]),
    })),
    ...windows.flatMap(({ key, name, valid_from, valid_to }) => [
      ...row(`${key} from`, t('adminEvents.opens', { name }), valid_from),
      ...row(`${key} to`, t('adminEvents.closes', { name }), valid_to),
    ]),
  ]
  const most = dateFields.length + shownAtFirst
  const shown = showsAll ? rows : rows.slice(0, most)
  const isUneven = began !== null && rows.some(({ from, to }) => from !== null && to - from !== start - began)
  return (
    <section className="admin-events-moved" aria-label={t('adminEvents.preview')}>
      <h3>{t('adminEvents.preview')}</h3>
      <dl>
        {shown.map(({ key, label, from, to }) => (
          <div key={key}>
            <dt>
              <bdi>{label}</bdi>
            </dt>
            <dd>
              {from !== null && <s>{formatPlan(from, zone)}</s>}
              <b>{formatPlan(to, zone)}</b>
            </dd>
          </div>
        ))}
      </dl>
      {rows.length > shown.length && (
        <Button size="small" onClick={() => setShowsAll(true)}>
          {t('adminEvents.showDates', { count: rows.length - shown.length })}
        </Button>
      )}
      {Date.parse(dates.application_end_time) <= now && (
        <p className="admin-events-doubt">
          <Icon name="warning" size={13} />
          {t('templates.signupsOver')}
        </p>
      )}
      {isUneven && (
        <p className="admin-events-doubt">
          <Icon name="clock" size={13} />
          {t('adminEvents.clocksChange')}
        </p>
      )}
    </section>
  )
}
