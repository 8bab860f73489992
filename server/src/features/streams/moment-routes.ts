import type { UserId } from '@muster/contract/ids'
import { linkMoment } from '@muster/domain/broadcast/moment-streams'
import { writeTimeline } from '@muster/domain/broadcast/moment-timeline'
import { readEventTitle } from '@muster/domain/events/title'
import { writeCsv } from '@muster/domain/objective-sheet/table'
import { Answer, type Handlers } from '../../call.ts'
import type { Context } from '../../context.ts'
import type { Row } from '../../db/schema.ts'
import { listNames } from '../broadcast/store.ts'
import { listTeamsOf } from '../teams/store.ts'
import { inTurns } from './moment-reading.ts'
import { type EventMoments, loadMoments, type SeenMoment, toWireMoment } from './moments.ts'

/** A change of a player's visibility shows immediately, as in the list of live streams: writes empty the cache. */
const fresh_ms = 10_000
const untilRelease = ({ changes_at }: EventMoments) => (changes_at === null ? {} : { changes_at })
const toAttachment = (event: Row<'events'>, name: string) => ({
  'content-disposition': `attachment; filename="muster-${event.id}-${name}"`,
})

async function loadTexts(ctx: Context, event: Row<'events'>, { moments, objectiveNames }: EventMoments) {
  const user_ids = moments.flatMap(({ user_id, streams }) => [user_id, ...streams.map((stream) => stream.user_id)])
  const known = [...new Set(user_ids)].filter((id) => id !== null) as UserId[]
  const [teams, players] = await Promise.all([listTeamsOf(ctx.db, [event.id]), listNames(ctx.db, known)])
  const teamNames = new Map<number, string>(teams.map(({ id, name }) => [id, name]))
  return {
    team: ({ team_id }: SeenMoment) => teamNames.get(team_id) ?? '',
    objective: ({ objective_id }: SeenMoment) => objectiveNames.get(objective_id) ?? '',
    player: (user_id: number | null) => (user_id === null ? '' : (players.get(user_id) ?? '')),
  }
}

/** Maximum number of moments in a table, for events in which every change is one. */
const maxRows = 20_000

const columns = [
  'time',
  'team',
  'player',
  'objective',
  'points',
  'finished',
  'first',
  'took_lead',
  'streamer',
  'channel',
  'video',
  'offset_seconds',
  'link',
]
const writeTime = (ms: number) => new Date(Math.floor(ms / 1000) * 1000).toISOString().replace('.000Z', 'Z')

export const momentRoutes = {
  getMoments: {
    fresh_ms,
    async load({ ctx, event, query }) {
      const found = await loadMoments(ctx, event, query)
      return new Answer(found.moments.map(toWireMoment), untilRelease(found))
    },
  },

  getMomentTable: {
    fresh_ms,
    async load({ ctx, event, query: { team_id } }) {
      const found = await loadMoments(ctx, event, { team_id, order: 'newest', limit: maxRows })
      const { team, objective, player } = await loadTexts(ctx, event, found)
      const toRows = (moment: SeenMoment) =>
        moment.streams.map((stream) => [
          writeTime(moment.at),
          team(moment),
          player(moment.user_id),
          objective(moment),
          moment.points,
          String(moment.finished),
          String(moment.is_first),
          String(moment.took_lead),
          player(stream.user_id),
          stream.login,
          stream.video_id ?? '',
          stream.offset_seconds,
          linkMoment(stream),
        ])
      let text = writeCsv([columns])
      for await (const part of inTurns(found.moments.toReversed())) text += writeCsv(part.flatMap(toRows))
      return new Answer(text, {
        headers: toAttachment(event, 'moments.csv'),
        ...untilRelease(found),
      })
    },
  },

  getMomentTimeline: {
    fresh_ms,
    async load({ ctx, event, query }) {
      const found = await loadMoments(ctx, event, query)
      const { team, objective, player } = await loadTexts(ctx, event, found)
      const timeline = found.moments
        .toSorted((a, b) => a.at - b.at || a.sequence - b.sequence)
        .flatMap((moment) => {
          const [stream] = moment.streams
          if (!stream) return []
          const { login, video_id, offset_seconds } = stream
          const who = player(moment.user_id)
          const text = `${team(moment)}: ${objective(moment)}${who && ` by ${who}`}, ${moment.points} points`
          // Without a video, only the streamer can have a recording.
          return [{ clip: video_id === null ? `${login}.mp4` : `${video_id}.mp4`, offset_seconds, text }]
        })
      const text = writeTimeline(timeline, { title: readEventTitle(event.name), ...query })
      return new Answer(text, { headers: toAttachment(event, 'moments.edl'), ...untilRelease(found) })
    },
  },
} satisfies Partial<Handlers>
