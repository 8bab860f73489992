import type { Signup } from '@muster/contract/signups'
import { expect, it } from 'vitest'
import { filterQueue, findNext, findPushedOut, listUnconnected, readQueue, writeMentions } from './signup-queue.ts'

const aSignup = (id: number, more: Record<string, unknown> = {}): Signup =>
  ({
    user: { id, display_name: `Player ${id}`, account_name: `Acc${id}#1`, discord_id: null, discord_name: null },
    partner_id: null,
    application_status: 'applied',
    queue_place: null,
    ...more,
  }) as never

it('counts positions from 1, and detects partners who named each other', () => {
  const queue = readQueue([aSignup(4, { partner_id: 5 }), aSignup(5, { partner_id: 4 }), aSignup(6, { partner_id: 4 })])
  expect(queue.map(({ place, is_mutual }) => [place, is_mutual])).toEqual([
    [1, true],
    [2, true],
    [3, false],
  ])
})

it('names the player who loses the last place, and the player who gets a free one', () => {
  const queue = readQueue([
    aSignup(1, { application_status: 'accepted' }),
    aSignup(2),
    aSignup(3, { application_status: 'waitlisted' }),
    aSignup(4, { application_status: 'waitlisted', queue_place: 'back' }),
  ])
  expect(findPushedOut(queue, 2)?.user.id).toBe(2)
  expect(findPushedOut(queue, 4)).toBeNull()
  expect(findNext(queue)?.user.id).toBe(3)
})

it('finds players by any of their names, and by position', () => {
  const queue = readQueue([aSignup(1), aSignup(2, { application_status: 'waitlisted' })])
  expect(filterQueue(queue, 'acc2', new Set()).map((one) => one.user.id)).toEqual([2])
  expect(filterQueue(queue, '', new Set(['applied'])).map((one) => one.user.id)).toEqual([1])
})

it('lists players without a connected account: before there are teams those with a place, afterwards those with a team', () => {
  const signups = [
    aSignup(1, { is_connected: true, team_id: null }),
    aSignup(2, { is_connected: false, team_id: null }),
    aSignup(3, { is_connected: false, team_id: null, application_status: 'waitlisted' }),
  ]
  const listed = (more: readonly Signup[]) => listUnconnected(readQueue([...signups, ...more])).map((one) => one.user.id)
  expect(listed([])).toEqual([2])
  expect(listed([aSignup(4, { is_connected: false, team_id: 7, application_status: 'accepted' })])).toEqual([4])
})

it('mentions by id, and never everyone', () => {
  const named = (display_name: string, discord_id: string | null) =>
    aSignup(1, { user: { id: 1, display_name, account_name: null, discord_id, discord_name: null } })
  const queue = readQueue([named('Ada', '4217'), named('@everyone <@&1> `x`', null), named('Eve', '1> @here')])
  expect(writeMentions(queue)).toBe('<@4217> everyone &1 x Eve')
})
