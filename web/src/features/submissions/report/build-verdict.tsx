import '../../../messages/report.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatCount, formatLarge } from '../../../lib/text/numbers.ts'
import { Empty } from '../../../ui/layout/states.tsx'
import { Icon } from '../../../ui/marks/icon.tsx'
import { ItemVerdict, ObjectiveName, Refusal, RulesLine, Unreadable, VerdictHead } from './item-verdict.tsx'
import {
  type BuildPaste,
  listResults,
  nameBuild,
  type NumberVerdict,
  type ReadBuild,
  type WornVerdict,
} from './read-build-code.ts'

interface BuildProps {
  /** Null while the code is unpacked. */
  paste: BuildPaste | null
  /** The number of item objectives that were tried. */
  compared: number
  /** Why the server did not accept it. */
  refusal: string | undefined
}

/** The verdict about a character by its code: numbers, worn items, and the parts that cannot be read. */
export function BuildVerdict({ paste, compared, refusal }: BuildProps) {
  return (
    <section className="report-results" aria-label={t('report.results')}>
      {paste === null ? (
        <Empty title={t('report.build.reading')} text={t('report.emptyText')} />
      ) : paste.problem === null ? (
        <Character build={paste} compared={compared} />
      ) : (
        <Unreadable reason={t('report.build.unreadable', { reason: paste.problem })} />
      )}
      <Refusal reason={refusal} />
    </section>
  )
}

/** The answer to the address of a build: nothing is fetched. */
export const LinkVerdict = () => (
  <section className="report-results" aria-label={t('report.results')}>
    <Unreadable title={t('report.build.link')} reason={t('report.build.linkText')} />
  </section>
)

function Character({ build, compared }: { build: ReadBuild; compared: number }) {
  const { figures, numbers, worn, unread } = build
  const count = listResults(build).length
  const name = nameBuild(build)
  const said = count === 0 ? t('report.build.countsNone', { name }) : t('report.build.counts', { name, count })
  const useful = worn.filter(({ item }) => item.hits.length > 0)
  const others = worn.filter(({ item }) => item.hits.length === 0)
  return (
    <>
      <p className="vh" role="status">
        {said}
      </p>
      <article className="report-item">
        <VerdictHead count={count} said={said}>
          <p className="quiet">{t('report.build.onlyNew')}</p>
        </VerdictHead>
        {figures.length > 0 && (
          <>
            <dl className="report-figures">
              {figures.map(([figure, value]) => (
                <div key={figure}>
                  <dt>{t(`report.figure.${figure}`)}</dt>
                  <dd className="num">{formatLarge(value)}</dd>
                </div>
              ))}
            </dl>
            <p className="field-hint">{t('report.build.figures')}</p>
          </>
        )}
        {numbers.map((verdict) => (
          <NumberLine key={verdict.definition.id} verdict={verdict} />
        ))}
      </article>
      {useful.map((each, at) => (
        <Worn key={at} worn={each} compared={compared} />
      ))}
      {others.length > 0 && (
        <details className="report-others">
          <summary>
            {t('report.build.others', { count: others.length })}
            <Icon name="down" size={14} />
          </summary>
          {others.map((each, at) => (
            <Worn key={at} worn={each} compared={compared} />
          ))}
        </details>
      )}
      {unread.length > 0 && (
        <div className="field-hint">
          <p>{t('report.build.unread', { count: unread.length })}</p>
          <ul>
            {unread.map(({ slot, reason }, at) => (
              <li key={at}>
                <bdi>{t('report.build.unreadSlot', { slot, reason })}</bdi>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}

function NumberLine({ verdict }: { verdict: NumberVerdict }) {
  const { definition, number, state } = verdict
  return (
    <section className="report-hit">
      <span className={state === 'counts' ? 'good' : 'quiet'}>
        <Icon name={state === 'counts' ? 'check' : state === 'closed' ? 'clock' : 'close'} size={14} />
        <span className="vh">{t(state === 'counts' ? 'report.holds' : 'report.notSent')}</span>
      </span>
      <div>
        <h4>
          <ObjectiveName of={verdict} />
        </h4>
        {state === 'too_low' && (
          <p className="quiet">{t('report.build.tooLow', { number: formatCount(definition.required_number) })}</p>
        )}
        {state === 'counts' && <RulesLine rules={verdict.rules} />}
        {state === 'closed' && <p className="quiet">{t('report.closed')}</p>}
      </div>
      <span className="num strong">{formatCount(number)}</span>
    </section>
  )
}

function Worn({ worn: { slot, item, left_out }, compared }: { worn: WornVerdict; compared: number }) {
  return (
    <div>
      <p className="report-slot">
        <bdi>{slot}</bdi>
      </p>
      <ItemVerdict item={item} compared={compared} refusal={undefined} />
      {left_out.length > 0 && (
        <p className="field-hint">
          <bdi>{t('report.build.leftOut', { lines: left_out.join(', ') })}</bdi>
        </p>
      )}
    </div>
  )
}
