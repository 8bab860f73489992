import './rules-page.css'
import '../../messages/rules.ts'
import { Link } from '@tanstack/react-router'
import { t } from '../../lib/text/messages.ts'
import { paths } from '../../lib/paths.ts'
import { formatFull } from '../../lib/time/time.ts'
import { RichText } from '../../ui/layout/rich-text.tsx'
import { Empty } from '../../ui/layout/states.tsx'
import { useRules } from './read-rules.ts'

/** Prefix of heading ids. */
export const headingPrefix = 'text'

/** The organisers' text, in one version. */
export function RulesText({ version }: { version: number | undefined }) {
  const rules = useRules(version)
  const isOld = rules.version < rules.latest_version
  return (
    <>
      {isOld && (
        <p className="rules-old" role="note">
          {t('rules.outdated', { version: rules.version, latest: rules.latest_version })}{' '}
          <Link to={paths.rules} search={{ version: undefined }} className="link">
            {t('rules.toLatest')}
          </Link>
        </p>
      )}
      {rules.text.trim() === '' ? (
        <Empty title={t('rules.noText')} text={t('rules.noTextHint')} />
      ) : (
        <RichText text={rules.text} prefix={headingPrefix} headingLevel={2} />
      )}
      {rules.written_at !== null && (
        <p className="quieter small rules-version">
          {t('rules.version', { version: rules.version, time: formatFull(Date.parse(rules.written_at)) })}
          {rules.version > 1 && (
            <>
              {' '}
              <Link to={paths.rules} search={{ version: rules.version - 1 }} className="link">
                {t('rules.earlier')}
              </Link>
            </>
          )}
        </p>
      )}
    </>
  )
}
