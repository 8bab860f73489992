import '../../../messages/admin-events.ts'
import '../../../messages/admin-retention.ts'
import './events.css'
import { type ExampleName, exampleNames } from '@muster/contract/example-names'
import type { Event } from '@muster/contract/events'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { openEntry, useReopening } from '../../../api/drafts/use-draft.ts'
import { WriteProblem } from '../../../api/calls/write-problem.tsx'
import { readStatus, useEvents } from '../../../api/scores/event.ts'
import { paths } from '../../../lib/paths.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatCount } from '../../../lib/text/numbers.ts'
import { formatDay } from '../../../lib/time/time.ts'
import { IconButton } from '../../../ui/forms/button.tsx'
import { type DataColumn, DataTable, figure } from '../../../ui/layout/data-table.tsx'
import { Badge } from '../../../ui/marks/badge.tsx'
import { Menu, MenuItem, MenuLine } from '../../../ui/overlays/menu.tsx'
import { DatesLine } from '../kit/dates-line.tsx'
import { EventStateBadge } from '../kit/event-head.tsx'
import { EntryButton, ListPage, type OpenDialog, useDialogs } from '../kit/list-page.tsx'
import { readDates } from '../kit/read-dates.ts'
import { useZone } from '../kit/use-zone.ts'
import { DeleteEvent } from './delete-event.tsx'
import { EventForm } from './event-form.tsx'
import { NewEvent } from './new-event.tsx'
import { DuplicateEvent } from './template-form.tsx'
import { type Flag, FlagChange, nameTurn } from './flag-change.tsx'
import { PlanTime } from './plan-time.tsx'
import { RetentionDialog } from './retention-dialog.tsx'
import { useArchive } from './use-archive.ts'

type Dialog = 'new' | 'edit' | 'duplicate' | 'delete' | 'retention' | Flag
const flags = ['is_current', 'is_public', 'is_locked'] as const
/** A dialog is about an event, or about a new one: from an example, or empty. */
type Entry = Event | ExampleName | null
const forEvent = (show: (event: Event, close: () => void) => ReactNode) => (entry: Entry, close: () => void) =>
  entry !== null && typeof entry === 'object' && show(entry, close)
const changeFlag = (flag: Flag) => forEvent((event, close) => <FlagChange event={event} flag={flag} onClose={close} />)

/** All events, newest first, with their actions. */
export function EventsPage() {
  const events = useEvents().toReversed()
  const { open, dialog } = useDialogs<Entry, Dialog>({
    new: (example, close) => <NewEvent from={exampleNames.find((name) => name === example) ?? null} onClose={close} />,
    edit: forEvent((event, close) => <EventForm event={event} onClose={close} />),
    duplicate: forEvent((event, close) => <DuplicateEvent event={event} onClose={close} />),
    delete: forEvent((event, close) => <DeleteEvent event={event} onUnlock={() => open('is_locked', event)} onClose={close} />),
    retention: forEvent((event, close) => <RetentionDialog event={event} onClose={close} />),
    is_current: changeFlag('is_current'),
    is_public: changeFlag('is_public'),
    is_locked: changeFlag('is_locked'),
  })
  useReopening({
    event: openEntry(events, '', (event) => open(event ? 'edit' : 'new', event)),
    event_copy: (id) => {
      const example = exampleNames.find((name) => name === id)
      if (example) open('new', example)
      return example !== undefined || openEntry(events, '', (event) => open('duplicate', event))(id)
    },
  })
  const current = events.find((event) => event.is_current)
  return (
    <ListPage
      title={t('admin.page.events')}
      lead={t('adminEvents.lead')}
      newLabel={t('adminEvents.new')}
      onNew={() => open('new', null)}
      note={current && <CurrentDates event={current} />}
      empty={events.length === 0 ? [t('adminEvents.noneTitle'), t('adminEvents.noneText')] : null}
      dialog={dialog}
    >
      <DataTable
        className="admin-events-table"
        caption={t('admin.page.events')}
        columns={listColumns(open)}
        rows={events}
        keyOf={(event) => event.id}
      />
    </ListPage>
  )
}

function CurrentDates({ event }: { event: Event }) {
  const { zone } = useZone()
  const zoneName = zone || Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <section className="admin-events-current">
      <div className="block-head">
        <h2 className="block-title">
          <bdi>{event.name}</bdi>
        </h2>
        <div className="block-note">{t(zoneName === 'UTC' ? 'adminEvents.zoneUtc' : 'adminEvents.zone', { zone: zoneName })}</div>
      </div>
      <DatesLine dates={readDates(event)} />
    </section>
  )
}

function EventState({ event }: { event: Event }) {
  return (
    <span className="admin-events-state">
      <EventStateBadge event={event} />
      {event.is_current && <Badge icon="pin">{t('adminEvents.current')}</Badge>}
      {!event.is_public && <Badge>{t('adminEvents.hidden')}</Badge>}
      {event.is_locked && <Badge icon="lock">{t('adminEvents.locked')}</Badge>}
      {event.archived_at !== null && (
        <Badge>{t('adminEvents.imported', { day: formatDay(Date.parse(event.archived_at)) })}</Badge>
      )}
      {event.final_since !== null ? (
        <Badge>{t('retention.badgeFinal', { day: formatDay(Date.parse(event.final_since)) })}</Badge>
      ) : (
        event.raw_kept_until !== null && (
          <Badge>{t('retention.badgeUntil', { day: formatDay(Date.parse(event.raw_kept_until)) })}</Badge>
        )
      )}
    </span>
  )
}

function listColumns(onOpen: OpenDialog<Event, Dialog>): readonly DataColumn<Event>[] {
  const labelled = { isLabelled: true, cellClass: 'num' }
  return [
    { head: t('adminEvents.event'), isName: true, show: (event) => <EventName event={event} /> },
    {
      head: t('adminEvents.signups'),
      isLabelled: true,
      show: ({ application_start_time, application_end_time }) => (
        <>
          <PlanTime field="application_start_time" value={application_start_time} />
          <PlanTime field="application_end_time" value={application_end_time} />
        </>
      ),
    },
    {
      head: t('adminEvents.play'),
      isLabelled: true,
      show: ({ event_start_time, event_end_time }) => (
        <>
          <PlanTime field="event_start_time" value={event_start_time} />
          <PlanTime field="event_end_time" value={event_end_time} />
        </>
      ),
    },
    figure(t('adminEvents.places'), (event) => <Places event={event} />, labelled),
    figure(t('adminEvents.teams'), (event) => <EventLinks event={event} />, labelled),
    {
      head: t('adminEvents.actions'),
      isHeadHidden: true,
      cellClass: 'admin-events-actions',
      show: (event) => <Actions event={event} onOpen={onOpen} />,
    },
  ]
}

function EventName({ event }: { event: Event }) {
  return (
    <>
      <Link className="admin-events-name" to={paths.admin} search={event.is_current ? {} : { event: event.id }}>
        <bdi>{event.name}</bdi>
      </Link>
      <small>
        {t('adminEvents.number', { id: event.id })}, {t(`adminEvents.${event.game_version}`)} {event.patch}
      </small>
      <EventState event={event} />
    </>
  )
}

function Places({ event: { id, max_size, waitlist_size } }: { event: Event }) {
  const signups = useQuery(readStatus(id)).data?.number_of_signups
  return (
    <>
      {signups === undefined ? '–' : formatCount(signups)}
      <small>{t('adminEvents.size', { size: formatCount(max_size), waitlist: formatCount(waitlist_size) })}</small>
    </>
  )
}

function EventLinks({ event }: { event: Event }) {
  const params = { eventId: event.id }
  return (
    <>
      <Link className="link" to={paths.adminTeams} params={params} search={true}>
        {t('adminEvents.teamCount', { count: event.teams.length })}
      </Link>
      <Link className="link" to={paths.adminPresets} params={params} search={true}>
        {t('admin.page.presets')}
      </Link>
      <Link className="link" to={paths.adminObjectives} params={{ ...params, categoryId: 'root' }} search={{}}>
        {t('admin.page.objectives')}
      </Link>
    </>
  )
}

function Actions({ event, onOpen }: { event: Event; onOpen: OpenDialog<Event, Dialog> }) {
  const archive = useArchive(event)
  return (
    <>
      <EntryButton label={t('adminEvents.edit')} name={event.name} onPress={() => onOpen('edit', event)} />
      <EntryButton label={t('adminEvents.duplicate')} name={event.name} onPress={() => onOpen('duplicate', event)} />
      <Menu
        label={t('adminEvents.moreOf', { name: event.name })}
        trigger={<IconButton label={t('adminEvents.moreOf', { name: event.name })} icon="menu" />}
      >
        {flags.map((flag) => (
          <MenuItem key={flag} onSelect={() => onOpen(flag, event)}>
            {t(`adminEvents.turn.${nameTurn(flag, !event[flag])}`)}
          </MenuItem>
        ))}
        {archive.is_offered && (
          <MenuItem isDisabled={archive.write.is_busy} onSelect={archive.download}>
            {t('adminEvents.archive')}
          </MenuItem>
        )}
        {event.archived_at === null && <MenuItem onSelect={() => onOpen('retention', event)}>{t('retention.menu')}</MenuItem>}
        <MenuLine />
        <MenuItem onSelect={() => onOpen('delete', event)}>{t('adminEvents.delete')}</MenuItem>
      </Menu>
      <WriteProblem write={archive.write} />
    </>
  )
}
