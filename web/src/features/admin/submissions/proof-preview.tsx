import '../../../messages/admin-submissions.ts'
import { useState } from 'react'
import { Proof } from '../../../api/people/proof-pictures.tsx'
import { t } from '../../../lib/text/messages.ts'
import { Button, nameButton } from '../../../ui/forms/button.tsx'
import { isPicture, listLinks } from './desk.ts'

/**
 * A player's proof: text, and its addresses. Pictures are loaded only on request, by the judge's own browser and without a
 * referrer. The server fetches nothing.
 */
export function ProofPreview({ text }: { text: string }) {
  if (text.trim() === '') return <p className="judge-proof-none">{t('judge.noProof')}</p>
  const links = listLinks(text)
  return (
    <div className="judge-proof">
      <div>
        <Proof text={text} isShown />
      </div>
      {links.map(({ href }) => (
        <ProofLink key={href} href={href} />
      ))}
    </div>
  )
}

function ProofLink({ href }: { href: string }) {
  const [state, setState] = useState<'closed' | 'open' | 'failed'>('closed')
  const { host } = new URL(href)
  return (
    <div className="judge-proof-link">
      <span className="judge-proof-buttons">
        <a className={nameButton({})} href={href} target="_blank" rel="noreferrer nofollow ugc">
          <bdi>{t('judge.open', { host })}</bdi>
          <span className="vh"> {t('link.newTab')}</span>
        </a>
        {isPicture(href) && state === 'closed' && (
          <>
            <Button onClick={() => setState('open')}>{t('judge.showPicture')}</Button>
            <small className="quieter">{t('judge.pictureFrom', { host })}</small>
          </>
        )}
      </span>
      {state === 'open' && (
        <img
          src={href}
          alt={t('judge.picture', { host })}
          referrerPolicy="no-referrer"
          decoding="async"
          onError={() => setState('failed')}
        />
      )}
      {state === 'failed' && <p role="status">{t('judge.pictureFailed')}</p>}
    </div>
  )
}
