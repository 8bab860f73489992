import './login-dialog.css'
import '../../messages/login.ts'
import type { LoginWays, Provider } from '@muster/contract/auth'
import { t } from '../../lib/text/messages.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Icon } from '../../ui/marks/icon.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { useWrite } from '../calls/writes.ts'
import { keepLogin } from './keep-login.ts'
import { nameProvider, startLogin } from './login.ts'
import { askForPasskey, hasPasskeys } from './passkey.ts'

/** The ways to log in on this server. A passkey does not leave the page. */
export function LoginDialog({ ways, onClose }: { ways: LoginWays; onClose: () => void }) {
  const { providers } = ways
  const offersPasskey = hasPasskeys(ways)
  const login = useWrite(
    async (way: Provider | 'passkey') =>
      way === 'passkey' ? keepLogin(await askForPasskey({ purpose: 'login' })) : startLogin(way),
    {
      // The browser leaves for the provider.
      onDone: (_, way) => way === 'passkey' && onClose(),
    },
  )
  const hint = providers.length > 0 ? 'login.newHere' : 'login.invitedOnly'
  return (
    <Dialog title={t('login.choose')} onClose={onClose}>
      <div className="login-ways">
        {providers.map((provider, place) => (
          <Button
            key={provider}
            size="large"
            kind={place === 0 ? 'primary' : 'plain'}
            isBusy={login.is_busy}
            onClick={() => login.run(provider)}
          >
            {t('login.with', { provider: nameProvider(provider) })}
          </Button>
        ))}
        {offersPasskey && (
          <Button
            size="large"
            kind={providers.length === 0 ? 'primary' : 'plain'}
            isBusy={login.is_busy}
            onClick={() => login.run('passkey')}
          >
            {t('login.passkey')}
          </Button>
        )}
        <p className="quiet small">{t(providers.length === 0 && !offersPasskey ? 'login.noWay' : hint)}</p>
        {login.failure && (
          <div className="form-problem" role="alert">
            <Icon name="warning" size={14} />
            <p>{login.failure.message}</p>
          </div>
        )}
      </div>
    </Dialog>
  )
}
