import type { Grant } from '@muster/contract/endpoint'
import { roles } from '@muster/contract/users'
import { describe, expect, it } from 'vitest'
import { hasRight, isGranted, nobody, type Caller, type AdminPage, adminPages, mayOpen, readRecordSight } from './access.ts'

const user: Caller = { ...nobody, roles: [] }
const member: Caller = { ...user, place: { is_team_lead: false } }
const lead: Caller = { ...user, place: { is_team_lead: true } }
const admin: Caller = { ...user, roles: ['admin'] }
const manager: Caller = { ...user, roles: ['manager'] }
const self: Caller = { ...user, is_self: true }
const owner: Caller = { ...user, is_owner: true }
const bot: Caller = { ...nobody, is_bot: true }
const callers = { nobody, user, member, lead, admin, manager, self, owner, bot }
type Who = keyof typeof callers

const granted: [Grant, Who[]][] = [
  ['bot', ['bot']],
  ['user', ['user', 'member', 'lead', 'admin', 'manager', 'self', 'owner']],
  ['team_member', ['member', 'lead']],
  ['team_lead', ['lead']],
  ['self', ['self']],
  ['owner', ['owner']],
  ['admin', ['admin']],
  ['manager', ['manager']],
  ['objective_designer', []],
]

describe('a grant', () => {
  it.each(granted)('%s belongs to exactly %s', (grant, expected) => {
    const found = Object.entries(callers).filter(([, caller]) => isGranted([grant], caller))
    expect(found.map(([who]) => who)).toEqual(expected)
  })

  it('grants access if the caller has one of several grants', () => {
    expect(isGranted(['admin', 'self'], self)).toBe(true)
    expect(isGranted(['admin', 'self'], admin)).toBe(true)
    expect(isGranted(['admin', 'self'], lead)).toBe(false)
  })

  it('grants public access without a login', () => {
    expect(isGranted('public', nobody)).toBe(true)
  })

  it("limits a bot to the bot's rights, even if it claims other grants", () => {
    const claims: Caller = { roles: [...roles], place: { is_team_lead: true }, is_self: true, is_owner: true, is_bot: true }
    expect(isGranted(['user', 'team_member', 'team_lead', 'self', 'owner', ...roles], claims)).toBe(false)
    expect(isGranted(['admin', 'bot'], claims)).toBe(true)
  })

  it('grants nothing without a login, even if the caller claims other grants', () => {
    const claims: Caller = { ...nobody, place: { is_team_lead: true }, is_self: true, is_owner: true }
    expect(isGranted(['user', 'team_member', 'team_lead', 'self', 'owner', ...roles], claims)).toBe(false)
  })
})

describe('a right', () => {
  it('to see a hidden event comes with any role and with membership in one of its teams', () => {
    const who = Object.entries(callers).filter(([, caller]) => hasRight('see_hidden_events', caller))
    expect(who.map(([name]) => name)).toEqual(['member', 'lead', 'admin', 'manager'])
  })

  it('to see unreleased objectives comes with two roles', () => {
    expect(roles.filter((role) => hasRight('see_unreleased_objectives', { ...user, roles: [role] }))).toEqual([
      'admin',
      'objective_designer',
    ])
  })
})

it('members of a team may open the organisers’ pages about their guild, until they leave the team', () => {
  const opens = (caller: Caller) => (Object.keys(adminPages) as AdminPage[]).filter((page) => mayOpen(page, caller))
  expect(opens({ ...nobody, roles: [], place: { is_team_lead: false } })).toEqual(['guild', 'guild_stashes', 'guild_logs'])
  expect(opens({ ...nobody, roles: [], place: null })).toEqual([])
})

describe('a record', () => {
  const own: Who[] = ['admin', 'self']
  const loggedIn: Who[] = ['user', 'member', 'lead', 'admin', 'manager', 'self', 'owner']
  const everybody = Object.keys(callers) as Who[]
  it.each([
    ['everyone', everybody, everybody],
    ['logged_in', everybody, loggedIn],
    ['nobody', own, own],
  ] as const)('shown to %s is visible to the right callers', (shown_to, found, whole) => {
    for (const shows_hours of [true, false]) {
      const sights = Object.entries(callers).map(([who, caller]) => ({
        who,
        ...readRecordSight({ shown_to, shows_hours }, caller),
      }))
      const list = (pick: 'is_found' | 'is_whole' | 'has_hours') => sights.filter((sight) => sight[pick]).map(({ who }) => who)
      expect([list('is_found'), list('is_whole'), list('has_hours')]).toEqual([found, whole, shows_hours ? whole : own])
    }
  })
})
