/** A member's view of the guild on the game's web site, with a browser's session. The product never comes here. */
import type { FastifyInstance } from 'fastify'
import { type Answer, answerApiError, answerHtml, answerJson } from '../edge/answer.ts'
import { readQueryTexts } from '../edge/forms.ts'
import type { createServe, Handle } from '../edge/serve.ts'
import { policies } from '../limits/policies.ts'
import type { Simulation } from '../simulation.ts'
import { renderHistory } from '../views/guild-view.ts'
import { findGuildOf } from '../world/guilds.ts'
import type { Account } from '../world/model.ts'
import { findSignedIn } from './oauth/pages.ts'
import { html, pageHeaders, renderPage } from './page.ts'

const PAGE_LINES = 50

const readInt = (text: string | undefined): number | undefined => (/^\d{1,15}$/.test(text ?? '') ? Number(text) : undefined)

export const registerGuildSite = (
  app: FastifyInstance,
  simulation: Simulation,
  prefix: string,
  serve: ReturnType<typeof createServe>,
): void => {
  const { authorities, limiter, switches, world } = simulation
  const authority = authorities.game

  /** For members with a session; bearers are not accepted on this host. */
  const forMember =
    (answer: (account: Account, request: Parameters<Handle>[0]) => Answer): Handle =>
    (request, visit) => {
      if (request.headers.authorization) return answerApiError(403, 6)
      const person = findSignedIn(authority, request)
      const account = person && world.findAccount(person.id)
      if (!account) return answerApiError(401, 8)
      visit.account = account.name
      return answer(account, request)
    }

  app.get(
    `${prefix}/my-guild`,
    serve(
      '/my-guild',
      forMember((account) => {
        const guild = findGuildOf(world.guilds, account)
        if (!guild) return answerHtml(404, '<h1>You are not in a guild</h1>', pageHeaders)
        const page = html`<main><a href="/guild/profile/${guild.id}">Guild profile</a><h1>${guild.name}</h1><p>${guild.tag}</p></main>`
        return answerHtml(200, renderPage(guild.name, authority.links.stylesheet, page), pageHeaders)
      }),
    ),
  )
  app.get<{ Params: { id: string } }>(
    `${prefix}/api/guild/:id/stash/history`,
    serve(
      '/api/guild/{id}/stash/history',
      forMember((account, request) => {
        const verdict = limiter.hit(policies.guild_history, account.uuid, simulation.limitsNow())
        const headers = switches.limits_enabled ? verdict.headers : {}
        if (switches.limits_enabled && !verdict.allowed) return answerApiError(429, 3, headers)
        const guild = findGuildOf(world.guilds, account)
        const { id } = request.params as { id: string }
        if (!guild || String(guild.id) !== id) return answerApiError(403, 6, headers)
        const { from, end, fromid } = readQueryTexts(request)
        const asked = { from: readInt(from), end: readInt(end), fromid: readInt(fromid), most: PAGE_LINES }
        return answerJson(200, renderHistory(guild, asked), headers)
      }),
    ),
  )
}
