import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { proposeTeams, type SignupToPlace } from './balance.ts'

const aSignup = (user_id: number, more: Partial<SignupToPlace> = {}): SignupToPlace => ({
  user_id,
  team_id: null,
  partner_id: null,
  expected_playtime: 8,
  needs_help: false,
  wants_to_help: false,
  ...more,
})
const teamsOf = (teams: readonly number[], signups: readonly SignupToPlace[]) =>
  new Map(proposeTeams(teams, signups).placements.map((one) => [one.user_id, one.team_id]))

describe('a proposal', () => {
  it('spreads hours and help, and measures what it did', () => {
    const helper = { wants_to_help: true }
    const signups = [
      aSignup(1, { expected_playtime: 16, ...helper }),
      aSignup(2, { expected_playtime: 2, needs_help: true }),
      aSignup(3, { expected_playtime: 14, ...helper }),
      aSignup(4, { expected_playtime: 4, needs_help: true }),
    ]
    expect(proposeTeams([20, 10], signups).teams).toEqual([
      { team_id: 10, size: 2, expected_playtime: 18, needs_help: 1, wants_to_help: 1 },
      { team_id: 20, size: 2, expected_playtime: 18, needs_help: 1, wants_to_help: 1 },
    ])
  })

  it('makes teams of equal size before it makes them alike', () => {
    const signups = [aSignup(1, { expected_playtime: 24 }), ...[2, 3, 4].map((id) => aSignup(id, { expected_playtime: 1 }))]
    expect(proposeTeams([1, 2], signups).teams.map((team) => team.size)).toEqual([2, 2])
  })

  it('takes a wish for a partner seriously only when both have it', () => {
    const pair = [aSignup(1, { partner_id: 2 }), aSignup(2, { partner_id: 1 })]
    const admirer = [aSignup(3, { partner_id: 1 }), aSignup(4)]
    const teams = teamsOf([10, 20], [...pair, ...admirer])
    expect(teams.get(1)).toBe(teams.get(2))
    expect(teams.get(3)).toBe(teams.get(4))
    expect(teams.get(3)).not.toBe(teams.get(1))
  })

  it('puts whoever has a partner in a team there', () => {
    const signups = [aSignup(1, { partner_id: 2, team_id: 10 }), aSignup(2, { partner_id: 1 }), aSignup(3, { team_id: 10 })]
    expect(teamsOf([10, 20], signups).get(2)).toBe(10)
  })

  it('places nobody where there are no teams, and is empty without signups', () => {
    expect(proposeTeams([], [aSignup(1)])).toEqual({ placements: [], teams: [] })
    expect(proposeTeams([10], []).teams).toMatchObject([{ size: 0 }])
  })

  it('places people anew whose team is none of these', () => {
    expect(teamsOf([10], [aSignup(1, { team_id: 99 })]).get(1)).toBe(10)
  })
})

/** People 1 to n; partners may point anywhere, also at nobody and at oneself. */
const anySignups = (teams: readonly number[]): fc.Arbitrary<SignupToPlace[]> =>
  fc
    .array(
      fc.record({
        team_id: fc.option(fc.constantFrom(...teams), { freq: 4 }),
        partner_id: fc.option(fc.integer({ min: 1, max: 40 }), { freq: 1 }),
        expected_playtime: fc.integer({ min: 1, max: 24 }),
        needs_help: fc.boolean(),
        wants_to_help: fc.boolean(),
      }),
      { maxLength: 40 },
    )
    .map((list) => list.map((one, place) => ({ ...one, user_id: place + 1 })))
const anyTeams = fc.uniqueArray(fc.integer({ min: 1, max: 99 }), { minLength: 1, maxLength: 6 })
const anyCase = anyTeams.chain((teams) => fc.tuple(fc.constant(teams), anySignups(teams)))
/** Nobody has a team yet. */
const freshCase = anyCase.map(([teams, signups]) => [teams, signups.map((one) => ({ ...one, team_id: null }))] as const)

const partnersOf = (signups: readonly SignupToPlace[]) =>
  signups.flatMap((one) => {
    const other = signups.find((candidate) => candidate.user_id === one.partner_id)
    return other && other.partner_id === one.user_id && other.user_id > one.user_id ? [[one, other] as const] : []
  })

/** What is unlike, written down a second time: sizes, then hours and help. */
function weighTeams(teams: readonly number[], signups: readonly SignupToPlace[], placed: ReadonlyMap<number, number>) {
  const square = (count: number) => count * count
  const members = teams.map((team) => signups.filter((one) => placed.get(one.user_id) === team))
  const sum = (weigh: (list: SignupToPlace[]) => number) => members.reduce((total, list) => total + weigh(list), 0)
  const rest = sum(
    (list) =>
      square(list.reduce((hours, one) => hours + one.expected_playtime, 0)) +
      64 * square(list.filter((one) => one.needs_help).length) +
      64 * square(list.filter((one) => one.wants_to_help).length),
  )
  return { sizes: sum((list) => square(list.length)), rest }
}

describe('every proposal', () => {
  it('gives everybody one of the teams, and leaves whoever has one', () => {
    fc.assert(
      fc.property(anyCase, ([teams, signups]) => {
        const { placements } = proposeTeams(teams, signups)
        expect(placements.map((one) => one.user_id)).toEqual(signups.map((one) => one.user_id))
        expect(placements.every((one) => teams.includes(one.team_id))).toBe(true)
        const kept = signups.filter((one) => one.team_id !== null).map(({ user_id, team_id }) => ({ user_id, team_id }))
        expect(placements).toEqual(expect.arrayContaining(kept))
      }),
    )
  })

  it('keeps partners together, unless both are in different teams already', () => {
    fc.assert(
      fc.property(anyCase, ([teams, signups]) => {
        const placed = teamsOf(teams, signups)
        const apart = partnersOf(signups).filter(([one, other]) => placed.get(one.user_id) !== placed.get(other.user_id))
        expect(apart.filter(([one, other]) => one.team_id === null || other.team_id === null)).toEqual([])
      }),
    )
  })

  it('measures its teams right', () => {
    fc.assert(
      fc.property(anyCase, ([teams, signups]) => {
        const proposal = proposeTeams(teams, signups)
        const placed = new Map(proposal.placements.map((one) => [one.user_id, one.team_id]))
        const total = (pick: (team: (typeof proposal.teams)[number]) => number) =>
          proposal.teams.reduce((sum, team) => sum + pick(team) ** 2, 0)
        const { sizes, rest } = weighTeams(teams, signups, placed)
        expect(total((team) => team.size)).toBe(sizes)
        const help = total((team) => team.needs_help) + total((team) => team.wants_to_help)
        expect(total((team) => team.expected_playtime) + 64 * help).toBe(rest)
      }),
    )
  })

  it('is the same in whatever order people and teams come', () => {
    const shuffled = anyCase.chain(([teams, signups]) =>
      fc.tuple(
        fc.constant({ teams, signups }),
        fc.shuffledSubarray(teams, { minLength: teams.length }),
        fc.shuffledSubarray(signups, { minLength: signups.length }),
      ),
    )
    fc.assert(
      fc.property(shuffled, ([given, teams, signups]) => {
        expect(proposeTeams(teams, signups)).toEqual(proposeTeams(given.teams, given.signups))
      }),
    )
  })

  it('makes sizes differ by one at most, where enough people come alone', () => {
    fc.assert(
      fc.property(freshCase, ([teams, signups]) => {
        fc.pre(signups.length - 2 * partnersOf(signups).length >= 2 * teams.length)
        const sizes = proposeTeams(teams, signups).teams.map((team) => team.size)
        expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('cannot be bettered by moving somebody, or by exchanging two', () => {
    fc.assert(
      fc.property(freshCase, ([teams, signups]) => {
        const placed = teamsOf(teams, signups)
        const paired = new Set(partnersOf(signups).flatMap((pair) => pair.map((one) => one.user_id)))
        const alone = signups.filter((one) => !paired.has(one.user_id)).map((one) => one.user_id)
        const best = weighTeams(teams, signups, placed)
        const tries = alone.flatMap((user_id) => [
          ...teams.map((team) => new Map(placed).set(user_id, team)),
          ...alone.map((other) => new Map(placed).set(user_id, placed.get(other) ?? 0).set(other, placed.get(user_id) ?? 0)),
        ])
        const better = tries.filter((attempt) => {
          const { sizes, rest } = weighTeams(teams, signups, attempt)
          return sizes < best.sizes || (sizes === best.sizes && rest < best.rest)
        })
        expect(better).toEqual([])
      }),
      { numRuns: 30 },
    )
  })
})
