import '../../ui/marks/item-icon.css'
import { useQuery } from '@tanstack/react-query'
import { memo, useState } from 'react'
import { usePreferences } from '../../lib/browser/preferences.ts'
import { ItemIcon, type ItemKind } from '../../ui/marks/item-icon.tsx'
import { read } from '../calls/queries.ts'

/** The allowed origin of item pictures; null if this browser loads none, and while unknown. */
export function useItemImages(): string | null {
  const { itemImages } = usePreferences()
  const { data } = useQuery({
    ...read('getItemImages', {}),
    enabled: itemImages,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return itemImages ? (data?.origin ?? null) : null
}

/** The address of a picture if it is on that host; null otherwise, so nothing is requested. */
export const allowPicture = (icon: unknown, origin: string | null): string | null =>
  origin !== null && typeof icon === 'string' && icon.startsWith(`${origin}/`) ? icon : null

interface PictureProps {
  src: string | null
  kind: ItemKind
  /** Class of the drawing. */
  iconClass?: string
  /** Loads the picture even outside the visible area. */
  isEager?: boolean
}

/**
 * An item as the game draws it, or Muster's own drawing if there is no picture. The host gets no referrer. Decoration beside the
 * item's name.
 */
export const ItemPicture = memo(function ItemPicture({ src, kind, iconClass, isEager = false }: PictureProps) {
  const [missing, setMissing] = useState<string | null>(null)
  if (src === null || src === missing) return <ItemIcon kind={kind} {...(iconClass !== undefined && { className: iconClass })} />
  return (
    <img
      className="item-picture"
      src={src}
      alt=""
      loading={isEager ? 'eager' : 'lazy'}
      decoding="async"
      referrerPolicy="no-referrer"
      draggable={false}
      onError={() => setMissing(src)}
    />
  )
})
