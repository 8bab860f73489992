import './settings.css'
import '../../messages/keys.ts'
import '../../messages/own-data.ts'
import '../../messages/settings.ts'
import { Suspense } from 'react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { DataBlock } from '../../api/calls/data-block.tsx'
import { read } from '../../api/calls/queries.ts'
import { t } from '../../lib/text/messages.ts'
import { useSession } from '../../lib/browser/session.ts'
import { Empty, SkeletonRows } from '../../ui/layout/states.tsx'
import { AccountsSetting } from './accounts-setting.tsx'
import { BrowserSettings } from './browser-settings.tsx'
import { CalendarSetting } from './calendar-setting.tsx'
import { DevicesSetting } from './devices-setting.tsx'
import { KeysSetting } from './keys-setting.tsx'
import { GameAccountSetting } from './game-account-setting.tsx'
import { NoticesSetting } from './notices-setting.tsx'
import { LoginButton } from '../../api/people/login-button.tsx'
import { NameSetting } from './name-setting.tsx'
import { OwnData } from './own-data.tsx'
import { PasskeysSetting } from './passkeys-setting.tsx'
import { RecordLink, RecordSetting } from './record-setting.tsx'
import { VisibilitySetting } from './visibility-setting.tsx'

const rows = (count: number, height: number) => <SkeletonRows rows={count} height={height} label={t('loading')} />

/** Name and accounts of the user, then settings of this browser, which visitors have too. */
export function SettingsPage() {
  const session = useSession()
  return (
    <div className="settings">
      {session ? (
        <>
          <DataBlock title={t('settings.person')} loading={rows(1, 90)}>
            <Named />
          </DataBlock>
          <DataBlock title={t('settings.recordTitle')} note={<RecordLink user_id={session.user_id} />} loading={rows(2, 90)}>
            <RecordSetting user_id={session.user_id} />
          </DataBlock>
          <DataBlock title={t('settings.shown')} note={t('settings.shownNote')} loading={rows(3, 90)}>
            <VisibilitySetting />
          </DataBlock>
          <DataBlock title={t('settings.accounts')} note={t('settings.accountsNote')} loading={rows(4, 130)}>
            <Connected />
          </DataBlock>
          <section id="notices">
            <DataBlock title={t('bell.title')} note={t('settings.shownNote')} loading={rows(4, 110)}>
              <NoticesSetting />
            </DataBlock>
          </section>
          <DataBlock title={t('settings.dates')} loading={rows(1, 110)}>
            <CalendarSetting />
          </DataBlock>
          <DataBlock title={t('keys.block')} note={<a href="/api/docs#feed">{t('keys.docs')}</a>} loading={rows(1, 110)}>
            <KeysSetting />
          </DataBlock>
        </>
      ) : (
        <Empty title={t('settings.loginTitle')} text={t('settings.loginText')}>
          <LoginButton label={t('login.forSettings')} />
        </Empty>
      )}
      <DataBlock title={t('settings.look')} note={t('settings.lookNote')} loading={rows(5, 70)}>
        <BrowserSettings />
      </DataBlock>
      {session && (
        <section className="block" aria-label={t('settings.devices')}>
          <Suspense>
            <DevicesSetting />
          </Suspense>
        </section>
      )}
      {session && (
        <DataBlock title={t('data.title')} loading={rows(3, 110)}>
          <Kept />
        </DataBlock>
      )}
    </div>
  )
}

const useOwn = () => useSuspenseQuery(read('getUser', {})).data

function Named() {
  const user = useOwn()
  return (
    <>
      <NameSetting key={user.id} user={user} />
      {user.account_name === null && <GameAccountSetting key={`account ${user.id}`} user={user} />}
    </>
  )
}

function Kept() {
  return <OwnData user={useOwn()} />
}

function Connected() {
  const user = useOwn()
  return (
    <>
      <AccountsSetting user={user} />
      <PasskeysSetting user={user} />
    </>
  )
}
