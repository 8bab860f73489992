import './shell.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { clockQuery } from '../../api/live/clock.ts'
import { t } from '../../lib/text/messages.ts'
import { outside, paths } from '../../lib/paths.ts'

const links = [
  { label: 'Discord', href: outside.discord },
  { label: 'Source code', href: outside.source },
  { label: 'Twitch', href: outside.twitch },
  { label: 'YouTube', href: outside.youtube },
  { label: 'X', href: outside.x },
]

export function Footer() {
  const { data } = useQuery(clockQuery)
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
          {data?.shows_status && (
            <li>
              <Link to={paths.status}>{t('footer.status')}</Link>
            </li>
          )}
        </ul>
      </div>
    </footer>
  )
}
