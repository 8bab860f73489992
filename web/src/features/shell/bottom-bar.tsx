import './shell.css'
import { Link, useLocation } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { t } from '../../lib/text/messages.ts'
import { Icon } from '../../ui/marks/icon.tsx'
import { lazyPart } from '../../ui/deferred/lazy-part.ts'
import { isAt, usePlaces } from './navigation.ts'

const MoreSheet = lazyPart(() => import('./more-sheet.tsx').then((module) => ({ default: module.MoreSheet })))

/** The navigation on phones: four places and a sheet with the rest. */
export function BottomBar() {
  const { pathname } = useLocation()
  const [isOpen, setOpen] = useState(false)
  const places = usePlaces()
  return (
    <nav className="bottom" aria-label={t('nav.main')}>
      {places.slice(0, 4).map((place) => (
        <Link key={place.to} to={place.to} aria-current={isAt(place, pathname) ? 'page' : undefined}>
          <Icon name={place.icon} size={20} />
          {t(place.label)}
        </Link>
      ))}
      <button type="button" aria-haspopup="dialog" aria-expanded={isOpen} onClick={() => setOpen(true)}>
        <Icon name="menu" size={20} />
        {t('nav.more')}
      </button>
      <Suspense>{isOpen && <MoreSheet places={places.slice(4)} onClose={() => setOpen(false)} />}</Suspense>
    </nav>
  )
}
