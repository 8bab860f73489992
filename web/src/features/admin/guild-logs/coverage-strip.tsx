import './guild-logs.css'
import '../../../messages/admin-guild-logs.ts'
import type { Guild, GuildLogExtent } from '@muster/contract/guilds'
import { useServerNow } from '../../../api/live/clock.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatFull } from '../../../lib/time/time.ts'
import { readStretches } from './coverage.ts'
import { formatLength } from './length.ts'
import { useExtent } from './use-guilds.ts'

const full = (seconds: number) => formatFull(seconds * 1000)
/** A longer list would not be read. */
const shownGaps = 5

/** The part of the event that a guild's log covers, as a strip and a sentence. */
export function CoverageStrip({ extent }: { extent: GuildLogExtent }) {
  const now = Math.floor(useServerNow(60_000) / 1000)
  const until = Math.min(Math.max(now, extent.latest ?? 0), extent.league_end)
  return (
    <div className="coverage">
      <div
        className="coverage-strip"
        role="img"
        aria-label={t('coverage.label', { from: full(extent.league_start), to: full(until) })}
      >
        {readStretches(extent, now).map(({ kind, from, to }) => (
          <span key={from} className={`coverage-${kind}`} style={{ left: `${from * 100}%`, width: `${(to - from) * 100}%` }} />
        ))}
      </div>
      <CoverageWords extent={extent} now={now} />
    </div>
  )
}

function CoverageWords({ extent, now }: { extent: GuildLogExtent; now: number }) {
  const { latest, gaps, league_end } = extent
  if (latest === null) return <p className="coverage-words">{t('coverage.none')}</p>
  const missing = gaps.reduce((sum, { from, to }) => sum + to - from, 0)
  // Lines have a resolution of one second, and the game's site is read in intervals.
  const isOld = Math.min(now, league_end) - latest > 600
  return (
    <p className="coverage-words">
      {gaps.length === 0
        ? t('coverage.whole', { to: full(latest) })
        : t('coverage.missing', { span: formatLength(missing), count: gaps.length, to: full(latest) })}{' '}
      {isOld && t('coverage.since')}
    </p>
  )
}

/** The gaps of a log, newest first, to be filled from the game's site. */
function GapList({ extent }: { extent: GuildLogExtent }) {
  const gaps = extent.gaps.toReversed()
  if (gaps.length === 0) return null
  return (
    <ul className="coverage-gaps">
      {gaps.slice(0, shownGaps).map(({ from, to }) => (
        <li key={from}>{t('coverage.gap', { from: full(from), to: full(to), span: formatLength(to - from) })}</li>
      ))}
      {gaps.length > shownGaps && <li>{t('coverage.more', { count: gaps.length - shownGaps })}</li>}
    </ul>
  )
}

/** The part of the event that a guild's log covers, and each gap in words. */
export function Coverage({ guild }: { guild: Guild }) {
  const extent = useExtent(guild)
  return (
    <>
      <CoverageStrip extent={extent} />
      <GapList extent={extent} />
    </>
  )
}
