import './proof-pictures.css'
import '../../messages/proof-pictures.ts'
import { type ProofPictureKey, readProof, writePictureAddress } from '@muster/domain/submissions/proof-pictures'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readFile } from '../../lib/browser/picture-files.ts'
import { t } from '../../lib/text/messages.ts'
import { Defer } from '../../ui/deferred/defer.tsx'
import { LinkedText } from '../../ui/layout/linked-text.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { callForFile } from '../calls/client.ts'
import { Failure } from '../calls/failure.ts'

/** A screenshot needs the login, so it is read by a call and not by its address. Its bytes never change. */
const readPicture = (key: ProofPictureKey) => ({
  queryKey: ['getProofPicture', key.event_id, key.picture_id] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }) => readFile(await callForFile('getProofPicture', key, signal)),
  staleTime: Number.POSITIVE_INFINITY,
})

/** A screenshot by its place in a proof. */
export function ProofPicture({ of, number }: { of: ProofPictureKey; number: number }) {
  const { data, error } = useQuery(readPicture(of))
  const isGone = error instanceof Failure && error.status === 404
  if (error) return <p className="proof-picture-failed">{t(isGone ? 'screenshot.gone' : 'screenshot.failed')}</p>
  if (data === undefined) return <span className="proof-picture-wait" role="status" aria-label={t('loading')} />
  return <img src={data} alt={t('screenshot.alt', { number })} decoding="async" />
}

/** A proof: its text with links, and its screenshots, which open large. @param isShown whether the viewer may see screenshots */
export function Proof({ text: proof, isShown }: { text: string; isShown: boolean }) {
  const { text, pictures } = readProof(proof)
  const [open, setOpen] = useState<number | null>(null)
  const opened = open === null ? undefined : pictures[open]
  return (
    <>
      {text.trim() !== '' && <LinkedText text={text.trim()} />}
      {!isShown && pictures.length > 0 && <span className="quieter">{t('screenshot.hidden', { count: pictures.length })}</span>}
      {isShown && pictures.length > 0 && (
        <ul className="proof-pictures">
          {pictures.map((of, at) => (
            <li key={writePictureAddress(of)}>
              <button type="button" aria-label={t('screenshot.open', { number: at + 1 })} onClick={() => setOpen(at)}>
                {/* A page of submissions has far more pictures than a window shows. */}
                <Defer when="near" placeholder={(ref) => <span className="proof-picture-wait" ref={ref} />}>
                  <ProofPicture of={of} number={at + 1} />
                </Defer>
              </button>
            </li>
          ))}
        </ul>
      )}
      {opened && (
        <Dialog title={t('screenshot.title')} onClose={() => setOpen(null)}>
          <div className="proof-large">
            <ProofPicture of={opened} number={(open ?? 0) + 1} />
          </div>
        </Dialog>
      )}
    </>
  )
}
