import './shell.css'
import { Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { t } from '../../lib/text/messages.ts'
import { paths } from '../../lib/paths.ts'
import { ConnectionState } from './connection.tsx'
import { isAt, usePlaces } from './navigation.ts'
import { ThemeMenu } from './theme-menu.tsx'

function Mark() {
  return (
    <svg width="22" height="22" viewBox="0 0 22 22" aria-hidden="true">
      <path d="M4 4v14M8.700 4v14M13.300 4v14M18 4v14" stroke="currentColor" strokeWidth="2" strokeLinecap="square" />
      <path d="M1.500 16.500 20.500 5.500" stroke="var(--ember-fill)" strokeWidth="2.400" strokeLinecap="square" />
    </svg>
  )
}

interface TopBarProps {
  picker: ReactNode
  /** The button that opens recent scores. */
  feed: ReactNode
  account: ReactNode
  hasScores: boolean
}

export function TopBar({ picker, feed, account, hasScores }: TopBarProps) {
  const places = usePlaces()
  const { pathname } = useLocation()
  return (
    <header className="top">
      <div className="wrap">
        <Link to={paths.home} className="brand" aria-label={t('nav.brand')}>
          <Mark />
          {t('brand')}
        </Link>
        <nav className="nav" aria-label={t('nav.main')}>
          {places.map((place) => (
            <Link key={place.to} to={place.to} aria-current={isAt(place, pathname) ? 'page' : undefined}>
              {t(place.label)}
            </Link>
          ))}
        </nav>
        <div className="top-side">
          {picker}
          <div className="connection-slot">{hasScores && <ConnectionState />}</div>
          {feed}
          <ThemeMenu />
          {account}
        </div>
      </div>
    </header>
  )
}
