import './rules.css'
import '../../messages/rules.ts'
import { listSteps, personalCap } from '@muster/domain/characters/personal-points'
import { useGameVersion } from '../../api/scores/event.ts'
import { t } from '../../lib/text/messages.ts'
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

/** The steps by which a player earns points for the team. */
export function PersonalRules() {
  const game_version = useGameVersion()
  return (
    <>
      <p className="quiet">{t('rules.stepsCap', { cap: personalCap })}</p>
      <ul className="rule-steps">
        {listSteps(game_version).map(({ reads, at, points }) => (
          <li key={`${reads} ${at}`}>
            <span>{t(`rules.step.${reads}`, { at })}</span>
            <span className="num">{t('rules.points', { count: points })}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
