import '../../../messages/admin.ts'
import { Link } from '@tanstack/react-router'
import { paths } from '../../../lib/paths.ts'
import { t } from '../../../lib/text/messages.ts'
import { nameButton } from '../../../ui/forms/button.tsx'
import { Empty } from '../../../ui/layout/states.tsx'

/**
 * Replaces the guild pages if the event's game shows no guild data: nothing needs setup, and the page says what counts instead.
 */
export function NoGuildTabs() {
  return (
    <Empty title={t('admin.noGuildTitle')} text={t('admin.noGuildText')}>
      <Link to={paths.submissions} search={({ event }: { event?: number | undefined }) => ({ event })} className={nameButton({})}>
        {t('admin.toSubmissions')}
      </Link>
    </Empty>
  )
}
