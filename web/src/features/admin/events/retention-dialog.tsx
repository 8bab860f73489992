import '../../../messages/admin-events.ts'
import '../../../messages/admin-retention.ts'
import './events.css'
import type { Event } from '@muster/contract/events'
import type { EventRetention } from '@muster/contract/retention'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FailureNote } from '../../../api/calls/data-block.tsx'
import { eventInput, read } from '../../../api/calls/queries.ts'
import { WriteProblem } from '../../../api/calls/write-problem.tsx'
import { callWrite } from '../../../api/calls/writes.ts'
import { useServerNow } from '../../../api/live/clock.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatBytes, formatCount } from '../../../lib/text/numbers.ts'
import { formatDay, formatFull } from '../../../lib/time/time.ts'
import { fromWallClock, toWallClock } from '../../../lib/time/zoned-time.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Field, Input } from '../../../ui/forms/fields.tsx'
import { SelectControl } from '../../../ui/forms/select.tsx'
import { SkeletonRows } from '../../../ui/layout/states.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { type DataColumn, DataTable } from '../../../ui/layout/data-table.tsx'
import { ConfirmWrite, showUndo } from '../kit/confirm-write.tsx'
import { useZone } from '../kit/use-zone.ts'
import { dateOfChoice, listChoices, proposeDate, readChoice } from './retention-choices.ts'
import { useArchive } from './use-archive.ts'

interface RetentionProps {
  event: Event
  onClose: () => void
}

/** Retention of the raw data of an event: lists the data to be removed and kept before the choice, or the removed data. */
export function RetentionDialog({ event, onClose }: RetentionProps) {
  const { data, error, refetch } = useQuery({ ...read('getEventRetention', eventInput(event.id)), staleTime: 0, gcTime: 0 })
  const isFinal = event.final_since !== null || (data && data.final_since !== null)
  const title = t(isFinal ? 'retention.titleFinal' : 'retention.title', { name: event.name })
  if (data && data.final_since === null) return <Choose event={event} retention={data} title={title} onClose={onClose} />
  return (
    <Dialog title={title} onClose={onClose} footer={<Button onClick={onClose}>{t('close')}</Button>}>
      {error && <FailureNote problem={error} title={t('adminEvents.countFailed')} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows rows={6} height={28} label={t('loading')} />}
      {data && <Removed retention={data} />}
    </Dialog>
  )
}

const kindColumns: readonly DataColumn<EventRetention['removed'][number]>[] = [
  { head: '', isName: true, show: ({ kind }) => t(`retention.kind.${kind}`) },
  {
    head: '',
    isRight: true,
    cellClass: 'num',
    show: ({ rows }) => t('retention.rows', { count: rows, rows: formatCount(rows) }),
  },
]

/** Data that was removed from a final event. */
function Removed({ retention: { final_since, removed_at, removed } }: { retention: EventRetention }) {
  return (
    <div className="form">
      <p>
        {removed_at === null
          ? t('retention.removing', { time: formatFull(Date.parse(final_since ?? '')) })
          : t('retention.removed', { time: formatFull(Date.parse(removed_at)) })}
      </p>
      <DataTable
        className="retention-kinds"
        label={t('retention.removedKinds')}
        hasHead={false}
        rows={removed}
        keyOf={({ kind }) => kind}
        columns={kindColumns}
      />
      <p className="quieter">{t('retention.finalMeans')}</p>
    </div>
  )
}

const sumBytes = ({ stored }: EventRetention) => stored.reduce((sum, { bytes }) => sum + bytes, 0)

/** Sends the choice; refused if another organiser chose meanwhile. */
const choose = (event: Event, kept_until: string | null, base_version: number | null) =>
  callWrite('chooseEventRetention', { ...eventInput(event.id), body: { kept_until, base_version } })

function Choose({ event, retention, title, onClose }: RetentionProps & { retention: EventRetention; title: string }) {
  const now = useServerNow(60_000)
  const { zone, describe } = useZone()
  const ends_at = Date.parse(event.event_end_time)
  const before = retention.kept_until
  const [choice, setChoice] = useState(() => readChoice(before, ends_at))
  const [typed, setTyped] = useState<number | null>(() => (before === null ? proposeDate(ends_at, now) : Date.parse(before)))
  const at = dateOfChoice(choice, ends_at, typed)
  const isTooEarly = at !== null && !(at >= Date.parse(retention.earliest))
  const isChanged = at === null ? before !== null : before === null || at !== Date.parse(before)
  const bytes = sumBytes(retention)
  const waiting = isTooEarly
    ? t('retention.chooseDate')
    : isChanged
      ? undefined
      : t(before === null ? 'retention.isForEver' : 'retention.isUntil', { day: formatDay(Date.parse(before ?? '')) })
  return (
    <ConfirmWrite
      title={title}
      actLabel={
        at === null
          ? t('retention.actForEver')
          : t(bytes === 0 ? 'retention.actEmpty' : 'retention.act', { size: formatBytes(bytes), day: formatDay(at) })
      }
      send={() => choose(event, at === null ? null : new Date(at).toISOString(), retention.version)}
      done={({ raw_kept_until, version }) =>
        showUndo(
          raw_kept_until === null
            ? t('retention.chosenForEver', { name: event.name })
            : t('retention.chosen', { name: event.name, day: formatDay(Date.parse(raw_kept_until)) }),
          () => choose(event, before, version),
          () => t('adminEvents.undoFailed'),
        )
      }
      onClose={onClose}
      isHarmless={at === null}
      waiting={waiting}
    >
      <p>{t('retention.means')}</p>
      {bytes === 0 ? <p className="quieter">{t('retention.nothing')}</p> : <Stored retention={retention} />}
      <Archive event={event} />
      <Field label={t('retention.label')}>
        <SelectControl value={choice} choices={listChoices(ends_at, now)} onChange={setChoice} />
      </Field>
      {choice === 'date' && (
        <Field
          label={t('retention.until')}
          hint={at === null ? undefined : describe(at)}
          error={isTooEarly ? t('retention.tooEarly', { time: formatFull(Date.parse(retention.earliest)) }) : undefined}
        >
          <Input
            type="datetime-local"
            value={typed === null ? '' : toWallClock(typed, zone).slice(0, 16)}
            onChange={({ target }) => setTyped(fromWallClock(target.value, zone))}
          />
        </Field>
      )}
      {at !== null && !isTooEarly && (
        <p className="retention-then">
          {t('retention.then', { day: formatDay(at) })} {t('retention.undo')}
        </p>
      )}
      {!retention.is_matched && <p className="quieter">{t('retention.notMatched')}</p>}
    </ConfirmWrite>
  )
}

function Stored({ retention }: { retention: EventRetention }) {
  return (
    <DataTable
      className="retention-kinds"
      label={t('retention.storedKinds')}
      hasHead={false}
      rows={retention.stored.filter(({ rows }) => rows > 0)}
      keyOf={({ kind }) => kind}
      columns={[...kindColumns, { head: '', isRight: true, cellClass: 'num', show: ({ bytes }) => formatBytes(bytes) }]}
      foot={
        <tfoot>
          <tr>
            <th scope="row" colSpan={2}>
              {t('retention.total')}
            </th>
            <td className="right num">{formatBytes(sumBytes(retention))}</td>
          </tr>
        </tfoot>
      }
    />
  )
}

/** Downloads everything public of an event; builds and ladder are included only before their removal. */
function Archive({ event }: { event: Event }) {
  const archive = useArchive(event)
  return (
    <div className="retention-archive">
      <p>{t(archive.is_offered ? 'retention.archive' : 'retention.archiveLater')}</p>
      {archive.is_offered && (
        <Button isBusy={archive.write.is_busy} onClick={archive.download}>
          {t('adminEvents.archive')}
        </Button>
      )}
      <WriteProblem write={archive.write} />
    </div>
  )
}
