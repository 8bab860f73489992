import { endpoint } from '../endpoint.ts'
import { User } from '../users.ts'

export const usersEndpoints = {
  getUser: endpoint({
    method: 'GET',
    path: '/users/self',
    tag: 'users',
    access: ['user'],
    event: 'none',
    status: 200,
    reply: User,
    summary: 'The caller',
  }),
} as const
