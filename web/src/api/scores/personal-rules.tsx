import './personal-rules.css'
import '../../messages/personal-rules.ts'
import type { NumberField } from '@muster/contract/objectives'
import { numberRows } from '@muster/domain/characters/number-rows'
import { readPersonalObjectives } from '@muster/domain/characters/personal-points'
import { t } from '../../lib/text/messages.ts'
import { formatCount } from '../../lib/text/numbers.ts'
import { usePlayerRules } from './event.ts'

/** The steps and figures by which a player earns points for the team. */
export function PersonalRules() {
  const { cap, steps, figures_cap, figures } = readPersonalObjectives(usePlayerRules())
  return (
    <>
      {steps.length > 0 && (
        <>
          <p className="quiet">
            {t(cap === 0 ? 'personalRules.stepsFree' : 'personalRules.stepsCap', { cap: formatCount(cap) })}
          </p>
          <ul className="personal-rules">
            {steps.map(({ number_field, at, points }) => (
              <li key={`${number_field} ${at}`}>
                <span>{nameStep(number_field, at)}</span>
                <span className="num">{t('personalRules.points', { count: points })}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {figures.length > 0 && (
        <>
          <p className="quiet">
            {t(figures_cap === 0 ? 'personalRules.figuresFree' : 'personalRules.figuresCap', { cap: formatCount(figures_cap) })}
          </p>
          <ul className="personal-rules">
            {figures.flatMap((figure) =>
              figure.steps.map(({ at, points }) => (
                <li key={`${figure.number_field} ${at}`}>
                  <span>{nameStep(figure.number_field, at)}</span>
                  <span className="num">{t('personalRules.points', { count: points })}</span>
                </li>
              )),
            )}
          </ul>
        </>
      )}
    </>
  )
}

const nameStep = (number_field: NumberField, at: number): string =>
  t('personalRules.step', { name: numberRows[number_field].label, at: formatCount(at) })
