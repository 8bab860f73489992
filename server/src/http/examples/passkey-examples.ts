import type { SomeExamples } from './call-example.ts'
import { ada, adaHerself, ben } from './people.ts'

/** The answer of an authenticator, shortened. */
const answer = {
  id: 'p4ZcQ2m1uXr0Tn8s',
  rawId: 'p4ZcQ2m1uXr0Tn8s',
  type: 'public-key' as const,
  response: {
    clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0IiwiY2hhbGxlbmdlIjoiWmszdlFwMHgifQ',
    authenticatorData: 'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MdAAAAAA',
    signature: 'MEUCIQDx1nW8',
    userHandle: 'b2s4cE1rZQ',
  },
}

const secret = 'Hc1gT0kP9vYxL3eWq7uJm5bRz2NfSd8aXo6iKtQpBvA'

export const passkeyExamples = {
  getLoginWays: { reply: { providers: ['poe', 'discord'], passkey_host: 'muster.example.com' } },
  startPasskey: {
    body: { purpose: 'login' },
    reply: {
      options: { rpId: 'muster.example.com', challenge: 'Zk3vQp0x', timeout: 600_000, userVerification: 'preferred' },
    },
  },
  finishPasskey: {
    body: { answer },
    reply: { auth_token: 'HEADER.PAYLOAD.SIGNATURE', user: adaHerself, recovery: null },
  },
  openInvitation: {
    body: { secret },
    reply: { state: 'open', expires_at: '2026-01-23T20:00:00.000Z', for_user: null },
  },
  getPasskeys: {
    reply: {
      passkeys: [{ id: 4, name: 'Phone', created_at: '2026-01-03T09:12:00.000Z', last_used_at: '2026-01-16T17:40:00.000Z' }],
      recovery: { recovered_at: '2026-01-03T09:12:00.000Z', author: ben },
    },
  },
  renamePasskey: { body: { name: 'Old phone' } },
  removePasskey: {},
  getInvitations: {
    reply: [
      {
        id: 9,
        name: 'For Ada',
        state: 'used',
        author: ben,
        created_at: '2026-01-02T20:00:00.000Z',
        expires_at: '2026-01-09T20:00:00.000Z',
        for_user: null,
        used_at: '2026-01-03T09:12:00.000Z',
        used_by: ada,
        may_recover: true,
      },
    ],
  },
  createInvitations: {
    body: { count: 1, valid_hours: 168, name: 'For Ada', for_user_id: null },
    reply: [{ id: 9, secret }],
  },
  revokeInvitation: {},
} satisfies SomeExamples
