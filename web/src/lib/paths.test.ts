import { expect, test } from 'vitest'
import { paths } from './paths.ts'

test('addresses people have bookmarked do not change', () => {
  expect(paths).toMatchInlineSnapshot(`
    {
      "admin": "/admin",
      "character": "/profile/$userId/$eventId/$characterId",
      "discordCallback": "/auth/discord/callback",
      "forYou": "/scores/for-you",
      "home": "/",
      "ladder": "/scores/ladder",
      "played": "/played",
      "poeCallback": "/auth/poe/callback",
      "profile": "/profile/$userId",
      "progress": "/scores/progress",
      "rules": "/rules",
      "scores": "/scores",
      "settings": "/settings",
      "stream": "/streams/$account",
      "streams": "/streams",
      "submissions": "/submissions",
      "tab": "/scores/$tab",
      "tracking": "/tracking",
      "twitchCallback": "/auth/twitch/callback",
    }
  `)
})
