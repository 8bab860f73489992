import './hits.css'
import '../../../messages/admin-guild.ts'
import type { StashHit, TeamStash } from '@muster/contract/team-stash'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { FailureNote } from '../../../api/calls/data-block.tsx'
import { findKindOfItem } from '../../../api/items/item-kind.ts'
import { allowPicture, ItemPicture, useItemImages } from '../../../api/items/item-picture.tsx'
import { useEvent } from '../../../api/scores/event.ts'
import { paths } from '../../../lib/paths.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatChange, formatCount } from '../../../lib/text/numbers.ts'
import { formatEventTime } from '../../../lib/time/time.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { SearchInput } from '../../../ui/forms/search-input.tsx'
import { DataTable, figure } from '../../../ui/layout/data-table.tsx'
import { nameTab } from './tab-words.ts'
import { sumPoints, useObjectivePoints, useStashSearch, useTeamStash } from './use-team-stash.ts'

/** Delay after the last keystroke before the server is asked. */
const pause_ms = 250
const longest = 200
/** Keeps the open tab close. */
const shownAtFirst = 6

interface StashSearchBoxProps {
  words: string
  onSearch: (words: string) => void
}

/** Searches all tabs; Enter opens the first hit. */
export function StashSearchBox({ words, onSearch }: StashSearchBoxProps) {
  const [typed, setTyped] = useState(words)
  const navigate = useNavigate()
  const { data, error, refetch } = useStashSearch(words.trim())
  const openTarget = useHitTarget()
  useEffect(() => {
    if (typed === words) return
    const timer = setTimeout(() => onSearch(typed), pause_ms)
    return () => clearTimeout(timer)
  }, [typed, words, onSearch])
  const isAsking = words.trim() !== ''
  return (
    <search className="stash-search">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          const [first] = data?.hits ?? []
          if (typed !== words) onSearch(typed)
          else if (first) void navigate(openTarget(first))
        }}
      >
        <SearchInput label={t('guild.search')} value={typed} onChange={setTyped} maxLength={longest} />
        <span className="quieter small" role="status">
          {isAsking && data && t('guild.found', { count: data.total, tabs: data.tabs.length })}
        </span>
      </form>
      {isAsking && error && !data && (
        <FailureNote problem={error} title={t('guild.searchFailed')} onRetry={() => void refetch()} />
      )}
      {isAsking && data && data.hits.length > 0 && <Hits hits={data.hits} total={data.total} />}
      {isAsking && data && data.hits.length === 0 && (
        <p className="quieter">{t('guild.foundNothing', { count: data.searched.items, tabs: data.searched.tabs })}</p>
      )}
    </search>
  )
}

/** The target of a hit: its tab, or the collection that contains the part. */
function useHitTarget() {
  const { tabs } = useTeamStash()
  return (hit: StashHit) => {
    const parent = tabs.find(({ id }) => id === hit.tab_id)?.parent_id ?? null
    return {
      to: paths.guildStash,
      params: { stashId: parent ?? hit.tab_id },
      search: (before: object) => ({ ...before, item: hit.key, part: parent === null ? undefined : hit.tab_id }),
      resetScroll: false,
    } as const
  }
}

/** "Bank", or "Uniques / Ring" for a part of a collection. */
function nameTabOf({ tabs }: Pick<TeamStash, 'tabs'>, tab_id: string): string {
  const tab = tabs.find(({ id }) => id === tab_id)
  if (!tab) return t('guild.goneTab')
  const parent = tabs.find(({ id }) => id === tab.parent_id)
  return parent ? `${nameTab(parent)} / ${nameTab(tab)}` : nameTab(tab)
}

function Hits({ hits, total }: { hits: readonly StashHit[]; total: number }) {
  const stash = useTeamStash()
  const points = useObjectivePoints()
  const images = useItemImages()
  const openTarget = useHitTarget()
  const start = Date.parse(useEvent()?.event_start_time ?? '')
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? hits : hits.slice(0, shownAtFirst)
  return (
    <>
      <DataTable
        frame={t('guild.hits')}
        className="stash-hits"
        rows={shown}
        keyOf={(hit) => `${hit.tab_id} ${hit.key}`}
        columns={[
          {
            head: t('guild.hitItem'),
            isName: true,
            show: (hit) => (
              <span className="stash-hit">
                <span className="stash-art">
                  <ItemPicture src={allowPicture(hit.icon, images)} kind={findKindOfItem(hit)} />
                </span>
                <Link {...openTarget(hit)} className="stash-hit-name game">
                  <bdi>{hit.name || hit.type_line || hit.base_type}</bdi>
                  {(hit.stack_size ?? 0) > 1 && <span className="num">, {formatCount(hit.stack_size ?? 0)}</span>}
                </Link>
              </span>
            ),
          },
          {
            head: t('guild.hitTab'),
            show: ({ tab_id, put_in }) => (
              <>
                <bdi>{nameTabOf(stash, tab_id)}</bdi>
                {put_in && (
                  <small className="stash-hit-who only-phone">
                    <PutIn hit={put_in} start={start} />
                  </small>
                )}
              </>
            ),
          },
          {
            head: t('guild.hitWho'),
            className: 'only-wide',
            show: ({ put_in }) =>
              put_in ? <PutIn hit={put_in} start={start} /> : <span className="quieter">{t('guild.hitUnknown')}</span>,
          },
          figure<StashHit>(t('guild.hitWorth'), (hit) => sayWorth(hit, sumPoints(hit.objectives, points)), { cellClass: 'num' }),
        ]}
      />
      {hits.length > shown.length && (
        <Button kind="quiet" size="small" onClick={() => setWhole(true)}>
          {t('guild.hitsAll', { count: hits.length - shown.length })}
        </Button>
      )}
      {isWhole && total > hits.length && (
        <p className="quieter small">{t('guild.hitsMore', { shown: hits.length, count: total })}</p>
      )}
    </>
  )
}

/** The log has only names and positions, so the player is inferred, and the page says so. */
const PutIn = ({ hit, start }: { hit: NonNullable<StashHit['put_in']>; start: number }) => (
  <span title={t('guild.inferred')}>
    <bdi>{hit.user?.display_name ?? hit.account_name}</bdi>{' '}
    <span className="num quieter">{formatEventTime(hit.timestamp * 1000, start)}</span>{' '}
    <small className="quieter">{t('guild.inferredShort')}</small>
  </span>
)

function sayWorth({ objectives }: StashHit, points: number): string {
  if (points > 0) return formatChange(points)
  return objectives.length > 0 ? t('guild.scores') : t('guild.none')
}
