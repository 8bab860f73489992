import '../../messages/profile.ts'
import type { Event } from '@muster/contract/events'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { queryClient, read } from '../../api/calls/queries.ts'
import { WriteProblem } from '../../api/calls/write-problem.tsx'
import { callWrite, useWrite } from '../../api/calls/writes.ts'
import { useServerNow } from '../../api/live/clock.ts'
import { t } from '../../lib/text/messages.ts'
import { formatExact } from '../../lib/time/time.ts'
import { Button } from '../../ui/forms/button.tsx'

/** Interval while a request is open; the game usually allows it within seconds. */
const whileOpen_ms = 2000
const refreshEvery_ms = 30_000

/** The reads that a new reading makes stale. */
const ofReading = ['getCharacterHistory', 'getPoBs', 'getAtlasProgression', 'getLadder', 'getTracking'] as const

/** The viewer's request to read their characters now, and its result. Nothing for viewers without a team. */
export function OwnReading({ event }: { event: Event }) {
  const input = { event_id: event.id }
  const { queryKey, queryFn } = read('getOwnReading', input)
  const { data } = useQuery({
    queryKey,
    queryFn,
    retry: false,
    throwOnError: false,
    refetchInterval: ({ state }) => (state.data?.wanted_at ? whileOpen_ms : refreshEvery_ms),
  })
  const write = useWrite(() => callWrite('wantOwnReading', input), {
    onDone: (reply) => queryClient.setQueryData(queryKey, reply),
    // The page was outdated: another page of this player asked.
    onFailed: () => void queryClient.invalidateQueries({ queryKey }),
  })
  const now = useServerNow()
  const isOpen = data ? data.wanted_at !== null : false
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isOpen) for (const name of ofReading) void queryClient.invalidateQueries({ queryKey: [name] })
    wasOpen.current = isOpen
  }, [isOpen])
  if (!data?.is_connected || event.final_since !== null) return null
  const possible_ms = data.possible_at === null ? 0 : Date.parse(data.possible_at)
  const mustWait = possible_ms > now
  return (
    <div className="own-reading">
      <Button
        icon="retry"
        isBusy={write.is_busy || isOpen}
        disabled={(mustWait || !data.is_running) && !isOpen}
        onClick={() => write.run(undefined)}
      >
        {t('reading.act')}
      </Button>
      <span className="small quieter" role="status">
        {isOpen
          ? t(data.is_running ? 'reading.open' : 'reading.openStopped')
          : !data.is_running
            ? t('reading.stopped')
            : data.asked_at === null
              ? t('reading.never')
              : t(data.has_failed ? 'reading.failed' : 'reading.done', { time: formatExact(Date.parse(data.asked_at)) })}
        {!isOpen && data.is_running && mustWait && ` ${t('reading.again', { time: formatExact(possible_ms) })}`}
      </span>
      <WriteProblem write={write} />
    </div>
  )
}
