import './guild-logs.css'
import '../../../messages/admin-guild-logs.ts'
import type { GuildLogCredit, GuildLogQuantity, GuildLogRowLine } from '@muster/contract/guilds'
import { useEvent, useScoreTree } from '../../../api/scores/event.ts'
import { askForReceipt } from '../../../api/scores/receipt-request.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatChange, formatCount } from '../../../lib/text/numbers.ts'
import { formatDayTime, formatEventTime, formatFull } from '../../../lib/time/time.ts'
import { Icon } from '../../../ui/marks/icon.tsx'
import { formatLength } from './length.ts'
import { MoveMark } from './move-mark.tsx'
import type { Row } from './use-log.ts'

const columns = ['time', 'move', 'what', 'tab', 'who', 'holds', 'guild', 'credit'] as const
const figures: readonly string[] = ['holds', 'guild', 'credit']

/** Lines, movements and gaps, newest first. */
export function LogTable({ rows }: { rows: readonly Row[] }) {
  return (
    <table className="table guild-log">
      <caption className="vh">{t('guildLog.table')}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col" className={figures.includes(column) ? 'right' : undefined}>
              {t(`guildLog.column.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          if (row.kind === 'gap') return <GapRow key={`gap ${row.from}`} {...row} />
          if (row.kind === 'movement') return <MovementRow key={row.added.id} {...row} />
          return <LineRow key={row.line.id} line={row.line} />
        })}
      </tbody>
    </table>
  )
}

function Moment({ seconds, isShort = false }: { seconds: number; isShort?: boolean }) {
  const start_ms = Date.parse(useEvent()?.event_start_time ?? '')
  return (
    <span title={formatFull(seconds * 1000)}>
      {formatEventTime(seconds * 1000, start_ms)}
      {!isShort && <small>{formatDayTime(seconds * 1000)}</small>}
    </span>
  )
}

/** "20 → 22"; with a mark where it is at least this. */
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

function LineRow({ line }: { line: GuildLogRowLine }) {
  const counts = line.credits.some(({ names }) => names)
  return (
    <tr className={counts ? 'log-gives' : undefined}>
      <td className="log-time num">
        <Moment seconds={line.timestamp} />
      </td>
      <td className="log-move">
        <MoveMark kind={line.action} />
      </td>
      <td className="log-what">
        <What line={line} note={describeChange(line)} />
      </td>
      <td className="log-tab">
        <Tab line={line} />
      </td>
      <td className="log-who">
        <bdi>{line.account_name}</bdi>
      </td>
      <td className="right log-holds">
        <Quantity {...line.tab} />
      </td>
      <td className="right log-guild">
        <Quantity {...line.guild} />
      </td>
      <td className="right log-credit">
        {line.moved_with !== null && <span className="quieter">{t('guildLog.partOfMove')}</span>}
        <Credits credits={line.credits} />
      </td>
    </tr>
  )
}

function MovementRow({ removed, added }: { removed: GuildLogRowLine; added: GuildLogRowLine }) {
  const credits = [...added.credits, ...removed.credits]
  return (
    <tr className={credits.some(({ names }) => names) ? 'log-gives' : undefined}>
      <td className="log-time num">
        <Moment seconds={added.timestamp} />
      </td>
      <td className="log-move">
        <MoveMark kind="movement" />
      </td>
      <td className="log-what">
        <What line={added} note={t('guildLog.apart', { seconds: added.timestamp - removed.timestamp })} />
      </td>
      <td className="log-tab">
        <Tab line={removed} /> → <Tab line={added} />
      </td>
      <td className="log-who">
        <bdi>{added.account_name}</bdi>
      </td>
      <td className="right log-holds">
        <Quantity {...removed.tab} />
        <Quantity {...added.tab} />
      </td>
      <td className="right log-guild">
        <Quantity before={removed.guild.before} after={added.guild.after} is_exact={added.guild.is_exact} />
      </td>
      <td className="right log-credit">
        <Credits credits={credits} />
      </td>
    </tr>
  )
}

/** Which points have their player and their time from a line; each leads to its receipt. */
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

function GapRow({ from, to }: { from: number; to: number }) {
  return (
    <tr className="log-gap">
      <td className="log-time num">
        <Moment seconds={to} isShort />
        <Moment seconds={from} isShort />
      </td>
      <td colSpan={7}>
        <Icon name="warning" />
        <strong className="strong">{t('guildLog.gap', { span: formatLength(to - from) })}</strong> {t('guildLog.gapText')}
      </td>
    </tr>
  )
}
