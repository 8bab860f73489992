import type { ReadinessCode } from '@muster/contract/readiness'
import { afterTheEnd, done, isNear, isOver, type Judge, later, type StepMark, type Verdict } from './readiness-figures.ts'

/** Jobs read this long after the end, because the game reports the last finds a little later. */
const catchUp_ms = 3_600_000

/** An organiser's mark counts if it is newer than the thing it is about. */
function judgeMark(mark: StepMark | undefined, changed_at: number | null): Verdict {
  if (!mark) return { weight: 'open', finding: 'none' }
  const told = { at: mark.at, names: mark.by === null ? [] : [mark.by] }
  return mark.at < (changed_at ?? 0) ? { weight: 'open', finding: 'outdated', ...told } : done({ finding: 'marked', ...told })
}

const judgeArchive = afterTheEnd(({ marks, scored_at }) => judgeMark(marks.archive, scored_at))

/** The lines from the last day before the start to the archive. */
export const endJudges = {
  lock: (figures) => {
    if (isOver(figures)) return null
    if (figures.is_locked) return done()
    return isNear(figures) ? { weight: 'open', finding: 'unlocked' } : later
  },

  start_news: (figures) => {
    if (figures.has_start_news) return done()
    if (figures.now >= figures.dates.event_start_time) return null
    return isNear(figures) ? { weight: 'open', finding: 'not_written' } : later
  },

  submissions: (figures) => {
    const { now, dates, takes_submissions, pending_submissions: count } = figures
    if (!takes_submissions) return null
    if (count > 0) return { weight: 'open', finding: 'some', count, total: count }
    return now < dates.event_start_time ? later : done()
  },

  waiting_points: ({ waiting_points: count }) => (count === 0 ? null : { weight: 'open', finding: 'some', count, total: count }),

  jobs_end: afterTheEnd(({ now, jobs, dates }) => {
    const running = jobs.filter(({ end_at }) => end_at > now)
    if (running.length === 0) return done()
    const at = Math.max(...running.map(({ end_at }) => end_at))
    const weight = at > dates.event_end_time + catchUp_ms ? 'open' : 'later'
    return {
      weight,
      finding: 'some',
      count: running.length,
      total: jobs.length,
      names: running.map(({ job_type }) => job_type),
      at,
    }
  }),

  final_lock: afterTheEnd(({ is_locked }) => (is_locked ? done() : { weight: 'open', finding: 'unlocked' })),

  // Only public events have an archive.
  archive: (figures) => (figures.is_public ? judgeArchive(figures) : null),

  thanks: afterTheEnd(({ has_thanks }) => (has_thanks ? done() : { weight: 'open', finding: 'not_written' })),

  raw_data: (figures) => {
    const { is_raw_removed, raw_kept_until: at } = figures
    if (is_raw_removed) return done()
    if (at !== null) return { weight: 'later', finding: 'chosen', at }
    return isOver(figures) ? { weight: 'open', finding: 'none' } : later
  },

  export: afterTheEnd(({ marks, defined_at }) => judgeMark(marks.export, defined_at)),
} as const satisfies Partial<Record<ReadinessCode, Judge>>
