import { expect, test } from 'vitest'
import { type ListedMember, readTabAccess } from './tab-access.ts'

const now = 1_000_000
const connection = { is_broken: false, may_read_tabs: true }
const poll = { due_at: now + 1000, checked_at: now - 1000, last_error: null }
const aMember = (member: Partial<ListedMember> = {}): ListedMember => ({ connection, poll, seen: 3, ...member })

test.each<[string, Partial<ListedMember>, string]>([
  ['sees tabs', {}, 'seen'],
  ['sees none', { seen: 0 }, 'none'],
  ['was not asked yet', { poll: null }, 'never'],
  ['was asked once, without success, a moment ago', { poll: { ...poll, checked_at: null } }, 'never'],
  ['is due', { poll: { ...poll, due_at: now } }, 'now'],
  ['has no game account', { connection: null }, 'not_connected'],
  ['has an expired connection', { connection: { ...connection, is_broken: true } }, 'connection_ended'],
  ['did not give permission', { connection: { ...connection, may_read_tabs: false } }, 'not_granted'],
  ['has to wait for the game', { poll: { ...poll, last_error: 'limited: status 429' } }, 'paused'],
  ['was refused', { poll: { ...poll, last_error: 'forbidden: status 403' } }, 'failed'],
])('a member who %s', (_, member, state) => {
  expect(readTabAccess(aMember(member), true, now).state).toBe(state)
})

test('a member has no next check if no job reads lists, or without a game account', () => {
  expect(readTabAccess(aMember(), false, now)).toMatchObject({ state: 'stopped', checked_at: now - 1000, due_at: null })
  expect(readTabAccess(aMember({ connection: null }), true, now).due_at).toBeNull()
  expect(readTabAccess(aMember(), true, now).due_at).toBe(now + 1000)
})
