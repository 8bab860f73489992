import '../../messages/record.ts'
import type { PlayerRecord } from '@muster/contract/records'
import { t } from '../../lib/text/messages.ts'
import { formatCount } from '../../lib/text/numbers.ts'
import { formatHours } from './record-rows.ts'

const helped = ['podiums', 'points', 'firsts'] as const
const findHelp = (name: string) => helped.find((known) => known === name)

/** All events in six numbers. */
export function RecordTotals({ totals }: { totals: NonNullable<PlayerRecord['totals']> }) {
  const { played_ms, ...counts } = totals
  const names = ['events', 'wins', 'podiums', 'points', 'firsts'] as const
  return (
    <dl className="record-totals" aria-label={t('record.totals')}>
      {names.map((name) => {
        const help = findHelp(name)
        return (
          <div key={name} title={help && t(`record.help.${help}`)}>
            <dt>{t(`record.total.${name}`, { count: counts[name] })}</dt>
            <dd className="num">{formatCount(counts[name])}</dd>
          </div>
        )
      })}
      {played_ms !== null && (
        <div>
          <dt>{t('record.total.hours')}</dt>
          <dd className="num">{formatHours(played_ms)}</dd>
        </div>
      )}
    </dl>
  )
}
