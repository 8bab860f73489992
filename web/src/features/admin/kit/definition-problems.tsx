import '../../../messages/admin-findings.ts'
import './definition-problems.css'
import type { DefinitionProblem, DefinitionProblems } from '@muster/contract/definition-problems'
import { Icon } from '../../../ui/marks/icon.tsx'
import { t } from '../../../lib/text/messages.ts'

interface ProblemLinesProps {
  problems: readonly DefinitionProblem[]
  onOpen: (id: number) => void
}

/** Findings as sentences; objective names link to the objective. */
export function ProblemLines({ problems, onOpen }: ProblemLinesProps) {
  if (problems.length === 0) return null
  return (
    <ul className="findings">
      {problems.map((problem, index) => (
        <li key={index} className={`finding finding-${problem.severity}`}>
          <Icon name={problem.severity === 'notice' ? 'note' : 'warning'} size={14} />
          <p>
            <span className="vh">{t(`findings.severity.${problem.severity}`)} </span>
            {problem.sentence.map(({ text, objective_id }, part) =>
              objective_id === null ? (
                <bdi key={part}>{text}</bdi>
              ) : (
                <button key={part} type="button" className="link" onClick={() => onOpen(objective_id)}>
                  <bdi>{text}</bdi>
                </button>
              ),
            )}
          </p>
        </li>
      ))}
    </ul>
  )
}

interface ListProps {
  found: DefinitionProblems
  onOpen: (id: number) => void
}

/** The one list of problems of a definition, by severity, for the page of objectives and the page of problems. */
export function DefinitionProblemList({ found, onOpen }: ListProps) {
  const { counts, problems, left_off, compared_all } = found
  return (
    <div className="findings-list">
      {(['error', 'warning', 'notice'] as const).map(
        (severity) =>
          counts[severity] > 0 && (
            <section key={severity}>
              <h3>{t(`findings.severities.${severity}`, { count: counts[severity] })}</h3>
              <ProblemLines problems={problems.filter((one) => one.severity === severity)} onOpen={onOpen} />
            </section>
          ),
      )}
      {left_off > 0 && <p className="quieter">{t('findings.leftOff', { count: left_off })}</p>}
      <p className="quieter">{t(compared_all ? 'findings.overlapsNote' : 'findings.overlapsCut')}</p>
    </div>
  )
}
