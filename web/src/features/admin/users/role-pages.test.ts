import { roles } from '@muster/contract/users'
import { expect, test } from 'vitest'
import { compareRoles, listPagesOf, opensAll } from './role-pages.ts'

test('admins open everything, and every other role opens something, but never the users', () => {
  expect(roles.filter(opensAll)).toEqual(['admin'])
  for (const role of roles.filter((each) => each !== 'admin')) {
    expect(listPagesOf(role)).not.toEqual([])
    expect(listPagesOf(role)).not.toContain('users')
  }
  expect(listPagesOf('submission_judge')).toEqual(['submissions', 'corrections'])
})

test('added and removed roles', () => {
  expect(compareRoles(['manager'], ['admin', 'manager'])).toEqual({ given: ['admin'], taken: [] })
  expect(compareRoles(['manager', 'admin'], ['submission_judge'])).toEqual({
    given: ['submission_judge'],
    taken: ['manager', 'admin'],
  })
})
