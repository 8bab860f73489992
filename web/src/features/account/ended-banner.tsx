import '../../messages/drafts.ts'
import { LoginButton } from '../../api/people/login-button.tsx'
import { continueAsVisitor } from '../../api/people/person.ts'
import { t } from '../../lib/text/messages.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Icon } from '../../ui/marks/icon.tsx'

/** Above a page that waits for a new login. */
export function EndedBanner() {
  return (
    <div className="banner" role="status">
      <div className="wrap">
        <Icon name="warning" />
        <p>{t('loginEnded.page')}</p>
        <LoginButton label={t('loginEnded.again')} />
        <Button kind="quiet" onClick={continueAsVisitor}>
          {t('loginEnded.visitor')}
        </Button>
      </div>
    </div>
  )
}
