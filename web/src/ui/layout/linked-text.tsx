import './layout.css'
import { splitLinks } from '../../lib/text/links.ts'
import { t } from '../../lib/text/messages.ts'

/** A user's text, with its web addresses as links. Text only; it is never used as markup. */
export function LinkedText({ text }: { text: string }) {
  return (
    <bdi className="linked-text">
      {splitLinks(text).map((piece, index) =>
        'href' in piece ? (
          // oxlint-disable-next-line react/no-array-index-key
          <a key={index} className="link" href={piece.href} target="_blank" rel="noreferrer nofollow ugc">
            {piece.label}
            <span className="vh"> {t('link.newTab')}</span>
          </a>
        ) : (
          piece.text
        ),
      )}
    </bdi>
  )
}
