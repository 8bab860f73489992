import { realmOf } from '@muster/contract/game-api'
import type { Objective } from '@muster/contract/objectives'
import { noTimestamp } from '@muster/contract/scores'
import type { ScoringPreset } from '@muster/contract/scoring-presets'
import type { Contest } from '@muster/simulator/oracle/contest'
import type { Score, Standings } from '@muster/simulator/oracle/points'
import type { Organised } from './organise.ts'

/** Reads the admin's view of the event for the oracle. */
export async function readContest({ game_version, admin, event_id, start_ms, end_ms, team_ids }: Organised): Promise<Contest> {
  const root: Objective = await admin.client.call('getObjectiveTreeForEvent', { event_id })
  const presets: ScoringPreset[] = await admin.client.call('getScoringPresetsForEvent', { event_id })
  const { personal_objectives } = await admin.client.call('getEvent', { event_id })
  return { realm: realmOf(game_version), start_ms, end_ms, root, presets, personal_objectives, team_ids }
}

const nothing: Score = { points: 0, rank: 0, number: 0, finished: false, timestamp_s: null }

/** Names objectives by their path from the root, because ids differ between runs; duplicates get a suffix. */
function namePlaces(root: Objective): Map<number, string> {
  const names = new Map<number, string>()
  const taken = new Set<string>()
  const walk = ({ id, name, children }: Objective, above: string) => {
    const plain = above === '' ? name : `${above} / ${name}`
    let place = plain
    for (let count = 2; taken.has(place); count++) place = `${plain} (${count})`
    taken.add(place)
    names.set(id, place)
    for (const child of children) walk(child, place)
  }
  walk(root, '')
  return names
}

/** The current standings of the product, and a text that is equal whenever the standings are, in any order of ids. */
export async function readStandings(
  { admin, event_id, team_ids, players }: Organised,
  root: Objective,
  team_names: readonly string[],
): Promise<{ standings: Standings; totals: number[]; text: string }> {
  const places = namePlaces(root)
  const scores = await admin.client.call('getLatestScoresForEvent', { event_id })
  const found = new Map<string, Score>()
  const totals = team_ids.map(() => 0)
  const lines: string[] = []
  for (const { objective_id, team_id, score } of scores) {
    const team = team_ids.indexOf(team_id)
    const { points, rank, number, finished, timestamp, user_id, by_rule } = score
    found.set(`${objective_id}/${team}`, {
      points,
      rank,
      number,
      finished,
      timestamp_s: timestamp === noTimestamp ? null : timestamp,
      ...(by_rule && { by_rule: new Map(by_rule.map((share) => [share.scoring_preset_id as number, share])) }),
    })
    totals[team] = (totals[team] ?? 0) + points
    const at = timestamp === noTimestamp ? null : new Date(timestamp * 1000).toISOString()
    const player = players.find((one) => one.user_id === user_id)?.account_name ?? null
    lines.push(JSON.stringify([places.get(objective_id), team_names[team], { points, rank, number, finished, player, at }]))
  }
  const standings: Standings = { of: (objective_id, team) => found.get(`${objective_id}/${team}`) ?? nothing }
  return { standings, totals, text: `${lines.toSorted().join('\n')}\n` }
}
