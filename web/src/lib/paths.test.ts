import { expect, test } from 'vitest'
import { paths } from './paths.ts'

test('addresses people have bookmarked do not change', () => {
  expect(paths).toMatchInlineSnapshot(`
    {
      "admin": "/admin",
      "adminActivity": "/admin/activity",
      "adminAnnouncements": "/admin/announcements",
      "adminDefinition": "/admin/events/$eventId/definition",
      "adminEvents": "/admin/events",
      "adminGuild": "/admin/guild",
      "adminGuildLog": "/admin/guild/logs/$guildId",
      "adminGuildLogs": "/admin/guild/logs",
      "adminJobs": "/admin/recurring-jobs",
      "adminObjectives": "/admin/events/$eventId/categories/$categoryId",
      "adminPresets": "/admin/events/$eventId/scoring-presets",
      "adminProblems": "/admin/problems",
      "adminSignups": "/admin/signups",
      "adminTeamSort": "/admin/team-sort",
      "adminTeamSuggestions": "/admin/team-suggestions",
      "adminTeams": "/admin/events/$eventId/teams",
      "adminTracking": "/admin/tracking",
      "adminUsers": "/admin/user-management",
      "callback": "/auth/$provider/callback",
      "character": "/profile/$userId/$eventId/$characterId",
      "corrections": "/admin/corrections",
      "forYou": "/scores/for-you",
      "guildStash": "/admin/guild/stashes/$stashId",
      "guildStashes": "/admin/guild/stashes",
      "home": "/",
      "judgeDesk": "/admin/submissions",
      "ladder": "/scores/ladder",
      "played": "/played",
      "profile": "/profile/$userId",
      "progress": "/scores/progress",
      "rules": "/rules",
      "scores": "/scores",
      "settings": "/settings",
      "sortProof": "/team-sort",
      "stream": "/streams/$account",
      "streams": "/streams",
      "submissions": "/submissions",
      "tab": "/scores/$tab",
      "team": "/team",
      "tracking": "/tracking",
    }
  `)
})
