import './shell.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { clockQuery } from '../../api/live/clock.ts'
import { t } from '../../lib/text/messages.ts'
import { outside, paths } from '../../lib/paths.ts'

export function Footer() {
  const { data } = useQuery(clockQuery)
  // The source comes first: links that arrive later do not move it.
  const links = [{ label: t('footer.source'), url: outside.source }, ...(data?.footer_links ?? [])]
  return (
    <footer className="foot">
      <div className="wrap">
        <p>{t('footer.affiliation')}</p>
        <ul>
          {links.map(({ label, url }) => (
            <li key={`${label} ${url}`}>
              <a href={url} target="_blank" rel="noreferrer">
                <bdi>{label}</bdi>
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
