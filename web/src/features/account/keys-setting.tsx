import './settings.css'
import '../../messages/keys.ts'
import { type MadeKey, maxKeys, type OwnKey } from '@muster/contract/keys'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { read } from '../../api/calls/queries.ts'
import { WriteProblem } from '../../api/calls/write-problem.tsx'
import { callWrite, useWrite } from '../../api/calls/writes.ts'
import { t } from '../../lib/text/messages.ts'
import { useServerNow } from '../../api/live/clock.ts'
import { formatFull } from '../../lib/time/time.ts'
import { Button, ButtonRow } from '../../ui/forms/button.tsx'
import { Confirm } from '../../ui/overlays/dialog.tsx'
import { showToast } from '../../ui/overlays/show-toast.ts'
import { KeyDialog } from './key-dialog.tsx'
import { SettingsRow } from './settings-row.tsx'

const formatTime = (text: string) => formatFull(Date.parse(text))

/** The keys of a user for programs: made and revoked here. */
export function KeysSetting() {
  const keys = useSuspenseQuery(read('getOwnKeys', {})).data
  const now = useServerNow(60_000)
  const [made, setMade] = useState<MadeKey | null>(null)
  const [open, setOpen] = useState<'new' | OwnKey | null>(null)
  const isFull = keys.length >= maxKeys
  const close = () => setOpen(null)
  return (
    <SettingsRow title={t('keys.title')}>
      <p className="quiet">{t('keys.text')}</p>
      {made && <ShownKey key={made.key.id} made={made} onHide={() => setMade(null)} />}
      {keys.length === 0 && <p className="quieter small">{t('keys.empty')}</p>}
      {keys.length > 0 && (
        <ul className="passkeys">
          {keys.map((key) => (
            <li key={key.id}>
              <span>
                <bdi className="strong">{key.name}</bdi>
                <small className="quieter">{describe(key, now)}</small>
              </span>
              <Button size="small" onClick={() => setOpen(key)}>
                {t('keys.endKey')}
                <span className="vh"> {key.name}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {isFull ? (
        <p className="quieter small">{t('keys.full', { count: maxKeys })}</p>
      ) : (
        <Button onClick={() => setOpen('new')}>{t('keys.make')}</Button>
      )}
      {open === 'new' && <KeyDialog onMade={setMade} onClose={close} />}
      {open !== null && open !== 'new' && (
        <EndKey ended={open} onClose={close} onEnded={() => setMade((shown) => (shown?.key.id === open.id ? null : shown))} />
      )}
    </SettingsRow>
  )
}

/** Scopes, last use and end, as one line. */
function describe({ scopes, made_at, last_used_at, expires_at }: OwnKey, now: number): string {
  const use =
    last_used_at === null ? t('keys.unused', { time: formatTime(made_at) }) : t('keys.used', { time: formatTime(last_used_at) })
  const isOver = expires_at !== null && Date.parse(expires_at) <= now
  const end = expires_at === null ? [] : [t(isOver ? 'keys.over' : 'keys.until', { time: formatTime(expires_at) })]
  return [...scopes.map((scope) => t(`keys.scope.${scope}`)), use, ...end].join(' · ')
}

/** A new key, to be copied: it is shown once. */
function ShownKey({ made: { key, secret }, onHide }: { made: MadeKey; onHide: () => void }) {
  const copy = () =>
    navigator.clipboard.writeText(secret).then(
      () => showToast(t('keys.copied')),
      () => showToast(t('keys.notCopied'), { kind: 'bad' }),
    )
  return (
    <div className="key-made" role="status">
      <p className="small">{t('keys.made')}</p>
      <input
        className="input num"
        readOnly
        autoComplete="off"
        aria-label={t('keys.secret', { name: key.name })}
        value={secret}
        onFocus={(event) => event.currentTarget.select()}
      />
      <ButtonRow>
        <Button kind="primary" icon="copy" onClick={() => void copy()}>
          {t('keys.copy')}
        </Button>
        <Button onClick={onHide}>{t('keys.hide')}</Button>
      </ButtonRow>
    </div>
  )
}

function EndKey({ ended: { id, name }, onClose, onEnded }: { ended: OwnKey; onClose: () => void; onEnded: () => void }) {
  const write = useWrite(() => callWrite('endOwnKey', { key_id: id }), {
    onDone: () => {
      showToast(t('keys.ended', { name }))
      onEnded()
      onClose()
    },
  })
  return (
    <Confirm
      title={t('keys.endTitle', { name })}
      onClose={onClose}
      keepLabel={t('keys.keep')}
      actLabel={t('keys.endAct')}
      isBusy={write.is_busy}
      onAct={() => write.run(undefined)}
    >
      <div className="form">
        <p>{t('keys.endText')}</p>
        <WriteProblem write={write} />
      </div>
    </Confirm>
  )
}
