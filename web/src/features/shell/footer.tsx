import './shell.css'
import { t } from '../../lib/text/messages.ts'
import { outside } from '../../lib/paths.ts'

const links = [
  { label: 'Discord', href: outside.discord },
  { label: 'GitHub', href: outside.source },
  { label: 'Twitch', href: outside.twitch },
  { label: 'YouTube', href: outside.youtube },
  { label: 'X', href: outside.x },
]

export function Footer() {
  return (
    <footer className="foot">
      <div className="wrap">
        <p>{t('footer.affiliation')}</p>
        <ul>
          {links.map(({ label, href }) => (
            <li key={href}>
              <a href={href} target="_blank" rel="noreferrer">
                {label}
                <span className="vh"> {t('link.newTab')}</span>
              </a>
            </li>
          ))}
        </ul>
      </div>
    </footer>
  )
}
