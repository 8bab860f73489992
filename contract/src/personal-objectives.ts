import { z } from 'zod'
import { countFrom, largestInt } from './body.ts'
import { NumberField } from './objectives.ts'

/** Upper bounds for the lists, and for the points of a step or a cap. */
export const maxPersonalSteps = 50
export const maxPersonalFigures = 3
export const maxFigureSteps = 10
export const largestPersonalPoints = 1_000_000

const at = countFrom(1, largestInt)
const points = countFrom(1, largestPersonalPoints)
/** 0: no cap. */
const cap = countFrom(0, largestPersonalPoints)

/** A step of the general part: the points, awarded once the number has reached `at`. */
export const PersonalStep = z.object({ number_field: NumberField, at, points }).meta({ id: 'PersonalStep' })
export type PersonalStep = z.output<typeof PersonalStep>

/** A figure with thresholds of its own. A player gets the points of the highest step reached, not their sum. */
export const PersonalFigure = z
  .object({
    number_field: NumberField,
    steps: z.array(z.object({ at, points })).min(1, 'needs a step').max(maxFigureSteps),
  })
  .meta({ id: 'PersonalFigure' })
export type PersonalFigure = z.output<typeof PersonalFigure>

/** How the players of an event earn personal objective points: general steps up to `cap`, and figures up to `figures_cap`. */
export const PersonalObjectives = z
  .object({
    cap,
    steps: z.array(PersonalStep).max(maxPersonalSteps),
    figures_cap: cap,
    figures: z.array(PersonalFigure).max(maxPersonalFigures),
  })
  .meta({ id: 'PersonalObjectives' })
export type PersonalObjectives = z.output<typeof PersonalObjectives>
