import './home.css'
import '../../../messages/admin-home.ts'
import '../../../messages/proof-rules.ts'
import type { Event } from '@muster/contract/events'
import { mayOpen } from '@muster/domain/access'
import type { SightWay } from '@muster/domain/objectives/sight'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo, useRef, useState } from 'react'
import { DataBlock } from '../../../api/calls/data-block.tsx'
import { eventInput, read } from '../../../api/calls/queries.ts'
import { findShared } from '../../../api/items/report-rules.ts'
import { useReadsGame } from '../../../api/live/clock.ts'
import { readTree, useEventKey } from '../../../api/scores/event.ts'
import { paths } from '../../../lib/paths.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatCount } from '../../../lib/text/numbers.ts'
import { useVirtualPane } from '../../../ui/deferred/virtual-list.ts'
import { SkeletonRows } from '../../../ui/layout/states.tsx'
import { useCaller } from '../kit/use-caller.ts'
import { groupSights, type SightRow } from './group-sights.ts'

/** How each objective of the event is seen, grouped by way, and the share that needs no client of the game's API. */
export function ObjectiveSights({ event }: { event: Event }) {
  return (
    <DataBlock title={t('home.sights')} loading={<SkeletonRows rows={4} height={40} label={t('loading')} />}>
      <Sights event={event} />
    </DataBlock>
  )
}

function Sights({ event }: { event: Event }) {
  const key = useEventKey()
  const { objective } = useSuspenseQuery(readTree(key)).data
  const presets = useSuspenseQuery(read('getScoringPresetsForEvent', eventInput(key))).data
  const reads_game = useReadsGame()
  const sights = useMemo(
    () => (objective === null || reads_game === undefined ? null : groupSights(objective, { ...event, presets, reads_game })),
    [objective, event, presets, reads_game],
  )
  if (sights === null || sights.groups.length === 0) return <p className="quiet">{t('home.sights.empty')}</p>
  const { groups, total, seen_without_game } = sights
  return (
    <>
      <p className="quiet home-sights-share">
        {t('home.sights.share', {
          seen: formatCount(seen_without_game),
          total: formatCount(total),
          share: total === 0 ? 0 : Math.floor((100 * seen_without_game) / total),
        })}
      </p>
      {groups.map(({ way, rows }) => (
        <Group key={way} event={event} way={way} rows={rows} />
      ))}
    </>
  )
}

interface GroupProps {
  event: Event
  way: SightWay
  rows: readonly SightRow[]
}

/** A way with its number of objectives; opened, it says how the way works and lists them. */
function Group({ event, way, rows }: GroupProps) {
  const proof = findShared(rows.map((row) => row.proof))
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="home-sights" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        {t(`home.sights.${way}`)} <span className="quieter num">{formatCount(rows.length)}</span>
      </summary>
      {isOpen && (
        <>
          <p className="quiet">
            {t(`home.sightsHow.${way}`)} {proof !== null && t(`proof.asks.${proof}`)}
          </p>
          <Rows event={event} label={t(`home.sights.${way}`)} rows={rows} namesProof={proof === null} />
        </>
      )}
    </details>
  )
}

/** Another way, with the proof that it needs. */
function sayOther({ way, proof }: SightRow['others'][number]): string {
  const words = t(`home.sights.${way}`)
  const isFree = proof === null || proof === 'optional'
  return t('home.sights.also', { way: isFree ? words : `${words}, ${t(`home.sights.proof.${proof}`)}` })
}

const rowHeight = 44

function Rows({ event, label, rows, namesProof }: Pick<GroupProps, 'event' | 'rows'> & { label: string; namesProof: boolean }) {
  const frame = useRef<HTMLDivElement>(null)
  const caller = useCaller()
  const mayEdit = caller !== undefined && mayOpen('objectives', caller)
  const { items, total } = useVirtualPane(frame, { count: rows.length, height: rowHeight })
  return (
    // A scrolling region has to be focusable, or its hidden part cannot be reached without a pointer.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="home-sights-rows" ref={frame} role="group" aria-label={label} tabIndex={0}>
      <ul style={{ height: total }}>
        {items.map(({ index, start }) => {
          const row = rows[index]
          if (!row) return null
          const { id, name, path, others, proof } = row
          const about = [
            path.join(' › '),
            ...(namesProof && proof !== null ? [t(`home.sights.proof.${proof}`)] : []),
            ...others.map(sayOther),
          ]
          return (
            <li key={id} style={{ top: start, height: rowHeight }}>
              {mayEdit ? (
                <Link
                  className="link"
                  to={paths.adminObjectives}
                  params={{ eventId: event.id, categoryId: 'root' }}
                  search={(before) => ({ ...before, edit: id })}
                >
                  {name}
                </Link>
              ) : (
                <span>{name}</span>
              )}
              <span className="quieter small">{about.filter((one) => one !== '').join(' · ')}</span>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
