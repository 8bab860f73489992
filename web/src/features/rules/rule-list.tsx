import './rules.css'
import '../../messages/rules.ts'
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
