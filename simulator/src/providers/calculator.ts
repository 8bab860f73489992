/**
 * A Path of Building calculator with the quirks of existing ones: one request per connection, header names only in their usual
 * spelling, a plain answer without a length, and a closed connection for an unreadable build.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type CalculatorGame, calculatorGames, writeCalculatedBuild } from '../calculator/export.ts'
import { readCharacter } from '../calculator/character.ts'
import { countBytes } from '../edge/answer.ts'
import type { Simulation } from '../simulation.ts'

export const CALCULATOR_PREFIX = '/calculator'
const paths: Readonly<Record<string, CalculatorGame>> = {
  '/': 'poe1',
  ...Object.fromEntries(Object.keys(calculatorGames).map((game) => [`/${game}/import-character`, game as CalculatorGame])),
}

/** The outcome of a request: an answer, or a closed connection. */
type Outcome = { status: number; body: string } | 'closed'

/** Looks for the exact text of the header, and does not support chunks. */
const isLengthFound = ({ raw }: FastifyRequest) => raw.rawHeaders.some((text, at) => at % 2 === 0 && text === 'Content-Length')

const answer = (request: FastifyRequest, path: string): Outcome => {
  if (request.method !== 'POST') return { status: 405, body: '' }
  if (!isLengthFound(request)) return { status: 400, body: '' }
  const game = paths[path]
  if (game === undefined) return 'closed'
  let sent: unknown
  try {
    sent = JSON.parse(typeof request.body === 'string' ? request.body : '')
  } catch {
    return { status: 400, body: '' }
  }
  if (sent === null) return { status: 400, body: '' }
  const character = readCharacter(sent)
  return character ? { status: 200, body: writeCalculatedBuild(character, game) } : 'closed'
}

export const registerCalculator = (app: FastifyInstance, simulation: Simulation): void => {
  async function serve(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const now = simulation.catchUp()
    const path = request.url.slice(CALCULATOR_PREFIX.length).split('?')[0] || '/'
    const faults = simulation.faults.strike(
      { provider: 'calculator', route: path, address: request.url, account: null, client: null },
      now,
    )
    const has = (effect: string) => faults.some((fault) => fault.effect === effect)
    const outcome = has('net.reset')
      ? 'closed'
      : has('build.refused')
        ? { status: 400, body: '' }
        : has('api.500') || has('api.503')
          ? { status: has('api.500') ? 500 : 503, body: '' }
          : answer(request, path)
    simulation.requests.add({
      t: now,
      method: request.method,
      path: `${CALCULATOR_PREFIX}${path}`,
      status: outcome === 'closed' ? 0 : outcome.status,
      bytes: outcome === 'closed' ? 0 : countBytes(outcome),
      account: null,
      client: null,
      policy: null,
      complaints: [],
      faults: faults.map((fault) => fault.id),
    })
    reply.hijack()
    const { raw } = reply
    const latency = faults.find((fault) => fault.effect === 'net.latency')
    if (latency) await new Promise((resolve) => setTimeout(resolve, Number(latency.parameters['ms'] ?? 1000)))
    if (has('net.hang')) return
    if (outcome === 'closed') {
      raw.socket?.end()
      return
    }
    // No length and no chunks: the end of the connection is the end of the answer.
    raw.useChunkedEncodingByDefault = false
    raw.shouldKeepAlive = false
    raw.writeHead(outcome.status, { 'Content-Type': 'text/plain' })
    const { body } = outcome
    if (has('net.truncate')) raw.write(body.slice(0, Math.floor(body.length / 2)), () => raw.destroy())
    else raw.end(has('shape.garbage') ? `<html>${body.slice(0, 40)}` : body)
  }
  for (const url of [CALCULATOR_PREFIX, `${CALCULATOR_PREFIX}/*`]) app.all(url, serve)
}
