import '../../../messages/report.ts'
import type { ReportPoints } from '@muster/contract/submissions'
import { useQueries } from '@tanstack/react-query'
import { eventInput, read } from '../../../api/calls/queries.ts'
import { useEventKey } from '../../../api/scores/event.ts'
import { t } from '../../../lib/text/messages.ts'
import { useSettled } from '../../../lib/use-settled.ts'
import { listCounting, type ReadPaste } from './read-paste.ts'

/** Items of one paste for which the server is asked; the others show no points. */
const maxAsked = 5

/** The points that an item would bring for an objective, in words; null: not known. */
export type SayPoints = (text: string, objective_id: number) => string | null

function sayPoints({ waits, points }: ReportPoints): string {
  if (points === null) return t('report.pointsHidden')
  if (points === 0) return t('report.pointsNone')
  return t(waits ? 'report.pointsLater' : 'report.pointsNow', { count: points })
}

/**
 * Asks the server after a pause in typing, and only with a connection. A refusal or a failure shows nothing: the report can be
 * sent.
 * @param at when the items were found, in milliseconds; null: unknown
 */
export function useReportPoints(paste: ReadPaste | null, at: number | null): SayPoints {
  const event = useEventKey()
  const timestamp = at === null ? '' : new Date(at).toISOString()
  const texts = paste === null ? [] : listCounting(paste).map(({ text }) => text)
  const asked = [...new Set(texts)].slice(0, maxAsked)
  const wanted = JSON.stringify([timestamp, asked])
  const isSettled = useSettled(wanted) === wanted
  const answers = useQueries({
    queries: asked.map((text) => ({
      ...read('previewItemReport', { ...eventInput(event), body: { text, timestamp } }),
      enabled: isSettled && at !== null && navigator.onLine,
      retry: false,
      refetchOnWindowFocus: false,
    })),
  })
  return (text, objective_id) => {
    const found = answers[asked.indexOf(text)]?.data?.find((one) => one.objective_id === objective_id)
    return found ? sayPoints(found) : null
  }
}
