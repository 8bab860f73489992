import './guild-logs.css'
import '../../../messages/admin-guild-logs.ts'
import type { GuildLogCredit, GuildLogQuantity, GuildLogRowLine } from '@muster/contract/guilds'
import type { ReactNode } from 'react'
import { useEvent, useScoreTree } from '../../../api/scores/event.ts'
import { askForReceipt } from '../../../api/scores/receipt-request.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatChange, formatCount } from '../../../lib/text/numbers.ts'
import { formatDayTime, formatEventTime, formatFull } from '../../../lib/time/time.ts'
import { type DataColumn, DataTable } from '../../../ui/layout/data-table.tsx'
import { Icon } from '../../../ui/marks/icon.tsx'
import { formatLength } from './length.ts'
import { MoveMark } from './move-mark.tsx'
import type { Row } from './use-log.ts'

/** Lines, movements and gaps, newest first. */
export const LogTable = ({ rows }: { rows: readonly Row[] }) => (
  <DataTable
    className="guild-log"
    caption={t('guildLog.table')}
    rows={rows}
    keyOf={keyOfRow}
    rowClass={classOfRow}
    columns={columns}
  />
)

function keyOfRow(row: Row): string | number {
  if (row.kind === 'gap') return `gap ${row.from}`
  return row.kind === 'movement' ? row.added.id : row.line.id
}

function listCredits(row: Row): readonly GuildLogCredit[] {
  if (row.kind === 'gap') return []
  return row.kind === 'movement' ? [...row.added.credits, ...row.removed.credits] : row.line.credits
}

function classOfRow(row: Row): string | undefined {
  if (row.kind === 'gap') return 'log-gap'
  return listCredits(row).some(({ names }) => names) ? 'log-gives' : undefined
}

/** A column for lines and movements; a movement shows the line that added the item. */
function column(
  id: 'time' | 'move' | 'what' | 'tab' | 'who' | 'holds' | 'guild' | 'credit',
  show: (row: Exclude<Row, { kind: 'gap' }>, line: GuildLogRowLine) => ReactNode,
  more: Partial<DataColumn<Row>> = {},
): DataColumn<Row> {
  return {
    head: t(`guildLog.column.${id}`),
    cellClass: (row) => (row.kind === 'gap' ? '' : `log-${id}`),
    show: (row) => (row.kind === 'gap' ? null : show(row, row.kind === 'movement' ? row.added : row.line)),
    ...more,
  }
}

const columns: readonly DataColumn<Row>[] = [
  column('time', () => null, {
    cellClass: 'log-time num',
    show: (row) => {
      if (row.kind !== 'gap') return <Moment seconds={row.kind === 'movement' ? row.added.timestamp : row.line.timestamp} />
      return (
        <>
          <Moment seconds={row.to} isShort />
          <Moment seconds={row.from} isShort />
        </>
      )
    },
  }),
  column('move', () => null, {
    span: ({ kind }) => (kind === 'gap' ? 7 : 1),
    show: (row) =>
      row.kind === 'gap' ? <Gap {...row} /> : <MoveMark kind={row.kind === 'movement' ? 'movement' : row.line.action} />,
  }),
  column('what', (row, line) => (
    <What
      line={line}
      note={
        row.kind === 'movement'
          ? t('guildLog.apart', { seconds: row.added.timestamp - row.removed.timestamp })
          : describeChange(line)
      }
    />
  )),
  column('tab', (row, line) => (
    <>
      {row.kind === 'movement' && (
        <>
          <Tab line={row.removed} /> →{' '}
        </>
      )}
      <Tab line={line} />
    </>
  )),
  column('who', (_, { account_name }) => <bdi>{account_name}</bdi>),
  column(
    'holds',
    (row, line) => (
      <>
        {row.kind === 'movement' && <Quantity {...row.removed.tab} />}
        <Quantity {...line.tab} />
      </>
    ),
    { isRight: true },
  ),
  column(
    'guild',
    (row, { guild }) => <Quantity {...guild} before={row.kind === 'movement' ? row.removed.guild.before : guild.before} />,
    { isRight: true },
  ),
  column(
    'credit',
    (row) => (
      <>
        {row.kind === 'line' && row.line.moved_with !== null && <span className="quieter">{t('guildLog.partOfMove')}</span>}
        <Credits credits={listCredits(row)} />
      </>
    ),
    { isRight: true },
  ),
]

function Moment({ seconds, isShort = false }: { seconds: number; isShort?: boolean }) {
  const start_ms = Date.parse(useEvent()?.event_start_time ?? '')
  return (
    <span title={formatFull(seconds * 1000)}>
      {formatEventTime(seconds * 1000, start_ms)}
      {!isShort && <small>{formatDayTime(seconds * 1000)}</small>}
    </span>
  )
}

/** "20 → 22", with a mark if it is a minimum. */
function Quantity({ before, after, is_exact }: GuildLogQuantity) {
  const mark = is_exact ? '' : '≥\u2009'
  const values = { before: formatCount(before), after: formatCount(after) }
  return (
    <span className="log-quantity">
      <span aria-hidden="true">
        {mark + values.before}
        <span className="log-arrow">→</span>
        <b>{mark + values.after}</b>
      </span>
      <span className="vh">{t(is_exact ? 'guildLog.quantityExact' : 'guildLog.quantityAtLeast', values)}</span>
    </span>
  )
}

function Tab({ line: { stash_name } }: { line: GuildLogRowLine }) {
  if (stash_name === undefined) return <i>{t('guildLog.gone')}</i>
  return stash_name === '' ? <i>{t('guildLog.nameless')}</i> : <bdi>{stash_name}</bdi>
}

function What({ line, note }: { line: GuildLogRowLine; note?: string | undefined }) {
  return (
    <>
      <bdi className="game">
        {line.number > 1 && line.action !== 'modified' && <span className="num">{formatCount(line.number)} × </span>}
        {line.item_name}
      </bdi>
      {note && <small>{note}</small>}
    </>
  )
}

function describeChange({ action, change, number }: GuildLogRowLine): string | undefined {
  if (action !== 'modified') return undefined
  return change === null
    ? t('guildLog.changedTo', { number: formatCount(number) })
    : t('guildLog.changedBy', { change: formatChange(change), number: formatCount(number) })
}

/** Points whose player and time come from this line; each links to its receipt. */
function Credits({ credits }: { credits: readonly GuildLogCredit[] }) {
  const { tree } = useScoreTree()
  return credits.map(({ objective_id, team_id, names, points }) => {
    const objective = tree.by_id.get(objective_id)?.item.name ?? t('guildLog.unknownObjective', { id: objective_id })
    const of = { points: formatChange(points), objective }
    return (
      <button
        key={objective_id}
        type="button"
        className="log-receipt"
        aria-label={t(names ? 'guildLog.creditOf' : 'guildLog.noCreditOf', of)}
        onClick={() => askForReceipt({ objective_id, team_id })}
      >
        {names ? <b className="num">{formatChange(points)}</b> : <span className="quieter">{t('guildLog.noCredit')}</span>}
        <small className="link">
          <bdi>{objective}</bdi>
        </small>
      </button>
    )
  })
}

const Gap = ({ from, to }: { from: number; to: number }) => (
  <>
    <Icon name="warning" />
    <strong className="strong">{t('guildLog.gap', { span: formatLength(to - from) })}</strong> {t('guildLog.gapText')}
  </>
)
