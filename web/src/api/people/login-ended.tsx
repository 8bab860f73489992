import '../../messages/drafts.ts'
import { t } from '../../lib/text/messages.ts'
import { Icon } from '../../ui/marks/icon.tsx'
import { LoginButton } from './login-button.tsx'

/** Says in a form or dialog that the login has ended; a new login leads back. @param hasDraft back to this form and its input */
export const LoginEnded = ({ hasDraft = false }: { hasDraft?: boolean }) => (
  <div className="form-problem login-ended" role="alert">
    <Icon name="warning" size={14} />
    <p>{t(hasDraft ? 'loginEnded.form' : 'loginEnded.plain')}</p>
    <LoginButton isPrimary label={t('loginEnded.again')} />
  </div>
)
