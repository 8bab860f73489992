import './item-icon.css'

/** Drawings of item kinds, made for Muster on 32 by 32 units with a line of 1.2; the game's own art is not shipped. */
const shapes = {
  amulet: 'M7 5c0 8 4 12 9 13 5-1 9-5 9-13M16 18l4.500 4.500L16 27l-4.500-4.500z',
  axe: 'M9 27 20 10M17 6c5-1 9 2 10 8-4 0-6-1-9-3zM15 9l6 4',
  belt: 'M4 12h24v8H4zM13 10h7v12h-7zM16.500 16h6',
  body: 'M11 5l-6 4 2 6 2-1v13h14V14l2 1 2-6-6-4a5 5 0 0 1-10 0zM16 12v15',
  boots: 'M11 5v14l-4 4v4h16v-3l-5-4V5zM11 10h7M7 24h16',
  bow: 'M8 5c10 1 18 9 19 19M8 5l19 19M6 26 23 9M18 9h5v5',
  card: 'M9 4h14v24H9zM12 8h8v9h-8zM12 21h8M13 24h6',
  claw: 'M10 12l8-3 5 15-8 3zM12 11l-2-6M15 10l-1-6M18 9l1-5',
  dagger: 'M25 6 16 20l-4-4zM10 16l6 6M12 20l-5 5',
  essence: 'M16 4c5 6 8 10 8 14a8 8 0 0 1-16 0c0-4 3-8 8-14zM16 13c2 3 3 4 3 6a3 3 0 0 1-6 0c0-2 1-3 3-6z',
  flask: 'M13 5h6M14 5v6a8 8 0 1 0 4 0V5M9.500 17.500h13M13 21h.1M18 23h.1',
  fossil: 'M8 9l7-4 9 4 3 9-6 8-11 1-5-8zM16 11c4 0 6 3 5 6s-5 4-7 2 0-5 2-4',
  fragment: 'M12 5l9 3 3 8-6 5-8 5-4-9 2-7zM12 5l2 9 10 2M14 14l-4 12',
  gem: 'M10 7h12l5 7-11 12L5 14zM5 14h22M12 14l4 12 4-12M10 7l2 7M22 7l-2 7',
  gloves: 'M9 27v-8l-3-5 2-2 3 3V7h2.500v6V5.500H16V13V6h2.500v7V8H21v9l-1.500 4v6zM9 23h10.500',
  helmet: 'M7 20v-4a9 9 0 0 1 18 0v4l-3 5h-3v-7h-6v7h-3zM16 7v11M10 18h12',
  jewel: 'M16 5l8 7-8 15-8-15zM8 12h16M16 5l-3.500 7L16 27l3.500-15z',
  mace: 'M7 26 20 13M20 13l-2-4 4-4 5 5-4 4zM22 8l2 2M10 20l3 3',
  map: 'M5 8l7-3 8 3 7-3v19l-7 3-8-3-7 3zM12 5v19M20 8v19M8 15l2 2M23 12l-2 3',
  orb: 'M16 6a10 10 0 1 0 0 20 10 10 0 0 0 0-20zM16 10a6 6 0 0 1 6 6M10.500 12c3 3 8 3 11 0M10.500 20c3-3 8-3 11 0',
  other: 'M16 5l10 5v12l-10 5-10-5V10zM6 10l10 5 10-5M16 15v12',
  paper: 'M8 5h12l4 4v18H8zM20 5v4h4M12 14h8M12 18h8M12 22h4',
  quiver: 'M11 11h9l-2 16h-5zM12 11l-1-6M15.500 11V4M19 11l1-6M12 16h7',
  ring: 'M16 12a7.500 7.500 0 1 0 0 15 7.500 7.500 0 0 0 0-15zM16 15a4.500 4.500 0 1 0 0 9 4.500 4.500 0 0 0 0-9zM12.500 9.500 16 5l3.500 4.500-3.500 3z',
  scarab:
    'M16 9c5 0 7 4 7 9s-3 9-7 9-7-4-7-9 2-9 7-9zM16 9v18M12 9c0-2 2-4 4-4s4 2 4 4M9 14l-4-3M23 14l4-3M9 20H4M23 20h5M10 24l-4 3M22 24l4 3',
  shield: 'M16 5l9 3v8c0 6-4 9-9 11-5-2-9-5-9-11V8zM16 5v22M7 15h18',
  staff: 'M8 27l12-14M23.500 5a4.500 4.500 0 1 0 0 9 4.500 4.500 0 0 0 0-9zM12.500 20.500l3 2.500',
  sword: 'M26 6 13 19M22 6h4v4L14 22l-4-4zM8 16l8 8M10.500 21.500 6 26',
  wand: 'M7 26 20 13M23 5v8M19 9h8M20.500 6.500l5 5M25.500 6.500l-5 5',
} as const
export type ItemKind = keyof typeof shapes

/** A drawing of an item kind, if its picture is missing or switched off. Decoration beside its name. */
export function ItemIcon({ kind, className = 'item-icon' }: { kind: ItemKind; className?: string }) {
  return (
    <svg className={className} viewBox="0 0 32 32" aria-hidden="true">
      <path d={shapes[kind]} />
    </svg>
  )
}
