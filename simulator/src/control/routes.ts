/** The control plane: time, events, faults, and what happened. For tests and the console; loopback only. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readFields, readForm, readQueryTexts } from '../edge/forms.ts'
import { type ImmediateEffect, immediateEffects } from '../faults/faults.ts'
import { pageHeaders, stylesheet } from '../providers/page.ts'
import type { Simulation } from '../simulation.ts'
import { renderHistory } from '../views/guild-view.ts'
import type { EventOutcome, WorldEvent } from '../world/events.ts'
import { ClockCommand, FaultInput, ScenarioInput, SwitchesInput, WorldEventInput } from './commands.ts'
import { renderConsole } from './console.ts'
import { describeAccounts, describeState } from './state.ts'
import { BadCommand, createStriker, parse } from './strike.ts'

export interface ControlOptions {
  inject: (event: WorldEvent) => EventOutcome
  /** Runs after time was moved by hand, so that it is stored. */
  onClockChange: () => void
}

type Fields = Record<string, unknown>

/** `match.route=/x` of a form becomes `{match: {route: '/x'}}`; empty fields are left out. */
const unfold = (fields: Fields): Fields => {
  const folded: Fields = {}
  for (const [name, value] of Object.entries(fields)) {
    if (value === '') continue
    const [head = name, tail] = name.split('.')
    if (tail === undefined) folded[head] = value
    else folded[head] = { ...(folded[head] as Fields | undefined), [tail]: value }
  }
  return folded
}

const readInt = (text: string | undefined, fallback: number): number => (/^\d{1,12}$/.test(text ?? '') ? Number(text) : fallback)

/** The commands: each runs at the current time, and its outcome is the answer. */
const listCommands = (simulation: Simulation, { inject, onClockChange }: ControlOptions) => {
  const { clock, faults, world } = simulation
  const strikeNow = createStriker(simulation)
  return {
    clock: (fields) => {
      const wanted = parse(ClockCommand, fields)
      if ('pause' in wanted) (wanted.pause ? clock.pause : clock.resume)()
      else if ('speed' in wanted) clock.setSpeed(wanted.speed)
      else if ('step' in wanted) clock.step(wanted.step)
      else clock.runUntil(wanted.until)
      simulation.catchUp()
      onClockChange()
      return clock.mapping()
    },
    'world/events': (fields) => {
      const event = parse(WorldEventInput, fields)
      try {
        return inject(event)
      } catch (error) {
        throw new BadCommand(error instanceof Error ? error.message : 'the event could not happen')
      }
    },
    faults: (fields) => {
      const { effect, ...fault } = parse(FaultInput, fields)
      const immediate = immediateEffects.find((candidate) => candidate === effect)
      world.context.record('fault', 'control', fault.id ?? effect, { effect })
      if (immediate) return { effect, ...strikeNow(immediate, fault.match, fault.parameters) }
      const lasting = effect as Exclude<typeof effect, ImmediateEffect>
      return faults.add({ ...fault, effect: lasting })
    },
    'faults/clear': () => {
      faults.clear()
      return { faults: [] }
    },
    scenario: (fields) => {
      const { name } = parse(ScenarioInput, fields)
      simulation.scripts.start(name, clock.now())
      return { scripts: simulation.scripts.list() }
    },
    switches: (fields) => Object.assign(simulation.switches, parse(SwitchesInput, fields)),
  } satisfies Record<string, (fields: Fields) => unknown>
}

/** A command answers JSON, or redirects the console's reader back to the console. */
const answerCommand =
  (simulation: Simulation, run: (fields: Fields) => unknown) => async (request: FastifyRequest, reply: FastifyReply) => {
    simulation.catchUp()
    const fields = readFields(request)
    try {
      if (!fields) throw new BadCommand('the body must be a JSON object or a form')
      const outcome = run(unfold(fields))
      return await (readForm(request) ? reply.redirect('/__sim/', 303) : reply.send(outcome))
    } catch (error) {
      if (error instanceof BadCommand || error instanceof RangeError) return reply.code(400).send({ error: error.message })
      throw error
    }
  }

export const registerControl = (app: FastifyInstance, simulation: Simulation, options: ControlOptions): void => {
  const { faults, requests, world } = simulation
  for (const [name, run] of Object.entries(listCommands(simulation, options)))
    app.post(`/__sim/${name}`, answerCommand(simulation, run))
  app.delete<{ Params: { id: string } }>('/__sim/faults/:id', async (request, reply) =>
    faults.remove(request.params.id) ? reply.code(204).send() : reply.code(404).send({ error: `no fault ${request.params.id}` }),
  )

  // Asked twice a second by the server of a demo, whose event clock follows.
  app.get('/__sim/clock', async () => simulation.clock.mapping())
  app.get('/__sim/state', async () => {
    simulation.catchUp()
    return describeState(simulation)
  })
  app.get('/__sim/accounts', async () => {
    simulation.catchUp()
    return { accounts: describeAccounts(simulation) }
  })
  app.get('/__sim/journal', async (request) => {
    simulation.catchUp()
    const { from, kind, limit } = readQueryTexts(request)
    return {
      length: world.journal.length(),
      hash: world.journal.hash(),
      entries: world.journal.list({ from: readInt(from, 0), kind, limit: readInt(limit, 500) }),
    }
  })
  /** The whole page that a member would save from the site: for the upload by hand. */
  app.get<{ Params: { team: string } }>('/__sim/guilds/:team/history', async (request, reply) => {
    simulation.catchUp()
    const guild = world.guilds.find(({ team }) => String(team) === request.params.team)
    if (!guild) return reply.code(404).send({ error: `no guild of team ${request.params.team}` })
    const { from, end, fromid, limit } = readQueryTexts(request)
    const given = (text: string | undefined) => (text === undefined ? undefined : readInt(text, 0))
    const asked = { from: given(from), end: given(end), fromid: given(fromid), most: readInt(limit, 20_000) }
    return reply
      .header('content-disposition', `attachment; filename="guild-${guild.id}-history.json"`)
      .send(renderHistory(guild, asked))
  })
  app.get('/__sim/requests', async (request) => ({
    ...requests.totals(),
    entries: requests.list(readInt(readQueryTexts(request)['limit'], 200)),
  }))
  /** Discord's channels with the addresses of their webhooks, and what was posted. */
  app.get('/__sim/channels', async () => simulation.channels.all)
  /** Discord's server: roles, every change of a role, and conversations with the bot; without its token. */
  app.get('/__sim/guild', async () => {
    const { id, roles, changes, commands, conversations } = simulation.guild
    return { id, roles, changes, commands, conversations }
  })
  app.get('/__sim/style.css', async (_request, reply) => reply.type('text/css; charset=utf-8').send(stylesheet))
  app.get('/__sim', async (_request, reply) => reply.redirect('/__sim/'))
  app.get('/__sim/', async (_request, reply) => {
    simulation.catchUp()
    return reply.headers(pageHeaders).type('text/html; charset=utf-8').send(renderConsole(simulation))
  })
}
