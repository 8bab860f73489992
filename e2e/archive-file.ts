import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { ArchiveLine } from '@muster/contract/event-archive'

/** The results in the archive of an event, by the names of objectives and teams. */
export function readResults(path: string) {
  const lines = gunzipSync(readFileSync(path))
    .toString()
    .trim()
    .split('\n')
    .map((line) => ArchiveLine.parse(JSON.parse(line)))
  const objectives = new Map(lines.flatMap((line) => (line.type === 'objective' ? [[line.objective, line.name]] : [])))
  const teams = new Map(lines.flatMap((line) => (line.type === 'team' ? [[line.team, line.name]] : [])))
  const nameOf = ({ objective }: { objective: number }) => objectives.get(objective) ?? ''
  const points: Record<string, number> = {}
  const totals = Object.fromEntries([...teams.values()].map((name) => [name, 0]))
  const sources: Record<string, string> = {}
  const approved: string[] = []
  for (const line of lines) {
    if (line.type === 'score' && line.points > 0) {
      const team = teams.get(line.team) ?? ''
      points[nameOf(line)] = (points[nameOf(line)] ?? 0) + line.points
      totals[team] = (totals[team] ?? 0) + line.points
    }
    if (line.type === 'receipt' && line.own_points > 0)
      sources[nameOf(line)] = line.facts.map(({ source, verdict }) => `${source} ${verdict}`).join(', ')
    if (line.type === 'submission' && line.approval_status === 'APPROVED') approved.push(nameOf(line))
  }
  return { points, totals, sources, approved }
}
