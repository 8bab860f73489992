import type { CorrectionId } from '@muster/contract/corrections'
import type { TeamId } from '@muster/contract/ids'
import type { Rulings } from '@muster/simulator/oracle/contest'
import type { Errand } from './errand.ts'
import { type Organised, pointsLimit } from './organise.ts'
import type { Person } from './people.ts'

/**
 * Plans points that organisers give and take: at once, above the limit of the event with a second person, and withdrawn. The
 * admin and the second person play for the first team.
 */
export function planPoints(event: Organised, judge: Person, momentOf: (at: number) => number) {
  const { event_id, admin, teammate, team_ids } = event
  const counted = new Map<CorrectionId, Rulings['points'][number]>()

  async function give(author: Person, team: number, points: number): Promise<CorrectionId> {
    const body = { team_id: team_ids[team] as TeamId, points, reason: 'Helped the referee.', proof: 'https://example.org/clip' }
    const { id, approval } = await author.client.call('createManualPoints', { event_id, body })
    if (approval === null) counted.set(id, { team, points })
    return id
  }
  async function decide(points: number, is_approved: boolean): Promise<void> {
    const correction_id = await give(admin, 1, points)
    if (counted.has(correction_id)) throw new Error(`${points} points did not wait for a second person`)
    const body = { is_approved, reason: 'Seen.' }
    if (teammate === null) throw new Error('the admin has no teammate who could be the second person')
    await teammate.client.call('decideManualPoints', { event_id, correction_id, body })
    if (is_approved) counted.set(correction_id, { team: 1, points })
  }
  async function giveAndWithdraw(): Promise<void> {
    const correction_id = await give(admin, 1, 15)
    await admin.client.call('withdrawCorrection', { event_id, correction_id, body: { reason: 'It was another team.' } })
    counted.delete(correction_id)
  }
  const errands: Errand[] = [
    { at_ms: momentOf(0.3), run: async () => void (await give(judge, 0, -40)) },
    { at_ms: momentOf(0.35), run: async () => void (await give(admin, 1, 25)) },
    { at_ms: momentOf(0.4), run: () => decide(pointsLimit + 1, true) },
    { at_ms: momentOf(0.45), run: () => decide(-pointsLimit - 1, false) },
    { at_ms: momentOf(0.5), run: giveAndWithdraw },
  ]
  return { errands, list: () => [...counted.values()] }
}
