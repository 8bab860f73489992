import { scoringMethods } from '@muster/contract/scoring-presets'
import { generateParameters, type Pick } from '@muster/domain/scoring/testing/event-generator'

export const choose = <T>(pick: Pick, list: readonly T[]): T => list[pick(0, list.length - 1)] as T
export const chance = (pick: Pick, percent: number) => pick(1, 100) <= percent
export const orbs = ['Chaos Orb', 'Vaal Orb', 'Divine Orb']

/** Conditions on items of `orbs`, or for one unique. */
export function drawConditions(pick: Pick) {
  const drawn = Array.from({ length: pick(0, 4) }, () => {
    const any_of = choose(pick, [null, null, 1, 1, 2])
    const condition = choose(pick, [
      { field: 'BASE_TYPE', operator: 'EQ', value: choose(pick, orbs) },
      { field: 'BASE_TYPE', operator: 'IN', value: orbs.slice(pick(0, 1)).join(', ') },
      { field: 'NAME', operator: 'EQ', value: 'Tabula Rasa' },
      { field: 'ILVL', operator: 'GT', value: String(pick(0, 2)) },
      { field: 'BASE_TYPE', operator: 'MATCHES', value: choose(pick, ['^[CV]', 'Orb$']) },
    ] as const)
    return { ...condition, any_of }
  })
  return chance(pick, 25) ? [{ field: 'NAME' as const, operator: 'EQ' as const, value: 'Tabula Rasa' }] : drawn
}

/** A preset of any method, with the parameters that it needs. */
export function drawPreset(
  pick: Pick,
  scoring_method = choose(pick, scoringMethods),
  points = Array.from({ length: pick(1, 4) }, () => pick(-2, 40) / 2),
) {
  return {
    name: `Preset ${pick(1, 99)}`,
    points,
    point_cap: choose(pick, [0, 0, 5, 30]),
    scoring_method,
    parameters: generateParameters(pick, scoring_method, points.length),
    type: 'OBJECTIVE' as const,
  }
}
