import './rules.css'
import '../../messages/rules.ts'
import type { NumberField } from '@muster/contract/objectives'
import { numberRows } from '@muster/domain/characters/number-rows'
import { readPersonalObjectives } from '@muster/domain/characters/personal-points'
import { usePlayerRules } from '../../api/scores/event.ts'
import { t } from '../../lib/text/messages.ts'
import { formatCount } from '../../lib/text/numbers.ts'
import type { ScoringRule } from './list-rules.ts'
import { spellPoints } from './spell-points.ts'

/** Objectives to name. */
const maxNamed = 5

function listNames(names: readonly string[]): string {
  const list = names.slice(0, maxNamed).join(', ')
  const count = names.length - maxNamed
  return count > 0 ? t('rules.more', { list, count }) : list
}

/** The rules of some branches, each with its points, its method, and its objectives. */
export function RuleList({ rules }: { rules: readonly ScoringRule[] }) {
  if (rules.length === 0) return <p className="quiet">{t('rules.empty')}</p>
  return (
    <ul className="rules">
      {rules.map((rule) => (
        <li key={rule.preset.id} className="rule">
          <div className="rule-points">
            <bdi className="strong">{rule.preset.name || t('rules.unnamed', { id: rule.preset.id })}</bdi>
            <span className="num">{spellPoints(rule.preset)}</span>
          </div>
          <div className="rule-words">
            <p>
              <span className="strong">{rule.method}.</span> {rule.help}
            </p>
            {rule.preset.description && (
              <p>
                <bdi>{rule.preset.description}</bdi>
              </p>
            )}
            {rule.measures.map((words) => (
              <p key={words} className="quiet">
                {words}
              </p>
            ))}
            <p className="quieter">
              <bdi>{t('rules.appliesTo', { count: rule.objective_names.length, list: listNames(rule.objective_names) })}</bdi>{' '}
              {rule.timed > 0 && t('rules.timed', { count: rule.timed })}{' '}
              {rule.hidden > 0 && t('rules.hidden', { count: rule.hidden })}
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}

/** The steps and figures by which a player earns points for the team. */
export function PersonalRules() {
  const { cap, steps, figures_cap, figures } = readPersonalObjectives(usePlayerRules())
  return (
    <>
      {steps.length > 0 && (
        <>
          <p className="quiet">{t(cap === 0 ? 'rules.stepsFree' : 'rules.stepsCap', { cap: formatCount(cap) })}</p>
          <ul className="rule-steps">
            {steps.map(({ number_field, at, points }) => (
              <li key={`${number_field} ${at}`}>
                <span>{nameStep(number_field, at)}</span>
                <span className="num">{t('rules.points', { count: points })}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {figures.length > 0 && (
        <>
          <p className="quiet">
            {t(figures_cap === 0 ? 'rules.figuresFree' : 'rules.figuresCap', { cap: formatCount(figures_cap) })}
          </p>
          <ul className="rule-steps">
            {figures.flatMap((figure) =>
              figure.steps.map(({ at, points }) => (
                <li key={`${figure.number_field} ${at}`}>
                  <span>{nameStep(figure.number_field, at)}</span>
                  <span className="num">{t('rules.points', { count: points })}</span>
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
  t('rules.step', { name: numberRows[number_field].label, at: formatCount(at) })
