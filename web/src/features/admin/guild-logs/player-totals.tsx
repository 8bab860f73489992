import './guild-logs.css'
import '../../../messages/admin-guild-logs.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatChange, formatCount } from '../../../lib/text/numbers.ts'
import { TableWrap } from '../../../ui/layout/table.tsx'
import type { LogSearch } from './log-search.ts'
import type { Summary } from './use-log.ts'

const figures = ['lines', 'added', 'removed', 'moved', 'unknown'] as const

/** What each player put in and took out, of the lines that match. */
export function PlayerTotals({ summary, onSearch }: { summary: Summary; onSearch: (next: LogSearch) => void }) {
  return (
    <>
      <TableWrap label={t('guildTotals.table')}>
        <table className="table guild-totals">
          <caption className="vh">{t('guildTotals.table')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('guildLog.player')}</th>
              {figures.map((column) => (
                <th
                  key={column}
                  scope="col"
                  className="right"
                  title={column === 'unknown' ? t('guildTotals.unknownHelp') : undefined}
                >
                  {t(`guildTotals.${column}`)}
                </th>
              ))}
              <th scope="col">{t('guildTotals.items')}</th>
            </tr>
          </thead>
          <tbody>
            {summary.players.map((player) => (
              <tr key={player.account_name}>
                <th scope="row">
                  <button
                    type="button"
                    className="link"
                    aria-label={t('guildTotals.showOf', { name: player.account_name })}
                    onClick={() => onSearch({ player: player.account_name, view: undefined })}
                  >
                    <bdi>{player.account_name}</bdi>
                  </button>
                </th>
                {figures.map((column) => (
                  <td key={column} className={player[column] === 0 ? 'right quieter' : 'right'}>
                    {formatCount(player[column])}
                  </td>
                ))}
                <td className="totals-items">
                  {player.top_items.map(({ item_name, added, removed }) => (
                    <span key={item_name}>
                      <bdi className="game">{item_name}</bdi>{' '}
                      <span className="num">
                        {[added > 0 && formatChange(added), removed > 0 && formatChange(-removed)].filter(Boolean).join(' ')}
                      </span>
                    </span>
                  ))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableWrap>
      <p className="log-note">
        {t('guildTotals.note')}{' '}
        {summary.players_left_out > 0 && t('guildLog.top', { count: formatCount(summary.players_left_out) })}
      </p>
    </>
  )
}
