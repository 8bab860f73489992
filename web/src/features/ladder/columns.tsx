import '../../messages/ladder-page.ts'
import type { GameVersion } from '@muster/contract/events'
import { games } from '@muster/domain/events/games'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type MessageKey, t } from '../../lib/text/messages.ts'
import { formatCount, formatLarge } from '../../lib/text/numbers.ts'
import { paths } from '../../lib/paths.ts'
import type { LadderColumn } from '../../lib/browser/preferences.ts'
import { Icon } from '../../ui/marks/icon.tsx'
import { Share } from '../../ui/marks/progress.tsx'
import { TeamMark } from '../../ui/marks/team-mark.tsx'
import type { LadderRow } from './ladder-row.ts'

/** A sort key; null is unknown and always comes last. */
type SortValue = number | string | null

export interface Column {
  readonly id: LadderColumn
  readonly label: MessageKey
  readonly align: 'left' | 'right'
  /** First direction: best first for figures, ascending for words and the rank. */
  readonly first: 'asc' | 'desc'
  readonly read: (row: LadderRow) => SortValue
  readonly show: (row: LadderRow) => ReactNode
}

/** The column in words, if its head shows a sign. */
export const nameColumn = ({ id, label }: Column) => t(id === 'rank' ? 'column.rankName' : label)

const unknown = () => (
  <span className="quieter" role="img" aria-label={t('ladder.unknown')}>
    –
  </span>
)

function figure(id: LadderColumn, read: (row: LadderRow) => number | null | undefined, format = formatLarge): Column {
  const value = (row: LadderRow) => read(row) ?? null
  return {
    id,
    label: `column.${id}`,
    align: 'right',
    first: 'desc',
    read: value,
    show: (row) => {
      const number = value(row)
      return number === null ? unknown() : format(number)
    },
  }
}

function flag(id: LadderColumn, read: (row: LadderRow) => boolean | undefined): Column {
  const value = (row: LadderRow) => {
    const isSet = read(row)
    return isSet === undefined ? null : Number(isSet)
  }
  return {
    id,
    label: `column.${id}`,
    align: 'left',
    first: 'desc',
    read: value,
    show: (row) => {
      const isSet = value(row)
      if (isSet === null) return unknown()
      return isSet === 0 ? <span className="quieter">{t('ladder.no')}</span> : <Yes />
    },
  }
}

function Yes() {
  return (
    <>
      <Icon name="check" size={14} />
      <span className="vh">{t('ladder.yes')}</span>
    </>
  )
}

/** The account's page on the game's own site writes the discriminator with a hyphen. */
const profileAddress = (account_name: string) =>
  `https://www.pathofexile.com/account/view-profile/${encodeURIComponent(account_name.replace('#', '-'))}`

function word(id: LadderColumn, read: (row: LadderRow) => string, show: (row: LadderRow) => ReactNode): Column {
  return { id, label: `column.${id}`, align: 'left', first: 'asc', read: (row) => read(row).toLowerCase() || null, show }
}

/** Class and main skill. Unknown classes and missing skills are shown as they are. */
export function Build({ row }: { row: LadderRow }) {
  const { character, character_class } = row.entry
  return (
    <span className="ladder-build">
      {character?.main_skill && <bdi className="game">{character.main_skill}</bdi>}{' '}
      <bdi className="quieter">{character?.ascendancy || character_class}</bdi>
    </span>
  )
}

/** The link to the character's page; characters of non-participants have none. */
export function CharacterLink({ row: { entry } }: { row: LadderRow }) {
  const { character_name, user_id, character } = entry
  const name = <bdi className="strong clip">{character_name}</bdi>
  if (user_id === null || character === null) return name
  return (
    <Link
      to={paths.character}
      params={{ userId: user_id, eventId: character.event_id, characterId: character.id }}
      search={keepEvent}
      className="ladder-name clip"
      preload={false}
    >
      {name}
    </Link>
  )
}
const keepEvent = ({ event }: { event?: number | undefined }) => ({ event })

function CharacterName({ row }: { row: LadderRow }) {
  const { twitch_account } = row.entry
  return (
    <span className="ladder-character">
      <CharacterLink row={row} />
      {row.is_own && <span className="team-own">{t('ladder.you')}</span>}
      {twitch_account && (
        <a
          href={`https://www.twitch.tv/${encodeURIComponent(twitch_account)}`}
          target="_blank"
          rel="noreferrer"
          title={t('ladder.live', { name: twitch_account })}
        >
          <Icon name="streams" size={14} />
          <span className="vh">{t('ladder.live', { name: twitch_account })}</span>
        </a>
      )}
    </span>
  )
}

/** All columns in the order of the table. */
export const columns: readonly Column[] = [
  { ...figure('rank', ({ entry }) => entry.rank, formatCount), align: 'left', first: 'asc' },
  word(
    'account',
    ({ entry }) => entry.account_name,
    ({ entry }) => (
      <a className="link" href={profileAddress(entry.account_name)} target="_blank" rel="noreferrer">
        <bdi>{entry.account_name}</bdi>
      </a>
    ),
  ),
  word(
    'character',
    ({ entry }) => entry.character_name,
    (row) => <CharacterName row={row} />,
  ),
  word(
    'team',
    ({ team }) => team?.name ?? '',
    ({ team }) => (team ? <TeamMark team={team} isShort /> : unknown()),
  ),
  word(
    'ascendancy',
    ({ entry }) => entry.character?.ascendancy || entry.character_class,
    (row) => <Build row={row} />,
  ),
  {
    ...figure('level', ({ entry }) => entry.experience),
    align: 'left',
    show: ({ entry, level_progress }) => (
      <span className="ladder-level">
        <span className="num">{entry.level}</span>
        <Share share={level_progress} isNeutral />
      </span>
    ),
  },
  figure('dps', ({ build }) => build?.dps),
  figure('ehp', ({ build }) => build?.ehp),
  figure('delve', ({ entry }) => entry.delve, formatCount),
  figure('armour', ({ build }) => build?.armour),
  figure('evasion', ({ build }) => build?.evasion),
  figure('es', ({ build }) => build?.es),
  figure('hp', ({ build }) => build?.hp),
  figure('mana', ({ build }) => build?.mana),
  figure('ele_max_hit', ({ build }) => build?.ele_max_hit),
  figure('phys_max_hit', ({ build }) => build?.phys_max_hit),
  figure(
    'movement_speed',
    ({ build }) => build?.movement_speed,
    (value) => `${formatCount(value)} %`,
  ),
  figure('personal', ({ personal_points }) => personal_points, formatCount),
  flag('pantheon', ({ entry }) => entry.character?.pantheon),
  // Above six points the fourth labyrinth has been finished.
  flag('uber_lab', ({ entry }) => (entry.character ? entry.character.ascendancy_points > 6 : undefined)),
  figure('atlas', ({ entry }) => entry.character?.atlas_node_count, formatCount),
]

/** The columns of a game, without those it has no data for. */
export function listColumns(game_version: GameVersion): readonly Column[] {
  const offers = games[game_version]
  const has: Partial<Readonly<Record<LadderColumn, boolean>>> = { ...offers, uber_lab: offers.labyrinth }
  return columns.filter(({ id }) => has[id] !== false)
}

/** Rows by one column; equal and unknown values keep the order of the game's ladder, unknown ones at the end. */
export function sortRows(rows: readonly LadderRow[], column: Column, direction: 'asc' | 'desc'): readonly LadderRow[] {
  const sign = direction === 'asc' ? 1 : -1
  return rows
    .map((row) => ({ row, value: column.read(row) }))
    .sort((a, b) => {
      if (a.value === null || b.value === null)
        return Number(a.value === null) - Number(b.value === null) || a.row.entry.rank - b.row.entry.rank
      const order = typeof a.value === 'string' ? a.value.localeCompare(String(b.value)) : a.value - Number(b.value)
      return sign * order || a.row.entry.rank - b.row.entry.rank
    })
    .map(({ row }) => row)
}
