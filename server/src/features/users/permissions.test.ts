import type { PermissionChange, Role } from '@muster/contract/users'
import { beforeEach, expect, it } from 'vitest'
import type { Row } from '../../db/schema.ts'
import { anEvent, aUser } from '../../testing/builders.ts'
import { useTestServer } from '../../testing/use-server.ts'
import { changePermissions } from './permissions.ts'

const server = useTestServer()
let admin: Row<'users'>
beforeEach(async () => {
  await server.db.deleteFrom('users').execute()
  admin = await aUser(server.db, { permissions: ['admin'], display_name: 'Chief' })
})

const set = async (user_id: number, permissions: unknown) =>
  server.send('PATCH', `/users/${user_id}`, await server.as(admin), permissions)
const rolesOf = async (user: Row<'users'>) =>
  (await server.db.selectFrom('users').select('permissions').where('id', '=', user.id).executeTakeFirstOrThrow()).permissions
const changes = async () => (await server.get('/users/permission-changes', await server.as(admin))).json<PermissionChange[]>()

it('Q-04, Q-31: all roles of a user are set by a bare list; the answer is the user', async () => {
  const user = await aUser(server.db, { permissions: ['submission_judge'] })
  const answer = await set(user.id, ['objective_designer', 'manager', 'manager'])
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toMatchObject({ id: user.id, permissions: ['manager', 'objective_designer'] })
  expect((await set(user.id, [])).json()).toMatchObject({ permissions: [] })
})

it('of two simultaneous changes the second is refused; a change without the former roles overwrites', async () => {
  const user = await aUser(server.db, { permissions: ['submission_judge', 'manager'] })
  const change = async (held: string, roles: string[]) =>
    server.send('PATCH', `/users/${user.id}?held=${held}`, await server.as(admin), roles)
  expect((await change('manager,submission_judge', ['manager'])).statusCode).toBe(200)
  const late = await change('manager,submission_judge', ['submission_judge'])
  expect([late.statusCode, late.json<{ code: string }>().code]).toEqual([409, 'changed_meanwhile'])
  expect(await rolesOf(user)).toEqual(['manager'])
  expect((await change('manager', [])).statusCode).toBe(200)
  expect((await change('', ['objective_designer'])).statusCode).toBe(200)
  expect((await set(user.id, ['manager'])).statusCode).toBe(200)
})

it('D-06, S-11: a removed role ends with the next call, in all browsers', async () => {
  const judge = await aUser(server.db, { permissions: ['submission_judge'] })
  const hidden = await anEvent(server.db, { is_public: false })
  const browsers = [await server.as(judge), await server.as(judge)]
  const look = () => Promise.all(browsers.map(async (headers) => (await server.get(`/events/${hidden.id}`, headers)).statusCode))
  expect(await look()).toEqual([200, 200])
  await set(judge.id, [])
  expect(await look()).toEqual([404, 404])
})

it('a change of roles ends no login, and current rights apply: for added, removed and own roles', async () => {
  const user = await aUser(server.db)
  const [login, own] = [await server.as(user), await server.as(admin)]
  const statusOf = async (path: string, headers: { authorization: string }) => (await server.get(path, headers)).statusCode
  for (const [roles, expected] of [
    [['admin'], 200],
    [[], 403],
  ] as const) {
    await set(user.id, roles)
    expect((await server.get('/users/self', login)).json()).toMatchObject({ id: user.id, permissions: roles })
    expect(await statusOf('/users', login)).toBe(expected)
  }
  expect((await server.send('PATCH', `/users/${admin.id}`, own, ['admin', 'submission_judge'])).statusCode).toBe(200)
  expect((await server.get('/users/self', own)).json()).toMatchObject({ permissions: ['admin', 'submission_judge'] })
})

it('D-21: an unknown role is refused', async () => {
  const user = await aUser(server.db, { permissions: ['manager'] })
  for (const wrong of [['root'], ['admin', 'Manager'], 'admin', { 0: 'admin' }, null, [null]]) {
    expect((await set(user.id, wrong)).json()).toMatchObject({ code: 'invalid_request' })
  }
  expect(await rolesOf(user)).toEqual(['manager'])
})

it('D-21: the last admin stays an admin, and may drop other roles', async () => {
  const answer = await set(admin.id, ['manager'])
  expect([answer.statusCode, answer.json()]).toMatchObject([409, { code: 'last_admin' }])
  expect(await rolesOf(admin)).toEqual(['admin'])
  const second = await aUser(server.db, { permissions: ['admin'] })
  expect((await set(second.id, [])).statusCode).toBe(200)
  expect((await set(admin.id, [])).statusCode).toBe(409)
})

it("D-21: of two admins who remove each other's role simultaneously one stays", async () => {
  const second = await aUser(server.db, { permissions: ['admin'] })
  const take = (who: Row<'users'>) =>
    changePermissions(server.ctx, who.id, null, () => []).then(
      () => 'taken',
      (error: { code: string }) => error.code,
    )
  expect((await Promise.all([take(admin), take(second)])).toSorted()).toEqual(['last_admin', 'taken'])
})

it('D-37: an unknown user is not found', async () => {
  expect((await set(999_999, [])).json()).toMatchObject({ code: 'user_not_found' })
  expect((await set(0, [])).statusCode).toBe(400)
})

it('every change is logged with its author, newest first and in pages; no log without a change', async () => {
  const user = await aUser(server.db, { display_name: 'Helper' })
  await set(user.id, ['manager'])
  await set(user.id, ['manager'])
  await changePermissions(server.ctx, user.id, null, (held): Role[] => [...held, 'admin'])
  const [newest, oldest, ...others] = await changes()
  expect(others).toEqual([])
  expect(newest).toMatchObject({ author: null, permissions_before: ['manager'], permissions_after: ['manager', 'admin'] })
  expect(oldest).toMatchObject({
    user: { id: user.id, display_name: 'Helper' },
    author: { id: admin.id, display_name: 'Chief' },
    permissions_before: [],
    permissions_after: ['manager'],
  })
  const page = await server.get(`/users/permission-changes?limit=1&before=${newest?.id}`, await server.as(admin))
  expect(page.json()).toEqual([oldest])
  expect(server.logged).toContainEqual(
    expect.objectContaining({ msg: 'roles were changed', user_id: user.id, author_id: admin.id, permissions_after: ['manager'] }),
  )
})
