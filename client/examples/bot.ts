// Prints each change of an event's points as a line: `node client/examples/bot.ts https://muster.example.org [event]`. A
// key may be set in the environment as MUSTER_KEY, because everyone on a machine can see arguments. Node runs it without a
// build (version 22.18 or newer). A chat bot would send the line instead of printing it.

import { createClient } from '@muster/contract/client'
import type { Objective } from '@muster/contract/objectives'
import { follow } from '../src/follow.ts'

const [site, event = 'current'] = process.argv.slice(2)
const key = process.env['MUSTER_KEY']
if (site === undefined) throw new Error('Usage: node client/examples/bot.ts ADDRESS [EVENT]')
const say = (line: string) => process.stdout.write(`${line}\n`)
const base = `${site}/api/v1`
const event_id = event === 'current' || event === 'sandbox' ? event : Number(event)
const client = createClient<Response>({ base, fetch: (url, { headers }) => fetch(url, { headers }), token: () => key })

/** The names of an objective and of everything below it. */
const listNames = ({ id, name, children }: Objective): [number, string][] => [[id, name], ...children.flatMap(listNames)]

const loadNames = async () => ({
  teams: new Map((await client.call('getTeams', { event_id })).map(({ id, name }) => [id as number, name])),
  objectives: new Map(listNames(await client.call('getObjectiveTreeForEvent', { event_id }))),
})

const stop = new AbortController()
process.once('SIGINT', () => stop.abort())

/** Points before the change, by objective and team. */
let points = new Map<string, number>()

try {
  let names = await loadNames()
  const end = await follow({
    base,
    event_id,
    key,
    signal: stop.signal,
    onScores: ({ scores, sequence }) => {
      points = new Map(
        [...scores].flatMap(([objective, teams]) => [...teams].map(([team, one]) => [`${objective} ${team}`, one.points])),
      )
      say(`following from change ${sequence}`)
    },
    onChanges: async (changes) => {
      // An objective that opened since has no name yet.
      if (changes.some(({ objective_id }) => !names.objectives.has(objective_id))) names = await loadNames()
      for (const { objective_id, team_id, score, diff_type } of changes) {
        const [place, after] = [`${objective_id} ${team_id}`, diff_type === 'Removed' ? 0 : score.points]
        const gained = after - (points.get(place) ?? 0)
        points.set(place, after)
        if (gained !== 0)
          say(`${names.teams.get(team_id)} ${gained > 0 ? '+' : ''}${gained}: ${names.objectives.get(objective_id)}`)
      }
    },
    onPause: (_, wait_ms) => say(`connection lost, next try in ${Math.round(wait_ms / 1000)} s`),
  })
  if (end === 'gone') say('the event is gone')
} catch (refusal) {
  say(refusal instanceof Response ? await refusal.text() : String(refusal))
  process.exitCode = 1
}
