import '../../messages/drafts.ts'
import { t } from '../../lib/text/messages.ts'
import { Icon } from '../../ui/marks/icon.tsx'
import { LoginButton } from './login-button.tsx'

/** In a form or dialog: the login has ended, and a new one leads back. @param hasDraft to this form, with its input */
export const LoginEnded = ({ hasDraft = false }: { hasDraft?: boolean }) => (
  <div className="form-problem login-ended" role="alert">
    <Icon name="warning" size={14} />
    <p>{t(hasDraft ? 'loginEnded.form' : 'loginEnded.plain')}</p>
    <LoginButton isPrimary label={t('loginEnded.again')} />
  </div>
)
