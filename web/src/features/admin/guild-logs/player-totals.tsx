import './guild-logs.css'
import '../../../messages/admin-guild-logs.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatChange, formatCount } from '../../../lib/text/numbers.ts'
import { DataTable, figure } from '../../../ui/layout/data-table.tsx'
import type { LogSearch } from './log-search.ts'
import type { Summary } from './use-log.ts'

type Player = Summary['players'][number]

const figures = ['lines', 'added', 'removed', 'moved', 'unknown'] as const

/** Items put in and taken out by each player, over the matching lines. */
export function PlayerTotals({ summary, onSearch }: { summary: Summary; onSearch: (next: LogSearch) => void }) {
  return (
    <>
      <DataTable
        frame={t('guildTotals.table')}
        caption={t('guildTotals.table')}
        className="guild-totals"
        rows={summary.players}
        keyOf={(player) => player.account_name}
        columns={[
          {
            head: t('guildLog.player'),
            isName: true,
            show: ({ account_name }) => (
              <button
                type="button"
                className="link"
                aria-label={t('guildTotals.showOf', { name: account_name })}
                onClick={() => onSearch({ player: account_name, view: undefined })}
              >
                <bdi>{account_name}</bdi>
              </button>
            ),
          },
          ...figures.map((name) =>
            figure<Player>(t(`guildTotals.${name}`), (player) => formatCount(player[name]), {
              headTitle: name === 'unknown' ? t('guildTotals.unknownHelp') : undefined,
              cellClass: (player) => (player[name] === 0 ? 'quieter' : ''),
            }),
          ),
          {
            head: t('guildTotals.items'),
            cellClass: 'totals-items',
            show: ({ top_items }) =>
              top_items.map(({ item_name, added, removed }) => (
                <span key={item_name}>
                  <bdi className="game">{item_name}</bdi>{' '}
                  <span className="num">
                    {[added > 0 && formatChange(added), removed > 0 && formatChange(-removed)].filter(Boolean).join(' ')}
                  </span>
                </span>
              )),
          },
        ]}
      />
      <p className="log-note">
        {t('guildTotals.note')}{' '}
        {summary.players_left_out > 0 && t('guildLog.top', { count: formatCount(summary.players_left_out) })}
      </p>
    </>
  )
}
