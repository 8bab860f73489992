import '../../../messages/admin-events.ts'
import './events.css'
import { nameLength } from '@muster/contract/body'
import { type Event, eventColumns } from '@muster/contract/events'
import type { Objective } from '@muster/contract/objectives'
import { shiftByWallClock, shiftEventDates } from '@muster/domain/events/shift'
import { useStore } from '@tanstack/react-form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callWrite } from '../../../api/calls/writes.ts'
import { FailureNote } from '../../../api/calls/data-block.tsx'
import { eventInput } from '../../../api/calls/queries.ts'
import { useWriteForm } from '../../../api/calls/write-form.tsx'
import { useDraft } from '../../../api/drafts/use-draft.ts'
import { readTree } from '../../../api/scores/event.ts'
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
import { clockOf, dateFields, readValues, toBody } from './event-values.ts'
import { useEnterEvent } from './enter-event.ts'
import { useLeagueQuestion } from './league-question.tsx'

export interface Window {
  readonly objective_id: Objective['id']
  readonly name: string
  readonly valid_from: string | null
  readonly valid_to: string | null
}

/** Objectives with their own opening or closing time, in the order of the tree. */
export function listWindows(objective: Objective): Window[] {
  const { id: objective_id, name, valid_from, valid_to, children } = objective
  const own = valid_from === null && valid_to === null ? [] : [{ objective_id, name, valid_from, valid_to }]
  return [...own, ...children.flatMap(listWindows)]
}

/** Windows listed at first; there may be hundreds. */
const shownAtFirst = 6

/**
 * Copies an event: one new start moves every date, the parts to copy can be chosen, and all dates are shown before the copy is
 * made.
 */
export function DuplicateEvent({ event, onClose }: { event: Event; onClose: () => void }) {
  const title = t('adminEvents.duplicateTitle', { name: event.name, id: event.id })
  return (
    <FormSheet title={title} onClose={onClose}>
      <DuplicateFields event={event} onClose={onClose} />
    </FormSheet>
  )
}

const choices = ['copy_objectives', 'copy_rules', 'copy_teams', 'copy_logos'] as const

function DuplicateFields({ event, onClose }: { event: Event; onClose: () => void }) {
  const { zone, describe } = useZone(event.time_zone)
  const tree = useQuery({ ...readTree(event.id), staleTime: 0 })
  const windows = tree.data?.objective ? listWindows(tree.data.objective) : []
  const clock = clockOf(zone)
  const enter = useEnterEvent()
  const league = useLeagueQuestion()
  const before = readDates(event)
  const move = (at: string | null, start: number) =>
    at && new Date(shiftByWallClock(Date.parse(at), before.event_start_time, start, clock)).toISOString()
  const { form, formProps } = useWriteForm({
    draft: useDraft('event_copy', event.id, {
      name: t('adminEvents.copyName', { name: event.name }).slice(0, nameLength),
      event_start_time: '',
      copy_objectives: true,
      copy_rules: true,
      copy_teams: true,
      copy_logos: true,
    }),
    send: ({ name, event_start_time, ...wanted }) => {
      const start = Date.parse(event_start_time)
      // The objectives of a copy are hidden until its start, whatever its original shows.
      const { id: _, base_version: __, objectives_shown: ___, ...body } = toBody({ ...readValues(event), name }, null)
      const dates = Object.fromEntries(
        Object.entries(shiftEventDates(before, start, clock)).map(([field, at]) => [field, new Date(at).toISOString()]),
      )
      const moved = windows.map(({ objective_id, valid_from, valid_to }) => ({
        objective_id,
        valid_from: move(valid_from, start),
        valid_to: move(valid_to, start),
      }))
      const copy = { ...body, ...dates, ...wanted, windows: wanted.copy_objectives ? moved : [] }
      return league.ask((shares_league) =>
        callWrite('duplicateEvent', { ...eventInput(event.id), body: { ...copy, shares_league } }),
      )
    },
    onSaved: (made) => enter(made, t('adminEvents.duplicated', { name: made.name })),
    onDone: onClose,
  })
  const values = useStore(form.store, (state) => state.values)
  const start = Date.parse(values.event_start_time)
  return (
    <>
      <Form
        {...formProps}
        buttons={
          <>
            <Button onClick={onClose}>{t('confirm.keep')}</Button>
            <SubmitButton disabled={!tree.isSuccess}>{t('adminEvents.duplicateAct')}</SubmitButton>
          </>
        }
      >
        <form.AppField name="name" validators={required(t('adminEvents.nameMissing'))}>
          {(field) => (
            <field.TextField label={eventColumns.name.label} help={eventColumns.name.help} maxLength={nameLength} dir="auto" />
          )}
        </form.AppField>
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
        <fieldset className="admin-events-choices">
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
        {tree.isError && (
          <FailureNote problem={tree.error} title={t('adminEvents.windowsFailed')} onRetry={() => void tree.refetch()} />
        )}
        {tree.isPending && <SkeletonRows rows={4} height={34} label={t('loading')} />}
        {tree.isSuccess && !Number.isNaN(start) && (
          <MovedDates
            event={event}
            start={start}
            windows={values.copy_objectives ? windows : []}
            move={(at) => move(at, start)}
          />
        )}
      </Form>
      {league.dialog}
    </>
  )
}

interface MovedDatesProps {
  event: Event
  start: number
  windows: readonly Window[]
  move: (at: string | null) => string | null
}

/** Every date before and after; marks intervals whose length differs from the original. */
function MovedDates({ event, start, windows, move }: MovedDatesProps) {
  const { zone } = useZone()
  const [showsAll, setShowsAll] = useState(false)
  const shift = start - Date.parse(event.event_start_time)
  const rows = [
    ...dateFields.map((field) => ({ key: field, label: eventColumns[field].label, at: event[field] })),
    ...windows.flatMap(({ objective_id, name, valid_from, valid_to }) => [
      ...(valid_from ? [{ key: `${objective_id} from`, label: t('adminEvents.opens', { name }), at: valid_from }] : []),
      ...(valid_to ? [{ key: `${objective_id} to`, label: t('adminEvents.closes', { name }), at: valid_to }] : []),
    ]),
  ]
  const most = dateFields.length + shownAtFirst
  const shown = showsAll ? rows : rows.slice(0, most)
  const isUneven = rows.some(({ at }) => Date.parse(move(at) ?? at) - Date.parse(at) !== shift)
  const words = (at: string | null) => (at === null ? '' : formatPlan(Date.parse(at), zone))
  return (
    <section className="admin-events-moved" aria-label={t('adminEvents.preview')}>
      <h3>{t('adminEvents.preview')}</h3>
      <dl>
        {shown.map(({ key, label, at }) => (
          <div key={key}>
            <dt>
              <bdi>{label}</bdi>
            </dt>
            <dd>
              <s>{words(at)}</s>
              <b>{words(move(at))}</b>
            </dd>
          </div>
        ))}
      </dl>
      {rows.length > shown.length && (
        <Button size="small" onClick={() => setShowsAll(true)}>
          {t('adminEvents.showDates', { count: rows.length - shown.length })}
        </Button>
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
