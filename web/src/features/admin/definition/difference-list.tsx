import '../../../messages/admin-definition.ts'
import type { DifferenceLine, DifferencePart } from '@muster/domain/definition-file/describe'
import type { EntryWarning } from '@muster/domain/definition-file/name-warnings'
import type { FileProblem } from '@muster/domain/definition-file/reader'
import { sayWarning } from '@muster/domain/items/item-names'
import { t } from '../../../lib/text/messages.ts'
import { formatCount } from '../../../lib/text/numbers.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Badge } from '../../../ui/marks/badge.tsx'
import { Icon } from '../../../ui/marks/icon.tsx'

const parts: readonly DifferencePart[] = ['event', 'scoring_presets', 'objectives', 'rules']
const marks = { added: 'good', removed: 'bad', changed: 'note', moved: 'plain' } as const

/** Upper bound for the lines shown per part. */
const maxShown = 200
/** More places than this are folded. */
const fewPlaces = 1

/** The changes that applying a file makes, in words, part by part. */
export function DifferenceList({ lines }: { lines: readonly DifferenceLine[] }) {
  return (
    <div className="definition-difference">
      {parts.map((part) => {
        const own = lines.filter((line) => line.part === part)
        if (own.length === 0) return null
        return (
          <section key={part}>
            <h3>{t(`definition.part.${part}`)}</h3>
            <ul>
              {own.slice(0, maxShown).map((line) => (
                <li key={`${line.kind} ${line.sentence}`}>
                  <Badge kind={marks[line.kind]}>{t(`definition.kind.${line.kind}`)}</Badge>
                  <div>
                    <bdi>{line.sentence}</bdi>
                    {line.places.length > fewPlaces && <Places places={line.places} />}
                  </div>
                </li>
              ))}
            </ul>
            {own.length > maxShown && (
              <p className="quieter">
                {t('definition.more', { count: own.length - maxShown, number: formatCount(own.length - maxShown) })}
              </p>
            )}
          </section>
        )
      })}
    </div>
  )
}

function Places({ places }: { places: readonly string[] }) {
  return (
    <details>
      <summary>{t('definition.places', { count: places.length, number: formatCount(places.length) })}</summary>
      <ul className="definition-places">
        {places.slice(0, maxShown).map((place) => (
          <li key={place}>
            <bdi>{place}</bdi>
          </li>
        ))}
      </ul>
    </details>
  )
}

interface ProblemsProps {
  problems: readonly FileProblem[]
  /** Goes to a line of the file; without it, the problems are about the whole file. */
  onGo?: (line: number) => void
}

/** All errors in a file, each with a link to its line. */
export function ProblemList({ problems, onGo }: ProblemsProps) {
  return (
    <div className="definition-problems" role="alert">
      <p className="strong">
        <Icon name="warning" size={14} />
        {t('definition.problems', { count: problems.length })}
      </p>
      <ul>
        {problems.map(({ line, column, path, problem }) => (
          <li key={`${line} ${column} ${path} ${problem}`}>
            {onGo && (
              <Button size="small" kind="quiet" onClick={() => onGo(line)}>
                {t('definition.line', { line })}
              </Button>
            )}
            <span>
              {path !== '' && <code>{path}</code>} <bdi>{problem}</bdi>
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Unknown names in a file, which can be applied anyway. */
export function WarningList({ warnings, onGo }: { warnings: readonly EntryWarning[]; onGo: (line: number) => void }) {
  if (warnings.length === 0) return null
  return (
    <div className="definition-problems definition-warnings" role="status">
      <p className="strong">
        <Icon name="warning" size={14} />
        {t('definition.unknownNames', { count: warnings.length, number: formatCount(warnings.length) })}
      </p>
      <ul>
        {warnings.slice(0, maxShown).map((warning) => (
          <li key={`${warning.line} ${warning.at} ${warning.sentence}`}>
            <Button size="small" kind="quiet" onClick={() => onGo(warning.line)}>
              {t('definition.line', { line: warning.line })}
            </Button>
            <span>
              <bdi>{warning.entry.name}</bdi>: <bdi>{sayWarning(warning)}</bdi>
            </span>
          </li>
        ))}
      </ul>
      {warnings.length > maxShown && (
        <p className="quieter">
          {t('definition.moreNames', { count: warnings.length - maxShown, number: formatCount(warnings.length - maxShown) })}
        </p>
      )}
    </div>
  )
}
