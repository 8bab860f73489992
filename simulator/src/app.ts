/** The HTTP side of all providers, behind one listener. */
import fastify, { type FastifyInstance } from 'fastify'
import { type ControlOptions, registerControl } from './control/routes.ts'
import { answerApiError, countBytes, sendAnswer } from './edge/answer.ts'
import { acceptTextBodies } from './edge/forms.ts'
import { handleApiRequest } from './edge/pipeline.ts'
import { CALCULATOR_PREFIX, registerCalculator } from './providers/calculator.ts'
import { registerDiscord } from './providers/discord.ts'
import { registerDrawnImages } from './providers/drawn-images.ts'
import { registerDrawnScenes } from './providers/drawn-scenes.ts'
import { registerGameWeb } from './providers/game-web.ts'
import { registerTwitchApi } from './providers/twitch-api.ts'
import { registerTwitchId } from './providers/twitch-id.ts'
import type { Simulation } from './simulation.ts'

const API_PREFIX = '/ggg-api'

export type Addresses = ReturnType<typeof listAddresses>

/** Addresses of the providers; `url` is `http://127.0.0.1:PORT`. */
export const listAddresses = (url: string) => ({
  url,
  web_url: `${url}/ggg-web`,
  api_url: `${url}${API_PREFIX}`,
  /** Base address of the pictures that it draws. */
  image_url: `${url}/cdn`,
  discord_url: `${url}/discord`,
  twitch_id_url: `${url}/twitch-id`,
  twitch_api_url: `${url}/twitch-api`,
  /** A Path of Building calculator; the path selects the game. */
  calculator_url: `${url}${CALCULATOR_PREFIX}`,
})

export const createApp = (simulation: Simulation, control: ControlOptions): FastifyInstance => {
  const app = fastify({
    logger: false,
    forceCloseConnections: true,
    bodyLimit: 1024 * 1024,
    // an address with invalid percent encoding never reaches a route
    frameworkErrors: (_error, request, reply) =>
      void sendAnswer(request, reply, answerApiError(400, 2), simulation.catchUp(), []),
  })
  acceptTextBodies(app)
  registerGameApi(app, simulation)
  registerGameWeb(app, simulation)
  registerDiscord(app, simulation)
  registerTwitchId(app, simulation)
  registerTwitchApi(app, simulation)
  registerDrawnImages(app)
  registerDrawnScenes(app)
  registerCalculator(app, simulation)
  registerControl(app, simulation, control)
  return app
}

const registerGameApi = (app: FastifyInstance, simulation: Simulation): void => {
  app.all(`${API_PREFIX}/*`, async (request, reply) => {
    const now = simulation.catchUp()
    const path = request.url.slice(API_PREFIX.length).split('?')[0] ?? '/'
    const visit = simulation.conduct.enter(request.ip)
    reply.raw.once('finish', visit.leave).once('close', visit.leave)
    const { answer, faults, account, client, policy, complaints } = handleApiRequest(simulation, request, path, now)
    simulation.requests.add({
      t: now,
      method: request.method,
      path,
      status: answer.status,
      bytes: countBytes(answer),
      account,
      client,
      policy,
      complaints: [...visit.complaints, ...complaints],
      faults: faults.map((fault) => fault.id),
    })
    await sendAnswer(request, reply, answer, now, faults, simulation.switches.compresses)
  })
}
