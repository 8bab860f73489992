import '../../../messages/admin-objectives.ts'
import type { DefinitionProblem } from '@muster/contract/definition-problems'
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
    <ul className="obj-problems">
      {problems.map((problem, index) => (
        <li key={index} className={`obj-problem obj-problem-${problem.severity}`}>
          <Icon name={problem.severity === 'notice' ? 'note' : 'warning'} size={14} />
          <p>
            <span className="vh">{t(`objectives.severity.${problem.severity}`)} </span>
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
