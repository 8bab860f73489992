import { expect, test } from 'vitest'
import { paths } from './paths.ts'

test('addresses people have bookmarked do not change', () => {
  expect(paths).toMatchInlineSnapshot(`
    {
      "admin": "/admin",
      "callback": "/auth/$provider/callback",
      "character": "/profile/$userId/$eventId/$characterId",
      "forYou": "/scores/for-you",
      "home": "/",
      "ladder": "/scores/ladder",
      "played": "/played",
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
    }
  `)
})
