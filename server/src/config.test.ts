import { describe, expect, it } from 'vitest'
import { readVariables } from './config.ts'

const needed = { DATABASE_URL: 'x', POE_CLIENT_ID: 'x', POE_CLIENT_SECRET: 'x', POE_CONTACT: 'x@y' }
const read = (more: Record<string, string>) => readVariables({ ...needed, ...more })

describe('FOOTER_LINKS', () => {
  it('keeps labels and addresses in their order', () => {
    expect(read({ FOOTER_LINKS: 'Our chat=https://chat.example/a?b=c, Videos = https://videos.example' })).toMatchObject({
      ok: true,
      values: {
        FOOTER_LINKS: [
          { label: 'Our chat', url: 'https://chat.example/a?b=c' },
          { label: 'Videos', url: 'https://videos.example' },
        ],
      },
    })
  })

  it.each(['Chat', 'Chat=', '=https://chat.example', 'Chat=javascript:alert(1)', 'Chat=https://chat.example,'])(
    'refuses %s by name',
    (FOOTER_LINKS) => {
      expect(read({ FOOTER_LINKS })).toMatchObject({
        ok: false,
        problems: [{ name: 'FOOTER_LINKS', message: expect.stringContaining('like "Discord=https://discord.gg/example"') }],
      })
    },
  )
})
