import { describe, expect, it } from 'vitest'
import { type Applicant, findApplicationStatus, findSignupObstacle } from './status.ts'

const sizes = { max_size: 2, waitlist_size: 1 }
const stranger: Applicant = { is_in_team: false, before: null }
const at = (before: number): Applicant => ({ is_in_team: false, before })

describe('an application', () => {
  it.each([
    ['none without a signup', stranger, 'none'],
    ['applied as the first', at(0), 'applied'],
    ['applied at the last place', at(1), 'applied'],
    ['waitlisted after the last place', at(2), 'waitlisted'],
    ['waitlisted even after the end of the waitlist, if the event was made smaller', at(9), 'waitlisted'],
    ['accepted in a team, regardless of the place', { is_in_team: true, before: 9 }, 'accepted'],
    ['accepted in a team without a signup', { is_in_team: true, before: null }, 'accepted'],
  ] as const)('is %s', (_, applicant, status) => {
    expect(findApplicationStatus(applicant, sizes)).toBe(status)
  })
})

describe('a signup', () => {
  const event = { ...sizes, opens_at: 100, closes_at: 200, number_of_signups: 2 }

  it('is accepted from the first to the last moment of the window', () => {
    const obstacles = [99, 100, 200, 201].map((now) => findSignupObstacle(stranger, event, now))
    expect(obstacles).toEqual(['not_open', null, null, 'not_open'])
  })

  it('cannot be changed by a member of a team', () => {
    expect(findSignupObstacle({ is_in_team: true, before: 0 }, event, 150)).toBe('in_team')
  })

  it('D-35: is refused if places and waitlist are full', () => {
    expect(findSignupObstacle(stranger, { ...event, number_of_signups: 3 }, 150)).toBe('full')
    expect(findSignupObstacle(stranger, { ...event, waitlist_size: 0 }, 150)).toBe('full')
  })

  it('can be changed by its player even if the event is full', () => {
    expect(findSignupObstacle(at(2), { ...event, number_of_signups: 3 }, 150)).toBeNull()
  })
})
