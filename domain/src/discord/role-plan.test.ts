import { describe, expect, test } from 'vitest'
import { type GrantState, isFitRole, listWantedRoles, planRoles, type Seat } from './role-plan.ts'

const server_id = '100'
const seat = (user_id: number, team_id: number, more: Partial<Seat> = {}): Seat => ({
  user_id,
  discord_id: `9${user_id}`,
  team_id,
  is_lead: false,
  ...more,
})
const choice = {
  server_id,
  lead_role_id: '500',
  team_roles: new Map([
    [1, '201'],
    [2, '202'],
    [4, '500'],
  ]),
}
const role = (user_id: number, role_id: string) => ({ user_id, server_id, discord_id: `9${user_id}`, role_id })
const held = (user_id: number, role_id: string, state: GrantState) => ({ ...role(user_id, role_id), state })

describe('wanted roles', () => {
  test('members get the role of their team, and leads also get the role for leads', () => {
    const seats = [seat(1, 1), seat(2, 2, { is_lead: true }), seat(3, 3), seat(4, 1, { discord_id: null })]
    expect(listWantedRoles(seats, choice)).toEqual([role(1, '201'), role(2, '202'), role(2, '500')])
  })
  test('a role that is chosen twice is wanted once', () => {
    expect(listWantedRoles([seat(5, 4, { is_lead: true })], choice)).toEqual([role(5, '500')])
  })
})

describe('a plan', () => {
  test('takes roles before it gives others, and leaves correct roles alone', () => {
    const plan = planRoles(
      [role(1, '202'), role(2, '201'), role(3, '201'), role(4, '201')],
      [held(1, '201', 'given'), held(2, '201', 'given'), held(3, '201', 'had'), held(4, '201', 'giving')],
    )
    expect(plan.map(({ is, user_id, role_id, state }) => [is, user_id, role_id, state])).toEqual([
      ['take', 1, '201', 'given'],
      ['give', 1, '202', null],
      ['give', 4, '201', 'giving'],
    ])
  })
  test('another server or account of the same person is another role', () => {
    const before = [
      { ...held(1, '201', 'given'), server_id: '99' },
      { ...held(1, '201', 'given'), discord_id: '77' },
    ]
    const plan = planRoles([role(1, '201')], before)
    expect(plan.map(({ is, server_id: guild, discord_id }) => [is, guild, discord_id])).toEqual([
      ['take', '100', '77'],
      ['take', '99', '91'],
      ['give', '100', '91'],
    ])
  })
})

test('roles with powers, roles of programs and the role of everyone are unfit', () => {
  const plain = { id: '201', permissions: String((1n << 11n) | (1n << 10n)), managed: false }
  expect(isFitRole(server_id, plain)).toBe(true)
  expect(isFitRole(server_id, { ...plain, managed: true })).toBe(false)
  expect(isFitRole(server_id, { ...plain, id: server_id })).toBe(false)
  for (const bit of [3, 5, 28, 40]) expect(isFitRole(server_id, { ...plain, permissions: String(1n << BigInt(bit)) })).toBe(false)
})
