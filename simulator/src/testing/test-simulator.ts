import { onTestFinished } from 'vitest'
import { createSimulator, type Simulator } from '../simulator.ts'
import type { SimulatorOptions } from '../options.ts'

/** A stepped simulator with few people, closed when the test ends. */
export const startSimulator = async (options: SimulatorOptions = {}): Promise<Simulator> => {
  const simulator = await createSimulator({ preset: 'tiny', ...options })
  onTestFinished(() => simulator.close())
  return simulator
}

/** The first account's name. */
export const firstAccount = (simulator: Simulator): string => simulator.world.accounts[0]?.name ?? ''
