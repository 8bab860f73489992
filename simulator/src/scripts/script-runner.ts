/** Plays scripts: each step at its time. */
import type { Faults, StrikeNow } from '../faults/faults.ts'
import type { Switches } from '../options.ts'
import type { WorldEvent } from '../world/events.ts'
import type { World } from '../world/world.ts'
import { type Script, type ScriptName, type ScriptStep, scripts } from './scripts.ts'

const HOUR = 60 * 60_000

export interface RunningScript {
  name: ScriptName
  started_at: number
  done: number
  steps: number
}

export interface Scripts {
  start: (name: ScriptName, at: number) => void
  /** Plays the steps due at this moment. */
  advance: (now: number) => void
  list: () => RunningScript[]
  /** The steps, played or not, after one moment and up to another. */
  listSteps: (after_ms: number, until_ms: number) => ScriptStep[]
}

export interface ScriptControls {
  faults: Faults
  switches: Switches
  strikeNow: StrikeNow
  inject: (event: WorldEvent) => unknown
}

export const createScripts = (world: World, { faults, switches, strikeNow, inject }: ScriptControls): Scripts => {
  const running: (RunningScript & { left: ScriptStep[] })[] = []

  const nameOf = (player: number): string => {
    const account = world.accounts[player]
    if (!account) throw new Error(`the world has no player ${player}`)
    return account.name
  }

  const play = (script: ScriptName, step: ScriptStep, from_ms: number) => {
    if ('fault' in step) {
      const { fault, for_hours, match = {}, count, parameters = {} } = step
      const when = { from_ms, until_ms: from_ms + for_hours * HOUR, ...(count === undefined ? {} : { count }) }
      faults.add({ effect: fault, match, when, parameters })
    } else if ('strike' in step) {
      const { strike, player, provider, parameters = {} } = step
      strikeNow(
        strike,
        { ...(player === undefined ? {} : { account: nameOf(player) }), ...(provider && { provider }) },
        parameters,
      )
      world.context.record('fault', 'control', strike, { effect: strike, script })
    } else if ('switches' in step) {
      Object.assign(switches, step.switches)
    } else {
      const { player, ...event } = step.event
      inject({ ...event, account: nameOf(player) } as WorldEvent)
    }
  }

  return {
    start: (name, at) => {
      const { steps }: Script = scripts[name]
      const left = steps.toSorted((a, b) => a.at_hours - b.at_hours)
      running.push({ name, started_at: at, done: 0, steps: steps.length, left })
    },
    advance: (now) => {
      for (const script of running) {
        for (;;) {
          const [next] = script.left
          const at = script.started_at + (next?.at_hours ?? 0) * HOUR
          if (!next || at > now) break
          script.left.shift()
          script.done++
          play(script.name, next, at)
        }
      }
    },
    list: () => running.map(({ left: _, ...script }) => script),
    listSteps: (after_ms, until_ms) =>
      running.flatMap(({ name, started_at }) => {
        const { steps }: Script = scripts[name]
        const timeOf = (step: ScriptStep) => started_at + step.at_hours * HOUR
        return steps.filter((step) => timeOf(step) > after_ms && timeOf(step) <= until_ms)
      }),
  }
}
